/** What is known of a step's programs before the step is over. */

import type { PromptCodec } from '../../core/codec.ts';
import type { DraftProgram, StepDraft } from '../../core/draft.ts';
import type { SampledRollout } from '../rollout/sampling.ts';
import type { Rollout } from '../rollout/select.ts';
import { piecesOf } from './record.ts';

/** The rollouts of a step in its present state. */
export interface Known {
  /** Written, and not judged yet. */
  readonly sampled?: readonly SampledRollout[];
  readonly judged?: readonly Rollout[];
  /** What their rewards make of those that are judged; absent before they were compared. */
  readonly advantages?: ReadonlyMap<Rollout, number>;
}

/** Computes nothing but texts: the numbers are those that the step goes on with. */
export function draftOf(
  at: Pick<StepDraft, 'step' | 'done'>,
  { sampled = [], judged = [], advantages }: Known,
  codec: PromptCodec,
): StepDraft {
  const written = ({ problem, group, code, completion }: SampledRollout) => ({
    ...{ problemId: problem.id, group, code },
    pieces: piecesOf(completion.ids, codec),
  });
  return {
    ...at,
    programs: [
      ...judged.map((rollout): DraftProgram => {
        const { outcome, passed, total } = rollout.verdict;
        const advantage = advantages === undefined ? null : (advantages.get(rollout) ?? 0);
        return { ...written(rollout), verdict: { outcome, passed, total, reward: rollout.reward }, advantage };
      }),
      ...sampled.map((rollout): DraftProgram => ({ ...written(rollout), verdict: null, advantage: null })),
    ],
  };
}
