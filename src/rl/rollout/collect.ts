/** From problems to judged rollouts: sampling and running overlap, and failing ones may try again. */

import type { PromptCodec } from '../../core/codec.ts';
import type { RunConfig } from '../../core/config.ts';
import type { Policy } from '../../core/policy.ts';
import type { Problem } from '../../core/types.ts';
import type { Stopwatch } from '../record/stopwatch.ts';
import type { LoopState, SampledAhead } from '../state.ts';
import type { TestedRollout } from './judging.ts';
import {
  fillSlots,
  type GroupPlan,
  rolloutStream,
  type SampledRollout,
  sampleGroups,
  sampleSlots,
  slotsOf,
} from './sampling.ts';
import { groupSizeFor, maxNewTokensAt } from './schedule.ts';
import { tryAgain } from './turns.ts';

export interface CollectOptions {
  readonly policy: Policy;
  readonly codec: PromptCodec;
  readonly config: RunConfig;
  /** In how many parts a plan is sampled. */
  readonly chunks: number;
  /** Runs programs; begins at once. */
  readonly test: (sampled: readonly SampledRollout[]) => Promise<TestedRollout[]>;
  readonly stopwatch: Stopwatch;
}

/**
 * The groups of one round, as large as the solve rates so far say.
 *
 * @param sampled sizes of groups that were sampled ahead, when less was known
 */
export function planGroups(
  config: RunConfig,
  problems: readonly Problem[],
  { step, round, firstGroup }: Pick<GroupPlan, 'step' | 'round' | 'firstGroup'>,
  solveRates: LoopState['solveRates'],
  sampled?: readonly number[],
): GroupPlan {
  const sizes = sampled ?? problems.map(({ id }) => groupSizeFor(config, solveRates[id]));
  return { problems, sizes, step, round, firstGroup, maxNewTokens: maxNewTokensAt(config, step) };
}

/** Programs of one chunk, on their way through their tests. */
export interface Chunk {
  readonly sampled: readonly SampledRollout[];
  readonly tested: Promise<TestedRollout[]>;
}

/** Samples the plan and has each chunk tested while the next is sampled; what was sampled ahead is only tested. */
export async function sampleAndTest(plan: GroupPlan, options: CollectOptions, ahead?: SampledAhead): Promise<Chunk[]> {
  const { policy, codec, config, chunks, test, stopwatch } = options;
  const begun = (sampled: readonly SampledRollout[]): Chunk => ({
    sampled,
    tested: stopwatch.track('judge', plan.step, test(sampled)),
  });
  if (ahead !== undefined) return [begun(fillSlots(slotsOf(plan, codec, config), ahead.completions, codec))];
  const testing: Chunk[] = [];
  const sampling = sampleGroups(policy, codec, plan, config, chunks);
  for (;;) {
    const next = await stopwatch.track('sample', plan.step, sampling.next());
    if (next.done) return testing;
    testing.push(begun(next.value));
  }
}

/** Samples a plan whose programs are run later, by the weights that the policy has now. */
export async function sampleAhead(plan: GroupPlan, options: CollectOptions, updates: number): Promise<SampledAhead> {
  const { policy, codec, config, stopwatch } = options;
  const sampling = sampleSlots(policy, slotsOf(plan, codec, config), codec, config, plan.maxNewTokens);
  return { sizes: plan.sizes, updates, completions: await stopwatch.track('sample', plan.step, sampling) };
}

/** Waits for the tests and lets failing rollouts try again, as often as the configuration has turns. */
export async function finishTesting(
  plan: GroupPlan,
  testing: readonly Chunk[],
  options: CollectOptions,
): Promise<readonly TestedRollout[]> {
  const { policy, codec, config, test, stopwatch } = options;
  const { step, round, maxNewTokens } = plan;
  const places = plan.sizes.flatMap((size, slot) => Array.from({ length: size }, (_, sample) => ({ slot, sample })));
  let tested: readonly TestedRollout[] = (await Promise.all(testing.map(({ tested }) => tested))).flat();
  for (let turn = 1; turn < config.rollout.turns; turn++) {
    tested = await tryAgain(tested, {
      codec,
      maxNewTokens,
      sample: (prompts, indices) => {
        const slots = prompts.map((prompt, i) => {
          return { prompt, stream: rolloutStream(config, { step, round, turn, ...places[indices[i]!]! }) };
        });
        return stopwatch.track('sample', step, sampleSlots(policy, slots, codec, config, maxNewTokens));
      },
      test: (sampled) => stopwatch.track('judge', step, test(sampled)),
    });
  }
  return tested;
}
