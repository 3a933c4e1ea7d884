/** How much of an imported decoder's work is done at a time, so that memory stays within a budget. */

import { headsOf } from './modules.ts';
import type { AdaptedSpec, Decoder } from './spec.ts';

export interface Budget {
  /** Bytes for the activations of a micro-batch. */
  readonly activations: number;
  /** Bytes for the keys and values of rows that are decoded together. */
  readonly cache: number;
}

export const BUDGET: Budget = { activations: 384 * 2 ** 20, cache: 256 * 2 ** 20 };

/** Most logits that are there at a time: 32 MB, of which the head holds some eight. */
const LOGITS = 2 ** 23;
/** Most numbers of a piece of the head: 32 MB. */
export const HEAD_PIECE = 2 ** 23;
/** Most completion tokens whose logits are there at a time, where the vocabulary is small. */
const HEAD_ROWS = 256;
/** Most rows that are decoded together. */
const DECODE_ROWS = 128;
/** Most positions of a micro-batch. */
export const MAX_TOKENS = 2560;

/**
 * Numbers that the gradient of a micro-batch holds at its peak for each position: the input of every block, and all that
 * one block keeps and makes on its way back.
 */
export function activationsPerToken({ decoder }: AdaptedSpec, length: number): number {
  const { width, innerWidth, layers } = decoder;
  const { query, keyValue, width: size } = headsOf(decoder);
  const attention = (query + 2 * keyValue) * size;
  const matrices = decoder.architecture === 'llama' ? 3 : 2;
  return layers * width + 12 * width + 8 * attention + 5 * matrices * innerWidth + 6 * query * length;
}

/** Positions of a micro-batch that the budget has room for, when its rows have `length` each. */
export function tokensTogether(spec: AdaptedSpec, length: number, { activations }: Budget): number {
  return Math.floor(activations / 4 / activationsPerToken(spec, length));
}

/** Completion tokens whose logits are there at a time. */
export function headRows({ vocabSize }: Decoder): number {
  return Math.max(8, Math.min(HEAD_ROWS, 8 * Math.floor(LOGITS / vocabSize / 8)));
}

/** Bytes of the keys and values of one row. */
export function cachePerRow(decoder: Decoder, slots: number): number {
  const { keyValue, width } = headsOf(decoder);
  return 2 * 4 * decoder.layers * keyValue * width * slots;
}

/** Rows that are decoded together when their caches have so many positions. */
export function decodeRows(decoder: Decoder, slots: number, { cache }: Budget): number {
  const rows = Math.min(DECODE_ROWS, cache / cachePerRow(decoder, slots), (2 * LOGITS) / decoder.vocabSize);
  return 2 ** Math.max(0, Math.floor(Math.log2(rows)));
}
