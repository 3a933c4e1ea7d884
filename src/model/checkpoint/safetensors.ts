/** The safetensors container: length, JSON header, raw little-endian tensors (huggingface/safetensors, format 0.1). */

import { fromBfloat16, fromHalf, toHalf } from './half.ts';

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

/** Upper bound on a header, as in the reference implementation. */
const MAX_HEADER = 100_000_000;
const HEADER_MULTIPLE = 8;
const BYTES: Readonly<Record<string, number>> = { F32: 4, F16: 2, BF16: 2 };

/** Lists the tensors of a file by name. Throws, in one sentence, when the bytes are not a sound safetensors file. */
export function readSafetensors(file: Uint8Array): Map<string, StoredTensor> {
  if (file.length < 8) throw new Error(`checkpoint: expected a safetensors file, got ${file.length} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerSize = Number(view.getBigUint64(0, true));
  if (headerSize > Math.min(MAX_HEADER, file.length - 8)) {
    throw new Error(
      `checkpoint: expected a header inside the file's ${file.length} bytes, got one of ${headerSize} bytes`,
    );
  }
  const header = parseHeader(file.subarray(8, 8 + headerSize));
  const data = file.subarray(8 + headerSize);
  const tensors = new Map<string, StoredTensor>();
  for (const [name, entry] of Object.entries(header)) {
    if (name !== '__metadata__') tensors.set(name, parseEntry(name, entry, data));
  }
  return tensors;
}

function parseHeader(bytes: Uint8Array): Record<string, unknown> {
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isRecord(header)) return header;
  } catch {
    // Said below, in the words of a checkpoint.
  }
  throw new Error('checkpoint: expected a safetensors header in JSON, got something else');
}

function parseEntry(name: string, entry: unknown, data: Uint8Array): StoredTensor {
  if (
    !isRecord(entry) ||
    typeof entry.dtype !== 'string' ||
    !isWholeNumbers(entry.shape) ||
    !isWholeNumbers(entry.data_offsets) ||
    entry.data_offsets.length !== 2
  ) {
    throw new Error(
      `checkpoint: ${name}: expected dtype, shape and data_offsets in the header, got ${JSON.stringify(entry)}`,
    );
  }
  const { dtype, shape } = entry;
  const [from, to] = entry.data_offsets as [number, number];
  if (from > to || to > data.length) {
    throw new Error(`checkpoint: ${name}: expected data within ${data.length} bytes, got ${from} to ${to}`);
  }
  const size = BYTES[dtype];
  const wanted = size === undefined ? to - from : size * shape.reduce((a, b) => a * b, 1);
  if (to - from !== wanted) {
    throw new Error(`checkpoint: ${name}: expected ${wanted} bytes of ${dtype}, got ${to - from}`);
  }
  return { dtype, shape, bytes: data.subarray(from, to) };
}

/** The numbers of a stored tensor; throws for a type that is not F32, F16 or BF16. */
export function decode(name: string, { dtype, bytes }: StoredTensor): Float32Array {
  const size = BYTES[dtype];
  if (size === undefined) throw new Error(`checkpoint: ${name}: expected F32, F16 or BF16, got ${dtype}`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Float32Array(bytes.length / size);
  for (let i = 0; i < values.length; i++) {
    if (dtype === 'F32') values[i] = view.getFloat32(4 * i, true);
    else values[i] = (dtype === 'F16' ? fromHalf : fromBfloat16)(view.getUint16(2 * i, true));
  }
  return values;
}

/** Writes tensors in the given order; the metadata says PyTorch, which transformers insists on. */
export function writeSafetensors(tensors: readonly NamedTensor[], dtype: 'F32' | 'F16'): Uint8Array<ArrayBuffer> {
  const size = BYTES[dtype]!;
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  let offset = 0;
  for (const { name, shape, values } of tensors) {
    const end = offset + size * values.length;
    header[name] = { dtype, shape, data_offsets: [offset, end] };
    offset = end;
  }
  const text = JSON.stringify(header);
  const json = new TextEncoder().encode(text);
  const headerSize = Math.ceil(json.length / HEADER_MULTIPLE) * HEADER_MULTIPLE;
  const file = new Uint8Array(8 + headerSize + offset);
  const view = new DataView(file.buffer);
  view.setBigUint64(0, BigInt(headerSize), true);
  file.fill(0x20, 8, 8 + headerSize);
  file.set(json, 8);
  let at = 8 + headerSize;
  for (const { values } of tensors) {
    for (const value of values) {
      if (dtype === 'F32') view.setFloat32(at, value, true);
      else view.setUint16(at, toHalf(value), true);
      at += size;
    }
  }
  return file;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWholeNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((n) => Number.isInteger(n) && n >= 0);
}
