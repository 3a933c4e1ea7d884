/** Where the weights of an imported model come from: named tensors that are read one at a time, never all at once. */

import { firstNotFinite, isFloatType, toFloats } from '../checkpoint/floats.ts';
import { short } from '../checkpoint/json.ts';
import { type HeaderEntry, headerLength, LENGTH_BYTES, parseHeader } from '../checkpoint/safetensors-header.ts';
import { isBuffer, withoutPrefix } from './decoder-tensors.ts';

export interface TensorInfo {
  readonly dtype: 'F32' | 'F16' | 'BF16';
  readonly shape: readonly number[];
  /** In the file. */
  readonly bytes: number;
}

export interface TensorSource {
  /** By name, without the prefix that `save_pretrained` writes; buffers that are no parameters are left out. */
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  /**
   * The values of a tensor as 32-bit floats, row-major in the file's own layout.
   *
   * @throws Error, in one sentence, when there is no such tensor, the file is cut short, or a value is not finite
   */
  read(name: string): Promise<Float32Array>;
}

/** One file of safetensors, and what its header says. */
export interface Shard {
  readonly file: string;
  readonly blob: Blob;
  /** Of its data in the file. */
  readonly start: number;
  /** By their names in the file. */
  readonly entries: ReadonlyMap<string, HeaderEntry>;
}

/** A tensor of weights, and where it lies. */
interface Place extends TensorInfo {
  readonly shard: Shard;
  readonly from: number;
}

/** Reads the header of one file, and nothing else of it. */
export async function openShard(file: string, blob: Blob): Promise<Shard> {
  const at = `model: ${file}`;
  const length = headerLength(await bytesOf(blob, 0, LENGTH_BYTES, at), blob.size, at);
  const start = LENGTH_BYTES + length;
  const entries = parseHeader(await bytesOf(blob, LENGTH_BYTES, start, at), blob.size - start, at);
  return { file, blob, start, entries };
}

/** The weights of all shards together. */
export function tensorSource(shards: readonly Shard[]): TensorSource {
  const places = new Map<string, Place>();
  for (const shard of shards) {
    for (const [written, { dtype, shape, from, to }] of shard.entries) {
      const name = withoutPrefix(written);
      if (isBuffer(name)) continue;
      const at = `model: ${shard.file}: ${short(written)}`;
      if (!isFloatType(dtype)) throw new Error(`${at}: expected F32, F16 or BF16, got ${dtype}`);
      const other = places.get(name)?.shard.file;
      if (other !== undefined) throw new Error(`${at}: expected every tensor once, got it in ${other} too`);
      places.set(name, { shard, dtype, shape, from: shard.start + from, bytes: to - from });
    }
  }
  return {
    tensors: places,
    read: async (name) => {
      const place = places.get(name);
      if (place === undefined) throw new Error(`model: ${name}: expected a tensor of the files, got no such name`);
      const { shard, dtype, from, bytes } = place;
      const at = `model: ${shard.file}: ${name}`;
      const values = toFloats(dtype, await bytesOf(shard.blob, from, from + bytes, at));
      const bad = firstNotFinite(values);
      if (bad !== undefined) throw new Error(`${at}: expected finite numbers, got ${bad}`);
      return values;
    },
  };
}

/** Bytes `[from, to)` of a file, or as many as the file has. */
async function bytesOf(blob: Blob, from: number, to: number, at: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await blob.slice(from, to).arrayBuffer());
  } catch (error) {
    // The file was changed or removed since it was chosen.
    throw new Error(`${at}: expected to read bytes ${from} to ${to}, got ${String(error)}`);
  }
  const wanted = Math.min(to, blob.size) - from;
  if (bytes.length < wanted) throw new Error(`${at}: expected ${wanted} bytes, got ${bytes.length}`);
  return bytes;
}
