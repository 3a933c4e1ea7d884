/** The WebAssembly engine on models whose widths are no multiples of eight, against TensorFlow.js on cpu. */

import { beforeAll, describe, expect, it } from 'vitest';
import { buildWasm } from '../../scripts/build-wasm.ts';
import type { ModelSpec } from '../../src/model/spec.ts';
import { parameterCount, parameterLayout } from '../../src/model/spec.ts';
import { createTfjsPolicy } from '../../src/model/tfjs/policy.ts';
import { createWasmPolicy } from '../../src/model/wasm/policy.ts';
import { arenaLayout, shapeOf } from '../../src/model/wasm/shape.ts';
import { oracleParity } from '../support/oracle-parity.ts';
import { STEP } from '../support/policy-behaviour.ts';
import { expectSlopes, gradientOf } from '../support/policy-parity.ts';
import { NANO, randomCoefficients, randomSequences, randomWeights } from '../support/random-model.ts';

beforeAll(async () => {
  await buildWasm();
});

const SHAPES: Readonly<Record<string, ModelSpec>> = {
  'C = 20 in 5 heads': { ...NANO, width: 20, heads: 5 },
  'C = 36 in 3 heads, values, ReLU': { ...NANO, width: 36, heads: 3, activation: 'relu', valueHead: true },
  'C = 24 in 2 heads': { ...NANO, width: 24, heads: 2, layers: 1 },
  'C = 6 in 6 heads': { ...NANO, width: 6, heads: 6, vocabSize: 11 },
  'C = 9 in 1 head, 3 layers': { ...NANO, width: 9, heads: 1, layers: 3, contextLength: 24 },
  'C = 32 in 2 heads, values': { ...NANO, valueHead: true },
};

describe.each(Object.entries(SHAPES))('%s', (_, spec) => {
  oracleParity(
    (options) => createWasmPolicy({ ...options, workers: 1 }),
    (options) => createTfjsPolicy({ ...options, backend: 'cpu' }),
    spec,
  );
});

describe('padding', () => {
  const spec = SHAPES['C = 36 in 3 heads, values, ReLU']!;

  it('places every parameter and collects it again', () => {
    for (const shape of Object.values(SHAPES)) {
      const layout = arenaLayout(shape);
      const packed = Float32Array.from({ length: parameterCount(shape) }, (_, i) => i + 1);
      const region = new Float32Array(layout.size);
      layout.place(packed, region);
      expect(layout.collect(region)).toEqual(packed);
      expect(region.filter((x) => x !== 0).length).toBe(packed.length);
      layout.slots.forEach(({ name, offset, size }, i) => {
        const slot = parameterLayout(shape)[i]!;
        expect(name).toBe(slot.name);
        expect(Math.max(...region.subarray(offset, offset + size))).toBe(slot.offset + slot.size);
        expect(offset % 8).toBe(0);
      });
    }
  });

  it('costs nothing where there is none', () => {
    expect(arenaLayout(NANO).slots.map(({ offset }) => offset)).toEqual(
      parameterLayout(NANO).map(({ offset }) => offset),
    );
  });

  it('is no part of the gradient norm or of what is saved', async () => {
    const weights = randomWeights(spec, 3);
    await using policy = await createWasmPolicy({ spec, weights, workers: 2 });
    expect(policy.info.parameters).toBe(weights.length);
    expect((await policy.save()).weights).toEqual(weights);
    const sequences = randomSequences(spec, 9, 1);
    const batch = { sequences, temperature: 1 };
    const coefficients = randomCoefficients(sequences, 2);
    const { gradient, gradNorm } = await gradientOf(policy, batch, coefficients);
    expect(gradNorm / Math.hypot(...gradient)).toBeCloseTo(1, 5);
    const kinds = ['', 'wte', 'ln_1', 'c_attn.weight', 'attn.c_proj.weight', 'mlp', 'ln_f'];
    await expectSlopes(policy, parameterLayout(spec), { weights, gradient, batch, coefficients, kinds });
  });

  it('refuses heads that do not share the width', () => {
    expect(() => shapeOf({ ...NANO, width: 20, heads: 3 })).toThrow('divisible by 3 heads, got 20');
  });

  it('goes on after save and load to the same bits', async () => {
    const sequences = randomSequences(spec, 9, 1);
    const batch = { sequences, temperature: 1 };
    const coefficients = randomCoefficients(sequences, 2);
    await using straight = await createWasmPolicy({ spec, weights: randomWeights(spec, 3), workers: 1 });
    await straight.update(batch, coefficients, STEP);
    const saved = await straight.save();
    await straight.update(batch, coefficients, STEP);
    await using resumed = await createWasmPolicy({ spec, weights: randomWeights(spec, 4), workers: 1 });
    await resumed.load(saved);
    await resumed.update(batch, coefficients, STEP);
    expect(await resumed.save()).toEqual(await straight.save());
  });
});
