/** A checkpoint against the numbers that transformers computed from it. */

import * as tf from '@tensorflow/tfjs-core';
import { expect, it } from 'vitest';
import { type Checkpoint, parseCheckpoint } from '../../src/model/checkpoint/gpt2.ts';
import { type TfjsBackend, withBackend } from '../../src/model/tfjs/backends.ts';
import { gpt2Model } from '../../src/model/tfjs/gpt2.ts';
import { trunk } from '../../src/model/tfjs/network.ts';
import { unpack, upload } from '../../src/model/tfjs/parameters.ts';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';

interface Expected {
  readonly cases: readonly {
    readonly input_ids: readonly number[];
    readonly logits: readonly (readonly number[])[];
    readonly next_token_nll_mean: number | null;
    readonly greedy_tokens: readonly number[];
    readonly min_top1_top2_margin: number;
  }[];
}

/** Logits `[L * V]` of one sequence. */
export function logitsOf(backend: TfjsBackend, { spec, weights }: Checkpoint, ids: readonly number[]) {
  return withBackend(backend, async () => {
    const model = gpt2Model(spec);
    const result = tf.tidy(() => {
      const network = model.network(unpack(model.packing, upload(model.packing, weights)));
      const inputs = model.inputs(
        Int32Array.from(ids),
        Int32Array.from(ids, (_, i) => i),
        ids.length,
      );
      return network.logits(network.finish(trunk(network, inputs)));
    });
    const values = await result.data();
    result.dispose();
    return values as Float32Array;
  });
}

export function checkpointParity(
  backend: TfjsBackend,
  config: unknown,
  model: () => Promise<Uint8Array>,
  expected: Expected,
): void {
  it('has the same logits', async () => {
    const checkpoint = parseCheckpoint(config, await model());
    for (const { input_ids, logits } of expected.cases) {
      const got = await logitsOf(backend, checkpoint, input_ids);
      const worst = Math.max(...logits.flat().map((value, i) => Math.abs(value - got[i]!)));
      expect(worst).toBeLessThan(2e-4);
    }
  });

  it('has the same mean NLL and greedy tokens', async () => {
    const { spec, weights } = parseCheckpoint(config, await model());
    await using policy = await createTfjsPolicy({ spec, weights, backend });
    const sequences = expected.cases.map(({ input_ids: [first, ...rest] }) => ({ prompt: [first!], completion: rest }));
    const scores = await policy.score({ sequences, temperature: 1 });
    expected.cases.forEach(({ next_token_nll_mean }, i) => {
      if (next_token_nll_mean === null) return;
      const row = scores.logProb.subarray(i * scores.width, (i + 1) * scores.width);
      const mean = row.reduce((a, b) => a - b, 0) / sequences[i]!.completion.length;
      expect(mean).toBeCloseTo(next_token_nll_mean, 3);
    });
    const completions = await policy.sample(
      expected.cases.map(({ input_ids }) => input_ids),
      { maxNewTokens: 12, temperature: 0, topP: 1, topK: 0, seed: 0, streams: expected.cases.map((_, i) => i) },
    );
    expected.cases.forEach(({ greedy_tokens }, i) => {
      const end = greedy_tokens.indexOf(1);
      expect(completions[i]!.ids).toEqual(end < 0 ? greedy_tokens : greedy_tokens.slice(0, end + 1));
    });
  });
}
