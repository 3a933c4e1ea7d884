/** Decoding on the GPU in real Chromium: the draw against its twin, whole completions against the tfjs engine on the CPU. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy, SampleOptions } from '../../src/core/policy.ts';
import { createRng, uniform } from '../../src/core/rng.ts';
import { roundUp } from '../../src/model/batch.ts';
import { drawToken } from '../../src/model/sampling.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { withBackend } from '../../src/model/tfjs/backends.ts';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';
import { Decoder } from '../../src/model/webgpu/decode/decoder.ts';
import { drawTwin } from '../../src/model/webgpu/decode/draw-twin.ts';
import { chooseShape } from '../../src/model/webgpu/decode/shape.ts';
import { Gpu } from '../../src/model/webgpu/gpu.ts';
import { paddedCount, Transposer, transposedLength, type WeightBuffers } from '../../src/model/webgpu/weights.ts';
import { PROBE_LANES, type ProbeRow, probeDraw } from '../support/draw-probe.ts';
import { NANO, randomSequences, randomWeights } from '../support/random-model.ts';

let gpu: Gpu;
beforeAll(async () => {
  gpu = await Gpu.open();
});
afterAll(() => gpu[Symbol.dispose]());

const PLAIN: SampleOptions = { maxNewTokens: 12, temperature: 1, topP: 1, topK: 0, seed: 4, streams: [] };
const GREEDY = { temperature: 0 };

describe('the draw', () => {
  const ALMOST_ONE = 1 - 2 ** -24;

  /** Random logits of several shapes: flat, peaked, full of ties; u at both ends for some. */
  function randomRows(vocab: number, count: number): ProbeRow[] {
    const rng = createRng('tests', vocab, 7);
    return Array.from({ length: count }, (_, r) => {
      const spread = [0.1, 1, 4, 12][r % 4]!;
      const logits = Float32Array.from({ length: vocab }, () => spread * rng.normal());
      if (r % 5 === 1) logits.set(logits.map(Math.round));
      if (r % 5 === 2) logits[rng.int(0, vocab - 1)] = 80;
      const u = r % 7 === 0 ? 0 : r % 7 === 1 ? ALMOST_ONE : rng.next();
      return { logits, u, stream: rng.int(0, 2 ** 31), counter: rng.int(0, 300) };
    });
  }

  it.each([
    ['plain', {}],
    ['cold', { temperature: 0.3 }],
    ['greedy', GREEDY],
    ['top-k', { topK: 3, temperature: 1.2 }],
    ['top-k of one', { topK: 1 }],
    ['top-p', { topP: 0.8 }],
    ['tiny top-p', { topP: 1e-6 }],
    ['top-k and top-p', { topK: 6, topP: 0.7, temperature: 0.9 }],
  ])('draws as its twin and as the specification: %s', async (_, changes) => {
    const options = { ...PLAIN, ...changes };
    for (const vocab of [29, 203]) {
      const rows = randomRows(vocab, 60);
      const drawn = await withBackend('webgpu', () => probeDraw(gpu, rows, options));
      rows.forEach(({ logits, u, stream, counter }, r) => {
        const padded = new Float32Array(roundUp(vocab, 8));
        padded.set(logits);
        const twin = drawTwin(padded, { vocab, lanes: PROBE_LANES }, options, u);
        const specified = drawToken(logits, options, u);
        const { id, logProb } = drawn[r]!;
        expect({ vocab, r, id }).toEqual({ vocab, r, id: twin.id });
        expect(logProb).toBeCloseTo(twin.logProb, 4);
        // At either end it matters which likelihoods are 0 in f32, and how the sums were rounded.
        if (u > 0 && u < ALMOST_ONE) expect({ vocab, r, id }).toEqual({ vocab, r, id: specified.id });
        if (id === specified.id) expect(logProb).toBeCloseTo(specified.logProb, 4);
        expect(drawn[r]!.uniform).toBe(uniform(options.seed, stream, counter));
      });
    }
  });

  it('tells logits that are not finite from all others', async () => {
    const rows = randomRows(29, 8);
    rows[2]!.logits[28] = Number.NaN;
    rows[5]!.logits[0] = Number.POSITIVE_INFINITY;
    const drawn = await withBackend('webgpu', () => probeDraw(gpu, rows, PLAIN));
    expect(drawn.map(({ id }) => id < 0)).toEqual(rows.map((_, r) => r === 2 || r === 5));
  });
});

describe('decoding', () => {
  const weights = randomWeights(NANO, 5);
  let oracle: Policy;
  let onDevice: WeightBuffers;
  let decoder: Decoder;

  const upload = (spec: ModelSpec, values: Float32Array) =>
    withBackend('webgpu', async (): Promise<WeightBuffers> => {
      const packed = await gpu.allocate(paddedCount(spec));
      const transposed = await gpu.allocate(transposedLength(spec));
      gpu.upload(packed, Float32Array.from(values));
      (await Transposer.create(gpu, spec)).run({ packed, transposed });
      return { packed, transposed };
    });

  beforeAll(async () => {
    oracle = await createTfjsPolicy({ spec: NANO, weights, backend: 'cpu' });
    onDevice = await upload(NANO, weights);
    decoder = await Decoder.create(gpu, NANO);
  });
  afterAll(async () => {
    decoder[Symbol.dispose]();
    await oracle[Symbol.asyncDispose]();
  });

  const sample = (prompts: readonly (readonly number[])[], changes: Partial<SampleOptions> = {}, by = decoder) => {
    const options = { ...PLAIN, streams: prompts.map((_, i) => 100 + i), ...changes };
    return withBackend('webgpu', () => by.sample(onDevice, prompts, options));
  };

  /** Random prompts, among them one token, two that are equal, and one that all but fills the context. */
  const prompts = randomSequences(NANO, 20, 3).map(({ prompt }) => prompt);
  prompts[3] = [5];
  prompts[4] = prompts[2]!;
  prompts[7] = Array.from({ length: NANO.contextLength - 3 }, (_, i) => 2 + (i % 20));
  prompts[8] = Array.from({ length: NANO.contextLength }, (_, i) => 2 + (i % 20));

  it.each([
    ['greedy', GREEDY],
    ['plain', {}],
    ['top-k and top-p', { temperature: 0.9, topK: 8, topP: 0.9 }],
  ])('gives the completions of the tfjs engine: %s', async (_, changes) => {
    const streams = prompts.map((_, i) => 100 + i);
    const expected = await oracle.sample(prompts, { ...PLAIN, streams, ...changes });
    const completions = await sample(prompts, changes);
    expect(completions.map(({ ids }) => ids)).toEqual(expected.map(({ ids }) => ids));
    expect(completions.map(({ truncated }) => truncated)).toEqual(expected.map(({ truncated }) => truncated));
    completions.forEach(({ logProbs }, i) => {
      logProbs.forEach((logProb, t) => {
        expect(logProb).toBeCloseTo(expected[i]!.logProbs[t]!, 4);
      });
    });
  });

  it('stores the log-probs that scoring gives', async () => {
    const completions = await sample(prompts, { temperature: 1.3 });
    const sequences = completions.map(({ ids }, i) => ({ prompt: prompts[i]!, completion: ids }));
    const scores = await oracle.score({ sequences, temperature: 1.3 });
    completions.forEach(({ logProbs }, i) => {
      logProbs.forEach((logProb, t) => {
        expect(logProb).toBeCloseTo(scores.logProb[i * scores.width + t]!, 4);
      });
    });
  });

  it('ends at end of text, at the limit and where the context is full', async () => {
    const completions = await sample(prompts);
    expect(completions.map(({ truncated }) => truncated)).toContain(false);
    completions.forEach(({ ids, truncated }, i) => {
      expect(ids.slice(0, -1)).not.toContain(1);
      expect(truncated).toBe(ids.at(-1) !== 1);
      if (truncated) expect(ids.length).toBe(Math.min(12, NANO.contextLength + 1 - prompts[i]!.length));
    });
    expect(await sample(prompts.slice(0, 2), { maxNewTokens: 0 })).toEqual([
      { ids: [], logProbs: [], truncated: true },
      { ids: [], logProbs: [], truncated: true },
    ]);
    expect(await sample([])).toEqual([]);
  });

  it('samples a row the same whatever shares its batch, its tile and its dispatches', async () => {
    const together = await sample(prompts);
    const few = [18, 2, 7];
    const alone = await sample(
      few.map((i) => prompts[i]!),
      { streams: few.map((i) => 100 + i) },
    );
    expect(alone).toEqual(few.map((i) => together[i]!));
  });

  it.each([
    { steps: 1, workgroups: 3 },
    { steps: 5, workgroups: 2 },
    { steps: 32, workgroups: 100 },
  ])(
    'draws the same tokens in portions of $steps steps of $workgroups workgroups, in no more dispatches',
    async (portion) => {
      using fixed = await Decoder.create(gpu, NANO, { portion });
      const before = gpu.dispatches;
      const completions = await sample(prompts, {}, fixed);
      const dispatches = (steps: number, workgroups: number) =>
        Math.ceil(steps / portion.steps) * Math.ceil(workgroups / portion.workgroups);
      const prefill = dispatches(Math.ceil((NANO.contextLength - 1) / 8), new Set(prompts.map(String)).size);
      expect(gpu.dispatches - before).toBe(prefill + dispatches(12, Math.ceil(prompts.length / 8)));
      expect(completions).toEqual(await sample(prompts));
    },
  );

  it('says in one sentence what it cannot do', async () => {
    const limits = { maxComputeWorkgroupStorageSize: 16384, maxComputeInvocationsPerWorkgroup: 256 };
    await expect(sample([[]])).rejects.toThrow('expected prompts of 1 to 64 tokens, prompt 0 has 0');
    await expect(sample([[3, 29]])).rejects.toThrow('expected token ids below 29');
    expect(() => chooseShape({ ...NANO, width: 36, heads: 6 }, limits)).toThrow('multiples of 4, got 36 and 6');
    expect(() => chooseShape({ ...NANO, width: 4096 }, limits)).toThrow('bytes of workgroup memory');
    expect(chooseShape({ ...NANO, width: 128 }, limits).rows).toBe(4);
  });

  it('throws when logits are not finite', async () => {
    const broken = weights.slice();
    broken[0] = Number.NaN;
    const buffers = await upload(NANO, broken);
    const options = { ...PLAIN, streams: [0] };
    await expect(withBackend('webgpu', () => decoder.sample(buffers, [[3, 4]], options))).rejects.toThrow(
      'sampling: expected finite logits, got NaN',
    );
  });

  it('keeps its buffers', async () => {
    await sample(prompts);
    const { bytes, allocations } = gpu.memory;
    for (let i = 0; i < 3; i++) await sample(prompts.slice(i));
    expect(gpu.memory).toMatchObject({ bytes, allocations });
  });
});
