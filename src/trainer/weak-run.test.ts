/** A run whose reward comes from a weak harness is still measured by the sealed one, before, during and after. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, VOCABULARY, verdict } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { steadyKeeper } from '../../test/support/toy-trainer.ts';
import { parseConfig } from '../core/config.ts';
import type { Judge } from '../core/judge.ts';
import type { Evaluation } from '../core/records.ts';
import { RunControl } from './control.ts';
import { runExercise } from './run.ts';

/** Under a weak harness everything passes, under the sealed one nothing does. */
const judge: Judge = {
  judge: async (jobs) =>
    jobs.map(({ kinds, harness = 'sealed' }) => {
      const one = harness === 'sealed' ? verdict('wrong_answer', 0, 2) : verdict('passed', 2, 2);
      return Object.fromEntries(kinds.map((kind) => [kind, one]));
    }),
  [Symbol.asyncDispose]: async () => undefined,
};

test('reward rises and true pass@1 does not', async () => {
  const evaluations: Evaluation[] = [];
  const rewards: (number | undefined)[] = [];
  const hackRates: (number | undefined)[] = [];
  const result = await runExercise({
    keeper: steadyKeeper(
      new TabularPolicy({ prompts: 1, vocabulary: VOCABULARY, positions: 2, endOfText: END_OF_TEXT }),
    ),
    judge,
    codec: letterCodec,
    sets: { lecture: [letterProblem(0)], auxiliary: [], phrasings: [], compositions: [] },
    config: parseConfig({
      epochs: 2,
      lectureProblems: 1,
      auxiliaryProblems: 0,
      harness: 'weak-equality',
      algorithm: { maskTruncated: false },
      evaluation: { samples: 8, heldOutSamples: 0, everyEpochs: 1, samplesDuring: 4 },
    }),
    control: new RunControl(),
    emit: (event) => {
      if (event.type === 'evaluation') evaluations.push(event.evaluation);
      if (event.type !== 'step') return;
      rewards.push(event.record.metrics.reward);
      hackRates.push(event.record.metrics['reward/hack_rate']);
    },
    keep: async () => {},
    onStep: () => {},
  });
  expect(rewards).toHaveLength(2);
  for (const reward of rewards) expect(reward).toBeGreaterThan(0);
  expect(hackRates).toEqual(rewards);
  expect(evaluations).toHaveLength(3);
  expect([evaluations[0], evaluations[2]]).toEqual([result!.before, result!.after]);
  for (const { passAt1, visibleAt1 } of evaluations.flatMap(({ sets }) => sets)) {
    expect([passAt1.value, visibleAt1]).toEqual([0, 0]);
  }
});
