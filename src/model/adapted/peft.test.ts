/** Adapters go out in PEFT's files and come back to the last bit; merged weights are W + α/r·B·A in the file's own layout. */

import { describe, expect, test } from 'vitest';
import { decode, readSafetensors } from '../checkpoint/safetensors.ts';
import { adapterCount, adapterLayout, initialAdapters } from './adapters.ts';
import { decoderTensors } from './decoder-tensors.ts';
import { mergedConfig, mergedModel } from './merge.ts';
import { formatAdapter, parseAdapter } from './peft.ts';
import type { AdaptedSpec, Decoder } from './spec.ts';
import type { TensorSource } from './tensor-source.ts';

const shape = { vocabSize: 12, contextLength: 8, width: 4, layers: 2, heads: 2, innerWidth: 6 } as const;

const DECODERS = {
  gpt2: { ...shape, architecture: 'gpt2', activation: 'gelu_new', layerNormEpsilon: 1e-5 },
  codegen: { ...shape, architecture: 'codegen', rotaryWidth: 2, layerNormEpsilon: 1e-5 },
  llama: {
    ...{ ...shape, architecture: 'llama', keyValueHeads: 1, headWidth: 2 },
    ...{ rotaryBase: 10_000, rmsNormEpsilon: 1e-5, tiedHead: true },
  },
} as const satisfies Record<string, Decoder>;

const NAMES = Object.keys(DECODERS) as (keyof typeof DECODERS)[];

function adapted(name: keyof typeof DECODERS, targets: 'attention' | 'all', valueHead = false) {
  const decoder = DECODERS[name];
  const { vocabSize, contextLength, width } = decoder;
  const lora = { rank: 3, alpha: 5, targets };
  const spec: AdaptedSpec = {
    ...{ decoder, lora, vocabSize, contextLength, width, endOfText: 0 },
    ...(valueHead && { valueHead: true }),
  };
  const weights = Float32Array.from({ length: adapterCount(spec) }, (_, i) => Math.sin(i + 1) / 3);
  return { spec, weights };
}

/** Every number of every tensor is another. */
function sourceOf(decoder: Decoder): TensorSource {
  const shapes = decoderTensors(decoder);
  const tensors = new Map(
    [...shapes].map(([name, dims]) => {
      const bytes = 4 * dims.reduce((a, b) => a * b, 1);
      return [name, { dtype: 'F32' as const, shape: dims, bytes }];
    }),
  );
  const first = new Map([...shapes.keys()].map((name, i) => [name, 100 * i]));
  return {
    tensors,
    read: async (name) =>
      Float32Array.from({ length: tensors.get(name)!.bytes / 4 }, (_, i) => Math.cos(first.get(name)! + i)),
  };
}

async function merge(name: keyof typeof DECODERS, targets: 'attention' | 'all', dtype: 'F32' | 'F16' = 'F32') {
  const checkpoint = adapted(name, targets);
  const tensors = sourceOf(checkpoint.spec.decoder);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of mergedModel({ ...checkpoint, tensors, dtype })) pieces.push(piece);
  const file = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return { checkpoint, tensors, stored: readSafetensors(file) };
}

describe.each(NAMES)('adapters of %s', (name) => {
  test.each(['attention', 'all'] as const)('come back to the last bit (%s), without a value head', (targets) => {
    const checkpoint = adapted(name, targets, true);
    const { config, model } = formatAdapter(checkpoint, 'some/base');
    const { valueHead: _, lora, ...base } = checkpoint.spec;
    const back = parseAdapter(JSON.parse(config), model, base);
    expect(back.spec).toEqual({ ...base, lora });
    expect(back.weights).toEqual(checkpoint.weights.slice(0, adapterCount(back.spec)));
  });

  test('have the names of PEFT', () => {
    const { config, model } = formatAdapter(adapted(name, 'attention'), 'some/base');
    const fields = JSON.parse(config);
    expect(fields).toMatchObject({ peft_type: 'LORA', r: 3, lora_alpha: 5, base_model_name_or_path: 'some/base' });
    expect(fields.fan_in_fan_out).toBe(name === 'gpt2');
    for (const key of readSafetensors(model).keys()) {
      expect(key).toMatch(/^base_model\.model\.(transformer\.h|model\.layers)\.[01]\.\S+\.lora_[AB]\.weight$/);
      expect(fields.target_modules.some((target: string) => key.includes(`.${target}.lora_`))).toBe(true);
    }
  });

  test('are added into their own matrices, and nothing else changes', async () => {
    const { checkpoint, tensors, stored } = await merge(name, 'all');
    const { spec, weights } = checkpoint;
    const slots = new Map(adapterLayout(spec).map((slot) => [slot.name, slot]));
    const partOf = (slot: string) => {
      const { offset, size } = slots.get(slot)!;
      return weights.subarray(offset, offset + size);
    };
    let changed = 0;
    for (const [tensor, { shape: dims }] of tensors.tensors) {
      const saved = [...stored.keys()].find((key) => key.replace(/^(?:transformer|model)\./, '') === tensor)!;
      const values = decode(saved, stored.get(saved)!);
      const wanted = await tensors.read(tensor);
      const path = saved.replace(/\.weight$/, '');
      if (slots.has(`${path}.lora_A.weight`)) {
        changed++;
        const [a, b] = [partOf(`${path}.lora_A.weight`), partOf(`${path}.lora_B.weight`)];
        const [rows, columns] = dims as readonly [number, number];
        for (let row = 0; row < rows; row++) {
          for (let column = 0; column < columns; column++) {
            const [o, i] = name === 'gpt2' ? [column, row] : [row, column];
            const inputs = name === 'gpt2' ? rows : columns;
            const sum = [0, 1, 2].reduce((total, r) => total + b[o * 3 + r]! * a[r * inputs + i]!, 0);
            wanted[row * columns + column]! += (5 / 3) * sum;
          }
        }
      }
      for (const [i, value] of values.entries()) expect(value).toBeCloseTo(wanted[i]!, 5);
    }
    expect(changed).toBe(slots.size / 2);
  });
});

test('merged weights are written as halves, too', async () => {
  const full = await merge('codegen', 'all');
  const half = await merge('codegen', 'all', 'F16');
  expect([...half.stored.keys()]).toEqual([...full.stored.keys()]);
  for (const [name, tensor] of half.stored) {
    const exact = decode(name, full.stored.get(name)!);
    expect(tensor.dtype).toBe('F16');
    const near = decode(name, tensor).every((value, i) => Math.abs(value - exact[i]!) < 2 ** -10);
    expect(near).toBe(true);
  }
});

test('config.json says what the numbers are', () => {
  const config = { model_type: 'codegen', dtype: 'bfloat16', n_layer: 2 };
  expect(mergedConfig(config, 'F16')).toEqual({ model_type: 'codegen', n_layer: 2, torch_dtype: 'float16' });
});

test('adapters that change nothing yet begin with another A for each seed', () => {
  const { spec } = adapted('gpt2', 'all');
  expect(initialAdapters(spec, 1)).not.toEqual(initialAdapters(spec, 2));
});

test.each([
  ['a rank', { r: 2 }, 'expected [2, 4], got [3, 4]'],
  ['modules', { target_modules: ['mlp'] }, 'target_modules: expected the projections of attention, or all of a block'],
  ['a method', { peft_type: 'IA3' }, 'adapter: adapter_config.json: peft_type: expected "LORA", got "IA3"'],
  ['an alpha', { lora_alpha: 'many' }, 'lora_alpha: expected a positive number, got "many"'],
])('another %s is refused', (_, change, message) => {
  const { spec, weights } = adapted('gpt2', 'attention');
  const { config, model } = formatAdapter({ spec, weights }, 'base');
  expect(() => parseAdapter({ ...JSON.parse(config), ...change }, model, spec)).toThrow(message);
});

test('adapters of another model, and numbers that are none, are refused', () => {
  const { spec, weights } = adapted('gpt2', 'attention');
  const { config, model } = formatAdapter({ spec, weights }, 'base');
  const shorter = { ...spec, decoder: { ...spec.decoder, layers: 1 } };
  expect(() => parseAdapter(JSON.parse(config), model, shorter)).toThrow('expected only adapters of 1 layers');
  const broken = weights.slice();
  broken[2] = Number.POSITIVE_INFINITY;
  const bad = formatAdapter({ spec, weights: broken }, 'base');
  expect(() => parseAdapter(JSON.parse(bad.config), bad.model, spec)).toThrow('expected finite numbers, got Infinity');
});
