/**
 * GRPO from top to bottom: sample groups, judge, reward, compare within the group, move the weights, write it down.
 *
 * The loop holds one step in memory and keeps nothing between steps but a count: problems, samples and minibatches all
 * follow from (seed, step). A run that is continued at step k with the Policy's saved state therefore goes on exactly
 * as if it had never stopped.
 */

import type { Analyst } from '../core/analysis.ts';
import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { Judge } from '../core/judge.ts';
import { judgeOnce } from '../core/judge-once.ts';
import { onceEach } from '../core/once.ts';
import type { Policy } from '../core/policy.ts';
import type { RolloutRecord, StepRecord } from '../core/records.ts';
import { evidenceFor } from '../verify/evidence.ts';
import { assignAdvantages, type Rollout, selectForUpdate } from './advantage/assign.ts';
import { type FinishedStep, rolloutRecord, stepNotices, stepRecord } from './record/record.ts';
import { createStopwatch } from './record/stopwatch.ts';
import { drawProblems, type TrainingProblems } from './rollout/epoch.ts';
import { type FreshTests, withFreshTests } from './rollout/fresh.ts';
import { hiddenJudge, payRollouts, type TestedRollout, testRollouts } from './rollout/judging.ts';
import { chunksFor, sampleGroups } from './rollout/sampling.ts';
import { referenceLogProbs, updateFromRows } from './update.ts';

export interface TrainOptions {
  /** Its reference must be set: the loop never changes it. */
  readonly policy: Policy;
  readonly judge: Judge;
  /** Looks at programs for rewards with layers; without one, those layers are left out. */
  readonly analyst?: Analyst | undefined;
  /** Makes new reward tests where `config.freshTests` asks for them. */
  readonly fresh?: FreshTests | undefined;
  readonly problems: TrainingProblems;
  readonly codec: PromptCodec;
  readonly config: RunConfig;
  /** In how many parts a step is sampled; no record but its seconds depends on it. As the engine likes it when absent. */
  readonly chunks?: number;
  /** Where an interrupted run goes on: steps finished and optimiser steps taken. */
  readonly startAt?: { readonly step: number; readonly updates: number };
}

export interface StepResult {
  readonly type: 'step';
  readonly record: StepRecord;
  readonly rollouts: readonly RolloutRecord[];
  /** Sentences for a person: nothing to learn from, updates that were skipped. */
  readonly notices: readonly string[];
}

/** Which part of which step (1-based) begins; a consumer that waits here pauses the run. */
export interface PhaseStart {
  readonly type: 'phase';
  readonly phase: 'sampling' | 'judging' | 'updating';
  readonly step: number;
}

/** Trains for `config.epochs` steps; ending the iteration early stops the run after what was awaited last. */
export async function* train(options: TrainOptions): AsyncGenerator<PhaseStart | StepResult, void, void> {
  const { policy, judge, analyst, fresh, problems, codec, config } = options;
  const { chunks = chunksFor(policy.info) } = options;
  const { algorithm, sampling, reward, harness, seed } = config;
  const said: string[] = [];
  const onNotice = onceEach((message) => said.push(message));
  const judgeHidden = hiddenJudge();
  const gather = evidenceFor({ judge, analyst, reward, onNotice });
  let updates = options.startAt?.updates ?? 0;

  for (let step = options.startAt?.step ?? 0; step < config.epochs; step++) {
    const stopwatch = createStopwatch();

    // Sample: G completions for every problem of the epoch; the programs of one chunk run while the next is sampled.
    yield { type: 'phase', phase: 'sampling', step: step + 1 };
    stopwatch.resume();
    const dealt = drawProblems(config, problems, step);
    const drawn = await withFreshTests(dealt, { fresh, count: config.freshTests, seed, step, onNotice });
    stopwatch.lap('judge');
    const stepJudge = judgeOnce(judge);
    const testing: Promise<TestedRollout[]>[] = [];
    for await (const sampled of sampleGroups(policy, codec, drawn, config, step, chunks)) {
      testing.push(testRollouts(stepJudge, judgeHidden, sampled, harness));
    }
    stopwatch.lap('sample');

    // Judge: pay what the visible tests say, compare each with its group; hidden tests only tell.
    yield { type: 'phase', phase: 'judging', step: step + 1 };
    stopwatch.resume();
    const tested = (await Promise.all(testing)).flat();
    const rollouts = assignAdvantages(await payRollouts(gather, tested, reward), algorithm);
    const kept = selectForUpdate(rollouts, algorithm);
    stopwatch.lap('judge');

    // Reference: what the frozen model thinks of the tokens that will be trained on.
    yield { type: 'phase', phase: 'updating', step: step + 1 };
    stopwatch.resume();
    const sequences = kept.map(({ prompt, completion }) => ({ prompt, completion: completion.ids }));
    const reference = await referenceLogProbs(policy, sequences, sampling.temperature);
    stopwatch.lap('reference');

    // Update: clipped surrogate + β·KL over shuffled minibatches. Without rows there is no optimiser step.
    const rows = kept.map(({ completion, advantage }, i) => ({
      ...sequences[i]!,
      oldLogProbs: completion.logProbs,
      refLogProbs: reference[i]!,
      advantage,
    }));
    const summary = await updateFromRows(policy, rows, codec.endOfText, config, step);
    updates += summary.applied;
    stopwatch.lap('update');

    const finished: FinishedStep = { step, updates, rollouts, rows, summary, seconds: stopwatch.read() };
    const scored = new Map<Rollout, readonly number[]>(kept.map((rollout, i) => [rollout, reference[i]!]));
    yield {
      type: 'step',
      record: stepRecord(finished, config),
      rollouts: rollouts.map((rollout) => rolloutRecord(rollout, scored.get(rollout), codec)),
      notices: [...said.splice(0), ...stepNotices(finished, config)],
    };
  }
}
