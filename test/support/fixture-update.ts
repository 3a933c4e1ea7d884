/** Made-up numbers of an update: metrics of every kind, the spans of a step, and tokens whose ratios and losses fit together. */

import type { RunConfig } from '../../src/core/config.ts';
import type { Metrics, RolloutRecord, Span, TokenUpdate, TrainedTurn } from '../../src/core/records.ts';
import { createRng } from '../../src/core/rng.ts';
import { objectiveOf } from '../../src/rl/loss/objective.ts';
import { packRows, tableWidth } from '../../src/rl/loss/table.ts';
import { objectiveOptions } from '../../src/rl/update.ts';

/** What a run with a value head, dynamic sampling and a growing length limit writes down besides its main metrics. */
export function fixtureDiagnostics(step: number, dead: number): Metrics {
  const rng = createRng('tests', 11, step);
  const near = (value: number, spread: number) => value + spread * (rng.next() - 0.5);
  const settling = Math.exp(-step / 15);
  return {
    reward_std: near(0.3 + 0.18 * settling, 0.03),
    'frac_reward_zero_std/predicted': Math.min(1, Math.max(0, near(dead, 0.08))),
    'rewards/tests/mean': near(0.8 - 0.6 * settling, 0.05),
    'rewards/overlong/mean': -near(0.01 + 0.04 * settling, 0.01),
    loss: near(0.004, 0.02),
    policy_loss: near(0, 0.02),
    'clip_ratio/low_mean': Math.max(0, near(0.004, 0.006)),
    'clip_ratio/high_mean': Math.max(0, near(0.009, 0.01)),
    'actor/ppo_kl': near(0.0012, 0.0008),
    grad_norm: near(0.6 + 0.5 * settling, 0.2),
    learning_rate: 3e-4 * (1 - step / 60),
    kl_coef: 0.04,
    'critic/vf_loss': near(0.006 + 0.02 * settling, 0.004),
    'critic/vf_explained_var': near(0.7 - 1.1 * settling, 0.15),
    'critic/values/mean': near(0.8 - 0.7 * settling, 0.05),
    'critic/returns/mean': near(0.85 - 0.55 * settling, 0.05),
    'completions/mean_length': near(16, 1.5),
    'completions/min_length': 7,
    'completions/max_length': step < 12 ? 24 : Math.round(near(36, 10)),
    'completions/max_new_tokens': step < 12 ? 24 : 48,
    'completions/clipped_ratio': Math.max(0, near(0.03 * settling, 0.01)),
    'completions/unique_ratio': near(0.35 + 0.4 * settling, 0.06),
    num_tokens: step * 2560,
    num_gen_batches: 1 + rng.int(0, 2),
    'sampling/staleness': step === 1 ? 0 : 2,
  };
}

/** One step whose successor is sampled while its own programs are judged. */
export function fixtureSpans(step: number): Span[] {
  return [
    { phase: 'sample', step, from: 0, to: 0.9 },
    { phase: 'judge', step, from: 0.3, to: 1.7 },
    { phase: 'sample', step: step + 1, from: 0.9, to: 1.8 },
    { phase: 'reference', step, from: 1.8, to: 2.1 },
    { phase: 'update', step, from: 2.1, to: 2.9 },
  ];
}

/**
 * Two passes over one completion, with a value head: log-probs are those of the sampler in the first and have moved in the
 * second. What the loss makes of them is filled in by `settleUpdates`, which knows the whole batch.
 */
export function fixtureTrained(
  { ids, pieces, logProbs: oldLogProbs }: Pick<RolloutRecord, 'ids' | 'pieces' | 'logProbs'>,
  { turn, advantage, update }: { readonly turn: number; readonly advantage: number; readonly update: number },
): TrainedTurn {
  const rng = createRng('shuffle', update, ids.length);
  const drift = oldLogProbs.map(() => 0.12 * Math.sign(advantage) + 0.2 * (rng.next() - 0.5));
  const moved = (share: number) => oldLogProbs.map((old, t) => Math.min(-0.001, old + share * drift[t]!));
  const reward = Number(advantage > 0);
  const values = oldLogProbs.map((_, t) => 0.3 + (0.4 * reward * t) / ids.length);
  const nothing = ids.map(() => 0);
  const pass = (logProbs: readonly number[], number: number): TokenUpdate => ({
    ...{ update: number, logProbs, ratios: nothing, clipped: ids.map(() => 'no'), kl: nothing, loss: nothing },
    ...{ dLogProb: nothing, values, dValue: nothing },
  });
  return {
    turn,
    prompt: [1, 2, 3],
    ids,
    pieces,
    oldLogProbs,
    referenceLogProbs: oldLogProbs.map((old) => old - 0.05),
    advantages: ids.map(() => advantage),
    values,
    returns: ids.map(() => reward),
    updates: [pass(oldLogProbs, update), pass(moved(1), update + 2)],
    after: moved(1.4),
  };
}

/** Fills in what the loss of this configuration makes of every token, minibatch by minibatch, as training does. */
export function settleUpdates(rollouts: readonly RolloutRecord[], config: RunConfig): RolloutRecord[] {
  const turns = rollouts.flatMap(({ trained = [] }) => trained);
  const numbers = new Set(turns.flatMap(({ updates }) => updates.map(({ update }) => update)));
  const settled = new Map<TokenUpdate, TokenUpdate>();
  for (const number of numbers) {
    const rows = turns.flatMap((turn) =>
      turn.updates.filter(({ update }) => update === number).map((update) => ({ turn, update })),
    );
    for (const [i, update] of settledRows(rows, config).entries()) settled.set(rows[i]!.update, update);
  }
  return rollouts.map((rollout) => {
    if (rollout.trained === undefined) return rollout;
    const trained = rollout.trained.map((turn) => ({
      ...turn,
      updates: turn.updates.map((update) => settled.get(update) ?? update),
    }));
    return { ...rollout, trained };
  });
}

interface Row {
  readonly turn: TrainedTurn;
  readonly update: TokenUpdate;
}

function settledRows(rows: readonly Row[], config: RunConfig): TokenUpdate[] {
  const width = tableWidth(rows.map(({ turn }) => turn.ids));
  const pack = (pick: (row: Row) => readonly number[]) => packRows(rows.map(pick), width);
  const values = pack(({ turn }) => turn.values!);
  const { terms, dLogProb, dValue } = objectiveOf(
    {
      width,
      mask: Uint8Array.from(pack(({ turn }) => turn.ids.map(() => 1))),
      logProb: pack(({ update }) => update.logProbs),
      oldLogProb: pack(({ turn }) => turn.oldLogProbs),
      refLogProb: pack(({ turn }) => turn.referenceLogProbs),
      advantage: pack(({ turn }) => turn.advantages),
      critic: { value: values, oldValue: values, target: pack(({ turn }) => turn.returns!) },
    },
    objectiveOptions(config),
  );
  return rows.map(({ turn, update }, b) => {
    const own = <T>(table: ArrayLike<T>): T[] => turn.ids.map((_, t) => table[b * width + t]!);
    return {
      ...{ ...update, ratios: own(terms.ratio), clipped: own(terms.clipped), kl: own(terms.kl) },
      ...{ loss: own(terms.loss), dLogProb: own(dLogProb), dValue: own(dValue!) },
    };
  });
}
