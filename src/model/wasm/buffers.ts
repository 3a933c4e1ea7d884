/** Where everything lives in the arena, computed from the spec and the micro-batch limits alone. Row lengths are those of `Shape`. */

import type { Limits } from '../plan/plan.ts';
import { SEGMENT_FIELDS } from '../plan/trie.ts';
import type { ModelSpec } from '../spec.ts';
import type { Arena } from './arena.ts';
import type { Kernels, Pointer } from './kernels.ts';
import { type Shape, toVectors } from './shape.ts';

/** Kernels work in blocks of four rows and may touch this many rows past the last one. */
const SLACK_ROWS = 8;
/** Most rows that are decoded together; more wait until slots of the cache are free. */
export const MOST_SLOTS = 256;
/** Most bytes of the key-value cache: at 64 positions, 190 sequences of the base model. */
const CACHE_BYTES = 48 << 20;

/** Activations of one block that its backward pass reads. */
export interface LayerBuffers {
  /** Residual stream entering the block, and between attention and MLP, `[rows, width]`. */
  readonly input: Pointer;
  readonly middle: Pointer;
  readonly norm1: Pointer;
  readonly stats1: Pointer;
  readonly qkv: Pointer;
  readonly probs: Pointer;
  readonly mixed: Pointer;
  readonly norm2: Pointer;
  readonly stats2: Pointer;
  /** MLP before the activation (then the slope there) and after it, `[rows, hidden]`. */
  readonly hidden: Pointer;
  readonly active: Pointer;
}

export interface Buffers {
  readonly weights: Pointer;
  readonly reference: Pointer;
  readonly gradient: Pointer;
  readonly total: Pointer;
  readonly moment1: Pointer;
  readonly moment2: Pointer;
  readonly layers: readonly LayerBuffers[];
  readonly ids: Pointer;
  readonly positions: Pointer;
  readonly segments: Pointer;
  readonly context: Pointer;
  readonly headRows: Pointer;
  readonly targets: Pointer;
  /** Of the head rows alone: residual stream beside and after the last block's attention, and what that mixed. */
  readonly headStream: Pointer;
  readonly headMixed: Pointer;
  /** Residual stream of the head rows after the last block, `[rows, width]`. */
  readonly final: Pointer;
  readonly normed: Pointer;
  readonly statsF: Pointer;
  /** `[rows, vocabStride]`. */
  readonly logits: Pointer;
  readonly headStats: Pointer;
  readonly logProb: Pointer;
  readonly entropy: Pointer;
  readonly value: Pointer;
  readonly dLogProb: Pointer;
  readonly dEntropy: Pointer;
  readonly dValue: Pointer;
  readonly dStream: Pointer;
  readonly dNorm: Pointer;
  readonly dFinal: Pointer;
  readonly dHidden: Pointer;
  readonly dQkv: Pointer;
  readonly cache: Pointer;
  readonly cacheBytes: number;
  readonly slots: Pointer;
  readonly streams: Pointer;
  readonly steps: Pointer;
  /** Row length of the logits: V rounded up to 8. */
  readonly vocabStride: number;
}

/** Reserves every buffer and hands the kernels their scratch memory. */
export function reserveBuffers(
  arena: Arena,
  kernels: Kernels,
  spec: ModelSpec,
  shape: Shape,
  parameters: number,
  limits: Limits,
): Buffers {
  const { width, attention, hidden } = shape;
  const rows = limits.rows + SLACK_ROWS;
  const vocabStride = toVectors(spec.vocabSize);
  const widest = Math.max(3 * attention, hidden, vocabStride);
  const gemmScratch = arena.reserveBytes('gemm scratch', kernels.gemmScratchBytes(widest));
  const attentionScratch = arena.reserveBytes(
    'attention scratch',
    kernels.attentionScratchBytes(spec.contextLength, shape.headDim),
  );
  const sampleScratch = arena.reserve('sample scratch', vocabStride);
  const floats = (name: string, columns: number) => arena.reserve(name, rows * columns);
  const layers: LayerBuffers[] = [];
  for (let i = 0; i < spec.layers; i++) {
    const name = (part: string) => `block ${i} ${part}`;
    layers.push({
      input: floats(name('input'), width),
      middle: floats(name('middle'), width),
      norm1: floats(name('norm 1'), width),
      stats1: floats(name('stats 1'), 2),
      qkv: floats(name('qkv'), 3 * attention),
      probs: arena.reserve(name('probabilities'), limits.probs),
      mixed: floats(name('attention'), attention),
      norm2: floats(name('norm 2'), width),
      stats2: floats(name('stats 2'), 2),
      hidden: floats(name('hidden'), hidden),
      active: floats(name('active'), hidden),
    });
  }
  const slotBytes = 8 * spec.layers * attention * toVectors(spec.contextLength);
  const cacheBytes = Math.max(slotBytes, Math.min(CACHE_BYTES, MOST_SLOTS * slotBytes));
  const buffers: Buffers = {
    weights: arena.reserve('weights', parameters),
    reference: arena.reserve('reference', parameters),
    gradient: arena.reserve('gradient', parameters),
    total: arena.reserve('total gradient', parameters),
    moment1: arena.reserve('first moment', parameters),
    moment2: arena.reserve('second moment', parameters),
    layers,
    ids: floats('ids', 1),
    positions: floats('positions', 1),
    segments: arena.reserve('segments', SEGMENT_FIELDS * 2 * rows),
    context: arena.reserve('context', 2 * rows * spec.contextLength),
    headRows: floats('head rows', 1),
    targets: floats('targets', 1),
    headStream: floats('head stream', width),
    headMixed: floats('head attention', attention),
    final: floats('final', width),
    normed: floats('normed', width),
    statsF: floats('final stats', 2),
    logits: floats('logits', vocabStride),
    headStats: floats('head stats', 2),
    logProb: floats('log-probs', 1),
    entropy: floats('entropies', 1),
    value: floats('values', 1),
    dLogProb: floats('d log-prob', 1),
    dEntropy: floats('d entropy', 1),
    dValue: floats('d value', 1),
    dStream: floats('d stream', width),
    dNorm: floats('d norm', Math.max(width, attention)),
    dFinal: floats('d final', width),
    dHidden: floats('d hidden', Math.max(hidden, attention)),
    dQkv: floats('d qkv', 3 * attention),
    cache: arena.reserveBytes('key-value cache', cacheBytes),
    cacheBytes,
    slots: floats('slots', 1),
    streams: floats('streams', 1),
    steps: floats('steps', 1),
    vocabStride,
  };
  arena.commit();
  kernels.setGemmScratch(gemmScratch, widest);
  kernels.setAttentionScratch(attentionScratch);
  kernels.setSampleScratch(sampleScratch);
  return buffers;
}
