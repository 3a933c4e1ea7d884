import { describe, expect, test } from 'vitest';
import { fixtureMeasure } from '../../../test/support/fixture-measure.ts';
import type { AgreedProblem, Funnel } from '../../core/measure-choices.ts';
import type { PairedDifference } from '../../core/measuring.ts';
import {
  curveRows,
  curveSeries,
  disagreementWords,
  evaluationOf,
  sortPairs,
  stationsOf,
  tableKs,
  temperatureRows,
  temperaturesOf,
} from './measure-views.ts';

const report = fixtureMeasure();
const [base, trained] = report.models;
const CHOICE = { set: 'lecture', temperature: 0.8, bands: 'problems', biased: false } as const;

describe('the curve', () => {
  test('has a line for each model with n in mind, and greedy at k = 1 alone', () => {
    const series = curveSeries(report.models, CHOICE);
    expect(series.map(({ name }) => name)).toEqual(['Base', 'Base, greedy', 'Trained', 'Trained, greedy']);
    expect(series[0]!.points.map(({ x }) => x)).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    expect(series.filter(({ lone }) => lone).map(({ points }) => points.map(({ x }) => x))).toEqual([[1], [1]]);
  });

  test('bands are those that were asked for; samples of the same problems move less than other problems do', () => {
    const [problems] = curveSeries(report.models, CHOICE);
    const [samples] = curveSeries(report.models, { ...CHOICE, bands: 'samples' });
    const { pass, samples: band } = evaluationOf(base!, 'lecture', 0.8)!.curve[0]!;
    expect(problems!.points[0]).toEqual({ x: 1, y: pass.value, low: pass.low, high: pass.high });
    expect(samples!.points[0]).toEqual({ x: 1, y: pass.value, ...band });
    expect(band!.high - band!.low).toBeLessThan(pass.high - pass.low);
  });

  test('the biased formula is a line of its own, below the unbiased one beyond k = 1', () => {
    const series = curveSeries(report.models, { ...CHOICE, biased: true });
    const [unbiased, biased] = series;
    expect(biased).toMatchObject({ name: 'Base, biased', dashed: true });
    expect(biased!.points[0]!.y).toBeCloseTo(unbiased!.points[0]!.y, 12);
    const last = biased!.points.length - 1;
    expect(biased!.points[last]!.y).toBeLessThan(unbiased!.points[last]!.y);
  });

  test('what was not measured is not drawn', () => {
    expect(curveSeries(report.models, { ...CHOICE, temperature: 0.7 })).toEqual([]);
  });

  test('as a file, each row says what it was measured with', () => {
    const [head, first, ...rest] = curveRows(report.models, 'phrasings', 1);
    expect(head!.slice(0, 6)).toEqual(['set', 'temperature', 'n', 'model', 'k', 'pass@k']);
    expect(first!.slice(0, 5)).toEqual(['phrasings', 1, 128, 'Base', 1]);
    expect(rest).toHaveLength(15);
    expect(rest.every((row) => row.length === head!.length)).toBe(true);
  });
});

test('one temperature of each model is its best, by pass@1', () => {
  const rows = temperatureRows(report.models, 'lecture', [1, 8, 64]);
  expect(rows).toHaveLength(6);
  for (const { label } of report.models) {
    const own = rows.filter(({ model }) => model === label);
    const best = own.filter((row) => row.best);
    expect(best).toHaveLength(1);
    expect(best[0]!.cells[0]!.pass.value).toBe(Math.max(...own.map(({ cells }) => cells[0]!.pass.value)));
  }
  expect(tableKs(32)).toEqual([1, 8]);
  expect(temperatureRows([trained!], 'lecture', [256])[0]!.cells).toEqual([null]);
  expect(temperaturesOf(report)).toEqual([0.5, 0.8, 1]);
});

test('pairs are sorted by what somebody looks for', () => {
  const pair = (id: string, from: number, to: number) => ({
    ...{ id, base: from, other: to },
    difference: { value: to - from, low: 0, high: 0 },
  });
  const pairs: PairedDifference = {
    ...{ k: 1, base: 0, other: 0, difference: { value: 0, low: 0, high: 0 } },
    problems: [pair('p10', 0.5, 0.9), pair('p2', 0.2, 0.1), pair('p1', 0.4, 0.5)],
  };
  const ids = (order: Parameters<typeof sortPairs>[1]) => sortPairs(pairs, order).map(({ id }) => id);
  expect(ids('gain')).toEqual(['p10', 'p1', 'p2']);
  expect(ids('loss')).toEqual(['p2', 'p1', 'p10']);
  expect(ids('base')).toEqual(['p2', 'p1', 'p10']);
  expect(ids('name')).toEqual(['p1', 'p2', 'p10']);
});

test('the funnel says what each count is a share of', () => {
  const funnel: Funnel = {
    ...{ sampled: 1000, distinct: 310, compile: 900, passPublic: 12, unprobed: 0 },
    ...{ clusters: 4, submitted: 4, solved: 1 },
  };
  expect(stationsOf(funnel, 10).map(({ name, count, share }) => `${name} ${count}: ${share}`)).toEqual([
    'Sampled 1000: 31% differ',
    'Compile 900: 90.0% of samples',
    'Pass public 12: 1.2% of samples',
    'Clusters 4: behave apart',
    'Submitted 4: over 10 problems',
    'Solved 1: 10% of problems',
  ]);
  expect(stationsOf({ ...funnel, solved: 0 }, 1).at(-1)!.share).toBe('no');
});

test('a disagreement is told with the arithmetic of both scores', () => {
  const pick = (solutions: number, tests: number, correct: number) => ({
    ...{ solutions, tests, correct, score: 0, tied: 1 },
  });
  const problem: AgreedProblem = {
    ...{ id: 'p', solutions: 10, written: 20, valid: 10, distinct: 9, right: 0.5, plain: 0.1 },
    ...{ product: pick(9, 2, 0), sqrt: pick(1, 7, 1), disagree: true },
  };
  expect(disagreementWords(problem)).toBe(
    'By |S|·|T|, the set of 9 solutions and 2 tests wins: 9 · 2 = 18 against 1 · 7 = 7. ' +
      'By √|S|·|T|, the set of 1 solution and 7 tests wins: √1 · 7 = 7.0 against √9 · 2 = 6.0. ' +
      'A sample of the first is right with chance 0%, of the second with 100%.',
  );
});
