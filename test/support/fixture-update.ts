/** Made-up numbers of an update: metrics of every kind, the spans of a step, and tokens whose ratios and losses fit together. */

import type { Clipped, Metrics, RolloutRecord, Span, TrainedTurn } from '../../src/core/records.ts';
import { createRng } from '../../src/core/rng.ts';

const CLIP_LOW = 0.2;
const CLIP_HIGH = 0.28;

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

/** Two passes over one completion, with a value head: ratios are 1 in the first and have moved in the second. */
export function fixtureTrained(
  { ids, pieces, logProbs: oldLogProbs }: Pick<RolloutRecord, 'ids' | 'pieces' | 'logProbs'>,
  { turn, advantage, update }: { readonly turn: number; readonly advantage: number; readonly update: number },
): TrainedTurn {
  const rng = createRng('shuffle', update, ids.length);
  const drift = oldLogProbs.map(() => 0.06 * Math.sign(advantage) + 0.3 * (rng.next() - 0.5));
  const moved = (share: number) => oldLogProbs.map((old, t) => Math.min(-0.001, old + share * drift[t]!));
  const reference = oldLogProbs.map((old) => old - 0.05);
  const reward = Number(advantage > 0);
  const values = oldLogProbs.map((_, t) => 0.3 + (0.4 * reward * t) / ids.length);
  const pass = (logProbs: readonly number[], number: number) => {
    const ratios = logProbs.map((now, t) => Math.exp(now - oldLogProbs[t]!));
    const clipped = ratios.map((ratio) => clippedBy(ratio, advantage));
    const push = ratios.map((ratio, t) => (clipped[t] === 'no' ? -ratio * advantage : 0) / ids.length);
    return {
      update: number,
      logProbs,
      ratios,
      clipped,
      kl: logProbs.map((now, t) => Math.exp(reference[t]! - now) - (reference[t]! - now) - 1),
      loss: ratios.map((ratio) => -Math.min(Math.max(ratio, 1 - CLIP_LOW), 1 + CLIP_HIGH) * (advantage / ids.length)),
      dLogProb: push,
      values,
      dValue: values.map((value) => (0.5 * (value - reward)) / ids.length),
    };
  };
  return {
    turn,
    prompt: [1, 2, 3],
    ids,
    pieces,
    oldLogProbs,
    referenceLogProbs: reference,
    advantages: ids.map(() => advantage),
    values,
    returns: ids.map(() => reward),
    updates: [pass(oldLogProbs, update), pass(moved(1), update + 2)],
    after: moved(1.4),
  };
}

function clippedBy(ratio: number, advantage: number): Clipped {
  if (advantage > 0 && ratio > 1 + CLIP_HIGH) return 'high';
  return advantage < 0 && ratio < 1 - CLIP_LOW ? 'low' : 'no';
}
