/** Where everything lives in the arena, computed from the spec and the micro-batch limits alone. */

import type { Limits } from '../plan/plan.ts';
import { SEGMENT_FIELDS } from '../plan/trie.ts';
import { type ModelSpec, parameterCount } from '../spec.ts';
import type { Arena } from './arena.ts';
import type { Kernels, Pointer } from './kernels.ts';

/** Kernels work in blocks of four rows and may touch this many rows past the last one. */
const SLACK_ROWS = 8;
/** Bytes of the key-value cache: at 64 positions, 190 sequences of the base model. */
const CACHE_BYTES = 48 << 20;

/** Activations of one block that its backward pass reads. */
export interface LayerBuffers {
  /** Residual stream entering the block, and between attention and MLP, `[rows, C]`. */
  readonly input: Pointer;
  readonly middle: Pointer;
  readonly norm1: Pointer;
  readonly stats1: Pointer;
  readonly qkv: Pointer;
  readonly probs: Pointer;
  readonly mixed: Pointer;
  readonly norm2: Pointer;
  readonly stats2: Pointer;
  /** MLP before the activation (then the slope there) and after it, `[rows, 4C]`. */
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
  /** Residual stream after the last block, `[rows, C]`. */
  readonly output: Pointer;
  readonly ids: Pointer;
  readonly positions: Pointer;
  readonly segments: Pointer;
  readonly context: Pointer;
  readonly headRows: Pointer;
  readonly targets: Pointer;
  readonly gathered: Pointer;
  readonly normed: Pointer;
  readonly statsF: Pointer;
  /** `[rows, vocabStride]`. */
  readonly logits: Pointer;
  readonly headStats: Pointer;
  readonly logProb: Pointer;
  readonly entropy: Pointer;
  readonly dLogProb: Pointer;
  readonly dEntropy: Pointer;
  readonly dStream: Pointer;
  readonly dNorm: Pointer;
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
export function reserveBuffers(arena: Arena, kernels: Kernels, spec: ModelSpec, limits: Limits): Buffers {
  const C = spec.width;
  const rows = limits.rows + SLACK_ROWS;
  const vocabStride = Math.ceil(spec.vocabSize / 8) * 8;
  const parameters = parameterCount(spec);
  const widest = Math.max(4 * C, vocabStride);
  const gemmScratch = arena.reserveBytes('gemm scratch', kernels.gemmScratchBytes(widest));
  const attentionScratch = arena.reserveBytes(
    'attention scratch',
    kernels.attentionScratchBytes(spec.contextLength, C / spec.heads),
  );
  const sampleScratch = arena.reserve('sample scratch', vocabStride);
  const floats = (name: string, columns: number) => arena.reserve(name, rows * columns);
  const layers: LayerBuffers[] = [];
  for (let i = 0; i < spec.layers; i++) {
    const name = (part: string) => `block ${i} ${part}`;
    layers.push({
      input: floats(name('input'), C),
      middle: floats(name('middle'), C),
      norm1: floats(name('norm 1'), C),
      stats1: floats(name('stats 1'), 2),
      qkv: floats(name('qkv'), 3 * C),
      probs: arena.reserve(name('probabilities'), limits.probs),
      mixed: floats(name('attention'), C),
      norm2: floats(name('norm 2'), C),
      stats2: floats(name('stats 2'), 2),
      hidden: floats(name('hidden'), 4 * C),
      active: floats(name('active'), 4 * C),
    });
  }
  const slotBytes = 8 * spec.layers * C * Math.ceil(spec.contextLength / 8) * 8;
  const cacheBytes = Math.max(CACHE_BYTES, slotBytes);
  const buffers: Buffers = {
    weights: arena.reserve('weights', parameters),
    reference: arena.reserve('reference', parameters),
    gradient: arena.reserve('gradient', parameters),
    total: arena.reserve('total gradient', parameters),
    moment1: arena.reserve('first moment', parameters),
    moment2: arena.reserve('second moment', parameters),
    layers,
    output: floats('output', C),
    ids: floats('ids', 1),
    positions: floats('positions', 1),
    segments: arena.reserve('segments', SEGMENT_FIELDS * 2 * rows),
    context: arena.reserve('context', 2 * rows * spec.contextLength),
    headRows: floats('head rows', 1),
    targets: floats('targets', 1),
    gathered: floats('gathered', C),
    normed: floats('normed', C),
    statsF: floats('final stats', 2),
    logits: floats('logits', vocabStride),
    headStats: floats('head stats', 2),
    logProb: floats('log-probs', 1),
    entropy: floats('entropies', 1),
    dLogProb: floats('d log-prob', 1),
    dEntropy: floats('d entropy', 1),
    dStream: floats('d stream', C),
    dNorm: floats('d norm', C),
    dHidden: floats('d hidden', 4 * C),
    dQkv: floats('d qkv', 3 * C),
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
