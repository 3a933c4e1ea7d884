/** Every metric of a finished step, by the names of `core/metrics`. */

import type { RunConfig } from '../../core/config.ts';
import type { MetricName } from '../../core/metrics.ts';
import type { Metrics } from '../../core/records.ts';
import { REWARD_COMPONENTS, type RewardComponentName } from '../../core/rewards.ts';
import { mean, standardDeviation } from '../../core/stats.ts';
import { explainedVariance } from '../advantage/gae.ts';
import { klEstimate } from '../loss/kl.ts';
import { groupsOf, type Rollout } from '../rollout/select.ts';
import type { TrainingRow } from '../rows.ts';
import type { FinishedStep } from './finished.ts';

type Measured = Readonly<Record<MetricName, number | null>>;

export interface StepMetrics {
  /** The measured values that can be written down: neither missing (no reward, no update) nor NaN or infinite. */
  readonly metrics: Metrics;
  /** Those that came out as NaN or infinite, which no record can hold. */
  readonly lost: readonly (readonly [string, number])[];
}

export function stepMetrics(finished: FinishedStep, config: RunConfig): StepMetrics {
  const measured = Object.entries(measure(finished, config)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  return {
    metrics: Object.fromEntries(measured.filter(([, value]) => Number.isFinite(value))),
    lost: measured.filter(([, value]) => !Number.isFinite(value)),
  };
}

/** Every metric as it came out: null where this step has nothing to measure it on. */
function measure(finished: FinishedStep, config: RunConfig): Measured {
  const { rollouts, plan, tokens } = finished;
  const scored = rollouts.filter((rollout) => rollout.reward !== null);
  return {
    ...rewardMetrics(rollouts, scored),
    ...componentMeans(scored),
    'frac_reward_zero_std/predicted': plan.predictedDead,
    'reward/overfit': meanOrNull(scored.map((rollout) => Number(overfits(rollout)))),
    'reward/hack_rate':
      config.harness === 'sealed' ? null : meanOrNull(scored.map(({ cheats }) => Number(cheats ?? false))),
    'train/pass@1': meanOrNull(scored.map((rollout) => Number(rollout.verdict.outcome === 'passed'))),
    'eval/pass@1': null,
    ...updateMetrics(finished),
    ...criticMetrics(finished),
    kl_coef: plan.klCoefficient,
    learning_rate: plan.learningRate,
    ...completionMetrics(rollouts),
    'completions/max_new_tokens': plan.maxNewTokens,
    num_tokens: tokens,
    num_gen_batches: plan.rounds,
    ...mismatchMetrics(finished),
  };
}

function rewardMetrics(rollouts: readonly Rollout[], scored: readonly Rollout[]) {
  const rewards = scored.map((rollout) => rollout.reward!);
  const scoredGroups = groupsOf(rollouts).filter((group) => group.some((rollout) => rollout.reward !== null));
  return {
    reward: meanOrNull(rewards),
    reward_std: rewards.length === 0 ? null : standardDeviation(rewards),
    frac_reward_zero_std: meanOrNull(scoredGroups.map((group) => Number(group[0]!.zeroVariance))),
  };
}

const componentMetric = (name: RewardComponentName) => `rewards/${name}/mean` as const satisfies MetricName;

/** What each part of the reward paid on average; their sum is the mean reward. Parts that the preset lacks are null. */
function componentMeans(scored: readonly Rollout[]): Record<ReturnType<typeof componentMetric>, number | null> {
  const paid = (name: RewardComponentName) =>
    scored.flatMap(({ components }) => components.filter((one) => one.name === name).map((one) => one.paid));
  const entries = REWARD_COMPONENTS.map((name) => [componentMetric(name), meanOrNull(paid(name))] as const);
  return Object.fromEntries(entries) as Record<ReturnType<typeof componentMetric>, number | null>;
}

/** Passes everything that pays and something hidden fails: the program fits the tests, not the task. */
function overfits({ hidden }: Rollout): boolean {
  return hidden !== undefined && hidden.passed < hidden.total;
}

function updateMetrics({ rows, after, updated: { summary } }: FinishedStep) {
  const kl = rows.flatMap((row) => row.oldLogProbs.map((old, t) => klEstimate('k3', old, row.refLogProbs[t]!).value));
  const moved = rows.flatMap((row) => after.get(row)?.map((logProb, t) => before(row)[t]! - logProb) ?? []);
  const { clippedLow, clippedHigh } = summary;
  return {
    kl: meanOrNull(kl),
    'actor/ppo_kl': meanOrNull(moved),
    entropy: summary.entropy,
    loss: summary.loss,
    policy_loss: summary.policyLoss,
    'clip_ratio/low_mean': clippedLow,
    'clip_ratio/high_mean': clippedHigh,
    'clip_ratio/region_mean': clippedLow === null || clippedHigh === null ? null : clippedLow + clippedHigh,
    'actor/pg_clipfrac_lower': summary.clippedDual,
    grad_norm: summary.gradNorm,
  };
}

/** Log-probs under the weights that the step began with. */
const before = (row: TrainingRow) => row.currentLogProbs ?? row.samplerLogProbs;

function criticMetrics({ rows, critic, updated: { summary } }: FinishedStep) {
  // Where one value stands for a whole turn, the others say nothing.
  const learned = ({ valueMask }: TrainingRow, table: readonly number[] = []) =>
    table.filter((_, t) => valueMask === undefined || valueMask[t] === 1);
  const values = rows.flatMap((row) => learned(row, row.values));
  const returns = rows.flatMap((row) => learned(row, row.returns));
  return {
    'critic/vf_loss': summary.valueLoss,
    'critic/vf_clipfrac': summary.valueClipped,
    'critic/vf_explained_var': returns.length === 0 ? null : explainedVariance(values, returns),
    'critic/values/mean': meanOrNull(values),
    'critic/returns/mean': meanOrNull(returns),
    'critic/outcome_loss': critic?.loss ?? null,
    'critic/outcome_accuracy': critic?.accuracy ?? null,
  };
}

function completionMetrics(rollouts: readonly Rollout[]) {
  const groups = groupsOf(rollouts);
  const lengths = rollouts.map(({ completion }) => completion.ids.length);
  const ended = rollouts.filter(({ completion }) => !completion.truncated);
  return {
    'completions/mean_length': meanOrNull(lengths),
    'completions/min_length': lengths.length === 0 ? null : Math.min(...lengths),
    'completions/max_length': lengths.length === 0 ? null : Math.max(...lengths),
    'completions/mean_terminated_length': meanOrNull(ended.map(({ completion }) => completion.ids.length)),
    'completions/clipped_ratio': meanOrNull(rollouts.map(({ completion }) => Number(completion.truncated))),
    'completions/unique_ratio': meanOrNull(
      groups.map((group) => new Set(group.map(({ code }) => code)).size / group.length),
    ),
    'num_turns/mean': meanOrNull(rollouts.map(({ earlier }) => 1 + (earlier?.length ?? 0))),
    'group_size/mean': meanOrNull(groups.map((group) => group.length)),
  };
}

function mismatchMetrics({ plan, updated: { summary } }: FinishedStep) {
  const { difference, ratio } = summary.sampling ?? {};
  return {
    'sampling/staleness': plan.staleness,
    'sampling/importance_sampling_ratio/min': ratio?.min ?? null,
    'sampling/importance_sampling_ratio/mean': ratio?.mean ?? null,
    'sampling/importance_sampling_ratio/max': ratio?.max ?? null,
    'sampling/sampling_logp_difference/mean': difference?.mean ?? null,
    'sampling/sampling_logp_difference/max': difference?.max ?? null,
  };
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}
