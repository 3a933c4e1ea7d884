/** A short training run on the WebAssembly engine as one number: the same on every machine, engine and worker count. */

import { createRng } from '../../src/core/rng.ts';
import { parameterLayout } from '../../src/model/spec.ts';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import { STEP } from './policy-behaviour.ts';
import { NANO, randomSequences } from './random-model.ts';

/** What plain SIMD gives; a change of kernels that alters a sum's order changes it, and then this line. */
export const DIGEST = 'c86e4ee3';

/** Uniform weights only: `Math.log` and `Math.cos` of a normal draw may differ between JavaScript engines. */
function uniformWeights(): Float32Array {
  const rng = createRng('init', 31);
  return Float32Array.from(
    parameterLayout(NANO).flatMap(({ name, size }) => {
      const centre = /ln_\w+\.weight$/.test(name) ? 1 : 0;
      return Array.from({ length: size }, () => centre + 0.5 * (rng.next() - 0.5));
    }),
  );
}

/** FNV-1a over the bits of weights, moments, scores and samples after three updates. */
export async function trainingDigest(workers: number): Promise<string> {
  await using policy = await createWasmPolicy({ spec: NANO, weights: uniformWeights(), workers });
  const sequences = randomSequences(NANO, 60, 41);
  const width = Math.max(...sequences.map(({ completion }) => completion.length));
  const rng = createRng('tests', 42);
  let hash = 0x811c9dc5;
  const mix = (values: Float32Array) => {
    for (const word of new Uint32Array(values.buffer, values.byteOffset, values.length)) {
      hash = Math.imul(hash ^ word, 0x01000193) >>> 0;
    }
  };
  for (let i = 0; i < 3; i++) {
    const values = () => Float32Array.from({ length: sequences.length * width }, () => 0.02 * (rng.next() - 0.5));
    const coefficients = { width, logProb: values(), entropy: values() };
    const { scores } = await policy.update({ sequences, temperature: 0.9 }, coefficients, STEP);
    mix(scores.logProb);
    mix(scores.entropy);
  }
  const state = await policy.save();
  for (const part of [state.weights, state.moment1!, state.moment2!]) mix(part);
  const prompts = sequences.map(({ prompt }) => prompt);
  const streams = prompts.map((_, i) => i);
  const sampled = await policy.sample(prompts, {
    maxNewTokens: 16,
    temperature: 1,
    topP: 1,
    topK: 0,
    seed: 3,
    streams,
  });
  for (const { ids, logProbs } of sampled) mix(Float32Array.from([...ids, ...logProbs]));
  return hash.toString(16).padStart(8, '0');
}
