/** Keys and values of the rows that are decoded together, in few shapes. */

import * as tf from '@tensorflow/tfjs-core';
import { roundUp } from '../batch.ts';

/** Keys are kept transposed, so that no step has to transpose the whole cache. */
export interface LayerCache {
  /** `[R, Hkv, D, S]` */
  readonly keys: tf.Tensor;
  /** `[R, Hkv, S, D]` */
  readonly values: tf.Tensor;
}

/**
 * Few batch sizes, so that the GPU's pool of buffers by exact size stays small; at least four.
 *
 * @param most what there is room for
 */
export function bucket(rows: number, most: number): number {
  if (rows > 32) return roundUp(rows, 32);
  return Math.max(Math.min(4, most), 2 ** Math.ceil(Math.log2(rows)));
}

/** The given rows, filled up to `size` with the first. */
export function rowIndices(rows: readonly number[], size: number): tf.Tensor1D {
  const padded = new Int32Array(size).fill(rows[0]!);
  padded.set(rows);
  return tf.tensor1d(padded, 'int32');
}

/** The rows of a cache at these indices, as a new one; the old one is given up. */
export function takeRows(cache: LayerCache, indices: tf.Tensor1D): LayerCache {
  const taken = { keys: tf.gather(cache.keys, indices), values: tf.gather(cache.values, indices) };
  disposeCaches([cache]);
  return taken;
}

export function disposeCaches(caches: readonly LayerCache[]): void {
  for (const { keys, values } of caches) tf.dispose([keys, values]);
}
