/** Writes a finished step down: its metrics, its counts, its rollouts, and what a person should be told. */

import type { PromptCodec } from '../../core/codec.ts';
import type { RunConfig } from '../../core/config.ts';
import type { MetricName } from '../../core/metrics.ts';
import type { Metrics, PhaseSeconds, RolloutRecord, StepRecord } from '../../core/records.ts';
import { REWARD_COMPONENTS, type RewardComponentName } from '../../core/rewards.ts';
import { mean, standardDeviation } from '../../core/stats.ts';
import type { Outcome } from '../../core/types.ts';
import type { Rollout } from '../advantage/assign.ts';
import { klEstimate } from '../loss/kl.ts';
import type { TrainingRow, UpdateSummary } from '../update.ts';
import { digestOf } from './digest.ts';

export interface FinishedStep {
  /** 0-based. */
  readonly step: number;
  /** Optimiser steps of the run so far, this step's included. */
  readonly updates: number;
  readonly rollouts: readonly Rollout[];
  /** What the update saw. */
  readonly rows: readonly TrainingRow[];
  readonly summary: UpdateSummary;
  readonly seconds: PhaseSeconds;
}

export function stepRecord(finished: FinishedStep, config: RunConfig): StepRecord {
  const { step, updates, rollouts, seconds } = finished;
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { verdict } of rollouts) outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
  return {
    step: step + 1,
    epoch: step + 1,
    updates,
    metrics: stepMetrics(finished, config),
    outcomes,
    problems: groupsOf(rollouts).map((group) => ({
      id: group[0]!.problem.id,
      solved: group.filter((rollout) => rollout.verdict.outcome === 'passed').length,
      of: group.length,
    })),
    digest: digestOf(rollouts.map((rollout) => rollout.completion.ids)),
    seconds,
  };
}

/** The measured values that can be written down: neither missing (no reward, no update) nor NaN or infinite. */
function stepMetrics(finished: FinishedStep, config: RunConfig): Metrics {
  const values = Object.entries(measure(finished, config));
  return Object.fromEntries(values.filter(([, value]) => value !== null && Number.isFinite(value))) as Metrics;
}

/** Every metric of `core/metrics` as it came out: null where this step has nothing to measure it on. */
function measure(
  { rollouts, rows, summary }: FinishedStep,
  config: RunConfig,
): Readonly<Record<MetricName, number | null>> {
  const groups = groupsOf(rollouts);
  const scoredGroups = groups.filter((group) => group.some((rollout) => rollout.reward !== null));
  const scored = rollouts.filter((rollout) => rollout.reward !== null);
  const rewards = scored.map((rollout) => rollout.reward!);
  const kl = rows.flatMap((row) => row.oldLogProbs.map((old, t) => klEstimate('k3', old, row.refLogProbs[t]!).value));
  return {
    reward: meanOrNull(rewards),
    reward_std: rewards.length === 0 ? null : standardDeviation(rewards),
    frac_reward_zero_std: meanOrNull(scoredGroups.map((group) => Number(group[0]!.zeroVariance))),
    ...componentMeans(scored),
    'reward/overfit': meanOrNull(scored.map((rollout) => Number(overfits(rollout)))),
    'reward/hack_rate':
      config.harness === 'sealed' ? null : meanOrNull(scored.map(({ cheats }) => Number(cheats ?? false))),
    'train/pass@1': meanOrNull(scored.map((rollout) => Number(rollout.verdict.outcome === 'passed'))),
    'eval/pass@1': null,
    kl: meanOrNull(kl),
    entropy: summary.entropy,
    loss: summary.loss,
    'clip_ratio/low_mean': summary.clippedLow,
    'clip_ratio/high_mean': summary.clippedHigh,
    grad_norm: summary.gradNorm,
    learning_rate: config.optimizer.learningRate,
    'completions/mean_length': meanOrNull(rollouts.map((rollout) => rollout.completion.ids.length)),
    'completions/clipped_ratio': meanOrNull(rollouts.map((rollout) => Number(rollout.completion.truncated))),
    'completions/unique_ratio': meanOrNull(
      groups.map((group) => new Set(group.map((rollout) => rollout.code)).size / group.length),
    ),
    'sampling/sampling_logp_difference/max': summary.samplerDifference,
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

/**
 * @param referenceLogProbs for the rollouts that were scored under the reference; the others get an empty list
 */
export function rolloutRecord(
  rollout: Rollout,
  referenceLogProbs: readonly number[] | undefined,
  codec: PromptCodec,
): RolloutRecord {
  const { completion, verdict, hidden, cheats } = rollout;
  return {
    problemId: rollout.problem.id,
    group: rollout.group,
    code: rollout.code,
    ids: completion.ids,
    pieces: completion.ids.map((id) => codec.decode([id])),
    logProbs: completion.logProbs,
    referenceLogProbs: referenceLogProbs ?? [],
    outcome: verdict.outcome,
    ...(verdict.error === undefined ? {} : { error: verdict.error }),
    ...(verdict.line === undefined ? {} : { line: verdict.line }),
    ...(verdict.traceback === undefined ? {} : { traceback: verdict.traceback }),
    perTest: verdict.perTest,
    passed: verdict.passed,
    total: verdict.total,
    ...(hidden === undefined ? {} : { hidden }),
    ...(cheats === undefined ? {} : { cheats }),
    ticks: verdict.ticks,
    ...(verdict.heapBytes === undefined ? {} : { heapBytes: verdict.heapBytes }),
    ...(verdict.stdout === undefined ? {} : { stdout: verdict.stdout }),
    ledger: verdict.ledger,
    ...(verdict.flaky === undefined ? {} : { flaky: verdict.flaky }),
    reward: rollout.reward,
    components: rollout.components,
    advantage: rollout.advantage,
  };
}

/** What happened in a step that no curve shows. */
export function stepNotices(finished: FinishedStep, config: RunConfig): string[] {
  const { step, rollouts, rows, summary } = finished;
  const notices: string[] = [];
  const name = `step ${step + 1}`;
  const unscored = rollouts.filter((rollout) => rollout.reward === null).length;
  if (unscored > 0) {
    notices.push(`${name}: ${unscored} of ${rollouts.length} programs could not be judged and were left out`);
  }
  if (rollouts.length > 0 && rollouts.every((rollout) => rollout.completion.truncated)) {
    notices.push(`${name}: no completion ended before the length limit`);
  }
  if (rows.length === 0) {
    notices.push(`${name}: no update, since ${reasonForNoRows(rollouts)}`);
  }
  if (summary.skipped > 0) {
    const of = summary.applied + summary.skipped;
    notices.push(
      `${name}: ${summary.skipped} of ${of} updates skipped, since their gradient was not finite; the weights were kept`,
    );
  }
  const lost = Object.entries(measure(finished, config)).filter(
    ([, value]) => value !== null && !Number.isFinite(value),
  );
  if (lost.length > 0) {
    const values = lost.map(([metric, value]) => `${metric} (${value})`).join(', ');
    notices.push(`${name}: left out of the record, since not finite: ${values}`);
  }
  return notices;
}

function reasonForNoRows(rollouts: readonly Rollout[]): string {
  if (rollouts.length === 0) return 'there were no rollouts';
  if (rollouts.every((rollout) => rollout.zeroVariance)) return 'every group got one and the same reward';
  return 'no valid tokens were left after masking';
}

function groupsOf(rollouts: readonly Rollout[]): Rollout[][] {
  const groups: Rollout[][] = [];
  for (const rollout of rollouts) {
    groups[rollout.group] ??= [];
    groups[rollout.group]!.push(rollout);
  }
  return groups.filter((group) => group !== undefined);
}

function meanOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : mean(values);
}
