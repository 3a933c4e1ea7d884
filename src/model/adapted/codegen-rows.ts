/** CodeGen keeps query, key and value in an order of its own; ours is query, key, value, and pairs that turn together far apart. */

import type { CodegenDecoder } from './spec.ts';

/** Fixed when the first models were trained, whatever machines run them since. */
const PARTITIONS = 4;

/**
 * For each row of our `[3C, C]` the row of the file's `qkv_proj`.
 *
 * The file has 4 partitions of H/4 heads, each all queries, then all values, then all keys. The rotary dimensions of a head
 * are pairs of neighbours there; here dimension i turns with i + R/2, as in Llama, so that one operation serves both.
 */
export function codegenRows(decoder: CodegenDecoder): Int32Array {
  const { width, heads, rotaryWidth } = decoder;
  const size = width / heads;
  const perPartition = heads / PARTITIONS;
  const block = perPartition * size;
  const turned = (j: number) => {
    if (j >= rotaryWidth) return j;
    return j < rotaryWidth / 2 ? 2 * j : 2 * j - rotaryWidth + 1;
  };
  const rows = new Int32Array(3 * width);
  // Where queries, keys and values begin in a partition.
  for (const [part, start] of [0, 2 * block, block].entries()) {
    for (let head = 0; head < heads; head++) {
      const base = Math.floor(head / perPartition) * 3 * block + start + (head % perPartition) * size;
      for (let j = 0; j < size; j++) {
        rows[part * width + head * size + j] = base + (part === 2 ? j : turned(j));
      }
    }
  }
  return rows;
}

/** The permutation that undoes `order`. */
export function inverseOrder(order: Int32Array): Int32Array {
  const inverse = new Int32Array(order.length);
  order.forEach((from, to) => {
    inverse[from] = to;
  });
  return inverse;
}
