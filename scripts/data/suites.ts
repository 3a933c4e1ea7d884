/** Chooses examples: few that catch every mistake and every constant answer. */

import { repr } from '../../src/core/repr.ts';
import type { TestCase, TestSuite } from '../../src/core/types.ts';
import { pyEquals } from '../../src/core/value-equal.ts';
import type { Example, MeasuredFamily } from './measure.ts';

const PUBLIC_TESTS = 4;
const REWARD_TESTS = 4;
const HIDDEN_TESTS = 20;

/** Calls longer than this many characters are chosen reluctantly. */
const LONG_CALL = 40;

/** Which wrong programs an example catches; the first ones matter more. */
export type Catches = (example: Example) => readonly boolean[];

/**
 * Greedy choice: at every turn the example that catches most programs not yet caught twice (the popular mistake: four
 * times), whose answer is the rarest so far, and that is neither trivial nor long.
 */
export function choose(examples: readonly Example[], count: number, catches: Catches): Example[] {
  const chosen: Example[] = [];
  const caught: number[] = [];
  const answers = new Map<string, number>();
  const left = new Set(examples);
  const gain = (example: Example) => {
    const length = example.call.length;
    let value = Math.min(length, LONG_CALL / 2) / LONG_CALL - Math.max(0, length - LONG_CALL) / LONG_CALL;
    if (example.isEdge) value += 0.3;
    catches(example).forEach((isCaught, i) => {
      const before = caught[i] ?? 0;
      if (isCaught && before < (i === 0 ? 4 : 2)) value += 1 / (1 + before);
    });
    return value - 0.7 * (answers.get(repr(example.expected)) ?? 0);
  };
  while (chosen.length < count && left.size > 0) {
    const [best] = [...left]
      .map((example) => [example, gain(example)] as const)
      .reduce((a, b) => (b[1] > a[1] ? b : a));
    chosen.push(best);
    left.delete(best);
    catches(best).forEach((isCaught, i) => {
      caught[i] = (caught[i] ?? 0) + (isCaught ? 1 : 0);
    });
    const answer = repr(best.expected);
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  return chosen;
}

/** What the family's own mistakes get wrong: the popular one first. */
export function ownMistakes({ family }: MeasuredFamily): Catches {
  const count = 1 + family.wrong.length;
  return ({ fails }) => Array.from({ length: count }, (_, bit) => ((fails >>> bit) & 1) === 1);
}

/** The family's own mistakes, and the references of other families that take the same inputs. */
export function mistakesAndRivals(one: MeasuredFamily, all: readonly MeasuredFamily[]): Catches {
  const own = ownMistakes(one);
  const rivals = all.filter((other) => other !== one && other.family.inputs === one.family.inputs);
  const answers = new Map(
    one.examples.map((example, i) => [example, rivals.map((rival) => rival.examples[i]!)] as const),
  );
  const known = new Map(
    one.examples.map((example) => [
      example,
      [
        ...own(example),
        ...answers.get(example)!.map(({ expected }) => !pyEquals(expected, example.expected, 'python')),
      ],
    ]),
  );
  return (example) => known.get(example)!;
}

/**
 * The three kinds of test of a family. Visible ones catch the popular mistake at least twice where inputs can, once among
 * the public and once among the reward tests. Hidden ones are other inputs, the remaining edge cases first; only where a
 * domain has too few values are they filled up with visible ones. All edge cases are among visible and hidden together.
 */
export function testSuite(one: MeasuredFamily, all: readonly MeasuredFamily[]): TestSuite {
  const { examples } = one;
  const visible = choose(examples, PUBLIC_TESTS + REWARD_TESTS, mistakesAndRivals(one, all));
  const ordered = [...visible.filter(catchesPopular), ...visible.filter((example) => !catchesPopular(example))];
  const unseen = examples.filter((example) => !visible.includes(example));
  return {
    public: ordered.filter((_, i) => i % 2 === 1).map(testCase),
    reward: ordered.filter((_, i) => i % 2 === 0).map(testCase),
    hidden: [...unseen, ...visible].slice(0, HIDDEN_TESTS).map(testCase),
  };
}

const catchesPopular = ({ fails }: Example) => (fails & 1) === 1;
const testCase = ({ args, expected }: Example): TestCase => ({ args, expected });
