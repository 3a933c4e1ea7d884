/** A small random model and random rollouts, the same on every machine: for tests that compare engines with each other. */

import type { Coefficients, Sequence } from '../../src/core/policy.ts';
import { createRng, type Rng } from '../../src/core/rng.ts';
import { completionWidth } from '../../src/model/batch.ts';
import { MODEL_PRESETS, type ModelSpec, parameterLayout } from '../../src/model/spec.ts';

export const NANO: ModelSpec = { vocabSize: 29, ...MODEL_PRESETS.nano };

/** GPT-2's initialisation, with larger weights than usual so that distributions are far from uniform. */
export function randomWeights(spec: ModelSpec, seed: number, scale = 0.15): Float32Array {
  const rng = createRng('init', seed);
  const slots = parameterLayout(spec);
  const weights = new Float32Array(slots.at(-1)!.offset + slots.at(-1)!.size);
  for (const { name, offset, size } of slots) {
    const centre = /ln_\w+\.weight$/.test(name) ? 1 : 0;
    for (let i = offset; i < offset + size; i++) weights[i] = centre + scale * rng.normal();
  }
  return weights;
}

/** Prompts of 2–9 tokens and completions of 1–14, end of text sometimes among them. */
export function randomSequences(spec: ModelSpec, count: number, seed: number): Sequence[] {
  const rng = createRng('tests', seed);
  const tokens = (n: number) => Array.from({ length: n }, () => rng.int(1, spec.vocabSize - 1));
  return Array.from({ length: count }, () => ({ prompt: tokens(rng.int(2, 9)), completion: tokens(rng.int(1, 14)) }));
}

/** Random derivatives for the completion tokens of `sequences`, 0 elsewhere; entropy's included, the value's not. */
export function randomCoefficients(
  sequences: readonly Sequence[],
  seed: number,
): Required<Omit<Coefficients, 'value'>> {
  const rng = createRng('tests', seed, 1);
  const width = completionWidth(sequences);
  const fill = () => randomTokenNumbers(sequences, width, rng);
  return { width, logProb: fill(), entropy: fill() };
}

/** As `randomCoefficients`, with derivatives for values too. */
export function randomValueCoefficients(sequences: readonly Sequence[], seed: number): Required<Coefficients> {
  const coefficients = randomCoefficients(sequences, seed);
  const value = randomTokenNumbers(sequences, coefficients.width, createRng('tests', seed, 2));
  return { ...coefficients, value };
}

function randomTokenNumbers(sequences: readonly Sequence[], width: number, rng: Rng): Float32Array {
  const values = new Float32Array(sequences.length * width);
  sequences.forEach(({ completion }, b) => {
    completion.forEach((_, t) => {
      values[b * width + t] = rng.normal() / sequences.length;
    });
  });
  return values;
}
