import { describe, expect, it } from 'vitest';
import { MODEL_PRESETS, parameterCount, parameterLayout } from '../spec.ts';
import { formatCheckpoint, formatConfig, parseCheckpoint, parseConfig } from './gpt2.ts';
import { decode, readSafetensors, writeSafetensors } from './safetensors.ts';

const spec = { vocabSize: 11, ...MODEL_PRESETS.nano };
const weights = Float32Array.from({ length: parameterCount(spec) }, (_, i) => Math.fround(Math.sin(i) / 3));

describe('a checkpoint', () => {
  it('is the same after a round trip in F32, and within half precision in F16', () => {
    const full = formatCheckpoint({ spec, weights }, 'F32');
    expect(parseCheckpoint(JSON.parse(full.config), full.model)).toEqual({ spec, weights });
    const half = formatCheckpoint({ spec, weights });
    const read = parseCheckpoint(JSON.parse(half.config), half.model).weights;
    expect(Math.max(...read.map((value, i) => Math.abs(value - weights[i]!)))).toBeLessThan(2 ** -12);
    expect(half.model.length).toBeLessThan(full.model.length * 0.6);
  });

  it('starts its data on a multiple of eight and names PyTorch in the metadata', () => {
    const { model } = formatCheckpoint({ spec, weights });
    const headerSize = Number(new DataView(model.buffer).getBigUint64(0, true));
    expect(headerSize % 8).toBe(0);
    const header = JSON.parse(new TextDecoder().decode(model.subarray(8, 8 + headerSize)));
    expect(header.__metadata__).toEqual({ format: 'pt' });
    expect(header['transformer.wte.weight']).toEqual({ dtype: 'F16', shape: [11, 32], data_offsets: [0, 704] });
  });

  it('is read with or without the prefix, and without its buffers', () => {
    const tensors = parameterLayout(spec).map(({ name, shape, offset, size }) => ({
      name,
      shape,
      values: weights.subarray(offset, offset + size),
    }));
    const buffer = { name: 'h.0.attn.bias', shape: [1, 1, 2, 2], values: Float32Array.of(1, 0, 1, 1) };
    const model = writeSafetensors([...tensors, buffer], 'F32');
    expect(parseCheckpoint(formatConfig(spec), model).weights).toEqual(weights);
  });

  it('reads BF16', () => {
    const name = 'x';
    const f32 = writeSafetensors([{ name, shape: [1], values: Float32Array.of(1) }], 'F32');
    const text = new TextDecoder().decode(f32.subarray(8, f32.length - 4)).trimEnd();
    const json = new TextEncoder().encode(text.replace('F32', 'BF16').replace('[0,4]', '[0,2]'));
    const file = new Uint8Array(8 + json.length + 2);
    new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
    file.set(json, 8);
    file.set([0x80, 0x3f], 8 + json.length);
    expect(decode(name, readSafetensors(file).get(name)!)).toEqual(Float32Array.of(1));
  });
});

describe('what is refused, in one sentence', () => {
  const good = formatCheckpoint({ spec, weights });
  const config = formatConfig(spec);

  it('a wrong shape, a missing and a surplus tensor', () => {
    expect(() => parseCheckpoint({ ...config, vocab_size: 12 }, good.model)).toThrow(
      'checkpoint: wte.weight: expected [12, 32], got [11, 32]',
    );
    expect(() => parseCheckpoint({ ...config, n_layer: 3 }, good.model)).toThrow(
      'checkpoint: h.2.ln_1.weight: expected [32], got no such tensor',
    );
    expect(() => parseCheckpoint({ ...config, n_layer: 1 }, good.model)).toThrow(
      'checkpoint: h.1.ln_1.weight: expected only',
    );
  });

  it('numbers that are not finite', () => {
    const broken = weights.slice();
    broken[3] = Number.NaN;
    expect(() => parseCheckpoint(config, formatCheckpoint({ spec, weights: broken }).model)).toThrow(
      'checkpoint: wte.weight: expected finite numbers, got NaN',
    );
  });

  it('files that are not safetensors', () => {
    expect(() => readSafetensors(new Uint8Array(3))).toThrow('checkpoint: expected a safetensors file, got 3 bytes');
    expect(() => readSafetensors(new TextEncoder().encode('<!doctype html><title>404</title>'))).toThrow(
      'checkpoint: expected a header inside the file',
    );
    const noJson = good.model.slice();
    noJson[8] = 0x5b;
    expect(() => readSafetensors(noJson)).toThrow('checkpoint: expected a safetensors header in JSON');
    expect(() => readSafetensors(good.model.subarray(0, good.model.length - 2))).toThrow(
      'checkpoint: transformer.ln_f.bias: expected data within',
    );
  });

  it('another architecture', () => {
    expect(() => parseConfig({ ...config, model_type: 'llama' })).toThrow(
      'checkpoint: config.json: model_type: expected "gpt2", got "llama"',
    );
    expect(() => parseConfig({ ...config, n_inner: 7 })).toThrow('n_inner: expected null or 128, got 7');
    expect(() => parseConfig({ ...config, n_head: 0 })).toThrow('n_head: expected a positive integer, got 0');
    expect(() => parseConfig({ ...config, activation_function: undefined })).toThrow(
      'activation_function: expected "gelu_new" or "relu", got nothing',
    );
  });
});
