/** The rows that both frameworks see: log-probs of our engine, advantages, rewards, and values that a value head might have said. */

import type { Policy } from '../../src/core/policy.ts';
import { createRng } from '../../src/core/rng.ts';
import { gae } from '../../src/rl/advantage/gae.ts';
import { batchAdvantages, type GroupScale } from '../../src/rl/advantage/group.ts';
import { correctionWeights } from '../../src/rl/loss/correction.ts';
import { logProbsOf } from '../../src/rl/scores.ts';
import { GROUP_SIZE, type Scene } from './batch.ts';

export type Rows = readonly (readonly number[])[];

/** Rows as long as their completions, in the order of the batch. */
export interface VerlRows {
  readonly logProb: Rows;
  readonly oldLogProb: Rows;
  readonly samplerLogProb: Rows;
  readonly refLogProb: Rows;
  readonly advantage: Rows;
  readonly correction: Rows;
  /** The whole reward at the last token. */
  readonly rewards: Rows;
  readonly value: Rows;
  readonly oldValue: Rows;
  readonly target: Rows;
  /** 1 for every token of a completion. */
  readonly mask: Rows;
  /** 0 for some of them, as if they were the environment's. */
  readonly written: Rows;
}

export const GAMMA = 0.99;
export const LAMBDA = 0.95;
export const CAP = 1.5;

export async function verlRows(
  policy: Policy,
  { weights, batches }: Scene,
  name: 'mixed' | 'fifths',
): Promise<VerlRows> {
  const { sequences, completions, rewards } = batches[name];
  const under = async (which: Float32Array) => {
    await policy.load({ weights: which, step: 0 });
    return logProbsOf(await policy.score({ sequences, temperature: 1 }), sequences);
  };
  const rng = createRng('tests', 4);
  const made = (scale: number) => sequences.map(({ completion }) => completion.map(() => scale * rng.normal()));
  const oldLogProb = await under(weights.old);
  const samplerLogProb = completions.map(({ logProbs }) => logProbs);
  const oldValue = made(0.3);
  const moves = made(0.2);
  const paid = sequences.map(({ completion }, i) =>
    completion.map((_, t) => (t === completion.length - 1 ? rewards[i]! : 0)),
  );
  return {
    logProb: await under(weights.current),
    oldLogProb,
    samplerLogProb,
    refLogProb: await under(weights.reference),
    advantage: spread(groupwise(rewards, 'group-std'), sequences),
    correction: oldLogProb.map((row, i) =>
      correctionWeights(row, samplerLogProb[i]!, { correction: 'token-truncate', correctionCap: CAP }),
    ),
    rewards: paid,
    value: oldValue.map((row, i) => row.map((value, t) => value + moves[i]![t]!)),
    oldValue,
    mask: sequences.map(({ completion }) => completion.map(() => 1)),
    written: sequences.map(({ completion }) =>
      completion.map((_, t) => Number(t % 5 !== 2 || t === completion.length - 1)),
    ),
    target: paid.map((row, i) => gae({ rewards: row, values: oldValue[i]!, gamma: GAMMA, lambda: LAMBDA }).returns),
  };
}

/** One advantage per rollout with veRL's constants. */
export function groupwise(rewards: readonly (number | null)[], scale: GroupScale): number[] {
  const groups = Array.from({ length: rewards.length / GROUP_SIZE }, (_, g) =>
    rewards.slice(g * GROUP_SIZE, (g + 1) * GROUP_SIZE),
  );
  return batchAdvantages(groups, { scale, delta: 1e-6, ddof: 1 }).flatMap(({ advantages }) => advantages);
}

const spread = (numbers: readonly number[], like: readonly { readonly completion: readonly number[] }[]): number[][] =>
  numbers.map((one, i) => like[i]!.completion.map(() => one));
