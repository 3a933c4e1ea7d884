/**
 * How a model of any shape lies in the arena. Kernels work on whole vectors of eight floats, so the widths of the
 * residual stream, of each head and of the MLP are padded to multiples of eight; padding holds 0 in weights, activations
 * and gradients alike, and stays 0 under AdamW. Outside the arena parameters are always packed in the true layout.
 */

import { type ModelSpec, type ParameterSlot, parameterLayout } from '../spec.ts';

/** Row lengths in floats, all multiples of eight. */
export interface Shape {
  /** Residual stream: C padded. */
  readonly width: number;
  /** One head: C / heads padded. */
  readonly headDim: number;
  /** All heads: queries, keys, values and what attention mixes. */
  readonly attention: number;
  /** MLP: 4C padded. */
  readonly hidden: number;
}

/** Throws unless the heads share the width evenly. */
export function shapeOf({ width, heads }: ModelSpec): Shape {
  if (!Number.isInteger(width / heads)) {
    throw new Error(`wasm: expected a width divisible by ${heads} heads, got ${width}`);
  }
  const headDim = toVectors(width / heads);
  return { width: toVectors(width), headDim, attention: heads * headDim, hidden: toVectors(4 * width) };
}

/** Rounds up to whole vectors of eight floats. */
export function toVectors(count: number): number {
  return Math.ceil(count / 8) * 8;
}

/** One tensor in the arena; `offset` and `size` count floats there. */
export interface ArenaSlot {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
  readonly decays: boolean;
}

export interface ArenaLayout {
  readonly slots: readonly ArenaSlot[];
  /** Floats of all parameters, padding included. */
  readonly size: number;
  /** Spreads packed parameters over a region of `size` floats whose padding is 0 already. */
  place(packed: Float32Array, region: Float32Array): void;
  /** The packed parameters of such a region. */
  collect(region: Float32Array): Float32Array;
}

/** Places of all parameters; where nothing is padded they are those of `parameterLayout`. */
export function arenaLayout(spec: ModelSpec): ArenaLayout {
  const source = parameterLayout(spec);
  const count = source.reduce((sum, { size }) => sum + size, 0);
  const slots: ArenaSlot[] = [];
  const runs: Run[] = [];
  let size = 0;
  for (const slot of source) {
    const [rows, columns] = axesOf(slot, spec);
    const room = rows.groups * rows.padded * columns.groups * columns.padded;
    slots.push({ name: slot.name, offset: size, size: room, decays: slot.decays });
    runs.push({ from: slot.offset, to: size, rows, columns });
    size += room;
  }
  return {
    slots,
    size,
    place(packed, region) {
      if (size === count) region.set(packed);
      else eachPiece(runs, (from, to, length) => region.set(packed.subarray(from, from + length), to));
    },
    collect(region) {
      if (size === count) return region.slice();
      const packed = new Float32Array(count);
      eachPiece(runs, (from, to, length) => packed.set(region.subarray(to, to + length), from));
      return packed;
    },
  };
}

/** An axis of `groups · size` elements, each group padded on its own: heads are padded one by one. */
interface Axis {
  readonly groups: number;
  readonly size: number;
  readonly padded: number;
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly rows: Axis;
  readonly columns: Axis;
}

function axesOf({ name, shape }: ParameterSlot, { width, heads }: ModelSpec): [rows: Axis, columns: Axis] {
  const whole = (size: number): Axis => ({ groups: 1, size, padded: toVectors(size) });
  const perHead = (groups: number): Axis => ({ groups, size: width / heads, padded: toVectors(width / heads) });
  const exact = (size: number): Axis => ({ groups: 1, size, padded: size });
  const [first = 1, second = first] = shape;
  if (shape.length === 1) return [exact(1), name.endsWith('c_attn.bias') ? perHead(3 * heads) : whole(first)];
  if (name.endsWith('c_attn.weight')) return [whole(width), perHead(3 * heads)];
  if (name.endsWith('attn.c_proj.weight')) return [perHead(heads), whole(width)];
  const isEmbedding = name.startsWith('w');
  return [isEmbedding ? exact(first) : whole(first), whole(second)];
}

/** Visits every piece of elements that are neighbours in both layouts. */
function eachPiece(runs: readonly Run[], visit: (from: number, to: number, length: number) => void): void {
  for (const { from: start, to: base, rows, columns } of runs) {
    const rowLength = columns.groups * columns.padded;
    let from = start;
    for (let r = 0; r < rows.groups * rows.size; r++) {
      const row = Math.floor(r / rows.size) * rows.padded + (r % rows.size);
      for (let g = 0; g < columns.groups; g++, from += columns.size) {
        visit(from, base + row * rowLength + g * columns.padded, columns.size);
      }
    }
  }
}
