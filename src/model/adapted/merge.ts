/** A model with its adapters added into its own weights: one safetensors file, written tensor by tensor. */

import { toHalf } from '../checkpoint/half.ts';
import { safetensorsHeader } from '../checkpoint/safetensors.ts';
import { adapterLayout } from './adapters.ts';
import { modelPrefix } from './modules.ts';
import type { AdaptedSpec, Decoder } from './spec.ts';
import type { TensorSource } from './tensor-source.ts';

export interface MergeOptions {
  readonly spec: AdaptedSpec;
  /** Adapters, packed as in `adapterLayout`. */
  readonly weights: Float32Array;
  /** The decoder's own weights. */
  readonly tensors: TensorSource;
  readonly dtype: 'F32' | 'F16';
  /** Hears how many tensors are written. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** A matrix of the decoder and the adapter that belongs to it. */
interface Adapter {
  /** `[r, in]`. */
  readonly a: Float32Array;
  /** `[out, r]`. */
  readonly b: Float32Array;
  readonly rank: number;
}

/**
 * The bytes of `model.safetensors`, piece by piece: W + α/r·B·A where there is an adapter, W elsewhere, each in the layout of
 * the file that it came from, under the names that `save_pretrained` writes.
 *
 * @throws Error where a value is too large for the wanted type, and what the source throws
 */
export async function* mergedModel(options: MergeOptions): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const { spec, tensors, dtype, onProgress } = options;
  const { decoder, lora } = spec;
  const adapters = adaptersByTensor(options);
  const named = [...tensors.tensors].map(([name, { shape }]) => ({ name, shape }));
  yield safetensorsHeader(
    named.map(({ name, shape }) => ({ name: savedName(name, decoder), shape })),
    dtype,
  );
  for (const [i, { name }] of named.entries()) {
    const values = await tensors.read(name);
    const adapter = adapters.get(name);
    if (adapter !== undefined) addAdapter(values, adapter, lora.alpha / lora.rank, decoder);
    yield dtype === 'F32' ? floats(values) : halves(name, values);
    onProgress?.(i + 1, named.length);
  }
}

/** A head of its own stands beside the decoder, everything else within it. */
const savedName = (name: string, decoder: Decoder): string =>
  name.startsWith('lm_head.') ? name : modelPrefix(decoder) + name;

/** By the name of the matrix in the source. */
function adaptersByTensor({ spec, weights }: Pick<MergeOptions, 'spec' | 'weights'>): Map<string, Adapter> {
  const prefix = modelPrefix(spec.decoder);
  const slots = new Map(adapterLayout(spec).map((slot) => [slot.name, slot]));
  const adapters = new Map<string, Adapter>();
  for (const { name, offset, size } of slots.values()) {
    const path = /^(.*)\.lora_A\.weight$/.exec(name)?.[1];
    const other = path === undefined ? undefined : slots.get(`${path}.lora_B.weight`);
    if (path === undefined || other === undefined) continue;
    adapters.set(`${path.slice(prefix.length)}.weight`, {
      a: weights.subarray(offset, offset + size),
      b: weights.subarray(other.offset, other.offset + other.size),
      rank: spec.lora.rank,
    });
  }
  return adapters;
}

/** In place. GPT-2 keeps `[in, out]`, the others `[out, in]`. */
function addAdapter(values: Float32Array, { a, b, rank }: Adapter, scale: number, { architecture }: Decoder): void {
  const [inputs, outputs] = [a.length / rank, b.length / rank];
  const [rowStep, columnStep] = architecture === 'gpt2' ? [1, outputs] : [inputs, 1];
  for (let o = 0; o < outputs; o++) {
    for (let i = 0; i < inputs; i++) {
      let sum = 0;
      for (let r = 0; r < rank; r++) sum += (b[o * rank + r] ?? 0) * (a[r * inputs + i] ?? 0);
      const at = o * rowStep + i * columnStep;
      values[at] = (values[at] ?? 0) + scale * sum;
    }
  }
}

const floats = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer, byteOffset, byteLength).slice();

/** The largest half. */
const MOST = 65504;

function halves(name: string, values: Float32Array): Uint8Array<ArrayBuffer> {
  const packed = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (Math.abs(value) > MOST) throw new Error(`export: ${name}: expected at most ${MOST} for float16, got ${value}`);
    packed[i] = toHalf(value);
  }
  return new Uint8Array(packed.buffer);
}

/** `config.json` of the base for a merged file: everything as it was, but the type of its numbers. */
export function mergedConfig(config: Readonly<Record<string, unknown>>, dtype: 'F32' | 'F16'): object {
  const name = dtype === 'F32' ? 'float32' : 'float16';
  const { dtype: _, ...rest } = config;
  return { ...rest, torch_dtype: name };
}
