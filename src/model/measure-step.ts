/** How long a policy takes for a training step in miniature: the number by which engines are compared. */

import type { OptimizerStep, Policy } from '../core/policy.ts';
import { completionWidth } from './batch.ts';
import type { ModelSpec } from './spec.ts';

/** Eight groups of eight, as in training, but short: about a twelfth of a step of the default preset. */
const GROUPS = 8;
const GROUP_SIZE = 8;
const PROMPT_TOKENS = 12;
const NEW_TOKENS = 16;

/** Measured rounds; one before them compiles what is compiled late and is not counted. */
const ROUNDS = 2;

const SAMPLING = { temperature: 1, topP: 1, topK: 0, seed: 0 };

/** Moves nothing, so that all rounds do the same work. */
const STANDSTILL: OptimizerStep = {
  learningRate: 0,
  beta1: 0.9,
  beta2: 0.95,
  epsilon: 1e-8,
  weightDecay: 0,
  clipNorm: 1,
};

/**
 * Milliseconds of the shortest round of: sample, score under the reference, one update. The optimiser counts the rounds:
 * whoever goes on with the policy loads its state again.
 */
export async function measureStep(
  policy: Policy,
  spec: ModelSpec,
  now: () => number,
  onRound: (done: number, total: number) => void,
): Promise<number> {
  const prompts = shortPrompts(spec);
  const options = {
    ...SAMPLING,
    maxNewTokens: Math.min(NEW_TOKENS, spec.contextLength - prompts[0]!.length),
    streams: prompts.map((_, i) => i),
  };
  const round = async () => {
    const from = now();
    const completions = await policy.sample(prompts, options);
    const sequences = completions.map(({ ids }, i) => ({ prompt: prompts[i]!, completion: ids }));
    const batch = { sequences, temperature: 1 };
    await policy.score(batch, 'reference');
    const width = completionWidth(sequences);
    const logProb = new Float32Array(sequences.length * width);
    sequences.forEach(({ completion }, row) => {
      logProb.fill(-1 / logProb.length, row * width, row * width + completion.length);
    });
    await policy.update(batch, { width, logProb }, STANDSTILL);
    return now() - from;
  };
  const times: number[] = [];
  for (let done = 0; done <= ROUNDS; done++) {
    onRound(done, ROUNDS + 1);
    times.push(await round());
  }
  return Math.min(...times.slice(1));
}

/** Samples one token, which changes nothing: rejects where the engine lives no more. */
export async function probe(policy: Policy, spec: ModelSpec): Promise<void> {
  await policy.sample(shortPrompts(spec).slice(0, 1), { ...SAMPLING, maxNewTokens: 1, streams: [0] });
}

/** Prompts of made-up tokens, one for each group, repeated for its members; special tokens only where there are no others. */
function shortPrompts({ contextLength, vocabSize }: ModelSpec): number[][] {
  const length = Math.max(1, Math.min(PROMPT_TOKENS, Math.floor(contextLength / 2)));
  const first = Math.min(2, vocabSize - 1);
  return Array.from({ length: GROUPS }, (_, group) =>
    Array.from({ length }, (_, t) => first + ((31 * group + 7 * t) % (vocabSize - first))),
  ).flatMap((prompt) => Array.from({ length: GROUP_SIZE }, () => prompt));
}
