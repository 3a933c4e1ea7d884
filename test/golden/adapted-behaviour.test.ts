/** Adapters in Node, beyond golden numbers: what every policy does, what stays frozen, what does not leak. */

import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../src/core/errors.ts';
import type { Policy } from '../../src/core/policy.ts';
import { adapterLayout, initialAdapters } from '../../src/model/adapted/adapters.ts';
import { loadFrozen } from '../../src/model/adapted/frozen.ts';
import { adaptedModel } from '../../src/model/adapted/model.ts';
import { frozenScores } from '../../src/model/adapted/ops.ts';
import { createAdaptedPolicy } from '../../src/model/adapted/policy.ts';
import { withBackend } from '../../src/model/tfjs/backends.ts';
import { scoreHead } from '../../src/model/tfjs/ops.ts';
import { policyOf } from '../../src/model/tfjs/policy.ts';
import { nanoAdapted } from '../support/adapted-models.ts';
import { adaptedSpec } from '../support/adapted-parity.ts';
import { policyBehaviour, STEP } from '../support/policy-behaviour.ts';
import { gradientOf } from '../support/policy-parity.ts';
import { randomTensors } from '../support/random-decoder.ts';
import { NANO, randomSequences, randomValueCoefficients } from '../support/random-model.ts';

describe.each(['gpt2', 'codegen', 'llama'] as const)('adapted %s on wasm', (architecture) => {
  const subject = nanoAdapted(architecture);
  policyBehaviour(subject.create('wasm'), { subject, brief: architecture !== 'codegen' });
});

describe('adapted codegen on cpu', () => {
  const subject = nanoAdapted('codegen');
  policyBehaviour(subject.create('cpu'), { subject, brief: true });
});

const { spec, weights, create } = nanoAdapted('codegen', { valueHead: true });
const open = () => create('wasm')({ weights });
const sequences = randomSequences(NANO, 12, 6);
const batch = { sequences, temperature: 0.9 };
const coefficients = randomValueCoefficients(sequences, 7);
const SAMPLING = { maxNewTokens: 9, temperature: 1, topP: 1, topK: 0, seed: 3 };

async function train(policy: Policy, updates: number): Promise<void> {
  for (let i = 0; i < updates; i++) await policy.update(batch, coefficients, STEP);
}

describe('adapters', () => {
  it('leave the decoder and the reference alone while they are trained', async () => {
    await using policy = await open();
    const reference = await policy.score(batch, 'reference');
    expect(await policy.score(batch)).toEqual(reference);
    await train(policy, 5);
    expect(await policy.score(batch)).not.toEqual(reference);
    expect(await policy.score(batch, 'reference')).toEqual(reference);
    // With the adapters of before, everything is as before: nothing else was moved.
    await policy.load({ weights, step: 0 });
    expect(await policy.score(batch)).toEqual(reference);
  });

  it('change nothing at first, and a value head predicts 0', async () => {
    const fresh = initialAdapters(spec, 4);
    await using policy = await create('wasm')({ weights: fresh });
    const before = await policy.score(batch);
    expect(before.value!.every((value) => value === 0)).toBe(true);
    const silent = fresh.map(() => 0);
    await policy.load({ weights: silent, step: 0 });
    const without = await policy.score(batch);
    before.logProb.forEach((value, i) => {
      expect(value).toBeCloseTo(without.logProb[i]!, 6);
    });
    // B alone has a gradient then, and the value head.
    const { gradient } = await gradientOf(policy, batch, coefficients);
    expect(gradient.every((slope) => slope === 0)).toBe(false);
  });

  it('start as PEFT starts them: A uniform within 1/√in, B zero, another seed another A', () => {
    const fresh = initialAdapters(spec, 4);
    for (const { name, shape, offset, size } of adapterLayout(spec)) {
      const part = fresh.subarray(offset, offset + size);
      if (!name.endsWith('lora_A.weight')) {
        expect(part.every((value) => value === 0)).toBe(true);
        continue;
      }
      const bound = 1 / Math.sqrt(shape[1]!);
      const variance = part.reduce((sum, value) => sum + value * value, 0) / size;
      expect(Math.max(...part.map(Math.abs))).toBeLessThanOrEqual(bound);
      expect(variance / (bound ** 2 / 3)).toBeGreaterThan(0.7);
      expect(variance / (bound ** 2 / 3)).toBeLessThan(1.3);
    }
    expect(initialAdapters(spec, 4)).toEqual(fresh);
    expect(initialAdapters(spec, 5)).not.toEqual(fresh);
  });

  it('are the same after two runs of the same updates, bit for bit', async () => {
    const run = async () => {
      await using policy = await open();
      await train(policy, 3);
      const prompts = sequences.map(({ prompt }) => prompt);
      const completions = await policy.sample(prompts, { ...SAMPLING, streams: prompts.map((_, i) => i) });
      return { completions, state: await policy.save() };
    };
    expect(await run()).toEqual(await run());
  });

  it('leak no tensor in twenty updates, with scores and samples between them', async () => {
    const empty = await withBackend('wasm', async () => tf.memory().numTensors);
    const policy = await open();
    const loaded = policy.memory().allocations;
    const prompts = sequences.map(({ prompt }) => prompt);
    for (let i = 0; i < 20; i++) {
      await policy.update(batch, coefficients, STEP);
      if (i % 5 === 0) await policy.score(batch, 'reference');
      if (i % 5 === 1) await policy.sample(prompts, { ...SAMPLING, streams: prompts.map((_, row) => row) });
      if (i % 10 === 2) await policy.setReference();
      if (i % 10 === 3) await policy.load(await policy.save());
      expect(policy.memory().allocations).toBe(loaded);
    }
    await policy[Symbol.asyncDispose]();
    expect(await withBackend('wasm', async () => tf.memory().numTensors)).toBe(empty);
  });

  it('have the same gradient however small the memory that micro-batches and caches may take', async () => {
    const tensors = randomTensors(spec.decoder, 3);
    const run = async (budget?: { activations: number; cache: number }) => {
      const policy = await withBackend('wasm', async () => {
        const model = adaptedModel(spec, await loadFrozen(spec.decoder, tensors), budget);
        return policyOf(model, { weights, backend: 'wasm' });
      });
      const { gradient, scores } = await gradientOf(policy, batch, coefficients);
      const prompts = sequences.map(({ prompt }) => prompt);
      const completions = await policy.sample(prompts, { ...SAMPLING, streams: prompts.map((_, i) => i) });
      await policy[Symbol.asyncDispose]();
      return { gradient, scores, completions };
    };
    const [large, small] = [await run(), await run({ activations: 1, cache: 1 })];
    const largest = large.gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    small.gradient.forEach((value, i) => {
      expect(Math.abs(value - large.gradient[i]!)).toBeLessThan(1e-5 * largest);
    });
    expect(small.completions.map(({ ids }) => ids)).toEqual(large.completions.map(({ ids }) => ids));
  });

  it('end a completion where they are told to, which is not truncated then', async () => {
    await using policy = await open();
    const prompts = sequences.map(({ prompt }) => prompt);
    const options = { ...SAMPLING, streams: prompts.map((_, i) => i) };
    const free = await policy.sample(prompts, options);
    const stopped = await policy.sample(prompts, {
      ...options,
      ends: (ids) => ids.length >= 2 && ids.at(-1)! % 2 === 0,
    });
    stopped.forEach(({ ids, truncated, logProbs }, i) => {
      const end = free[i]!.ids.findIndex((id, t) => id === spec.endOfText || (t >= 1 && id % 2 === 0));
      expect(ids).toEqual(end < 0 ? free[i]!.ids : free[i]!.ids.slice(0, end + 1));
      expect(logProbs).toEqual(free[i]!.logProbs.slice(0, ids.length));
      expect(truncated).toBe(end < 0);
    });
    expect(stopped.filter((row, i) => row.ids.length < free[i]!.ids.length).length).toBeGreaterThan(3);
  });

  it('hear how many bytes are on the device', async () => {
    const tensors = randomTensors(spec.decoder, 3);
    const heard: [number, number][] = [];
    const onProgress = (done: number, total: number) => heard.push([done, total]);
    await using _ = await createAdaptedPolicy({ spec, tensors, weights, backend: 'cpu', onProgress });
    const total = [...tensors.tensors.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    expect(heard).toHaveLength(tensors.tensors.size);
    expect(heard.at(-1)).toEqual([total, total]);
  });
});

describe('the head in portions', () => {
  it.each(['cpu', 'wasm'] as const)('scores and slopes on %s as the head in one go', (backend) =>
    withBackend(backend, async () => {
      const random = (shape: number[], seed: number) => tf.randomNormal(shape, 0, 1, 'float32', seed);
      const [normal, table, dy] = [random([21, 6], 1), random([13, 6], 2), random([2, 21], 3)];
      const targets = tf.tensor1d(
        Array.from({ length: 21 }, (_, i) => (5 * i) % 13),
        'int32',
      );
      const pieces = [tf.slice(table, [0, 0], [5, 6]), tf.slice(table, [5, 0], [8, 6])];
      const whole = tf.valueAndGrad((x: tf.Tensor) => scoreHead(x, table, targets, 0.7))(normal, dy);
      const head = { pieces, bias: undefined };
      const parts = tf.valueAndGrad((x: tf.Tensor) => frozenScores(x, head, targets, 0.7, 8))(normal, dy);
      for (const [one, other] of [
        [whole.value, parts.value],
        [whole.grad, parts.grad],
      ] as const) {
        expect(tf.max(tf.abs(tf.sub(one, other))).dataSync()[0]).toBeLessThan(1e-5);
      }
    }),
  );
});

describe('what does not fit is refused by name', () => {
  const tensors = randomTensors(spec.decoder, 3);
  const backend = 'cpu';

  it('adapters of another length, a missing tensor, another shape; and nothing stays on the device', async () => {
    const empty = await withBackend(backend, async () => tf.memory().numTensors);
    const few = new Float32Array(3);
    await expect(createAdaptedPolicy({ spec, tensors, weights: few, backend })).rejects.toThrow(
      `expected ${weights.length} numbers, got 3`,
    );
    const without = new Map(tensors.tensors);
    without.delete('h.1.ln_1.bias');
    await expect(
      createAdaptedPolicy({ spec, tensors: { ...tensors, tensors: without }, weights, backend }),
    ).rejects.toThrow('model: h.1.ln_1.bias: expected [32], got no such tensor');
    const info = tensors.tensors.get('lm_head.weight')!;
    const other = new Map(tensors.tensors).set('lm_head.weight', { ...info, shape: [32, 29] });
    await expect(
      createAdaptedPolicy({ spec, tensors: { ...tensors, tensors: other }, weights, backend }),
    ).rejects.toThrow('model: lm_head.weight: expected [29, 32], got [32, 29]');
    expect(await withBackend(backend, async () => tf.memory().numTensors)).toBe(empty);
  });

  it('shapes that the architecture does not have', async () => {
    const decoder = { ...spec.decoder, heads: 2 };
    const odd = adaptedSpec(decoder, 1);
    await expect(createAdaptedPolicy({ spec: odd, tensors, weights: new Float32Array(7), backend })).rejects.toThrow(
      'divisible by its 4 partitions, got 2',
    );
    const rankless = { ...spec, lora: { ...spec.lora, rank: 0 } };
    await expect(
      createAdaptedPolicy({ spec: rankless, tensors, weights: new Float32Array(), backend }),
    ).rejects.toThrow('adapters: rank: expected a positive integer, got 0');
  });

  it('prompts that are longer than the context', async () => {
    await using policy = await create(backend)({ weights });
    const prompt = Array.from({ length: 70 }, () => 3);
    await expect(policy.sample([prompt], { ...SAMPLING, streams: [0] })).rejects.toThrow('at most 65 tokens, got 70');
  });

  it('memory that WebAssembly does not have, as trouble of the engine', async () => {
    const { wasm } = await withBackend(
      'wasm',
      async () => tf.backend() as unknown as { wasm: { _malloc: (n: number) => number } },
    );
    expect(() => wasm._malloc(3.9e9)).toThrow(EngineError);
    // And the backend goes on.
    await using policy = await open();
    expect((await policy.update(batch, coefficients, STEP)).applied).toBe(true);
  });
});
