/** Boils measured families down to the table that the corpus generator reads. */

import { repr } from '../../src/core/repr.ts';
import type { BehaviourTable } from '../../src/corpus/behaviour.ts';
import type { MeasuredFamily } from './measure.ts';
import { choose, ownMistakes } from './suites.ts';

const EXAMPLES = 12;

/** Calls and answers longer than this many characters together are left out while there are enough shorter ones. */
const SHORT_LINE = 28;

/** Twelve short examples a family, chosen so that every mistake fails one of them. Held-out families are left out. */
export function behaviourTable(measured: readonly MeasuredFamily[]): BehaviourTable {
  const table: BehaviourTable = {};
  for (const one of measured) {
    const { family, examples } = one;
    if (family.heldOut) continue;
    const short = examples.filter(({ call, expected }) => call.length + repr(expected).length <= SHORT_LINE);
    const mistakes = 1 + family.wrong.length;
    const catchesAll = short.reduce((bits, { fails }) => bits | fails, 0) === (1 << mistakes) - 1;
    const chosen = choose(catchesAll && short.length >= EXAMPLES ? short : examples, EXAMPLES, ownMistakes(one));
    table[family.id] = {
      calls: chosen.map(({ call }) => call),
      expected: chosen.map(({ expected }) => repr(expected)),
      fails: Array.from({ length: mistakes }, (_, bit) =>
        chosen.reduce((bits, { fails }, i) => bits | (((fails >>> bit) & 1) << i), 0),
      ),
    };
  }
  return table;
}
