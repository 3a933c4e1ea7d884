/** What a run stores after a step, and where it goes on from there: weights, optimisers, and what its loop remembers. */

import type { RunConfig } from '../core/config.ts';
import type { PolicyState } from '../core/policy.ts';
import type { StepRecord } from '../core/records.ts';
import { sum } from '../core/stats.ts';
import { FIRST_STATE, type LoopState } from '../rl/state.ts';
import type { BaseIdentity, TrainingState } from '../store/runs.ts';
import { identityOf, isAdapted, type LoadedModel } from './environment.ts';
import type { KeptState } from './policy-keeper.ts';

/** Everything that the next step follows from. */
export interface Reached extends KeptState {
  readonly loop: LoopState;
}

/** A reference that never changes is the base model, which whoever goes on with the run has. */
export function toStored(
  { policy, critic, loop }: Reached,
  { algorithm, rollout }: Pick<RunConfig, 'algorithm' | 'rollout'>,
): TrainingState {
  return {
    step: loop.step,
    policy: algorithm.syncReferenceEvery > 0 || rollout.warmStart > 0 ? policy : withoutReference(policy),
    ...(critic && { critic: withoutReference(critic) }),
    loop,
  };
}

/** The same, told what its adapters are for. */
export function withBase(state: TrainingState, model: LoadedModel): TrainingState {
  return isAdapted(model) ? { ...state, base: identityOf(model.base) } : state;
}

/**
 * Adapters are of use to the very model that they were trained in.
 *
 * @throws Error where what a person imported under the name is another model by now
 */
export function checkBase(stored: BaseIdentity | undefined, model: LoadedModel): void {
  const base = isAdapted(model) ? model.base : undefined;
  if (stored === undefined || stored.digest === base?.digest) return;
  const which = `the model that was imported as ${stored.name} when it was trained (its files ${stored.digest.slice(0, 8)}…)`;
  throw new Error(
    `history: expected ${which}, got ${base === undefined ? 'one of another kind' : `another one of that name (${base.digest.slice(0, 8)}…)`}: import the same files again`,
  );
}

/**
 * @param stored null before the first step
 * @param base the models as they were loaded
 * @param records of the steps so far: what an older version, which stored weights alone, can be continued from
 */
export function fromStored(stored: TrainingState | null, base: KeptState, records: readonly StepRecord[]): Reached {
  return {
    policy: { ...base.policy, ...stored?.policy },
    critic: base.critic && { ...base.critic, ...stored?.critic },
    loop: stored?.loop ?? loopAfter(records),
  };
}

function loopAfter(records: readonly StepRecord[]): LoopState {
  const tokens = records.map(
    ({ metrics, problems }) => (metrics['completions/mean_length'] ?? 0) * sum(problems.map((problem) => problem.of)),
  );
  return {
    ...FIRST_STATE,
    step: records.length,
    updates: records.at(-1)?.updates ?? 0,
    tokens: Math.round(sum(tokens)),
  };
}

/**
 * For a state that came out of a bundle: the page that it is from may have another model of this name.
 *
 * @throws Error
 */
export function checkFits(stored: TrainingState | null, base: KeptState): void {
  checkLength(stored?.policy, base.policy, 'the policy');
  checkLength(stored?.critic, base.critic, 'the critic');
}

function checkLength(stored: PolicyState | undefined, base: PolicyState | undefined, whose: string): void {
  if (stored === undefined || stored.weights.length === base?.weights.length) return;
  if (base === undefined) throw new Error(`trainer: expected no state of ${whose}, got one`);
  const [wanted, got] = [base.weights.length, stored.weights.length];
  throw new Error(`trainer: state of ${whose}: expected the model's ${wanted} weights, got ${got}`);
}

const withoutReference = ({ reference: _, ...rest }: PolicyState): PolicyState => rest;
