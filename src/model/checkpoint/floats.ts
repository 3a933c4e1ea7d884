/**
 * Raw tensors as 32-bit floats. Views of typed arrays do the reading: files are little-endian, and so is WebAssembly,
 * without which nothing here runs.
 */

import { fromHalf } from './half.ts';

/** Types that weights come in, and the bytes of one number. */
export const FLOAT_BYTES = { F32: 4, F16: 2, BF16: 2 } as const;

export type FloatType = keyof typeof FLOAT_BYTES;

export function isFloatType(dtype: string): dtype is FloatType {
  return Object.hasOwn(FLOAT_BYTES, dtype);
}

/** Every half as a float; 256 kB, made when first needed. */
let halves: Float32Array | undefined;

/** The numbers of a tensor; those of F32 may share the memory of `bytes`. */
export function toFloats(dtype: FloatType, bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % FLOAT_BYTES[dtype] === 0 ? bytes : bytes.slice();
  const count = bytes.byteLength / FLOAT_BYTES[dtype];
  if (dtype === 'F32') return new Float32Array(aligned.buffer, aligned.byteOffset, count);
  const stored = new Uint16Array(aligned.buffer, aligned.byteOffset, count);
  const values = new Float32Array(count);
  if (dtype === 'BF16') {
    const words = new Uint32Array(values.buffer);
    for (let i = 0; i < count; i++) words[i] = stored[i]! << 16;
  } else {
    halves ??= Float32Array.from({ length: 0x10000 }, (_, bits) => fromHalf(bits));
    for (let i = 0; i < count; i++) values[i] = halves[stored[i]!]!;
  }
  return values;
}

/** The first value that is infinite or no number. */
export function firstNotFinite(values: Float32Array): number | undefined {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  // All bits of the exponent set. A plain loop: `findIndex` takes ten times as long.
  for (let i = 0; i < words.length; i++) if ((words[i]! & 0x7f80_0000) === 0x7f80_0000) return values[i];
  return undefined;
}
