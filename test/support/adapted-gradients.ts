/** Adapters against the gradients and the step that PyTorch took from the same numbers (test/cases/adapters/make.py). */

import { expect, it } from 'vitest';
import type { Coefficients, OptimizerStep, Sequence } from '../../src/core/policy.ts';
import { adapterLayout } from '../../src/model/adapted/adapters.ts';
import type { ModelFiles } from '../../src/model/adapted/opened.ts';
import { createAdaptedPolicy } from '../../src/model/adapted/policy.ts';
import type { LoraSpec } from '../../src/model/adapted/spec.ts';
import { openWeights } from '../../src/model/adapted/weights.ts';
import type { TfjsBackend } from '../../src/model/tfjs/backends.ts';
import { adaptedSpec } from './adapted-parity.ts';
import { gradientOf } from './policy-parity.ts';

export interface GoldenAdapters {
  readonly checkpoint: string;
  readonly lora: { readonly rank: number; readonly alpha: number; readonly targets: string };
  readonly temperature: number;
  readonly sequences: readonly Sequence[];
  readonly width: number;
  /** 32-bit floats in base64, as the rest: packed in the order of `adapterLayout`. */
  readonly adapters: string;
  /** `[3, B, T]`: of log-probs, entropies and values. */
  readonly coefficients: string;
  readonly scores: string;
  readonly gradient: string;
  readonly gradNorm: number;
  readonly step: OptimizerStep;
  readonly after: string;
}

function floats(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
}

/** Largest difference to the wanted numbers, in terms of the largest of those. */
function relativeError(got: Float32Array, wanted: Float32Array): number {
  expect(got).toHaveLength(wanted.length);
  const largest = wanted.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return wanted.reduce((most, value, i) => Math.max(most, Math.abs(value - got[i]!)), 0) / largest;
}

export function adaptedGradients(
  backend: TfjsBackend,
  folder: () => Promise<ModelFiles>,
  golden: GoldenAdapters,
): void {
  const open = async () => {
    const { decoder, tensors } = await openWeights(await folder());
    const spec = { ...adaptedSpec(decoder, -1, golden.lora as LoraSpec), valueHead: true };
    return { spec, tensors, weights: floats(golden.adapters), backend };
  };
  const batch = { sequences: golden.sequences, temperature: golden.temperature };
  const [logProb, entropy, value] = thirds(floats(golden.coefficients));
  const coefficients: Coefficients = { width: golden.width, logProb, entropy, value };

  it('has the scores and every gradient of every adapter', async () => {
    const options = await open();
    await using policy = await createAdaptedPolicy(options);
    const { gradient, scores, gradNorm } = await gradientOf(policy, batch, coefficients);
    const wanted = thirds(floats(golden.scores));
    [scores.logProb, scores.entropy, scores.value!].forEach((got, i) => {
      expect(relativeError(got, wanted[i]!)).toBeLessThan(1e-5);
    });
    const expected = floats(golden.gradient);
    for (const { name, offset, size } of adapterLayout(options.spec)) {
      const part = (values: Float32Array) => values.subarray(offset, offset + size);
      expect(relativeError(part(gradient), part(expected)), name).toBeLessThan(1e-4);
    }
    expect(gradNorm / golden.gradNorm).toBeCloseTo(1, 5);
  });

  it('takes the same step of AdamW, clipped, and only matrices decay', async () => {
    await using policy = await createAdaptedPolicy(await open());
    await policy.update(batch, coefficients, golden.step);
    const { weights } = await policy.save();
    // A first step has the length of the learning rate, whatever the gradient: its sign is what can go wrong.
    expect(relativeError(weights, floats(golden.after))).toBeLessThan(1e-4);
  });
}

function thirds(values: Float32Array): [Float32Array, Float32Array, Float32Array] {
  const size = values.length / 3;
  return [values.subarray(0, size), values.subarray(size, 2 * size), values.subarray(2 * size)];
}
