/** Two losses on one batch: what two configurations make of the same rollouts, token by token and in the weights, without sampling noise. */

import type { RunConfig } from '../core/config.ts';
import type { Policy, PolicyState } from '../core/policy.ts';
import type { Clipped, TokenUpdate } from '../core/records.ts';
import { mean } from '../core/stats.ts';
import { estimateAdvantages } from './advantage/estimate.ts';
import { learningRateAt } from './rollout/schedule.ts';
import { selectForUpdate, trainsOn } from './rollout/select.ts';
import type { StepBatch } from './rows.ts';
import { scoreRollouts } from './scores.ts';
import { updateFromRows } from './update.ts';

/** What both losses are put on. */
export interface RecordedBatch extends StepBatch {
  /** 0-based step of the run: with the seed it chooses the minibatches. */
  readonly step: number;
  /** Where both updates start. */
  readonly state: PolicyState;
  readonly endOfText: number;
  /** Most tokens of a prompt and its completion together. */
  readonly contextLength: number;
}

/** What one configuration made of one turn of one rollout. */
export interface ComparedTurn {
  readonly advantages: readonly number[];
  /** One per optimiser step that met it. */
  readonly updates: readonly TokenUpdate[];
}

/** What one configuration made of the batch. */
export interface LossOutcome {
  /** Turns that it trained on. */
  readonly rows: number;
  readonly loss: number | null;
  readonly gradNorm: number | null;
  readonly kl: number | null;
  /** Tokens by how their ratio met the bounds, over all optimiser steps. */
  readonly clipped: Readonly<Partial<Record<Clipped, number>>>;
  /** ‖weights after − weights before‖ */
  readonly moved: number;
}

export interface LossComparison {
  readonly a: LossOutcome;
  readonly b: LossOutcome;
  /** Cosine of the angle between the two moves of the weights; null where one did not move. */
  readonly cosine: number | null;
  /** ‖weights under a − weights under b‖ */
  readonly apart: number;
  /** Largest difference of ∂loss/∂logProb over all tokens, each at the first optimiser step that met it. */
  readonly largestCoefficientDifference: number;
  /** Tokens whose clip decisions differ, over all optimiser steps. */
  readonly decisionsApart: number;
  /** Every turn of every rollout, by index into the batch; null where that configuration left it out. */
  readonly turns: readonly {
    readonly rollout: number;
    readonly turn: number;
    readonly a: ComparedTurn | null;
    readonly b: ComparedTurn | null;
  }[];
}

/**
 * Trains twice from the same state on the same rollouts, along the path of the loop: selection, scores, advantages,
 * update. The policy is put back to where it was, whatever happens.
 *
 * @throws Error where a configuration needs a value head that the policy lacks, or an outcome critic, which has no place here
 */
export async function compareLosses(
  policy: Policy,
  batch: RecordedBatch,
  a: RunConfig,
  b: RunConfig,
): Promise<LossComparison> {
  const present = await policy.save();
  try {
    const first = await tryLoss(policy, batch, a);
    const second = await tryLoss(policy, batch, b);
    const turns = alignTurns(first.turns, second.turns);
    return {
      a: first.outcome,
      b: second.outcome,
      cosine: cosineOf(first.move, second.move),
      apart: norm(first.move.map((value, i) => value - second.move[i]!)),
      ...differences(turns),
      turns,
    };
  } finally {
    await policy.load(present);
  }
}

interface Tried {
  readonly outcome: LossOutcome;
  /** Weights after − weights before. */
  readonly move: Float64Array;
  /** By `rollout/turn`. */
  readonly turns: ReadonlyMap<string, ComparedTurn>;
}

async function tryLoss(policy: Policy, batch: RecordedBatch, config: RunConfig): Promise<Tried> {
  const { rollouts, state, step, stale, endOfText, contextLength } = batch;
  const { algorithm, sampling } = config;
  await policy.load(state);
  const kept = selectForUpdate(rollouts, algorithm);
  const scored = await scoreRollouts({ policy }, kept, { algorithm, sampling, stale, contextLength });
  const klCoefficient = algorithm.klTarget > 0 ? batch.klCoefficient : algorithm.beta;
  const estimated = estimateAdvantages(rollouts, scored, { ...config, klCoefficient });
  const rows = estimated.rows.filter((row) => trainsOn(row, algorithm));
  const learningRate = learningRateAt(config, step);
  const settings = { config, endOfText, step, updates: 0, learningRate, klCoefficient };
  const { summary, traces } = await updateFromRows(policy, rows, settings);
  const { weights } = await policy.save();
  const move = Float64Array.from(weights, (value, i) => value - state.weights[i]!);
  const index = new Map(rollouts.map((rollout, i) => [rollout, i]));
  const turns = new Map(
    rows.map((row) => [
      turnName(index.get(row.rollout!)!, row.turn),
      { advantages: row.advantages, updates: traces.get(row) ?? [] },
    ]),
  );
  const updates = [...turns.values()].flatMap((turn) => turn.updates);
  const kl = updates.flatMap((update) => update.kl);
  const outcome = {
    rows: rows.length,
    loss: summary.loss,
    gradNorm: summary.gradNorm,
    kl: kl.length === 0 ? null : mean(kl),
    clipped: countClips(updates),
    moved: norm(move),
  };
  return { outcome, move, turns };
}

const turnName = (rollout: number, turn: number) => `${rollout}/${turn}`;

function countClips(updates: readonly TokenUpdate[]): LossOutcome['clipped'] {
  const counts: Partial<Record<Clipped, number>> = {};
  for (const kind of updates.flatMap(({ clipped }) => clipped)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function alignTurns(a: Tried['turns'], b: Tried['turns']): LossComparison['turns'] {
  const names = [...new Set([...a.keys(), ...b.keys()])];
  const turns = names.map((name) => {
    const [rollout, turn] = name.split('/').map(Number) as [number, number];
    return { rollout, turn, a: a.get(name) ?? null, b: b.get(name) ?? null };
  });
  return turns.sort((x, y) => x.rollout - y.rollout || x.turn - y.turn);
}

/** Where one side left a turn out, its coefficients there are 0 and it decides nothing. */
function differences(turns: LossComparison['turns']) {
  let largestCoefficientDifference = 0;
  let decisionsApart = 0;
  for (const { a, b } of turns) {
    const [first, second] = [a?.updates[0]?.dLogProb ?? [], b?.updates[0]?.dLogProb ?? []];
    for (let t = 0; t < Math.max(first.length, second.length); t++) {
      const apart = Math.abs((first[t] ?? 0) - (second[t] ?? 0));
      largestCoefficientDifference = Math.max(largestCoefficientDifference, apart);
    }
    a?.updates.forEach(({ clipped }, u) => {
      const other = b?.updates[u]?.clipped;
      decisionsApart += other === undefined ? 0 : clipped.filter((kind, t) => kind !== other[t]).length;
    });
  }
  return { largestCoefficientDifference, decisionsApart };
}

function cosineOf(a: Float64Array, b: Float64Array): number | null {
  const [lengthA, lengthB] = [norm(a), norm(b)];
  return lengthA === 0 || lengthB === 0 ? null : dot(a, b) / (lengthA * lengthB);
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));
