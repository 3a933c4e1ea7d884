/** What a run refuses before it measures anything, and how it stores what it does. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { steadyKeeper } from '../../test/support/toy-trainer.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import { RunControl } from './control.ts';
import { type RunOptions, runExercise } from './run.ts';

const newPolicy = () => new TabularPolicy({ prompts: 3, vocabulary: VOCABULARY, positions: 2, endOfText: END_OF_TEXT });

const exercise = (policy: TabularPolicy, config: RunConfigInput, changes: Partial<RunOptions> = {}) =>
  runExercise({
    keeper: steadyKeeper(policy),
    judge: new RuleJudge((_, code) => (code.startsWith('a') ? 1 : 0)),
    codec: letterCodec,
    sets: { lecture: [letterProblem(0)], auxiliary: [letterProblem(1)], phrasings: [], compositions: [] },
    config: parseConfig({
      lectureProblems: 1,
      evaluation: { samples: 4, heldOutSamples: 0, everyEpochs: 0 },
      ...config,
    }),
    control: new RunControl(),
    emit: () => {},
    keep: async () => {},
    onStep: () => {},
    ...changes,
  });

test('more auxiliary problems than there are: refused before the first measurement', async () => {
  const policy = newPolicy();
  const run = exercise(policy, { epochs: 1, auxiliaryProblems: 2 });
  await expect(run).rejects.toThrow('config: auxiliaryProblems: expected at most 1, got 2');
  expect(policy.calls.sample).toBe(0);
});

test('a step does not wait for the one before to be stored, but writes follow one after the other', async () => {
  const log: string[] = [];
  const stepIsDone = new Map<number, () => void>();
  const result = await exercise(
    newPolicy(),
    { epochs: 3, auxiliaryProblems: 1 },
    {
      keep: async ([first], state) => {
        const what = state === undefined ? first!.type : `step ${state.step}`;
        log.push(`${what} begins`);
        // A storage so slow that each state is written only when the next step is done.
        const next = state === undefined || state.step === 3 ? undefined : state.step + 1;
        if (next !== undefined) await new Promise<void>((resolve) => stepIsDone.set(next, resolve));
        log.push(`${what} is stored`);
        expect(state?.policy.reference).toBeUndefined();
      },
      onStep: ({ record }) => stepIsDone.get(record.step)?.(),
    },
  );
  expect(result!.epochs).toBe(3);
  const order = ['evaluation', 'step 1', 'step 2', 'step 3', 'evaluation'];
  expect(log).toEqual(order.flatMap((what) => [`${what} begins`, `${what} is stored`]));
});

test('a storage that fails ends the run', async () => {
  const full = { keep: async () => Promise.reject(new Error('the disk is full')) };
  await expect(exercise(newPolicy(), { epochs: 3, auxiliaryProblems: 1 }, full)).rejects.toThrow('the disk is full');
});

test('a pause is in no part of the wall time', async () => {
  const control = new RunControl();
  let pausedMs = 0;
  Object.defineProperty(control, 'pausedMs', { get: () => pausedMs });
  const pauseForAnHour = () => {
    pausedMs += 3_600_000;
  };
  const changes = { control, onStep: pauseForAnHour };
  const result = await exercise(newPolicy(), { epochs: 2, auxiliaryProblems: 1 }, changes);
  // No hour has passed in truth: two of them are taken off the little time that did.
  expect(result!.seconds.total).toBeLessThan(-3600);
});

test('a run that is advanced tells where it waits, and its drafts come before each part', async () => {
  const control = new RunControl();
  const log: string[] = [];
  const advanced = control.advance('part');
  const over = exercise(
    newPolicy(),
    { epochs: 2, auxiliaryProblems: 1 },
    {
      control,
      emit: (event) => event.type === 'phase' && log.push(`${event.phase}: ${event.detail}, ${event.done}`),
      onDraft: (draft) => log.push(`${draft()?.done ?? 'nothing'} is known`),
    },
  );
  await advanced;
  expect(log.slice(-4)).toEqual([
    'nothing is known',
    'sampling: epoch 1 of 2, 0',
    'sampling is known',
    'paused: epoch 1 of 2, after sampling, 0',
  ]);
  await control.advance('step');
  expect(log.slice(-6)).toEqual([
    'judging: epoch 1 of 2, 0',
    'judging is known',
    'scoring: epoch 1 of 2, 0',
    'scoring is known',
    'updating: epoch 1 of 2, 0',
    'paused: epoch 1 of 2, 1',
  ]);
  await control.advance('step');
  // Before the closing measurement, not after it.
  expect(log.at(-1)).toBe('paused: epoch 2 of 2, 2');
  control.resume();
  expect((await over)?.epochs).toBe(2);
});

test('an abandoned run ends without its closing measurement', async () => {
  const control = new RunControl();
  const when: string[] = [];
  const result = await exercise(
    newPolicy(),
    { epochs: 3, auxiliaryProblems: 1 },
    {
      control,
      emit: (event) => event.type === 'evaluation' && when.push(event.when),
      onStep: () => control.abandon(),
    },
  );
  expect(result).toBeNull();
  expect(when).toEqual(['before']);
});
