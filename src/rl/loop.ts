/**
 * Reinforcement learning from top to bottom: sample groups, judge, reward, score, find the advantage of every token, move
 * the weights, write it down. Every algorithm takes this one path; what differs is in the configuration.
 *
 * What the loop carries from step to step is a small plain `LoopState` beside the models' weights: problems, samples and
 * minibatches all follow from (seed, step). A run that is continued with both goes on exactly as if it had never stopped.
 */

import type { Analyst } from '../core/analysis.ts';
import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { StepDraft, StepPart } from '../core/draft.ts';
import type { Judge } from '../core/judge.ts';
import { judgeOnce } from '../core/judge-once.ts';
import { onceEach } from '../core/once.ts';
import type { Policy } from '../core/policy.ts';
import type { Alert, RolloutRecord, StepRecord } from '../core/records.ts';
import { evidenceFor } from '../verify/evidence.ts';
import { estimateAdvantages } from './advantage/estimate.ts';
import { adaptKlCoefficient, klPerCompletion } from './advantage/token-rewards.ts';
import { trainOutcomeCritic } from './critic/outcome-critic.ts';
import { watchStep } from './record/alerts.ts';
import { draftOf, type Known } from './record/draft.ts';
import type { FinishedStep } from './record/finished.ts';
import { rolloutRecords, writeStep } from './record/record.ts';
import { predictedDeadGroups, withStep } from './record/solve-rates.ts';
import { createStopwatch } from './record/stopwatch.ts';
import { greedyRewards } from './rollout/baseline.ts';
import { type CollectOptions, finishTesting, planGroups, sampleAhead, sampleAndTest } from './rollout/collect.ts';
import { drawProblems, drawReplacements, type TrainingProblems, withVisibleTests } from './rollout/epoch.ts';
import { type FreshTests, withFreshTests } from './rollout/fresh.ts';
import { hiddenJudge, payRollouts, type TestedRollout, testRollouts } from './rollout/judging.ts';
import { chunksFor, type SampledRollout } from './rollout/sampling.ts';
import { learningRateAt, maxNewTokensAt } from './rollout/schedule.ts';
import { groupsOf, liveGroups, markZeroVariance, type Rollout, selectForUpdate, trainsOn } from './rollout/select.ts';
import type { StepBatch } from './rows.ts';
import { scoreAgain, scoreRollouts, turnsOf } from './scores.ts';
import { FIRST_STATE, type LoopState, type SampledAhead } from './state.ts';
import { updateFromRows } from './update.ts';
import { imitate } from './warm-start.ts';

export interface TrainOptions {
  /** Its reference must be set: only `algorithm.syncReferenceEvery` changes it. */
  readonly policy: Policy;
  /** Where the configuration asks for an outcome critic: a model of its own. */
  readonly critic?: Policy | undefined;
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
  /** Where an interrupted run goes on. */
  readonly startAt?: LoopState;
}

export interface StepResult {
  readonly type: 'step';
  readonly record: StepRecord;
  readonly rollouts: readonly RolloutRecord[];
  /** The rollouts themselves, in the same order: other losses can be put on them. */
  readonly batch: StepBatch;
  /** Sentences for a person: nothing to learn from, updates that were skipped. */
  readonly notices: readonly string[];
  readonly alerts: readonly Alert[];
  /** Where the run stands now. */
  readonly state: LoopState;
}

/** Which part of which step (1-based) begins; a consumer that waits here pauses the run. */
export interface PhaseStart {
  readonly type: 'phase';
  readonly phase: StepPart;
  readonly step: number;
  /** What the parts before made of the step's programs; computed only when asked, null before the first. */
  readonly draft: () => StepDraft | null;
}

/** Trains for `config.epochs` steps; ending the iteration early stops the run after what was awaited last. */
export async function* train(options: TrainOptions): AsyncGenerator<PhaseStart | StepResult, void, void> {
  const { policy, critic, judge, analyst, fresh, problems, codec, config } = options;
  const { chunks = chunksFor(policy.info) } = options;
  const { algorithm, sampling, reward, seed } = config;
  const { overlongCache, visibleTests, dynamicRounds, pipelined, warmStart } = config.rollout;
  const said: string[] = [];
  const onNotice = onceEach((message) => said.push(message));
  const judgeHidden = hiddenJudge();
  const gather = evidenceFor({ judge, analyst, reward, onNotice });
  let state = options.startAt ?? FIRST_STATE;

  while (state.step < config.epochs) {
    const { step } = state;
    const phase = (name: StepPart, done?: StepDraft['done'], known: Known = {}): PhaseStart => ({
      ...{ type: 'phase', phase: name, step: step + 1 },
      draft: () => (done === undefined ? null : draftOf({ step: step + 1, done }, known, codec)),
    });
    const stopwatch = createStopwatch();
    const learningRate = learningRateAt(config, step);
    const maxNewTokens = maxNewTokensAt(config, step);
    const klCoefficient = state.klCoefficient ?? algorithm.beta;
    const dealt = drawProblems(config, problems, step);

    // Warm start: the first steps imitate reference solutions; nothing is sampled and nothing judged.
    if (step < warmStart) {
      yield phase('updating');
      const lesson = await imitate(
        policy,
        dealt.slice(config.lectureProblems, config.lectureProblems + config.auxiliaryProblems),
        {
          codec,
          config,
          state,
          learningRate,
          maxNewTokens,
          stopwatch,
        },
      );
      yield { type: 'step', ...lesson, rollouts: [], batch: { rollouts: [], stale: false, klCoefficient } };
      state = lesson.state;
      continue;
    }

    // Sample and judge: groups of completions for every problem; the programs of one part run while the next is sampled.
    const stepJudge = judgeOnce(judge);
    const test = (sampled: readonly SampledRollout[]): Promise<TestedRollout[]> =>
      testRollouts(stepJudge, judgeHidden, sampled, config);
    const pay = (tested: readonly TestedRollout[]) =>
      payRollouts(gather, tested, { reward, maxNewTokens, overlongCache });
    const collecting: CollectOptions = { policy, codec, config, chunks, test, stopwatch };
    const visited = new Set<string>();
    let groups = 0;
    let drawn = dealt;
    let rollouts: Rollout[] = [];
    let ahead: SampledAhead | undefined;
    let rounds = 0;
    do {
      const judged = rollouts;
      yield phase('sampling', rounds === 0 ? undefined : 'judging', { judged });
      stopwatch.resume();
      const renewed = await withFreshTests(drawn, { fresh, count: config.freshTests, seed, step, onNotice });
      const asked = renewed.map((problem) => withVisibleTests(problem, visibleTests));
      const place = { step, round: rounds, firstGroup: groups };
      const plan = planGroups(config, asked, place, state.solveRates, state.ahead?.sizes);
      stopwatch.lap('judge');
      const testing = await sampleAndTest(plan, collecting, state.ahead);
      if (pipelined && step + 1 < config.epochs) {
        const next = planGroups(
          config,
          drawProblems(config, problems, step + 1),
          { step: step + 1, round: 0, firstGroup: 0 },
          state.solveRates,
        );
        ahead = await sampleAhead(next, collecting, state.updates);
      }
      stopwatch.lap('sample');

      // Pay what the visible tests say and compare within each group; hidden tests only tell.
      yield phase('judging', 'sampling', { judged, sampled: testing.flatMap(({ sampled }) => sampled) });
      stopwatch.resume();
      const tested = await finishTesting(plan, testing, collecting);
      rollouts = [...judged, ...markZeroVariance(await pay(tested))];
      stopwatch.lap('judge');
      for (const { id } of drawn) visited.add(id);
      groups += drawn.length;
      rounds++;
      // Dynamic sampling: other problems take the place of groups that all got one reward.
      const missing = dealt.length - liveGroups(rollouts);
      drawn =
        rounds <= dynamicRounds && missing > 0
          ? drawReplacements(config, problems, { step, round: rounds }, visited, missing)
          : [];
    } while (drawn.length > 0);

    // Score: what reference, value head and critic say of the tokens that will be trained on, and their advantages.
    yield phase('scoring', 'judging', { judged: rollouts });
    stopwatch.resume();
    const stale = state.ahead !== undefined && state.ahead.updates !== state.updates;
    const kept = selectForUpdate(rollouts, algorithm);
    const greedy = {
      policy,
      codec,
      maxNewTokens,
      pay: async (sampled: readonly SampledRollout[]) => pay(await test(sampled)),
    };
    const baselines =
      critic &&
      (await greedyRewards(
        groupsOf(rollouts).map(([first]) => first!.problem),
        greedy,
      ));
    const scoring = { algorithm, sampling, stale, baselines, contextLength: codec.contextLength };
    const scored = await stopwatch.track('reference', step, scoreRollouts({ policy, critic }, kept, scoring));
    const estimated = estimateAdvantages(rollouts, scored, { ...config, klCoefficient });
    const rows = estimated.rows.filter((row) => trainsOn(row, algorithm));
    stopwatch.lap('reference');

    // Update: the loss over shuffled minibatches. Without rows there is no optimiser step.
    yield phase('updating', 'scoring', { judged: rollouts, advantages: estimated.shown });
    stopwatch.resume();
    const settings = { config, endOfText: codec.endOfText, step, updates: state.updates, learningRate, klCoefficient };
    const updated = await stopwatch.track('update', step, updateFromRows(policy, rows, settings));
    const learned =
      critic &&
      (await trainOutcomeCritic(critic, rollouts.flatMap(turnsOf), {
        config,
        step,
        contextLength: codec.contextLength,
      }));
    const after = await scoreAgain(policy, config.explain ? rows : [], sampling.temperature);
    if (algorithm.syncReferenceEvery > 0 && (step + 1) % algorithm.syncReferenceEvery === 0)
      await policy.setReference();
    stopwatch.lap('update');

    // Record: what the step was, and where the run stands.
    const finished: FinishedStep = {
      step,
      updates: state.updates + updated.summary.applied,
      tokens: state.tokens + tokensOf(rollouts),
      plan: {
        learningRate,
        klCoefficient,
        maxNewTokens,
        rounds,
        predictedDead: predictedDeadGroups(groupsOf(rollouts), state.solveRates),
        staleness: stale ? state.updates - state.ahead!.updates : 0,
      },
      rollouts,
      rows,
      shown: estimated.shown,
      updated,
      after,
      critic: learned ?? null,
      seconds: stopwatch.read(),
      spans: stopwatch.spans(),
    };
    const { record, notices } = writeStep(finished, config);
    const { alerts, watch } = watchStep(state.watch, { ...record, flaw: updated.summary.flaw, config });
    const kl = klPerCompletion(
      scored.flatMap(({ turns }) => turns),
      algorithm.klEstimator,
    );
    state = {
      step: step + 1,
      updates: finished.updates,
      tokens: finished.tokens,
      solveRates: withStep(state.solveRates, rollouts),
      klCoefficient:
        algorithm.klTarget === 0 || kl === null || !Number.isFinite(kl)
          ? state.klCoefficient
          : adaptKlCoefficient(klCoefficient, kl, kept.length, {
              target: algorithm.klTarget,
              horizon: algorithm.klHorizon,
            }),
      ...(ahead === undefined ? {} : { ahead }),
      watch,
    };
    yield {
      type: 'step',
      record,
      rollouts: rolloutRecords(finished, codec),
      batch: { rollouts, stale, klCoefficient },
      notices: [...said.splice(0), ...notices],
      alerts,
      state,
    };
  }
}

/** Completion tokens of all attempts. */
function tokensOf(rollouts: readonly Rollout[]): number {
  return rollouts.flatMap(turnsOf).reduce((sum, { completion }) => sum + completion.length, 0);
}
