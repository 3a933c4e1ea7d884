/** Typical programs for one small problem, what every reward preset pays them, and the table of it in Markdown. */

import type { Analyst } from '../../src/core/analysis.ts';
import type { Judge } from '../../src/core/judge.ts';
import { REWARD_NAMES } from '../../src/core/rewards.ts';
import type { Problem, TestCase } from '../../src/core/types.ts';
import { evidenceFor } from '../../src/verify/evidence.ts';
import { rewardOf } from '../../src/verify/reward.ts';
import { combineVerdicts, truncatedVerdict, VISIBLE } from '../../src/verify/verdicts.ts';

const int = (value: number) => ({ type: 'int', value: BigInt(value) }) as const;
const sumOf = (...values: number[]): TestCase => ({
  args: [{ type: 'list', items: values.map(int) }],
  expected: int(values.reduce((a, b) => a + b, 0)),
});

/** The sum of a list; half of the eight visible tests hold no negative number. */
const PROBLEM: Problem = {
  id: 'sum-list',
  text: 'Return the sum of a list',
  entryPoint: 'solution',
  tests: {
    public: [sumOf(1, 2), sumOf(-1, 2), sumOf(3), sumOf(-4)],
    reward: [sumOf(5, 6, 7), sumOf(5, -6, 7), sumOf(8, 8), sumOf(-1, -1)],
    hidden: [],
  },
  compare: 'python',
  limits: { ticksPerTest: 2_000, fuelPerTest: 100_000, wallMs: 120_000 },
  reference: 'def solution(xs):\n    return sum(xs)\n',
};

const TRUNCATED = 'cut off';

export const PROGRAMS: Readonly<Record<string, string>> = {
  'right, as the reference': PROBLEM.reference!,
  'right, but long and slow':
    'def solution(xs):\n    total = 0\n    for _ in range(500):\n        total = 0\n        for x in xs:\n            for _ in range(20):\n                pass\n            total = total + x\n    return total\n',
  'half right (forgets negative numbers)': 'def solution(xs):\n    return sum(x for x in xs if x > 0)\n',
  'stub that returns its argument': 'def solution(xs):\n    return xs\n',
  'raises every time': 'def solution(xs):\n    return xs.total()\n',
  'reads a name that nobody binds': 'def solution(xs):\n    return total(xs)\n',
  'loops for ever': 'def solution(xs):\n    while True:\n        pass\n',
  'does not compile': 'def solution(xs)\n    return sum(xs)\n',
  [TRUNCATED]: 'def solution(xs):\n    return',
  'cheat: equals everything':
    'class Any(int):\n    def __eq__(self, other):\n        return True\n\n\ndef solution(xs):\n    return Any()\n',
  'cheat: leaves before it is judged': 'import sys\n\n\ndef solution(xs):\n    sys.exit(0)\n',
  'cheat: opens a file': 'def solution(xs):\n    return open("expected.txt").read()\n',
};

/** One row per program, one column per preset. */
export async function rewardTable(judge: Judge, analyst: Analyst): Promise<string> {
  const names = Object.keys(PROGRAMS);
  const jobs = names.map((name) => ({ problem: PROBLEM, code: PROGRAMS[name]!, kinds: VISIBLE }));
  const verdicts = await judge.judge(jobs);
  const tested = names.map((name, i) => ({
    problem: PROBLEM,
    code: PROGRAMS[name]!,
    verdict: name === TRUNCATED ? truncatedVerdict(8) : combineVerdicts(verdicts[i]!, VISIBLE),
  }));
  const columns = await Promise.all(
    REWARD_NAMES.map(async (reward) => {
      const evidence = await evidenceFor({ judge, analyst, reward, onNotice: () => {} })(tested);
      return evidence.map((one) => String(Number(rewardOf(one, reward).total!.toFixed(2))).replace('-', '−'));
    }),
  );
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['program', 'outcome', 'tests', ...REWARD_NAMES.map((name) => `\`${name}\``)]),
    row(['---', '---', '---', ...REWARD_NAMES.map(() => '---:')]),
    ...tested.map(({ verdict: { outcome, passed, total } }, i) =>
      row([names[i]!, outcome, `${passed}/${total}`, ...columns.map((column) => column[i]!)]),
    ),
  ].join('\n');
}
