import { describe, expect, test } from 'vitest';
import { parseConfig } from '../core/config.ts';
import type { Evaluation, SetEvaluation, StepRecord } from '../core/records.ts';
import { progressOf, stageSecondsLeft, trainingSecondsLeft } from './controls/progress.ts';
import { barRates, evaluationPoints, lostProblems, otherTemperatures, pickSet, problemRates } from './selectors.ts';
import { EMPTY_RUN, startRun } from './state.ts';

function set(correct: Record<string, number>, over: Partial<SetEvaluation> = {}): SetEvaluation {
  const problems = Object.entries(correct).map(([id, count]) => ({ id, n: 100, correct: count, visible: count }));
  const value = problems.reduce((sum, problem) => sum + problem.correct / 100, 0) / problems.length;
  return {
    set: 'lecture',
    temperature: 1,
    n: 100,
    problems,
    curve: [],
    passAt1: { value, low: value - 0.1, high: value + 0.1 },
    visibleAt1: value,
    outcomes: {},
    ...over,
  };
}

const evaluation = (epoch: number, ...sets: SetEvaluation[]): Evaluation => ({ epoch, sets });

const step = (n: number, problems: Record<string, number>): StepRecord => ({
  step: n,
  epoch: n,
  updates: n,
  metrics: {},
  outcomes: {},
  problems: Object.entries(problems).map(([id, solved]) => ({ id, solved, of: 8 })),
  digest: '',
  seconds: { sample: 1, judge: 0, reference: 0, update: 1, total: 2 },
});

describe('rates', () => {
  const before = evaluation(0, set({ a: 20, b: 40 }));

  test('now is the last four visits while training', () => {
    const steps = [
      step(1, { a: 8 }),
      step(2, { a: 0 }),
      step(3, { b: 4 }),
      step(4, { a: 2 }),
      step(5, { a: 2 }),
      step(6, { a: 4 }),
    ];
    const rates = problemRates({ ...EMPTY_RUN, before, steps }, 'a');
    expect(rates.before).toEqual({ value: 0.2, n: 100, from: 'evaluation' });
    expect(rates.now).toEqual({ value: 8 / 32, n: 32, from: 'training' });
  });

  test('a measurement afterwards wins over training rollouts', () => {
    const state = { ...EMPTY_RUN, before, steps: [step(1, { a: 0 })], after: evaluation(1, set({ a: 90, b: 80 })) };
    expect(problemRates(state, 'a').now).toEqual({ value: 0.9, n: 100, from: 'evaluation' });
    expect(barRates(state, ['a', 'b']).now?.value).toBeCloseTo(0.85);
  });

  test('the bar counts an unvisited problem as before', () => {
    const state = { ...EMPTY_RUN, before, steps: [step(1, { a: 8 })] };
    expect(barRates(state, ['a', 'b']).now?.value).toBeCloseTo((1 + 0.4) / 2);
    expect(barRates(state, ['a', 'b']).visited).toBe(1);
    expect(barRates({ ...EMPTY_RUN, before }, ['a', 'b'])).toMatchObject({ now: null, visited: 0 });
  });

  const lostIds = (from: SetEvaluation, to: SetEvaluation, steps: StepRecord[]) =>
    lostProblems(from, to, steps).map(({ id }) => id);

  test('a lost problem is one that was trained on', () => {
    const [from, to] = [set({ a: 60, b: 40, c: 60 }), set({ a: 10, b: 90, c: 10 })];
    expect(lostIds(from, to, [step(1, { a: 8 }), step(2, { b: 4 })])).toEqual(['a']);
    expect(lostIds(from, to, [])).toEqual([]);
  });

  test('a fall that a few samples show by chance is no loss', () => {
    const few = (correct: number, n: number) => set({}, { problems: [{ id: 'a', n, correct, visible: correct }] });
    const steps = [step(1, { a: 8 })];
    expect(lostIds(few(1, 4), few(0, 4), steps)).toEqual([]);
    expect(lostIds(few(4, 4), few(0, 4), steps)).toEqual(['a']);
    expect(lostIds(few(32, 128), few(0, 128), steps)).toEqual(['a']);
    expect(lostIds(few(4, 4), few(0, 0), steps)).toEqual([]);
  });
});

test('temperature 1 is the headline, others stay beside it', () => {
  const cool = set({ a: 70 }, { temperature: 0.8 });
  const both = evaluation(0, cool, set({ a: 20 }), set({ a: 1 }, { set: 'phrasings' }));
  expect(pickSet(both, 'lecture')?.temperature).toBe(1);
  expect(otherTemperatures(both, 'lecture')).toEqual([cool]);
  expect(evaluationPoints({ ...EMPTY_RUN, before: both })).toEqual([
    { x: 0, y: 0.2, low: expect.closeTo(0.1), high: expect.closeTo(0.3) },
  ]);
});

describe('progress', () => {
  const running = { ...startRun(parseConfig({ epochs: 4 })), before: evaluation(0, set({ a: 20 })) };

  test('names the stage and its share', () => {
    expect(progressOf(EMPTY_RUN).stage).toBeNull();
    expect(progressOf({ ...startRun(parseConfig({})), done: 1, total: 4 })).toMatchObject({
      stage: 'load',
      shares: { load: 0.25 },
    });
    expect(progressOf({ ...running, phase: 'judging', steps: [step(1, {})] })).toMatchObject({
      stage: 'train',
      shares: { before: 1, train: 0.25 },
    });
    const steps = [1, 2, 3, 4].map((n) => step(n, {}));
    expect(progressOf({ ...running, phase: 'evaluating', steps, done: 1, total: 2 })).toMatchObject({
      stage: 'after',
      shares: { after: 0.5 },
    });
  });

  test('an evaluation in the middle belongs to training', () => {
    expect(progressOf({ ...running, phase: 'evaluating', steps: [step(1, {})] }).stage).toBe('train');
  });

  test('a stopped run is measured too, set after set', () => {
    const measuring = { when: 'after', set: 'phrasings' } as const;
    const stopped = { ...running, phase: 'evaluating', steps: [step(1, {})], measuring, done: 1, total: 2 } as const;
    expect(progressOf(stopped)).toMatchObject({ stage: 'after', shares: { train: 0.25, after: 0.5 } });
  });

  test('time left follows the pace of the last steps', () => {
    expect(trainingSecondsLeft(running)).toBeNull();
    expect(trainingSecondsLeft({ ...running, steps: [step(1, {})] })).toBe(6);
    const clock = { started: 1000, advanced: 3000 };
    expect(stageSecondsLeft(0.25, clock, 3000)).toBe(6);
    expect(stageSecondsLeft(0.25, clock, 5000)).toBe(4);
    expect(stageSecondsLeft(0.25, clock, 60_000)).toBe(0);
    expect(stageSecondsLeft(0.01, clock, 4000)).toBeNull();
  });
});
