/** The weights on the device: packed as everywhere, and every matrix once more transposed, so that kernels multiply one way only. */

import { roundUp } from '../batch.ts';
import { type ModelSpec, parameterCount, parameterLayout } from '../spec.ts';
import type { Buffer, Gpu } from './gpu.ts';
import type { Kernel } from './kernel.ts';

/** One set of weights. `packed` may be longer than the parameters; the weights come first. */
export interface WeightBuffers {
  readonly packed: Buffer;
  /** See `transposedLayout`. */
  readonly transposed: Buffer;
}

/** A matrix `[rows, columns]` of the packed layout and where its transpose `[columns, stride]` lies; offsets in floats. */
export interface TransposedSlot {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  readonly from: number;
  readonly to: number;
  /** Row length of the transpose: `rows` rounded up to 4, 8 for the embedding; what is past `rows` is 0. */
  readonly stride: number;
}

/** Row length of logits: V rounded up to 8. */
export function vocabStride(spec: ModelSpec): number {
  return roundUp(spec.vocabSize, 8);
}

/** Every matrix that is multiplied with, in the order of the packed layout. */
export function transposedLayout(spec: ModelSpec): TransposedSlot[] {
  let to = 0;
  return parameterLayout(spec).flatMap(({ name, shape: [rows, columns], offset: from }) => {
    if (columns === undefined || rows === undefined || name === 'wpe.weight') return [];
    const stride = name === 'wte.weight' ? vocabStride(spec) : roundUp(rows, 4);
    const slot = { name, rows, columns, from, to, stride };
    to += columns * stride;
    return [slot];
  });
}

export function transposedLength(spec: ModelSpec): number {
  const last = transposedLayout(spec).at(-1)!;
  return last.to + last.columns * last.stride;
}

/** Parameters rounded up to whole vectors of four. */
export function paddedCount(spec: ModelSpec): number {
  return roundUp(parameterCount(spec), 4);
}

/** Numbers per matrix in the table below. */
const FIELDS = 6;

/** An invocation turns one block of 4 × 4 numbers; the last column of the table says where a matrix's blocks begin. */
const TRANSPOSE: Kernel = {
  name: 'transpose',
  inputs: ['packed', 'slots'],
  inputComponents: [4, 1],
  outputComponents: 4,
  uniforms: { count: 'i32', blocks: 'i32' },
  workgroupSize: 64,
  code: `
    fn main(index : i32) {
      if (index >= uniforms.blocks) { return; }
      var at = 0;
      for (var i = 1; i < uniforms.count; i++) {
        if (slots[i * ${FIELDS} + 5] <= index) { at = i * ${FIELDS}; }
      }
      let rows = slots[at];
      let columns4 = slots[at + 1];
      let stride4 = slots[at + 4];
      let block = index - slots[at + 5];
      let row4 = block / columns4;
      let column4 = block - row4 * columns4;
      var lines : array<vec4<f32>, 4>;
      for (var i = 0; i < 4; i++) {
        let row = 4 * row4 + i;
        if (row < rows) { lines[i] = packed[slots[at + 2] + row * columns4 + column4]; }
      }
      let turned = transpose(mat4x4<f32>(lines[0], lines[1], lines[2], lines[3]));
      let to = slots[at + 3] + 4 * column4 * stride4 + row4;
      for (var i = 0; i < 4; i++) { result[to + i * stride4] = turned[i]; }
    }`,
};

/** The table of the kernel above: rows, columns / 4, from / 4, to / 4, stride / 4, first block. */
function slotTable(spec: ModelSpec): { readonly table: Int32Array<ArrayBuffer>; readonly blocks: number } {
  let blocks = 0;
  const rows = transposedLayout(spec).map((slot) => {
    const first = blocks;
    blocks += (slot.stride / 4) * (slot.columns / 4);
    return [slot.rows, slot.columns / 4, slot.from / 4, slot.to / 4, slot.stride / 4, first];
  });
  return { table: Int32Array.from(rows.flat()), blocks };
}

/** Keeps transposes in step with their weights. */
export class Transposer {
  readonly #gpu: Gpu;
  readonly #table: Buffer;
  readonly #blocks: number;

  private constructor(gpu: Gpu, table: Buffer, blocks: number) {
    this.#gpu = gpu;
    this.#table = table;
    this.#blocks = blocks;
  }

  static async create(gpu: Gpu, spec: ModelSpec): Promise<Transposer> {
    const { table, blocks } = slotTable(spec);
    const buffer = await gpu.allocate(table.length, 'int32');
    gpu.upload(buffer, table);
    return new Transposer(gpu, buffer, blocks);
  }

  run({ packed, transposed }: WeightBuffers): void {
    this.#gpu.run(TRANSPOSE, {
      output: transposed,
      inputs: [packed, this.#table],
      uniforms: { count: this.#table.length / FIELDS, blocks: this.#blocks },
      invocations: this.#blocks,
    });
  }
}
