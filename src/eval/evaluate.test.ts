/** Summaries of made-up counts. */

import { describe, expect, test } from 'vitest';
import type { JudgedSample } from '../core/measuring.ts';
import type { Outcome } from '../core/types.ts';
import { summarizePools, summarizeSet } from './evaluate.ts';
import { planBatches } from './plan.ts';
import type { SamplePool } from './pool.ts';

describe('summarizeSet', () => {
  const counts = { set: 'lecture', temperature: 1, n: 4, outcomes: { passed: 3 }, missingImports: 1, seed: 0 } as const;

  test('averages over problems', () => {
    const problems = [
      { id: 'a', n: 4, correct: 1, visible: 2, greedy: true },
      { id: 'b', n: 4, correct: 2, visible: 2, greedy: false },
    ];
    const summary = summarizeSet({ ...counts, problems });
    expect(summary.passAt1.value).toBeCloseTo(0.375, 12);
    expect(summary.visibleAt1).toBe(0.5);
    expect(summary.greedy).toBe(0.5);
    expect(summary.missingImports).toBe(1);
    expect(summary.curve.at(-1)).toMatchObject({ k: 4, pass: { value: 1 } });
  });

  test('leaves problems without a judged sample out, and says when there is no other', () => {
    const lost = { id: 'b', n: 0, correct: 0, visible: 0 };
    const summary = summarizeSet({ ...counts, problems: [{ id: 'a', n: 4, correct: 1, visible: 1 }, lost] });
    expect(summary.passAt1.value).toBe(0.25);
    expect(summary).not.toHaveProperty('greedy');
    expect(() => summarizeSet({ ...counts, problems: [lost] })).toThrow(/expected judged samples of set lecture/);
  });
});

describe('summarizePools', () => {
  const judged = (outcome: Outcome, missingImport = false): JudgedSample => {
    const correct = outcome === 'passed';
    return { outcome, public: correct, visible: correct, correct, missingImport };
  };
  /** One draw of each program. */
  const poolOf = (...verdicts: JudgedSample[]): SamplePool => ({
    programs: verdicts.map((verdict, i) => ({
      code: String(i),
      truncated: false,
      logProb: 0,
      tokens: 1,
      judged: verdict,
    })),
    draws: [...verdicts.keys()],
  });
  const about = { set: 'lecture', temperature: 1, n: 3, seed: 0 } as const;
  const [passed, wrong, lost] = [judged('passed'), judged('wrong_answer', true), judged('infra_error')];

  test('a greedy completion that could not be judged is no failure', () => {
    const { problems, greedy } = summarizePools([poolOf(passed), poolOf(passed), poolOf(passed)], {
      ...about,
      ids: ['a', 'b', 'c'],
      greedy: [poolOf(passed), poolOf(lost), poolOf(wrong)],
    });
    expect(problems.map((problem) => problem.greedy)).toEqual([true, undefined, false]);
    expect(greedy).toBe(0.5);
  });

  test('counts all draws by outcome, and takes those that could not be judged out of n alone', () => {
    const pools = [poolOf(passed, lost, wrong), poolOf(wrong, wrong, passed)];
    const { problems, outcomes, missingImports, curve } = summarizePools(pools, { ...about, ids: ['a', 'b'] });
    expect(problems).toEqual([
      { id: 'a', n: 2, correct: 1, visible: 1 },
      { id: 'b', n: 3, correct: 1, visible: 1 },
    ]);
    expect(outcomes).toEqual({ passed: 2, wrong_answer: 3, infra_error: 1 });
    expect(missingImports).toBe(3);
    expect(curve.map(({ k, problems: over }) => [k, over])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, 1],
    ]);
  });
});

describe('planBatches', () => {
  test('covers every sample once, in batches of at most the limit', () => {
    const batches = [...planBatches([0, 0, 0], 5, 4)];
    expect(batches.map((batch) => batch.length)).toEqual([4, 4, 4, 3]);
    const all = batches.flat().map(({ problem, sample }) => `${problem}/${sample}`);
    expect(new Set(all).size).toBe(15);
    expect(all[5]).toBe('1/0');
  });

  test('goes on after the samples that are there', () => {
    const all = [...planBatches([2, 3, 7, 0], 3, 100)].flat().map(({ problem, sample }) => `${problem}/${sample}`);
    expect(all).toEqual(['0/2', '3/0', '3/1', '3/2']);
    expect([...planBatches([3, 3], 3, 100)]).toEqual([]);
    expect(() => [...planBatches([0], 1, 0)]).toThrow('plan: expected a batch limit from 1, got 0');
  });
});
