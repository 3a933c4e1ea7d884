import { expect, test } from 'vitest';
import { parseConfig } from '../../core/config.ts';
import type { Evaluation, StepRecord } from '../../core/records.ts';
import { EMPTY_RUN, type RunState } from '../state.ts';
import { costAlike, estimateRun, guessedPace, measuredPrograms, paceOf, trainedPrograms } from './estimate.ts';

const config = parseConfig({});

const step = (number: number, total: number) =>
  ({ step: number, seconds: { total }, problems: [{ id: 'a', solved: 0, of: 100 }] }) as unknown as StepRecord;
const measured = (seconds: number | undefined, n: number) =>
  ({ ...(seconds === undefined ? {} : { seconds }), sets: [{ n, problems: [{}, {}] }] }) as unknown as Evaluation;

test('counts the programs of the default exercise', () => {
  expect(trainedPrograms(config)).toBe(50 * 20 * 8);
  // Twice 10 × 128 + 112 × 64 and half of that cooler, and 10 × 32 at epochs 10, 20, 30, 40.
  expect(measuredPrograms(config)).toBe(2 * 1.5 * (1280 + 7168) + 4 * 320);
});

test('counts no measurement that a run leaves out', () => {
  const evaluation = { before: false, samples: 4, heldOutSamples: 0, everyEpochs: 0 };
  expect(measuredPrograms(parseConfig({ evaluation }))).toBe(1.5 * 40);
  expect(measuredPrograms(parseConfig({ epochs: 5, evaluation: { ...evaluation, everyEpochs: 10 } }))).toBe(60);
});

test('takes the pace from steps, the first one left out', () => {
  const state: RunState = { ...EMPTY_RUN, steps: [step(1, 50), step(2, 1), step(3, 3)], before: measured(2, 50) };
  expect(paceOf(state)).toEqual({ training: 0.02, measuring: 0.02 });
});

test('knows no pace before the second step', () => {
  expect(paceOf({ ...EMPTY_RUN, steps: [step(1, 50)] })).toBeNull();
  expect(paceOf(EMPTY_RUN)).toBeNull();
});

test('says nothing of measuring where no time was written down', () => {
  const state: RunState = { ...EMPTY_RUN, steps: [step(1, 9), step(2, 1)], before: measured(undefined, 50) };
  expect(paceOf(state)?.measuring).toBeNull();
});

test('a faster device shortens the model’s part and not the tests’', () => {
  const [slow, fast, fastest] = [5_000, 50_000, 1e9].map(guessedPace) as [
    ReturnType<typeof guessedPace>,
    ReturnType<typeof guessedPace>,
    ReturnType<typeof guessedPace>,
  ];
  expect(slow.training).toBeGreaterThan(fast.training);
  expect(fastest.training).toBeCloseTo(0.0012, 5);
});

test('the guess covers the run that it was made from', () => {
  const { total, training, measuring } = estimateRun(config, guessedPace(4969), 'speed');
  expect(training.low).toBeLessThan(48.8);
  expect(training.high).toBeGreaterThan(48.8);
  expect(measuring.low).toBeLessThan(98.2);
  expect(measuring.high).toBeGreaterThan(98.2);
  expect(total.high - training.high - measuring.high).toBeCloseTo(0);
});

test('real steps make the range narrower than a guess', () => {
  const pace = { training: 0.01, measuring: 0.01 };
  const width = (from: 'now' | 'earlier' | 'speed') => {
    const { total } = estimateRun(config, pace, from);
    return total.high / total.low;
  };
  expect(width('now')).toBeLessThan(width('earlier'));
  expect(width('earlier')).toBeLessThan(width('speed'));
});

test('a pace is only taken over where programs cost the same', () => {
  expect(costAlike(config, parseConfig({ epochs: 3, groupSize: 4, seed: 9 }))).toBe(true);
  expect(costAlike(config, parseConfig({ model: 'small' }))).toBe(false);
});
