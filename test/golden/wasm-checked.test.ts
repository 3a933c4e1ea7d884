/** The WebAssembly engine with every load and store checked against the regions of its arena. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWasm, WASM_MODULES } from '../../scripts/build-wasm.ts';
import { createRng } from '../../src/core/rng.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { Arena } from '../../src/model/wasm/arena.ts';
import { instantiate } from '../../src/model/wasm/kernels.ts';
import { Network } from '../../src/model/wasm/network.ts';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import goldenA from '../cases/golden/tiny_gpt_a.json' with { type: 'json' };
import goldenB from '../cases/golden/tiny_gpt_b_masked.json' with { type: 'json' };
import { STEP } from '../support/policy-behaviour.ts';
import { type CreatePolicy, goldenParity } from '../support/policy-parity.ts';
import {
  NANO,
  randomCoefficients,
  randomSequences,
  randomValueCoefficients,
  randomWeights,
} from '../support/random-model.ts';

let module: WebAssembly.Module;

beforeAll(async () => {
  await Promise.all([buildWasm(), buildWasm('checked')]);
  module = await WebAssembly.compile(readFileSync(new URL(`../../${WASM_MODULES.checked}`, import.meta.url)));
}, 60_000);

const create: CreatePolicy = (options) => createWasmPolicy({ ...options, workers: 1, module });

describe('tiny_gpt_a', () => goldenParity(goldenA, create));
describe('tiny_gpt_b_masked', () => goldenParity(goldenB, create));

describe('random batches', () => {
  const shapes: readonly ModelSpec[] = [
    NANO,
    { ...NANO, width: 20, heads: 5, activation: 'relu' },
    { ...NANO, width: 36, heads: 3, valueHead: true, vocabSize: 17, layers: 1 },
    { ...NANO, width: 8, heads: 1, layers: 1, vocabSize: 3, contextLength: 16 },
  ];

  it.each(shapes)('stay inside and give the bits of the shipped module (C = $width in $heads)', async (spec) => {
    const weights = randomWeights(spec, 5);
    await using policy = await create({ spec, weights });
    await using plain = await createWasmPolicy({ spec, weights, workers: 1 });
    const rng = createRng('tests', 77);
    for (const count of [1, 3, 40]) {
      const sequences = randomSequences(spec, count, 50 + count).map(({ prompt, completion }) => ({
        prompt,
        completion: completion.slice(0, spec.contextLength - prompt.length),
      }));
      const coefficients = (spec.valueHead ? randomValueCoefficients : randomCoefficients)(sequences, count);
      const batch = { sequences, temperature: 0.7 };
      expect(await policy.update(batch, coefficients, STEP)).toEqual(await plain.update(batch, coefficients, STEP));
      expect(await policy.score(batch, 'reference')).toEqual(await plain.score(batch, 'reference'));
      const prompts = sequences.map(({ prompt }) => prompt);
      for (const temperature of [0, 1]) {
        const streams = prompts.map(() => rng.int(0, 1000));
        const options = { maxNewTokens: 9, temperature, topP: 1, topK: 0, seed: count, streams };
        expect(await policy.sample(prompts, options)).toEqual(await plain.sample(prompts, options));
      }
    }
    expect(await policy.save()).toEqual(await plain.save());
  });

  it('fill micro-batches, the context and the cache to the brim', async () => {
    const spec: ModelSpec = { ...NANO, width: 8, heads: 1, layers: 1, contextLength: 64 };
    await using policy = await create({ spec, weights: randomWeights(spec, 5) });
    const rng = createRng('tests', 78);
    const full = () => Array.from({ length: spec.contextLength }, () => rng.int(2, spec.vocabSize - 1));
    const sequences = Array.from({ length: 45 }, () => ({ prompt: full(), completion: [2] }));
    await policy.update({ sequences, temperature: 1 }, randomCoefficients(sequences, 1), STEP);
    const prompts = Array.from({ length: 300 }, (_, i) => full().slice(0, 1 + (i % spec.contextLength)));
    const streams = prompts.map((_, i) => i);
    const completions = await policy.sample(prompts, {
      maxNewTokens: 64,
      temperature: 1,
      topP: 1,
      topK: 0,
      seed: 1,
      streams,
    });
    expect(Math.max(...completions.map(({ ids }, i) => ids.length + prompts[i]!.length))).toBe(spec.contextLength + 1);
  });
});

describe('a wrong pointer', () => {
  it('is caught in the region that it leaves, by one float', () => {
    const network = new Network(module, NANO);
    const { kernels: k, buffers: b, shape, parameters } = network;
    const last = b.gradient + 4 * (parameters - shape.width);
    k.columnSums(b.dStream, last, 1, shape.width);
    expect(() => k.columnSums(b.dStream, last + 4, 1, shape.width)).toThrow('got 4 past gradient');
    expect(() => k.sumOfSquares(b.gradient, parameters + 4)).toThrow('16 past gradient');
    expect(() => k.clear(b.ids - 16, 16)).toThrow('lie in a region');
  });

  it('goes unseen by the shipped module', async () => {
    const shipped = await WebAssembly.compile(readFileSync(new URL(`../../${WASM_MODULES.shipped}`, import.meta.url)));
    const { kernels: k, buffers: b, parameters } = new Network(shipped, NANO);
    expect(() => k.sumOfSquares(b.gradient, parameters + 4)).not.toThrow();
  });

  it('is caught for every kind of access', () => {
    const touched: [number, number][] = [];
    const kernels = instantiate(module, (address, bytes) => touched.push([address, bytes]));
    const arena = new Arena(kernels.memory, kernels.heapBase());
    const [from, index, to] = ['from', 'index', 'to'].map((name) => arena.reserve(name, 64)) as [
      number,
      number,
      number,
    ];
    arena.commit();
    kernels.gatherRows(from, index, 1, 8, to);
    kernels.addBias(from, index, to, 1, 4);
    kernels.clear(to, 5);
    expect(touched).toEqual([
      [index, 4],
      [to, 32],
      [from, 32],
      [from, 16],
      [index, 16],
      [to, 16],
      [to, 5],
    ]);
  });
});
