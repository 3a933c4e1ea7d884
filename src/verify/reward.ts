/** From a judged program to its reward: the registry of presets. */

import type { RewardComponent, RewardName } from '../core/rewards.ts';
import type { Judged } from './judged.ts';
import { brevity, format, fourLayers, gatedLayers } from './rewards/layered.ts';
import { coderl, rlef } from './rewards/outcomes.ts';
import { rlefArticle } from './rewards/rlef-article.ts';
import { binary, fraction } from './rewards/tests.ts';

export interface RewardResult {
  /** null when the verdict is no evidence about the program: the rollout is left out of its group. */
  readonly total: number | null;
  /** What was added up, in the order of the preset; empty without a reward. */
  readonly components: readonly RewardComponent[];
}

/** A preset says what each part pays; what they all share (no evidence, no reward) is decided in `rewardOf`. */
type Reward = (judged: Judged) => readonly RewardComponent[];

const PRESETS: Readonly<Record<RewardName, Reward>> = {
  binary,
  fraction,
  'rlef-article': rlefArticle,
  rlef,
  coderl,
  'four-layers': fourLayers,
  'gated-layers': gatedLayers,
  brevity,
  format,
};

/**
 * What a program earns under a preset of `core/rewards`, and why. Pure: the same data, the same number.
 *
 * A failure of ours, or two runs that disagree, says nothing about the program: it has no reward (TRL's None: left out of
 * mean and deviation of its group, advantage 0), never one of 0.
 */
export function rewardOf(judged: Judged, name: RewardName): RewardResult {
  const { outcome, flaky } = judged.verdict;
  if (outcome === 'infra_error' || flaky) return { total: null, components: [] };
  const components = PRESETS[name](judged);
  return { total: totalOf(components), components };
}

/** A single part is kept to the last bit; sums of tenths are rounded, so that they come out as they are written. */
function totalOf(components: readonly RewardComponent[]): number {
  const sum = components.reduce((all, { paid }) => all + paid, 0);
  return components.length === 1 ? sum : Number(sum.toFixed(12));
}
