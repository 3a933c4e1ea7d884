/** Where the activations of a micro-batch and their gradients lie in one buffer; all offsets in vectors of four numbers. */

import type { ModelSpec } from '../spec.ts';
import { parameterLayout } from '../spec.ts';
import { MATRIX_KIND, matrixTiles } from './kernels/gradients.ts';
import { vocabStride } from './weights.ts';

/** Activations of one block that its backward pass reads, and the gradients that it leaves. `[R, …]`, R rows. */
export interface BlockRegions {
  /** Residual stream entering the block, and between attention and MLP, `[R, C]`. */
  readonly input: number;
  readonly middle: number;
  readonly norm1: number;
  readonly stats1: number;
  /** `[R, 3C]`. */
  readonly qkv: number;
  /** `[R, heads]`. */
  readonly attentionStats: number;
  readonly mixed: number;
  readonly norm2: number;
  readonly stats2: number;
  /** MLP after the activation, and the activation's slope there, which becomes the gradient before it, `[R, 4C]`. */
  readonly active: number;
  readonly dHidden: number;
  readonly dMiddle: number;
  readonly dNorm2: number;
  readonly dQkv: number;
  /** Gradient of the first norm's output; before that, of the attention's. */
  readonly dNorm1: number;
  /** Gradient of what enters the block. */
  readonly dInput: number;
}

export interface Workspace {
  /** Rows, heads and pairs that fit. */
  readonly rows: number;
  readonly blocks: readonly BlockRegions[];
  /** Residual stream after the last block and its gradient, `[R, C]`. */
  readonly output: number;
  readonly dOutput: number;
  /** Of the heads: final norm, its statistics, logits `[R, stride]`, (peak, log-sum, entropy, value). */
  readonly normed: number;
  readonly statsF: number;
  readonly logits: number;
  readonly headStats: number;
  readonly dNormed: number;
  /** Per pair: ∂loss/∂(log-prob, entropy, value), and (log-prob, entropy, value). */
  readonly coefficients: number;
  readonly out: number;
  /** Vectors in all. */
  readonly length: number;
}

/** Lays out room for `rows` rows. Without `gradients` all blocks share the regions of the first. */
export function layOutWorkspace(spec: ModelSpec, rows: number, gradients: boolean): Workspace {
  const C = spec.width / 4;
  const stride = vocabStride(spec) / 4;
  let length = 0;
  const take = (columns: number) => {
    const at = length;
    length += rows * columns;
    return at;
  };
  const kept = (columns: number) => (gradients ? take(columns) : -1);
  const block = (): BlockRegions => ({
    input: take(C),
    middle: take(C),
    norm1: take(C),
    stats1: take(1),
    qkv: take(3 * C),
    attentionStats: take(spec.heads),
    mixed: take(C),
    norm2: take(C),
    stats2: take(1),
    active: take(4 * C),
    dHidden: take(4 * C),
    dMiddle: kept(C),
    dNorm2: kept(C),
    dQkv: kept(3 * C),
    dNorm1: kept(C),
    dInput: kept(C),
  });
  const blocks: BlockRegions[] = [block()];
  while (blocks.length < spec.layers) blocks.push(gradients ? block() : blocks[0]!);
  const regions = {
    output: gradients ? take(C) : blocks[0]!.input,
    dOutput: kept(C),
    normed: take(C),
    statsF: take(1),
    logits: take(stride),
    headStats: take(1),
    dNormed: kept(C),
    coefficients: kept(1),
    out: take(1),
  };
  return { rows, blocks, ...regions, length };
}

/** Vectors of four that one row takes. */
export function vectorsPerRow(spec: ModelSpec, gradients: boolean): number {
  return layOutWorkspace(spec, 1, gradients).length;
}

/** Offsets of parameters and their gradients by name, in vectors of four. */
export type ParameterOffsets = (name: string) => number;

export function parameterOffsets(spec: ModelSpec): ParameterOffsets {
  const offsets = new Map(parameterLayout(spec).map(({ name, offset }) => [name, offset / 4]));
  return (name) => {
    const offset = offsets.get(name);
    if (offset === undefined) throw new Error(`webgpu: expected a parameter name, got ${name}`);
    return offset;
  };
}

/** The table of `matrixGradients`, and its tiles. */
export function matrixTable(spec: ModelSpec, w: Workspace): { readonly ints: number[]; readonly tiles: number } {
  const at = parameterOffsets(spec);
  const C = spec.width / 4;
  const ints: number[] = [];
  let tiles = 0;
  const add = (x: number, dy: number, to: number, in4: number, out4: number) => {
    ints.push(x, dy, to, in4, out4, 4 * in4 + 1, MATRIX_KIND.linear, tiles);
    tiles += matrixTiles(in4, out4, MATRIX_KIND.linear);
  };
  // The embedding's gradient is logits ᵀ · normed: its "inputs" are the gradients of the logits.
  const stride = vocabStride(spec) / 4;
  ints.push(w.logits, w.normed, at('wte.weight'), stride, C, spec.vocabSize, MATRIX_KIND.embedding, tiles);
  tiles += matrixTiles(stride, C, MATRIX_KIND.embedding);
  w.blocks.forEach((b, i) => {
    const dOutput = w.blocks[i + 1]?.dInput ?? w.dOutput;
    add(b.norm1, b.dQkv, at(`h.${i}.attn.c_attn.weight`), C, 3 * C);
    add(b.mixed, b.dMiddle, at(`h.${i}.attn.c_proj.weight`), C, C);
    add(b.norm2, b.dHidden, at(`h.${i}.mlp.c_fc.weight`), C, 4 * C);
    add(b.active, dOutput, at(`h.${i}.mlp.c_proj.weight`), 4 * C, C);
  });
  return { ints, tiles };
}

/** The table of `normGradients`. */
export function normTable(spec: ModelSpec, w: Workspace): number[] {
  const at = parameterOffsets(spec);
  return [
    ...w.blocks.flatMap((b, i) => [
      ...[b.input, b.dNorm1, b.stats1, at(`h.${i}.ln_1.weight`), 0, 0],
      ...[b.middle, b.dNorm2, b.stats2, at(`h.${i}.ln_2.weight`), 0, 0],
    ]),
    ...[w.output, w.dNormed, w.statsF, at('ln_f.weight'), 1, 0],
  ];
}
