/** What each preset pays, in numbers worked out by hand. */

import { describe, expect, test } from 'vitest';
import { judged, letterProblem, verdict } from '../../test/support/letters.ts';
import type { CostReport, Finding, ProgramAnalysis } from '../core/analysis.ts';
import { REWARD_NAMES, REWARDS } from '../core/rewards.ts';
import type { Outcome, Verdict } from '../core/types.ts';
import { rewardOf } from './reward.ts';
import { truncatedVerdict } from './verdicts.ts';

const remark: Finding = { line: 2, code: 'X1', message: 'something' };

const CLEAN: ProgramAnalysis = {
  syntax: { compiles: true, undefinedNames: [], forbiddenImports: [] },
  complexity: { functions: [], cyclomatic: 1, lines: 2, nodes: 9 },
  lint: [],
  types: [],
};

const CHEAP: CostReport = { ticks: 10, referenceTicks: 10, heapBytes: 0, referenceHeapBytes: 0 };

describe('presets on verdicts alone', () => {
  test.each([
    ['binary', verdict('passed', 8, 8), 1],
    ['binary', verdict('wrong_answer', 7, 8), 0],
    ['binary', verdict('timeout', 7, 8), 0],
    ['binary', truncatedVerdict(8), 0],
    ['binary', verdict('infra_error', 0, 8), null],
    ['fraction', verdict('wrong_answer', 6, 8), 0.75],
    ['fraction', verdict('wrong_answer', 1, 3), 1 / 3],
    ['fraction', verdict('syntax_error', 0, 8), 0],
    ['fraction', truncatedVerdict(8), 0],
    ['fraction', verdict('wrong_answer', 0, 0), 0],
    ['fraction', verdict('infra_error', 5, 8), null],
    ['coderl', verdict('passed', 8, 8), 1],
    ['coderl', verdict('wrong_answer', 7, 8), -0.3],
    ['coderl', verdict('runtime_error', 7, 8), -0.6],
    ['coderl', verdict('timeout', 7, 8), -0.6],
    ['coderl', verdict('memory_limit', 0, 8), -0.6],
    ['coderl', verdict('output_limit', 0, 8), -0.6],
    ['coderl', verdict('forbidden', 0, 8), -0.6],
    ['coderl', verdict('syntax_error', 0, 8), -1],
    ['coderl', truncatedVerdict(8), -1],
    ['rlef', verdict('passed', 8, 8), 1],
    ['rlef', verdict('wrong_answer', 7, 8), -1],
    ['rlef', verdict('timeout', 7, 8), -1],
    ['rlef', verdict('forbidden', 0, 8), -1],
    ['rlef', verdict('syntax_error', 0, 8), -0.2],
    ['rlef', truncatedVerdict(8), -0.2],
    ['rlef-article', verdict('passed', 8, 8), 1],
    ['rlef-article', verdict('syntax_error', 0, 8), -0.5],
    ['rlef-article', truncatedVerdict(8), -0.5],
  ] as const)('%s of %o is %s', (name, given, expected) => {
    expect(rewardOf(judged(given), name).total).toBe(expected);
  });

  test('coderl takes the worst of the tests, in whichever order they stand', () => {
    const mixed = (outcomes: readonly Outcome[]): Verdict => ({
      ...verdict('wrong_answer', 0, 3),
      outcome: outcomes.find((one) => one !== 'passed')!,
      perTest: outcomes.map((outcome) => ({ outcome, ticks: 1 })),
      passed: 1,
    });
    expect(rewardOf(judged(mixed(['wrong_answer', 'passed', 'runtime_error'])), 'coderl').total).toBe(-0.6);
    expect(rewardOf(judged(mixed(['runtime_error', 'wrong_answer', 'passed'])), 'coderl').total).toBe(-0.6);
  });
});

describe('rlef-article counts ticks against the budget', () => {
  const problem = { ...letterProblem(0), limits: { ticksPerTest: 1000 } };
  const run = (outcomes: readonly (readonly [Outcome, number])[], bodyTicks = 0): Verdict => ({
    ...verdict('wrong_answer', 0, 0),
    outcome: outcomes.find(([outcome]) => outcome !== 'passed')![0],
    passed: outcomes.filter(([outcome]) => outcome === 'passed').length,
    total: outcomes.length,
    perTest: outcomes.map(([outcome, ticks]) => ({ outcome, ticks })),
    ticks: outcomes.reduce((sum, [, ticks]) => sum + ticks, bodyTicks),
  });
  const paid = (given: Verdict) => rewardOf(judged(given, { problem }), 'rlef-article').total;

  test('half right at a tenth of the budget: 1/2 − 0.1 · (100 + 100) / 2000', () => {
    expect(
      paid(
        run([
          ['passed', 100],
          ['wrong_answer', 100],
        ]),
      ),
    ).toBe(0.49);
  });

  test('a timeout is its whole budget, whichever meter ran out: 1/2 − 0.1 · (100 + 1000) / 2000', () => {
    expect(
      paid(
        run([
          ['passed', 100],
          ['timeout', 3],
        ]),
      ),
    ).toBe(0.445);
  });

  test('the module body counts: 0 − 0.1 · (200 + 0) / 1000', () => {
    expect(paid(run([['wrong_answer', 0]], 200))).toBe(-0.02);
  });

  test('a module body without end has spent everything', () => {
    expect(paid({ ...verdict('timeout', 0, 4), perTest: [], ticks: 5 })).toBe(-0.1);
  });

  test('the wall clock changes nothing', () => {
    const slow = {
      ...run([
        ['passed', 100],
        ['wrong_answer', 100],
      ]),
      wallMs: 1e6,
    };
    expect(paid(slow)).toBe(0.49);
  });
});

describe('four layers', () => {
  const stub = judged(verdict('wrong_answer', 0, 8), { analysis: CLEAN, cost: CHEAP });

  test('the hole of seed 003: a stub that passes no test earns 0.6, and behind the tests nothing', () => {
    expect(rewardOf(stub, 'four-layers').total).toBe(0.6);
    expect(rewardOf(stub, 'gated-layers').total).toBe(0);
  });

  test('everything right is exactly 1', () => {
    const right = { ...stub, verdict: verdict('passed', 8, 8) };
    expect(rewardOf(right, 'four-layers').total).toBe(1);
    expect(rewardOf(right, 'gated-layers').total).toBe(1);
  });

  test('what was not looked at pays as if nothing had been found', () => {
    expect(rewardOf(judged(verdict('wrong_answer', 0, 8)), 'four-layers').total).toBe(0.6);
    expect(rewardOf(judged(verdict('passed', 8, 8)), 'gated-layers').total).toBe(1);
  });

  test.each<[string, Partial<ProgramAnalysis>, Partial<CostReport>, number]>([
    ['one lint remark halves its 0.1', { lint: [remark] }, {}, 0.95],
    ['three type errors quarter theirs', { types: [remark, remark, remark] }, {}, 0.925],
    ['twice the complexity halves its 0.1', { complexity: { ...CLEAN.complexity!, cyclomatic: 20 } }, {}, 0.95],
    [
      'four times the ticks, with the slack of 16: 2 · 116 / 416',
      {},
      { ticks: 400, referenceTicks: 100 },
      0.955769230769,
    ],
    ['memory decides when it is worse: 2 · 1 / 4 MiB', {}, { heapBytes: 3 * 2 ** 20 }, 0.95],
  ])('%s', (_, analysis, cost, expected) => {
    const right = judged(verdict('passed', 8, 8), {
      analysis: { ...CLEAN, ...analysis },
      cost: { ...CHEAP, ...cost },
    });
    expect(rewardOf(right, 'four-layers').total).toBe(expected);
    expect(rewardOf(right, 'gated-layers').total).toBe(expected);
  });

  test.each<[string, Verdict, ProgramAnalysis]>([
    ['does not compile', verdict('syntax_error', 0, 8), {}],
    ['was cut off', truncatedVerdict(8), {}],
    [
      'reads an unbound name',
      verdict('wrong_answer', 6, 8),
      { ...CLEAN, syntax: { ...CLEAN.syntax!, undefinedNames: [remark] } },
    ],
    [
      'imports what is refused',
      verdict('wrong_answer', 6, 8),
      { ...CLEAN, syntax: { ...CLEAN.syntax!, forbiddenImports: [remark] } },
    ],
  ])('a program that %s earns 0, and nothing else is looked at', (_, given, analysis) => {
    const { total, components } = rewardOf(judged(given, { analysis, cost: CHEAP }), 'four-layers');
    expect(total).toBe(0);
    expect(
      components.filter(({ name }) => name !== 'syntax').every(({ value, paid }) => value === null && paid === 0),
    ).toBe(true);
  });

  test('half the tests pay 0.2 behind the gate and 0.8 before it', () => {
    const half = { ...stub, verdict: verdict('runtime_error', 4, 8) };
    expect(rewardOf(half, 'gated-layers').total).toBe(0.2);
    expect(rewardOf(half, 'four-layers').total).toBe(0.8);
  });
});

describe('brevity and format', () => {
  const problem = { entryPoint: 'f', reference: 'def f(x): return x' };
  const right = verdict('passed', 4, 4);

  test('brevity: as short as the reference is 1, twice as long 0.9, and before the tests pass it is nothing', () => {
    expect(rewardOf({ problem, code: 'def f(y):\n  return y', verdict: right }, 'brevity').total).toBe(1);
    const long = 'def f(abc): return abc; print()'; // 27 visible characters to 15
    expect(rewardOf({ problem, code: long, verdict: right }, 'brevity').total).toBeCloseTo(0.8 + (0.2 * 15) / 27, 12);
    expect(rewardOf({ problem, code: 'f=1', verdict: verdict('wrong_answer', 2, 4) }, 'brevity').total).toBe(0.4);
  });

  test('format: form pays 0.1 whatever the tests say', () => {
    const stub = 'import math\n\ndef f(x):\n    return 0\n';
    expect(rewardOf({ problem, code: stub, verdict: verdict('wrong_answer', 0, 4) }, 'format').total).toBe(0.1);
    expect(rewardOf({ problem, code: `${stub}print(f(1))\n`, verdict: right }, 'format').total).toBe(0.9);
    expect(rewardOf({ problem, code: stub, verdict: right }, 'format').total).toBe(1);
    expect(rewardOf({ problem, code: stub, verdict: truncatedVerdict(4) }, 'format').total).toBe(0);
  });
});

test.each(REWARD_NAMES)('%s says what it is, where it comes from and how it is cheated', (name) => {
  const { help, source, weakness, range } = REWARDS[name];
  expect(help).toMatch(/\.$/);
  expect(weakness).toMatch(/\.$/);
  expect(source.length).toBeGreaterThan(5);
  const best = { verdict: verdict('passed', 8, 8), analysis: CLEAN, cost: CHEAP, code: 'def f(x):\n    return x\n' };
  expect(rewardOf({ problem: { entryPoint: 'f' }, ...best }, name).total).toBe(range[1]);
  const worst = [verdict('wrong_answer', 0, 8), verdict('syntax_error', 0, 8), truncatedVerdict(8)];
  expect(Math.min(...worst.map((given) => rewardOf(judged(given), name).total!))).toBe(range[0]);
});
