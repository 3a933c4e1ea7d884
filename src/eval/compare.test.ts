/** Comparisons of made-up models whose gain is known. */

import { describe, expect, test } from 'vitest';
import type { Gain, PairedDifference } from '../core/measuring.ts';
import type { ProblemCounts, SetEvaluation } from '../core/records.ts';
import { createRng } from '../core/rng.ts';
import { bootstrapMean } from './bootstrap.ts';
import { compareModels, gainBetween } from './compare.ts';
import { summarizeSet } from './evaluate.ts';
import { gainOf } from './gain.ts';
import { passDifference } from './sample-band.ts';

const N = 64;

/** One set at one temperature from the right samples of each problem. */
function evaluated(correct: readonly number[], over: Partial<SetEvaluation> = {}, n = N): SetEvaluation {
  const problems = correct.map((c, i): ProblemCounts => ({ id: `p${i}`, n, correct: c, visible: c }));
  const about = { set: 'lecture', temperature: 1, outcomes: {}, missingImports: 0, seed: 0 } as const;
  return { ...summarizeSet({ ...about, n, problems }), ...over };
}

const ten = (at: (i: number) => number): number[] => Array.from({ length: 10 }, (_, i) => at(i));
const compare = (base: readonly SetEvaluation[], other: readonly SetEvaluation[]) =>
  compareModels({ label: 'base', sets: base }, { label: 'trained', sets: other }, { seed: 1 });

describe('gainOf', () => {
  const UP = ten((i) => 0.1 + i / 50);
  const FLAT = ten((i) => i / 10 - 0.4);
  const DOWN = UP.map((value) => -value);
  /** Differences of ten problems, each known to ± `spread`. */
  const at = (k: number, values: readonly number[], spread = 0.05): PairedDifference => ({
    k,
    base: 0,
    other: 0,
    difference: bootstrapMean(values, { seed: 0 }),
    problems: values.map((value, i) => ({
      id: `p${i}`,
      base: 0,
      other: value,
      difference: { value, low: value - spread, high: value + spread },
    })),
  });

  test.each<[string, number[], number[], Gain]>([
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
    expect(gainOf([at(1, first), at(8, UP), at(64, last)], 0)).toBe(gain);
  });

  test('never calls a rise of pass@1 alone more than sharpening', () => {
    expect(gainOf([at(1, UP)], 0)).toBe('sharpened');
    expect(gainOf([at(1, DOWN)], 0)).toBe('worse');
  });

  test('believes no move that other samples of the same problems may undo', () => {
    // The mean of ten has the interval of one, divided by √10: 0.19 ± 0.158 and ± 0.221.
    expect(gainOf([at(1, UP, 0.5)], 0)).toBe('sharpened');
    expect(gainOf([at(1, UP, 0.7)], 0)).toBe('unchanged');
    expect(gainOf([at(1, DOWN, 0.7)], 0)).toBe('unchanged');
  });

  test('believes no move that 95 % of problems tell from 0 and 97.5 % do not', () => {
    const barely = ten((i) => i / 10 - 0.225);
    expect(bootstrapMean(barely, { seed: 0 }).low).toBeGreaterThan(0);
    expect(bootstrapMean(barely, { seed: 0, level: 0.975 }).low).toBeLessThan(0);
    expect(gainOf([at(1, barely)], 0)).toBe('unchanged');
  });
});

describe('two models with the same rates', () => {
  /** Share of verdicts that claim a move, on sets whose problems have rates as given. */
  function claimed(problems: number, n: number, rateOf: (uniform: number) => number): number {
    const verdicts = 150;
    let moved = 0;
    for (let verdict = 0; verdict < verdicts; verdict++) {
      const rng = createRng('problems', 7, verdict);
      const rates = Array.from({ length: problems }, () => rateOf(rng.next()));
      const sample = (rate: number) => ({
        n,
        correct: Array.from({ length: n }, rng.next).filter((u) => u < rate).length,
      });
      const pairs = rates.map((rate) => [sample(rate), sample(rate)] as const);
      const differences = [1, n].map((k): PairedDifference => {
        const each = pairs.map(([base, other]) => passDifference(base, other, k));
        const about = { k, base: 0, other: 0, difference: each[0]! };
        return { ...about, problems: each.map((difference, i) => ({ id: `p${i}`, base: 0, other: 0, difference })) };
      });
      if (gainOf(differences, verdict) !== 'unchanged') moved++;
    }
    return moved / verdicts;
  }

  test.each<[string, number, number, (uniform: number) => number]>([
    ['ten problems, mostly hard', 10, 16, (u) => u ** 8],
    ['ten problems of any difficulty', 10, 64, (u) => u],
    ['24 problems, mostly hard', 24, 16, (u) => u ** 8],
  ])('are hardly ever told apart: %s', (_name, problems, n, rateOf) => {
    expect(claimed(problems, n, rateOf)).toBeLessThanOrEqual(0.05);
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

  test('a page reckons the same verdict of one pair, from the first and the last k alone', () => {
    const cases = [surer, evaluated(ten(() => 4)), evaluated(ten((i) => (i < 5 ? 0 : 60)))];
    for (const other of cases) {
      const [found] = compare([base], [other]);
      const between = gainBetween(base, other, 1);
      expect(between).toMatchObject({ gain: found!.gain, first: found!.same[0], last: found!.same.at(-1) });
    }
    expect(gainBetween(base, { ...surer, temperature: 0.5 }, 0)).toBeNull();
    expect(gainBetween(base, { ...surer, problems: [] }, 0)).toBeNull();
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
      'with each at its best temperature (base 0.5, trained 1) pass@1 may have risen by 1.6 points',
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

  test('a problem that lost a sample is left out of the last k alone, and counted', () => {
    const lost = { ...surer, problems: surer.problems.map((each, i) => (i === 2 ? { ...each, n: 63 } : each)) };
    const [found] = compare([base], [lost]);
    expect(found!.same.map(({ k, problems }) => [k, problems.length])).toEqual([
      [1, 10],
      [8, 10],
      [64, 9],
    ]);
    expect(found!.leftOut).toEqual([]);
    expect(found!.same.at(-1)!.problems.map(({ id }) => id)).not.toContain('p2');
    expect(found!.sentence).toMatch(/; pass@64 leaves out 1 of 10 problems, with fewer judged samples\.$/);
    // Where no pair of problems has them, the k is not compared.
    const short = { ...surer, problems: surer.problems.map((each) => ({ ...each, n: 63 })) };
    expect(compare([base], [short])[0]!.same.map(({ k }) => k)).toEqual([1, 8]);
  });

  test('names what is left out at the best temperatures too', () => {
    const at = (set: SetEvaluation, temperature: number, missing: number) => ({
      ...set,
      temperature,
      problems: set.problems.map((each, i) => (i === missing ? { ...each, n: 0, correct: 0 } : each)),
    });
    const [hot, surest] = [evaluated(ten((i) => 2 + i)), evaluated(ten((i) => 54 + i))];
    const [found] = compare([base, at(hot, 0.5, 1)], [at(surer, 1, 4), at(surest, 0.5, 6)]);
    expect(found).toMatchObject({ temperature: 1, baseTemperature: 1, otherTemperature: 0.5 });
    expect(found!.leftOut).toEqual(['p4', 'p6']);
    expect(found!.best[0]!.problems.map(({ id }) => id)).not.toContain('p6');
  });

  test('one problem: the interval is that of its samples, and of greedy decoding nothing is known', () => {
    const greedy = (set: SetEvaluation, right: boolean) => ({
      ...set,
      problems: set.problems.map((each) => ({ ...each, greedy: right })),
    });
    const [found] = compare([greedy(evaluated([20]), false)], [greedy(evaluated([30]), true)]);
    const [first] = found!.same;
    expect(first!.difference).toEqual(first!.problems[0]!.difference);
    expect(first!.difference.low).toBeLessThan(0);
    expect(found!.gain).toBe('unchanged');
    expect(found!.greedy!.difference).toEqual({ value: 1, low: -1, high: 1 });
    expect(compare([evaluated([4])], [evaluated([50])])[0]!.gain).toBe('sharpened');
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
