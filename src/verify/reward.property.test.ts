/** What holds for every preset, whatever the verdict: range, null, order of tests, more tests passed. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CostReport, Finding, ProgramAnalysis } from '../core/analysis.ts';
import { REWARD_NAMES, REWARDS, type RewardName } from '../core/rewards.ts';
import type { Outcome, TestResult, Verdict } from '../core/types.ts';
import { groupAdvantages } from '../rl/advantage/group.ts';
import type { Judged } from './judged.ts';
import { rewardOf } from './reward.ts';
import { truncatedVerdict } from './verdicts.ts';

/** Presets under which no program is paid less for passing more tests, whatever else it does. */
const MONOTONE: readonly RewardName[] = ['binary', 'fraction', 'gated-layers', 'brevity'];

const FAILURES: readonly Outcome[] = [
  'wrong_answer',
  'runtime_error',
  'timeout',
  'memory_limit',
  'output_limit',
  'forbidden',
];

const result = fc.record({ outcome: fc.constantFrom('passed' as const, ...FAILURES), ticks: fc.nat(200_000) });

function fromTests(perTest: readonly TestResult[], bodyTicks: number): Verdict {
  const passed = perTest.filter(({ outcome }) => outcome === 'passed').length;
  const failed = perTest.find(({ outcome }) => outcome !== 'passed');
  return {
    outcome: failed?.outcome ?? (perTest.length > 0 ? 'passed' : 'wrong_answer'),
    passed,
    total: perTest.length,
    perTest,
    ticks: perTest.reduce((sum, { ticks }) => sum + ticks, bodyTicks),
    ledger: [],
    integrity: 'node',
  };
}

/** A verdict on tests that ran. */
const tested = (minLength = 0, maxLength = 12) =>
  fc.tuple(fc.array(result, { minLength, maxLength }), fc.nat(1000)).map(([tests, body]) => fromTests(tests, body));
/** Nothing ran: the module body failed, or there is no program. */
const unrun = fc
  .tuple(fc.constantFrom<Outcome>('syntax_error', 'truncated', ...FAILURES), fc.nat(12), fc.nat(200_000))
  .map(([outcome, total, ticks]): Verdict => ({ ...truncatedVerdict(total), outcome, ticks }));

const remark: Finding = { line: 1, code: 'X', message: 'x' };
const remarks = fc.nat(4).map((count) => Array.from({ length: count }, () => remark));
const analysis: fc.Arbitrary<ProgramAnalysis> = fc.record(
  {
    syntax: fc.record({ compiles: fc.constant(true), undefinedNames: remarks, forbiddenImports: remarks }),
    complexity: fc.record({
      functions: fc.constant([]),
      cyclomatic: fc.integer({ min: 1, max: 90 }),
      lines: fc.nat(),
      nodes: fc.nat(),
    }),
    lint: remarks,
    types: remarks,
  },
  { requiredKeys: [] },
);
const growth = fc.record({
  points: fc.constant([]),
  exponent: fc.double({ min: 0, max: 9, noNaN: true }),
  label: fc.constant('O(n)' as const),
});
const cost: fc.Arbitrary<CostReport> = fc.record(
  {
    ticks: fc.nat(),
    heapBytes: fc.nat(),
    referenceTicks: fc.nat(),
    referenceHeapBytes: fc.nat(),
    growth,
    referenceGrowth: growth,
  },
  { requiredKeys: ['ticks', 'heapBytes'] },
);
const around = fc.record({
  problem: fc.record({ entryPoint: fc.constant('f'), reference: fc.constant('def f(): pass') }),
  code: fc.constantFrom('def f(): pass', 'def f(): pass\nx = 1', '', 'while'),
  analysis,
  cost,
});
const program = (verdict: fc.Arbitrary<Verdict>): fc.Arbitrary<Judged> =>
  fc.tuple(around, verdict).map(([rest, given]) => ({ ...rest, verdict: given }));

describe.each(REWARD_NAMES)('%s', (name) => {
  const [low, high] = REWARDS[name].range;

  test('stays within its range, and its parts add up to it', () => {
    fc.assert(
      fc.property(program(fc.oneof(tested(), unrun)), (one) => {
        const { total, components } = rewardOf(one, name);
        expect(total).toBeGreaterThanOrEqual(low);
        expect(total).toBeLessThanOrEqual(high);
        expect(components.reduce((sum, { paid }) => sum + paid, 0)).toBeCloseTo(total!, 10);
      }),
    );
  });

  test('is null for failures of ours and for runs that disagree, and only for these', () => {
    fc.assert(
      fc.property(program(fc.oneof(tested(), unrun)), (one) => {
        const none = { total: null, components: [] };
        expect(rewardOf({ ...one, verdict: { ...one.verdict, outcome: 'infra_error' } }, name)).toEqual(none);
        expect(rewardOf({ ...one, verdict: { ...one.verdict, flaky: true } }, name)).toEqual(none);
        expect(rewardOf(one, name).total).not.toBeNull();
      }),
    );
  });

  test('does not depend on the order of the tests', () => {
    const pair = tested(1).chain((one) =>
      fc.shuffledSubarray([...one.perTest], { minLength: one.perTest.length }).map((perTest) => {
        const body = one.ticks - one.perTest.reduce((sum, { ticks }) => sum + ticks, 0);
        return [one, fromTests(perTest, body)] as const;
      }),
    );
    fc.assert(
      fc.property(around, pair, (rest, [one, other]) => {
        expect(rewardOf({ ...rest, verdict: other }, name).total).toBe(rewardOf({ ...rest, verdict: one }, name).total);
      }),
    );
  });

  test('without a visible test nothing is paid, whatever the outcome claims', () => {
    const untested = [fromTests([], 0), { ...fromTests([], 0), outcome: 'passed' as const }];
    fc.assert(
      fc.property(program(fc.constantFrom(...untested)), (one) => {
        const { total, components } = rewardOf(one, name);
        expect(total).toBeLessThanOrEqual(0);
        expect(components.every(({ paid }) => paid <= 0)).toBe(true);
      }),
    );
  });
});

test.each(MONOTONE)('%s never pays a program less for passing more tests, whatever else the two do', (name) => {
  const ofEight = program(tested(8, 8));
  fc.assert(
    fc.property(ofEight, ofEight, (one, other) => {
      const [worse, better] = one.verdict.passed <= other.verdict.passed ? [one, other] : [other, one];
      if (worse.verdict.passed === better.verdict.passed) return;
      expect(rewardOf(better, name).total!).toBeGreaterThanOrEqual(rewardOf(worse, name).total!);
    }),
  );
});

test('without a test that passes, gated presets pay nothing', () => {
  const failing = program(tested(1)).filter(({ verdict }) => verdict.passed === 0);
  fc.assert(
    fc.property(failing, (one) => {
      expect(rewardOf(one, 'gated-layers').total).toBe(0);
      expect(rewardOf(one, 'brevity').total).toBe(0);
    }),
  );
});

test('null is TRL’s None: left out of mean and deviation, advantage 0', () => {
  const group = [verdictOf('passed'), verdictOf('infra_error'), verdictOf('wrong_answer')].map(
    (verdict) => rewardOf({ problem: { entryPoint: 'f' }, code: '', verdict }, 'binary').total,
  );
  const { advantages, mean } = groupAdvantages(group, { scale: 'group-std', ddof: 1, delta: 1e-4 });
  expect(mean).toBe(0.5);
  expect(advantages[0]).toBeCloseTo(0.5 / (Math.SQRT1_2 + 1e-4), 12);
  expect(advantages[1]).toBe(0);
  expect(advantages[2]).toBeCloseTo(-0.5 / (Math.SQRT1_2 + 1e-4), 12);
});

function verdictOf(outcome: 'passed' | 'wrong_answer' | 'infra_error'): Verdict {
  return { ...fromTests([{ outcome: outcome === 'passed' ? 'passed' : 'wrong_answer', ticks: 1 }], 0), outcome };
}
