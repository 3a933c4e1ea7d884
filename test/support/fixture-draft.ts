/** A step of the made-up run before it is over. */

import type { StepDraft } from '../../src/core/draft.ts';
import { fixtureRollouts } from './fixture-run.ts';

/** What is known of step `step` once the part `done` is over. */
export function fixtureDraft(step: number, done: StepDraft['done']): StepDraft {
  return {
    step,
    done,
    programs: fixtureRollouts(step).map((rollout) => {
      const { problemId, group, code, pieces, outcome, passed, total, reward, advantage } = rollout;
      return {
        ...{ problemId, group, code, pieces },
        verdict: done === 'sampling' ? null : { outcome, passed, total, reward },
        advantage: done === 'scoring' ? advantage : null,
      };
    }),
  };
}
