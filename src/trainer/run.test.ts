/** What a run refuses before it measures anything. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { steadyKeeper } from '../../test/support/toy-trainer.ts';
import { parseConfig } from '../core/config.ts';
import { RunControl } from './control.ts';
import { runExercise } from './run.ts';

test('more auxiliary problems than there are: refused before the first measurement', async () => {
  const policy = new TabularPolicy({ prompts: 3, vocabulary: VOCABULARY, positions: 2, endOfText: END_OF_TEXT });
  const run = runExercise({
    keeper: steadyKeeper(policy),
    judge: new RuleJudge(() => 1),
    codec: letterCodec,
    sets: { lecture: [letterProblem(0)], auxiliary: [letterProblem(1)], phrasings: [], compositions: [] },
    config: parseConfig({ epochs: 1, lectureProblems: 1, auxiliaryProblems: 2, evaluation: { heldOutSamples: 0 } }),
    control: new RunControl(),
    emit: () => {},
    keep: async () => {},
    onStep: () => {},
  });
  await expect(run).rejects.toThrow('config: auxiliaryProblems: expected at most 1, got 2');
  expect(policy.calls.sample).toBe(0);
});
