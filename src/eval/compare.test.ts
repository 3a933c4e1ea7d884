/** Comparisons of made-up models whose gain is known. */

import { describe, expect, test } from 'vitest';
import type { Gain, PairedDifference } from '../core/measuring.ts';
import type { Estimate, ProblemCounts, SetEvaluation } from '../core/records.ts';
import { compareModels } from './compare.ts';
import { summarizeSet } from './evaluate.ts';
import { gainOf } from './gain.ts';

const N = 64;

/** One set at one temperature from the right samples of each problem. */
function evaluated(correct: readonly number[], over: Partial<SetEvaluation> = {}, n = N): SetEvaluation {
  const problems = correct.map((c, i): ProblemCounts => ({ id: `p${i}`, n, correct: c, visible: c }));
  const about = { set: 'lecture', temperature: 1, outcomes: {}, missingImports: 0, seed: 0 } as const;
  return { ...summarizeSet({ ...about, n, problems }), ...over };
}

const ten = (at: (i: number) => number) => Array.from({ length: 10 }, (_, i) => at(i));
const compare = (base: readonly SetEvaluation[], other: readonly SetEvaluation[]) =>
  compareModels({ label: 'base', sets: base }, { label: 'trained', sets: other }, { seed: 1 });

describe('gainOf', () => {
  const UP: Estimate = { value: 0.2, low: 0.1, high: 0.3 };
  const FLAT: Estimate = { value: 0.1, low: 0, high: 0.2 };
  const DOWN: Estimate = { value: -0.2, low: -0.3, high: -0.1 };
  const at = (k: number, difference: Estimate): PairedDifference => ({
    k,
    base: 0,
    other: 0,
    difference,
    problems: [],
  });

  test.each<[string, Estimate, Estimate, Gain]>([
    ['up, up', UP, UP, 'widened'],
    ['up, stayed', UP, FLAT, 'sharpened'],
    ['up, down', UP, DOWN, 'narrowed'],
    ['stayed, up', FLAT, UP, 'widened'],
    ['stayed, stayed', FLAT, FLAT, 'unchanged'],
    ['stayed, down', FLAT, DOWN, 'narrowed'],
    ['down, up', DOWN, UP, 'widened'],
    ['down, stayed', DOWN, FLAT, 'worse'],
    ['down, down', DOWN, DOWN, 'worse'],
  ])('pass@1 and the last k: %s', (_, first, last, gain) => {
    // What lies between decides nothing.
    expect(gainOf([at(1, first), at(8, UP), at(64, last)])).toBe(gain);
  });

  test('never calls a rise of pass@1 alone more than sharpening', () => {
    expect(gainOf([at(1, UP)])).toBe('sharpened');
    expect(gainOf([at(1, DOWN)])).toBe('worse');
  });
});

describe('compareModels', () => {
  // Every problem was solved now and then; training makes the same ones sure, and nothing else.
  const base = evaluated(ten((i) => 4 + i));
  const surer = evaluated(ten((i) => 50 + i));

  test('pairs problems: differences for k = 1, 8, 64, with intervals of the problem and of the mean', () => {
    const [found] = compare([base], [surer]);
    expect(found!.same.map(({ k }) => k)).toEqual([1, 8, 64]);
    const [first] = found!.same;
    expect(first).toMatchObject({ base: 8.5 / 64, other: 54.5 / 64 });
    expect(first!.difference.value).toBeCloseTo(46 / 64, 12);
    expect(first!.problems[3]).toMatchObject({ id: 'p3', base: 7 / 64, other: 53 / 64 });
    const { low, high } = first!.problems[3]!.difference;
    expect(low).toBeGreaterThan(0.5);
    expect(high).toBeLessThan(0.9);
  });

  test('pairs by id, not by place', () => {
    const reversed = { ...surer, problems: [...surer.problems].reverse() };
    expect(compare([base], [reversed])).toEqual(compare([base], [surer]));
  });

  test('two models that do the same differ by 0 and are unchanged', () => {
    const [found] = compare([base], [base]);
    expect(found!.same.map(({ difference }) => difference)).toEqual(
      found!.same.map(() => ({ value: 0, low: 0, high: 0 })),
    );
    expect(found!.gain).toBe('unchanged');
  });

  test('says that a base at the ceiling has no room to widen', () => {
    const [found] = compare([base], [surer]);
    expect(found!.gain).toBe('sharpened');
    expect(found!.sentence).toBe(
      'Sharpened: at temperature 1 pass@1 rose by 71.9 points (71.9 to 71.9), pass@64 did not clearly move (0.0 points, ' +
        '0.0 to 0.0) and had no room to rise from 100.0 %; no other temperature was measured.',
    );
  });

  test('widened: problems that were never solved are', () => {
    const [found] = compare([evaluated(ten((i) => (i < 5 ? 0 : 20)))], [evaluated(ten(() => 30))]);
    expect(found!.gain).toBe('widened');
    expect(found!.same.at(-1)!.difference.value).toBe(0.5);
    expect(found!.sentence).toMatch(/^Widened: .*, pass@64 rose by 50\.0 points \(\d+\.\d to \d+\.\d\);/);
  });

  test('narrowed: surer of some, at the price of others', () => {
    const [found] = compare([evaluated(ten(() => 4))], [evaluated(ten((i) => (i < 5 ? 0 : 60)))]);
    expect(found!.gain).toBe('narrowed');
    expect(found!.sentence).toMatch(/pass@64 fell by 50\.0 points \(\d+\.\d to \d+\.\d\) and had no room/);
  });

  test('gives the base its own best temperature, so that a cooler base takes the gain away', () => {
    const cool = evaluated(
      ten((i) => 49 + i),
      { temperature: 0.5 },
    );
    const hot = evaluated(
      ten((i) => 2 + i),
      { temperature: 0.5 },
    );
    const [found] = compare([cool, base], [hot, surer]);
    expect(found).toMatchObject({ temperature: 1, baseTemperature: 0.5, otherTemperature: 1, gain: 'sharpened' });
    expect(found!.best[0]!.difference.value).toBeCloseTo(1 / 64, 12);
    expect(found!.sentence).toContain(
      'with each at its best temperature (base 0.5, trained 1) pass@1 rose by 1.6 points',
    );
  });

  test('compares at the shared temperature nearest to 1, and refuses where there is none', () => {
    const at = (temperature: number) => evaluated([1, 2], { temperature });
    const [found] = compare([at(0.2), at(0.8), at(1)], [at(0.8), at(0.2)]);
    expect(found!.temperature).toBe(0.8);
    expect(() => compare([at(0.2)], [at(0.8), at(1)])).toThrow(
      'compare: expected a temperature that both were measured at on lecture, got 0.2 and 0.8, 1',
    );
  });

  test('leaves out what not both have, by name', () => {
    const lost = { ...surer, problems: surer.problems.map((each, i) => (i === 2 ? { ...each, n: 0 } : each)).slice(1) };
    const [found] = compare([base], [lost]);
    expect(found!.leftOut).toEqual(['p0', 'p2']);
    expect(found!.same[0]!.problems).toHaveLength(8);
    expect(found!.sentence).toMatch(/; 2 problems that not both have samples of are left out\.$/);
    expect(() => compare([base], [{ ...surer, problems: [] }])).toThrow(
      'compare: expected problems of lecture that both were measured on, got none',
    );
  });

  test('compares greedy completions where both have them', () => {
    const greedy = (set: SetEvaluation, right: (i: number) => boolean) => ({
      ...set,
      problems: set.problems.map((each, i) => ({ ...each, greedy: right(i) })),
    });
    const [found] = compare([greedy(base, (i) => i < 2)], [greedy(surer, (i) => i < 8)]);
    expect(found!.greedy).toMatchObject({ k: 1, base: 0.2, other: 0.8 });
    expect(found!.greedy!.difference.value).toBeCloseTo(0.6, 12);
    expect(found!.sentence).toMatch(/; greedy decoding rose by 60\.0 points \(\d+\.\d to \d+\.\d\)\.$/);
    expect(compare([base], [greedy(surer, () => true)])[0]).not.toHaveProperty('greedy');
  });

  test('few samples: k goes as far as n', () => {
    const few = (n: number, correct: number) => evaluated([correct, correct], {}, n);
    expect(compare([few(16, 1)], [few(16, 2)])[0]!.same.map(({ k }) => k)).toEqual([1, 8]);
    expect(compare([few(4, 1)], [few(4, 2)])[0]!.same.map(({ k }) => k)).toEqual([1, 4]);
    const [one] = compare([few(1, 0)], [few(1, 1)]);
    expect(one!.same.map(({ k }) => k)).toEqual([1]);
    expect(one!.sentence).toContain('and with one sample of each problem no larger k is known');
  });

  test('compares only sets that both have', () => {
    const phrasings = evaluated([1, 2], { set: 'phrasings' });
    expect(compare([base, phrasings], [phrasings]).map(({ set }) => set)).toEqual(['phrasings']);
  });
});
