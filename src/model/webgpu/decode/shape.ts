/** How decoding is cut up for one model on one device: the constants that its kernels are generated from. */

import { EngineError } from '../../../core/errors.ts';
import { type ModelSpec, parameterLayout } from '../../spec.ts';
import { transposedLayout, vocabStride } from '../weights.ts';

export interface DecodeShape {
  readonly spec: ModelSpec;
  /** Sequences that one workgroup advances together, so that it reads each weight once for all of them. */
  readonly rows: number;
  /** Invocations per workgroup; a multiple of `rows`. */
  readonly threads: number;
}

/** The part of `GPUSupportedLimits` that decides. */
export interface DecodeLimits {
  readonly maxComputeWorkgroupStorageSize: number;
  readonly maxComputeInvocationsPerWorkgroup: number;
}

const THREADS = 128;
/** More rows share more, fewer leave more workgroups to spread over the device. */
const ROWS = [8, 4, 2, 1];

/** Bytes of workgroup memory of the kernels: the tile's activations `[rows, 6C]`, and some numbers per thread, row and head. */
function workgroupBytes({ width, heads }: ModelSpec, rows: number): number {
  return 4 * (6 * rows * width + 5 * THREADS + rows * (16 + 3 * heads));
}

/** Throws an EngineError when the kernels cannot run this model on this device. */
export function chooseShape(spec: ModelSpec, limits: DecodeLimits): DecodeShape {
  const headWidth = spec.width / spec.heads;
  if (spec.width % 4 !== 0 || headWidth % 4 !== 0) {
    throw new EngineError(
      'missing-limit',
      `webgpu: decode: expected a width and a width per head that are multiples of 4, got ${spec.width} and ${headWidth}`,
    );
  }
  if (limits.maxComputeInvocationsPerWorkgroup < THREADS) {
    throw new EngineError(
      'missing-limit',
      `webgpu: decode: expected ${THREADS} invocations per workgroup, the device allows ${limits.maxComputeInvocationsPerWorkgroup}`,
    );
  }
  const rows = ROWS.find((count) => workgroupBytes(spec, count) <= limits.maxComputeWorkgroupStorageSize);
  if (rows === undefined) {
    throw new EngineError(
      'missing-limit',
      `webgpu: decode: expected ${workgroupBytes(spec, 1)} bytes of workgroup memory, the device allows ${limits.maxComputeWorkgroupStorageSize}`,
    );
  }
  return { spec, rows, threads: THREADS };
}

/** Names kernels: whatever their code depends on. */
export function shapeKey({ spec, rows, threads }: DecodeShape): string {
  const { vocabSize, contextLength, width, layers, heads, activation, layerNormEpsilon } = spec;
  return [vocabSize, contextLength, width, layers, heads, activation, layerNormEpsilon, rows, threads].join(' ');
}

/** Parts into which a product with C columns cuts its depth; their sums have to fit where the widest activations are. */
export function partsOf({ spec, threads }: DecodeShape): number {
  return Math.min(4, Math.max(1, Math.floor((4 * threads) / spec.width)));
}

/** Stands for scores and logits of what does not exist: exp of it is 0 at any temperature. */
export const HIDDEN = -1e30;

/** The constants in WGSL. Offsets and widths that end in 4 count vectors of four floats. */
export function shapeConstants(shape: DecodeShape): string {
  const { spec, rows, threads } = shape;
  const layout = parameterLayout(spec);
  const offset = (name: string) => layout.find((slot) => slot.name === name)!.offset / 4;
  const first = offset('h.0.ln_1.weight');
  const inBlock = (name: string) => offset(`h.0.${name}`) - first;
  const width4 = spec.width / 4;
  const constants = {
    ROWS: rows,
    THREADS: threads,
    LANES: threads / rows, // threads per row
    WIDTH4: width4,
    HEADS: spec.heads,
    HEAD4: width4 / spec.heads,
    LAYERS: spec.layers,
    CONTEXT: spec.contextLength,
    VOCAB: spec.vocabSize,
    VOCAB4: vocabStride(spec) / 4,
    // Where a tile's activations are in workgroup memory: residual stream, its layer norm, and what is wider.
    STREAM: 0,
    NORMED: rows * width4,
    WIDE: 2 * rows * width4,
    // Attention scores, beside the queries; positions that are scored at a time.
    SCORES: 3 * rows * width4,
    SPAN4: (3 * width4) / spec.heads,
    PARTS: partsOf(shape),
    // Offsets in the packed weights, and in a block.
    POSITIONS: offset('wpe.weight'),
    BLOCKS: first,
    BLOCK: (offset('ln_f.weight') - first) / spec.layers,
    NORM1: inBlock('ln_1.weight'),
    QKV: inBlock('attn.c_attn.weight'),
    QKV_BIAS: inBlock('attn.c_attn.bias'),
    MERGE: inBlock('attn.c_proj.weight'),
    MERGE_BIAS: inBlock('attn.c_proj.bias'),
    NORM2: inBlock('ln_2.weight'),
    EXPAND: inBlock('mlp.c_fc.weight'),
    EXPAND_BIAS: inBlock('mlp.c_fc.bias'),
    CONTRACT: inBlock('mlp.c_proj.weight'),
    CONTRACT_BIAS: inBlock('mlp.c_proj.bias'),
    NORM_FINAL: offset('ln_f.weight'),
    HEAD: transposedLayout(spec).find(({ name }) => name === 'wte.weight')!.to / 4,
  };
  const lines = Object.entries(constants).map(([name, value]) => `const ${name} : i32 = ${value};`);
  return [...lines, `const HIDDEN : f32 = ${HIDDEN};`].join('\n');
}

/** `line` for every row of a tile: WGSL loops over registers are written out, not every compiler unrolls them. */
export function eachRow({ rows }: DecodeShape, line: (row: number) => string): string {
  return Array.from({ length: rows }, (_, row) => line(row)).join('\n');
}
