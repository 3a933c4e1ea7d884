/** Imported decoders against the numbers that transformers computed from them. */

import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { initialAdapters } from '../../src/model/adapted/adapters.ts';
import { loadFrozen } from '../../src/model/adapted/frozen.ts';
import { adaptedModel } from '../../src/model/adapted/model.ts';
import type { ModelFiles } from '../../src/model/adapted/opened.ts';
import { createAdaptedPolicy } from '../../src/model/adapted/policy.ts';
import type { AdaptedSpec, Decoder, LoraSpec } from '../../src/model/adapted/spec.ts';
import type { TensorSource } from '../../src/model/adapted/tensor-source.ts';
import { openWeights } from '../../src/model/adapted/weights.ts';
import { type TfjsBackend, withBackend } from '../../src/model/tfjs/backends.ts';
import { trunk } from '../../src/model/tfjs/network.ts';
import { unpack, upload } from '../../src/model/tfjs/parameters.ts';

export interface ExpectedLogits {
  readonly cases: readonly {
    readonly input_ids: readonly number[];
    readonly logits: readonly (readonly number[])[];
    readonly next_token_nll_mean?: number | null;
    readonly greedy_tokens: readonly number[];
  }[];
}

export const LORA: LoraSpec = { rank: 4, alpha: 8, targets: 'all' };

export function adaptedSpec(decoder: Decoder, endOfText: number, lora: LoraSpec = LORA): AdaptedSpec {
  const { vocabSize, contextLength, width } = decoder;
  return { decoder, lora, vocabSize, contextLength, width, endOfText };
}

/** Logits `[L * V]` of one sequence. */
export function adaptedLogits(
  backend: TfjsBackend,
  spec: AdaptedSpec,
  tensors: TensorSource,
  adapters: Float32Array,
  ids: readonly number[],
): Promise<Float32Array> {
  return withBackend(backend, async () => {
    const frozen = await loadFrozen(spec.decoder, tensors);
    const model = adaptedModel(spec, frozen);
    const result = tf.tidy(() => {
      const network = model.network(unpack(model.packing, upload(model.packing, adapters)));
      const positions = Int32Array.from(ids, (_, i) => i);
      return network.logits(network.finish(trunk(network, model.inputs(Int32Array.from(ids), positions, ids.length))));
    });
    const values = (await result.data()) as Float32Array;
    result.dispose();
    model.dispose();
    return values;
  });
}

export function worstError(got: Float32Array, wanted: readonly (readonly number[])[]): number {
  return Math.max(...wanted.flat().map((value, i) => Math.abs(value - got[i]!)));
}

/** Registers the parity tests of one checkpoint on one backend. */
export function adaptedParity(
  backend: TfjsBackend,
  folder: () => Promise<ModelFiles>,
  { cases }: ExpectedLogits,
  { tolerance = 2e-5 } = {},
): void {
  const open = async () => {
    const { decoder, tensors } = await openWeights(await folder());
    // No id ends a text: the golden continuations do not stop either.
    const spec = adaptedSpec(decoder, -1);
    return { spec, tensors, weights: initialAdapters(spec, 1), backend };
  };

  it('has the same logits', async () => {
    const { spec, tensors, weights } = await open();
    for (const { input_ids, logits } of cases) {
      const got = await adaptedLogits(backend, spec, tensors, weights, input_ids);
      expect(worstError(got, logits)).toBeLessThan(tolerance);
    }
  });

  it('has the same mean NLL, and the same greedy tokens through its cache', async () => {
    await using policy = await createAdaptedPolicy(await open());
    const sequences = cases.map(({ input_ids: [first, ...rest] }) => ({ prompt: [first!], completion: rest }));
    const scores = await policy.score({ sequences, temperature: 1 });
    cases.forEach(({ next_token_nll_mean }, i) => {
      if (next_token_nll_mean == null) return;
      const row = scores.logProb.subarray(i * scores.width, (i + 1) * scores.width);
      const mean = row.reduce((a, b) => a - b, 0) / sequences[i]!.completion.length;
      expect(mean).toBeCloseTo(next_token_nll_mean, 4);
    });
    const completions = await policy.sample(
      cases.map(({ input_ids }) => input_ids),
      { maxNewTokens: 12, temperature: 0, topP: 1, topK: 0, seed: 0, streams: cases.map((_, i) => i) },
    );
    completions.forEach(({ ids }, i) => {
      expect(ids).toEqual(cases[i]!.greedy_tokens.slice(0, 12));
      expect(ids).toHaveLength(12);
    });
  });
}
