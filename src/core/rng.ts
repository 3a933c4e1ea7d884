/**
 * Counter-based random numbers: every draw is a hash of (seed, stream, counter), so nothing has hidden state and
 * the same bits come out in TypeScript, AssemblyScript and WGSL.
 *
 * The hash is PCG4D (Jarzynski & Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020).
 */

/** Four 32-bit words in, the first mixed word out (unsigned). */
export function pcg4d(a: number, b: number, c: number, d: number): number {
  let x = (Math.imul(a, 1664525) + 1013904223) | 0;
  let y = (Math.imul(b, 1664525) + 1013904223) | 0;
  let z = (Math.imul(c, 1664525) + 1013904223) | 0;
  let w = (Math.imul(d, 1664525) + 1013904223) | 0;
  x = (x + Math.imul(y, w)) | 0;
  y = (y + Math.imul(z, x)) | 0;
  z = (z + Math.imul(x, y)) | 0;
  w = (w + Math.imul(y, z)) | 0;
  x ^= x >>> 16;
  y ^= y >>> 16;
  z ^= z >>> 16;
  w ^= w >>> 16;
  x = (x + Math.imul(y, w)) | 0;
  return x >>> 0;
}

/** Tells apart the uses of one seed, so that no two of them ever share a draw. */
export const STREAM = {
  sample: 1,
  shuffle: 2,
  problems: 3,
  init: 4,
  corpus: 5,
  tests: 6,
  bootstrap: 7,
  search: 8,
  own: 9,
} as const;

export type StreamPurpose = keyof typeof STREAM;

/** Uniform in [0, 1) with 24 bits: exactly representable in f32. */
export function uniform(seed: number, stream: number, counter: number, purpose: StreamPurpose = 'sample'): number {
  return (pcg4d(seed, stream, counter, STREAM[purpose]) >>> 8) * 2 ** -24;
}

/** A sequential view of one stream, for code that draws a varying number of times. */
export interface Rng {
  /** [0, 1) */
  next(): number;
  /** Integer in [low, high], both ends included. */
  int(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** A new array in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
  /** Standard normal (Box–Muller). */
  normal(): number;
}

export function createRng(purpose: StreamPurpose, seed: number, stream = 0): Rng {
  let counter = 0;
  const next = () => uniform(seed, stream, counter++, purpose);
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    int,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new Error('rng.pick: expected a non-empty list, got an empty one');
      return item;
    },
    shuffle: (items) => {
      const out = [...items];
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(0, i);
        [out[i], out[j]] = [out[j]!, out[i]!];
      }
      return out;
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
