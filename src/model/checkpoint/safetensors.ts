/** The safetensors container: length, JSON header, raw little-endian tensors (huggingface/safetensors, format 0.1). */

import { FLOAT_BYTES, isFloatType, toFloats } from './floats.ts';
import { toHalf } from './half.ts';
import { headerLength, LENGTH_BYTES, parseHeader } from './safetensors-header.ts';

/** A tensor as it lies in a file; `decode` turns it into numbers. */
export interface StoredTensor {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

export interface NamedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const HEADER_MULTIPLE = 8;

/** Lists the tensors of a file by name. Throws, in one sentence, when the bytes are not a sound safetensors file. */
export function readSafetensors(file: Uint8Array): Map<string, StoredTensor> {
  const start = LENGTH_BYTES + headerLength(file.subarray(0, LENGTH_BYTES), file.length, 'checkpoint');
  const data = file.subarray(start);
  const entries = parseHeader(file.subarray(LENGTH_BYTES, start), data.length, 'checkpoint');
  return new Map(
    [...entries].map(([name, { dtype, shape, from, to }]) => [name, { dtype, shape, bytes: data.subarray(from, to) }]),
  );
}

/** The numbers of a stored tensor; throws for a type that is not F32, F16 or BF16. */
export function decode(name: string, { dtype, bytes }: StoredTensor): Float32Array {
  if (!isFloatType(dtype)) throw new Error(`checkpoint: ${name}: expected F32, F16 or BF16, got ${dtype}`);
  return toFloats(dtype, bytes);
}

/** What precedes the numbers of such tensors in a file; the metadata says PyTorch, which transformers insists on. */
export function safetensorsHeader(
  tensors: readonly Pick<NamedTensor, 'name' | 'shape'>[],
  dtype: 'F32' | 'F16',
): Uint8Array<ArrayBuffer> {
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  let offset = 0;
  for (const { name, shape } of tensors) {
    const end = offset + FLOAT_BYTES[dtype] * shape.reduce((a, b) => a * b, 1);
    header[name] = { dtype, shape, data_offsets: [offset, end] };
    offset = end;
  }
  const json = new TextEncoder().encode(JSON.stringify(header));
  const headerSize = Math.ceil(json.length / HEADER_MULTIPLE) * HEADER_MULTIPLE;
  const bytes = new Uint8Array(LENGTH_BYTES + headerSize).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(headerSize), true);
  bytes.set(json, LENGTH_BYTES);
  return bytes;
}

/** Writes tensors in the given order. */
export function writeSafetensors(tensors: readonly NamedTensor[], dtype: 'F32' | 'F16'): Uint8Array<ArrayBuffer> {
  const size = FLOAT_BYTES[dtype];
  const header = safetensorsHeader(tensors, dtype);
  const numbers = tensors.reduce((sum, { values }) => sum + values.length, 0);
  const file = new Uint8Array(header.length + size * numbers);
  file.set(header);
  const view = new DataView(file.buffer);
  let at = header.length;
  for (const { values } of tensors) {
    for (const value of values) {
      if (dtype === 'F32') view.setFloat32(at, value, true);
      else view.setUint16(at, toHalf(value), true);
      at += size;
    }
  }
  return file;
}
