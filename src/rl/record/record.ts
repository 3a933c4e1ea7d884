/** Writes a finished step down: its metrics, its counts, its rollouts, and what a person should be told. */

import type { PromptCodec } from '../../core/codec.ts';
import type { RunConfig } from '../../core/config.ts';
import type { Metrics, RolloutRecord, StepRecord, TrainedTurn } from '../../core/records.ts';
import type { Outcome } from '../../core/types.ts';
import { groupsOf, type Rollout } from '../rollout/select.ts';
import type { TrainingRow } from '../rows.ts';
import type { Updated } from '../update.ts';
import { digestOf } from './digest.ts';
import type { FinishedStep } from './finished.ts';
import { type StepMetrics, stepMetrics } from './step-metrics.ts';

/** The record of a step, and what happened in it that no curve shows. */
export function writeStep(
  finished: FinishedStep,
  config: RunConfig,
): { readonly record: StepRecord; readonly notices: string[] } {
  const { metrics, lost } = stepMetrics(finished, config);
  return { record: stepRecord(finished, metrics), notices: stepNotices(finished, lost, config) };
}

function stepRecord(finished: FinishedStep, metrics: Metrics): StepRecord {
  const { step, updates, rollouts, seconds, spans } = finished;
  const outcomes: Partial<Record<Outcome, number>> = {};
  for (const { verdict } of rollouts) outcomes[verdict.outcome] = (outcomes[verdict.outcome] ?? 0) + 1;
  return {
    step: step + 1,
    epoch: step + 1,
    updates,
    metrics,
    outcomes,
    problems: groupsOf(rollouts).map((group) => ({
      id: group[0]!.problem.id,
      solved: group.filter((rollout) => rollout.verdict.outcome === 'passed').length,
      of: group.length,
    })),
    digest: digestOf(rollouts.map((rollout) => rollout.completion.ids)),
    seconds,
    spans,
  };
}

/** The rollouts of a step, with what the update made of those that it saw. */
export function rolloutRecords(finished: FinishedStep, codec: PromptCodec): RolloutRecord[] {
  const trained = trainedTurns(finished, codec);
  return finished.rollouts.map((rollout) =>
    rolloutRecord(rollout, finished.shown.get(rollout) ?? 0, trained.get(rollout), codec),
  );
}

function trainedTurns(
  { rows, updated, after }: FinishedStep,
  codec: PromptCodec,
): ReadonlyMap<Rollout, readonly TrainedTurn[]> {
  const turns = new Map<Rollout, TrainedTurn[]>();
  for (const row of rows) {
    if (row.rollout === undefined) continue;
    const turn = trainedTurn(row, updated, after.get(row), codec);
    const known = turns.get(row.rollout);
    if (known === undefined) turns.set(row.rollout, [turn]);
    else known.push(turn);
  }
  return turns;
}

function trainedTurn(
  row: TrainingRow,
  { traces }: Updated,
  after: readonly number[] | undefined,
  codec: PromptCodec,
): TrainedTurn {
  const { prompt, completion, oldLogProbs, refLogProbs, advantages, values, returns, outcomeProbs, correction } = row;
  return {
    turn: row.turn,
    prompt,
    ids: completion,
    pieces: piecesOf(completion, codec),
    oldLogProbs,
    referenceLogProbs: refLogProbs,
    advantages,
    ...(values === undefined ? {} : { values }),
    ...(returns === undefined ? {} : { returns }),
    ...(row.valueMask === undefined ? {} : { valueMask: row.valueMask }),
    ...(row.currentLogProbs === undefined ? {} : { currentLogProbs: row.currentLogProbs }),
    ...(outcomeProbs === undefined ? {} : { outcomeProbs }),
    ...(correction === undefined ? {} : { correction }),
    updates: traces.get(row) ?? [],
    ...(after === undefined ? {} : { after }),
  };
}

function rolloutRecord(
  rollout: Rollout,
  advantage: number,
  trained: readonly TrainedTurn[] | undefined,
  codec: PromptCodec,
): RolloutRecord {
  const { completion, verdict, hidden, cheats, earlier } = rollout;
  return {
    problemId: rollout.problem.id,
    group: rollout.group,
    code: rollout.code,
    ...(earlier === undefined
      ? {}
      : { earlier: earlier.map(({ code, verdict: { outcome }, feedback }) => ({ code, outcome, feedback })) }),
    ...(trained === undefined ? {} : { trained }),
    ids: completion.ids,
    pieces: piecesOf(completion.ids, codec),
    logProbs: completion.logProbs,
    referenceLogProbs: trained?.at(-1)?.referenceLogProbs ?? [],
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
    advantage,
  };
}

/** The text of each token by itself. */
export const piecesOf = (ids: readonly number[], codec: PromptCodec): string[] => ids.map((id) => codec.decode([id]));

function stepNotices(finished: FinishedStep, lost: StepMetrics['lost'], config: RunConfig): string[] {
  const {
    step,
    rollouts,
    rows,
    updated: { summary },
    plan,
  } = finished;
  const notices: string[] = [];
  const name = `step ${step + 1}`;
  const unscored = rollouts.filter((rollout) => rollout.reward === null).length;
  if (unscored > 0) {
    notices.push(`${name}: ${unscored} of ${rollouts.length} programs could not be judged and were left out`);
  }
  const dead = groupsOf(rollouts).filter(([first]) => first!.zeroVariance).length;
  if (plan.rounds > config.rollout.dynamicRounds && config.rollout.dynamicRounds > 0 && dead > 0) {
    const live = groupsOf(rollouts).length - dead;
    notices.push(
      `${name}: after ${plan.rounds} rounds of sampling ${live} groups have variance; the step goes on with those`,
    );
  }
  if (rows.length === 0) {
    notices.push(`${name}: no update, since ${reasonForNoRows(rollouts)}`);
  }
  if (summary.skipped > 0) {
    const of = summary.applied + summary.skipped;
    notices.push(
      `${name}: ${summary.skipped} of ${of} updates skipped, since ${summary.flaw} was not finite; the weights were kept`,
    );
  }
  if (lost.length > 0) {
    const values = lost.map(([metric, value]) => `${metric} (${value})`).join(', ');
    notices.push(`${name}: left out of the record, since not finite: ${values}`);
  }
  return notices;
}

function reasonForNoRows(rollouts: readonly Rollout[]): string {
  if (rollouts.length === 0) return 'there were no rollouts';
  if (rollouts.every((rollout) => rollout.zeroVariance)) return 'every group got one and the same reward';
  if (rollouts.every((rollout) => rollout.completion.truncated)) return 'no valid tokens were left after masking';
  return 'no program could be trained on';
}
