/** Honest programs pass, cheats earn nothing, and whoever comes next notices neither: own programs, in Node. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine } from '../../src/sandbox/node.ts';
import { assignmentOf, passedOf } from '../support/programs/case.ts';
import { CHEATS, SPOILERS } from '../support/programs/cheats.ts';
import { HONEST } from '../support/programs/honest.ts';
import { PROBE } from '../support/sandbox-corpus.ts';

let engine: Engine;
let clean: unknown;
beforeAll(async () => {
  engine = await nodeEngine();
  clean = engine.judge(PROBE).perTest[0]?.got;
});

describe.each([
  ['honest', HONEST],
  ['cheats', CHEATS],
  ['spoilers', SPOILERS],
])('%s', (_, cases) => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const { outcome, passed, error, perTest } = engine.judge(assignmentOf(one));
    const said = [error, ...perTest.map(({ got }) => got)].join(' | ');
    expect([outcome, passed, said]).toEqual([one.outcome, passedOf(one), said]);
    expect(engine.sealed.isPristine()).toBe(true);
    expect(engine.judge(PROBE).perTest[0]?.got).toBe(clean);
  });
});
