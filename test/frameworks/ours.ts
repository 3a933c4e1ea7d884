/** A case in our own code, end to end: selection, scores, advantages, objective, and the gradient of one real update. */

import { parseConfig, type RunConfig } from '../../src/core/config.ts';
import type { OptimizerStep, Policy, Sequence } from '../../src/core/policy.ts';
import type { Problem, Verdict } from '../../src/core/types.ts';
import { END_OF_TEXT_ID } from '../../src/model/batch.ts';
import { estimateAdvantages } from '../../src/rl/advantage/estimate.ts';
import { type Objective, objectiveOf } from '../../src/rl/loss/objective.ts';
import { markZeroVariance, type Rollout, selectForUpdate } from '../../src/rl/rollout/select.ts';
import type { TrainingRow } from '../../src/rl/rows.ts';
import { logProbsOf, scoreRollouts } from '../../src/rl/scores.ts';
import { objectiveOptions, toTables } from '../../src/rl/update.ts';
import { type Batch, GROUP_SIZE, MAX_NEW_TOKENS, type Scene } from './batch.ts';
import type { TrlCase } from './trl-case.ts';

/** With β1 = 0 and no clipping the first moment after a step is the gradient itself. */
const PROBE: OptimizerStep = {
  learningRate: 0,
  beta1: 0,
  beta2: 0,
  epsilon: 1,
  weightDecay: 0,
  clipNorm: Number.POSITIVE_INFINITY,
};

export interface Ours {
  /** Of every rollout, those left out of the update included. */
  readonly advantages: readonly number[];
  /** Of every rollout that is trained on. */
  readonly rows: readonly TrainingRow[];
  /** Index of each row's rollout. */
  readonly kept: readonly number[];
  readonly objective: Objective;
  /** Mean KL of a token, nats. */
  readonly kl: number;
  /** Shares of tokens. */
  readonly low: number;
  readonly high: number;
  /** Packed as in `parameterLayout`. */
  readonly gradient: Float32Array;
  readonly gradNorm: number;
}

export async function computeOurs(policy: Policy, scene: Scene, given: TrlCase): Promise<Ours> {
  const { weights, batches, checkpoint } = scene;
  const config = parseConfig({
    groupSize: GROUP_SIZE,
    algorithm: given.algorithm,
    sampling: { temperature: given.temperature, maxNewTokens: MAX_NEW_TOKENS },
  });
  const { algorithm, sampling } = config;
  const batch = batches[given.batch];
  await policy.load({ weights: given.onPolicy ? weights.current : weights.old, reference: weights.reference, step: 0 });
  const rollouts = markZeroVariance(rolloutsOf(batch, await storedLogProbs(policy, batch, given)));
  const chosen = selectForUpdate(rollouts, algorithm);
  const { contextLength } = checkpoint.spec;
  const scored = await scoreRollouts({ policy }, chosen, { algorithm, sampling, contextLength, stale: false });
  const { rows, shown } = estimateAdvantages(rollouts, scored, { ...config, klCoefficient: algorithm.beta });
  // One turn each, so that the i-th row is that of the i-th rollout chosen.
  const seen = given.accumulated ? rollouts.length : rollouts.length / given.parts;
  const kept = chosen.map((rollout) => rollouts.indexOf(rollout)).filter((i) => i < seen);
  const trained = rows.slice(0, kept.length);
  await policy.load({ weights: weights.current, reference: weights.reference, step: 0 });
  return {
    advantages: rollouts.map((rollout) => shown.get(rollout) ?? 0),
    kept,
    rows: trained,
    ...(await differentiate(policy, trained, config)),
  };
}

/** What the sampler stored: its own log-probs where the loss is corrected for them, else those of the trainer. */
async function storedLogProbs(policy: Policy, { completions, sequences }: Batch, given: TrlCase): Promise<number[][]> {
  if (given.corrected) return completions.map(({ logProbs }) => [...logProbs]);
  return logProbsOf(await policy.score({ sequences, temperature: given.temperature }), sequences);
}

/** Only identity and rewards of a rollout matter here, its program does not. */
function rolloutsOf(
  { sequences, completions, rewards }: Batch,
  logProbs: readonly number[][],
): Omit<Rollout, 'zeroVariance'>[] {
  const problem = { id: 'none', text: '', entryPoint: 'solution', tests: {}, compare: 'exact' } as unknown as Problem;
  return sequences.map(({ prompt }, i) => ({
    problem,
    group: Math.floor(i / GROUP_SIZE),
    prompt,
    completion: { ...completions[i]!, logProbs: logProbs[i]! },
    code: '',
    verdict: VERDICT,
    components: [],
    reward: rewards[i]!,
  }));
}

const VERDICT: Verdict = {
  outcome: 'wrong_answer',
  passed: 0,
  total: 1,
  perTest: [],
  ticks: 0,
  ledger: [],
  integrity: 'node',
};

/** One optimiser step along the loss of all `rows`, of which only the gradient is wanted. */
async function differentiate(policy: Policy, rows: readonly TrainingRow[], config: RunConfig) {
  const batch = { sequences: rows as readonly Sequence[], temperature: config.sampling.temperature };
  const tables = toTables(rows, END_OF_TEXT_ID);
  const { logProb, entropy } = await policy.score(batch);
  const objective = objectiveOf({ ...tables, logProb, entropy }, objectiveOptions(config));
  const { dLogProb, dEntropy, terms, tokens } = objective;
  const coefficients = {
    width: tables.width,
    logProb: Float32Array.from(dLogProb),
    ...(dEntropy === undefined ? {} : { entropy: Float32Array.from(dEntropy) }),
  };
  const { gradNorm } = await policy.update(batch, coefficients, PROBE);
  const share = (kind: string) => terms.clipped.filter((one) => one === kind).length / tokens;
  return {
    objective,
    kl: terms.kl.reduce((sum, one) => sum + one, 0) / tokens,
    low: share('low'),
    high: share('high'),
    gradient: (await policy.save()).moment1!,
    gradNorm,
  };
}
