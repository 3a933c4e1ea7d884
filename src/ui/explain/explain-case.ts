/** What an explanation starts from: one step of a run, one program of it, and whether the update saw that program at all. */

import type { RunConfig } from '../../core/config.ts';
import type { RolloutRecord, StepRecord, TokenUpdate, TrainedTurn } from '../../core/records.ts';

/** A step with everything that its record keeps. */
export interface StepCase {
  readonly config: RunConfig;
  /** β of this step. */
  readonly beta: number;
  readonly rollouts: readonly RolloutRecord[];
  /** Groups whose programs all did equally well. */
  readonly even: ReadonlySet<number>;
  /** Every program of the step is here, with what the update made of it: sums over the batch can be taken again. */
  readonly whole: boolean;
}

export function stepCase(
  config: RunConfig,
  record: StepRecord | undefined,
  rollouts: readonly RolloutRecord[],
): StepCase {
  const beta = record?.metrics.kl_coef ?? config.algorithm.beta;
  const sampled = Object.values(record?.outcomes ?? {}).reduce((sum, count) => sum + count, 0);
  const part = { config, beta, rollouts, even: evenGroups(rollouts) };
  return { ...part, whole: sampled === rollouts.length && rollouts.every((one) => leftOut(part, one) !== 'not-kept') };
}

/**
 * Why the update did not see a program: its verdict was a fault of ours; all of its group did equally well; it was cut
 * off; it failed where only what passes is imitated; no optimiser step was taken with it; or the record does not say.
 */
export type LeftOut = 'unscored' | 'no-signal' | 'truncated' | 'not-accepted' | 'no-update' | 'not-kept';

/** null for a program that moved the weights. */
export function leftOut(step: Pick<StepCase, 'config' | 'even'>, rollout: RolloutRecord): LeftOut | null {
  const { algorithm, rollout: rules } = step.config;
  if (rollout.trained !== undefined) {
    return rollout.trained.some(({ updates }) => updates.length > 0) ? null : 'no-update';
  }
  if (rollout.reward === null) return 'unscored';
  if (algorithm.advantage === 'accepted' && rollout.outcome !== 'passed') return 'not-accepted';
  if (algorithm.dropZeroVariance && step.even.has(rollout.group)) return 'no-signal';
  const unended = rules.truncated === 'judge' && rollout.pieces.at(-1) !== '';
  if (algorithm.maskTruncated && (rollout.outcome === 'truncated' || unended)) return 'truncated';
  return 'not-kept';
}

function evenGroups(rollouts: readonly RolloutRecord[]): Set<number> {
  const groups = new Map<number, RolloutRecord[]>();
  for (const rollout of rollouts) {
    const members = groups.get(rollout.group);
    if (members === undefined) groups.set(rollout.group, [rollout]);
    else members.push(rollout);
  }
  return new Set([...groups].flatMap(([group, members]) => (equallyGood(members) ? [group] : [])));
}

export const membersOf = (rollouts: readonly RolloutRecord[], group: number): RolloutRecord[] =>
  rollouts.filter((one) => one.group === group);

/** Whether all earned the same, what their length cost aside: such a group has nothing to compare. */
export function equallyGood(members: readonly RolloutRecord[]): boolean {
  const earned = members.flatMap(({ reward, components }) => {
    if (reward === null) return [];
    return [reward - (components.find(({ name }) => name === 'overlong')?.paid ?? 0)];
  });
  return earned.every((one) => one === earned[0]);
}

/** One attempt in one optimiser step. */
export interface MinibatchRow {
  readonly turn: TrainedTurn;
  readonly update: TokenUpdate;
}

/** Everything of the record that went into optimiser step `number` of the run. */
export function minibatchOf(rollouts: readonly RolloutRecord[], number: number): MinibatchRow[] {
  return rollouts.flatMap(({ trained = [] }) =>
    trained.flatMap((turn) =>
      turn.updates.filter(({ update }) => update === number).map((update) => ({ turn, update })),
    ),
  );
}

/** A number that was computed again from its ingredients, beside the one in the record. */
export interface Check {
  readonly computed: number;
  readonly recorded: number;
}

/** Equal to the three digits that are shown; what is kept in single precision differs in the seventh. */
export function agrees({ computed, recorded }: Check): boolean {
  const size = Math.max(Math.abs(computed), Math.abs(recorded));
  return Math.abs(computed - recorded) <= 5e-4 * size + 1e-7;
}
