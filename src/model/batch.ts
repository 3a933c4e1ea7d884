/** Turns sequences of any length into padded arrays of few shapes: the step before every forward pass, in both engines. */

import type { Sequence, TokenScores } from '../core/policy.ts';
import type { ModelSpec } from './spec.ts';

/** Id that fills unused slots; real tokens may use it too, so nothing is ever masked by comparing ids with it. */
export const PADDING_ID = 0;
/** Id that ends a completion; it is part of the completion. */
export const END_OF_TEXT_ID = 1;

/** Sequences right-padded to one length, with the places where completion tokens are predicted. */
export interface PaddedBatch {
  /** B, rows that only pad the batch included. */
  readonly rows: number;
  /** L, input positions per row. */
  readonly length: number;
  /** Input ids `[B, L]`. The last token of a sequence is predicted but never read, so it is not here. */
  readonly ids: Int32Array;
  /** For each of the N completion tokens, the flat index into `[B * L]` of the position that predicts it; ascending. */
  readonly positions: Int32Array;
  /** The N completion tokens. */
  readonly targets: Int32Array;
  /** For each of the N completion tokens, its flat index into the `[sequences, width]` of `TokenScores`. */
  readonly slots: Int32Array;
}

export interface BatchShape {
  /** Upper bound on B * L of a micro-batch; a single longer row is still taken. */
  readonly maxTokens: number;
  /** B is a multiple of this. */
  readonly rowMultiple: number;
  /** L is a multiple of this, up to the context length. */
  readonly lengthMultiple: number;
}

export function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/** T of the `[B, T]` arrays that belong to these sequences: the longest completion. */
export function completionWidth(sequences: readonly Sequence[]): number {
  return sequences.reduce((width, s) => Math.max(width, s.completion.length), 0);
}

/** Zeros for the scores of `rows` sequences, `[rows, width]`. */
export function emptyScores({ valueHead }: Pick<ModelSpec, 'valueHead'>, width: number, rows: number): TokenScores {
  const zeros = () => new Float32Array(rows * width);
  const scores = { width, logProb: zeros(), entropy: zeros() };
  return valueHead ? { ...scores, value: zeros() } : scores;
}

/** How many tokens may be sampled after a prompt: all but the last, which is never read, take a position of the context. */
export function completionLimit(promptLength: number, maxNewTokens: number, contextLength: number): number {
  return Math.max(0, Math.min(maxNewTokens, contextLength + 1 - promptLength));
}

/**
 * Splits sequences into padded micro-batches of similar length (shortest first, stable), which saves both memory and
 * work on padding. Together they cover every completion token exactly once.
 *
 * Throws when a sequence has no prompt, does not fit in the context, or holds an id outside the vocabulary.
 */
export function microBatches(
  sequences: readonly Sequence[],
  limits: { readonly contextLength: number; readonly vocabSize: number },
  shape: BatchShape,
): PaddedBatch[] {
  for (const [i, sequence] of sequences.entries()) checkSequence(sequence, i, limits);
  const width = completionWidth(sequences);
  const lengthOf = (i: number) =>
    Math.min(limits.contextLength, roundUp(inputLength(sequences[i]!), shape.lengthMultiple));
  const order = sequences.map((_, i) => i).sort((a, b) => lengthOf(a) - lengthOf(b) || a - b);
  const batches: PaddedBatch[] = [];
  let members: number[] = [];
  for (const index of order) {
    const rows = roundUp(members.length + 1, shape.rowMultiple);
    if (members.length > 0 && rows * lengthOf(index) > shape.maxTokens) {
      batches.push(pad(sequences, members, lengthOf(members.at(-1)!), width, shape.rowMultiple));
      members = [];
    }
    members.push(index);
  }
  if (members.length > 0) batches.push(pad(sequences, members, lengthOf(members.at(-1)!), width, shape.rowMultiple));
  return batches;
}

function inputLength({ prompt, completion }: Sequence): number {
  return Math.max(1, prompt.length + completion.length - 1);
}

function checkSequence(
  sequence: Sequence,
  index: number,
  limits: { readonly contextLength: number; readonly vocabSize: number },
): void {
  const { prompt, completion } = sequence;
  if (prompt.length === 0) throw new Error(`batch: sequence ${index}: expected a prompt of at least 1 token, got none`);
  const total = prompt.length + completion.length;
  if (inputLength(sequence) > limits.contextLength) {
    throw new Error(`batch: sequence ${index}: expected at most ${limits.contextLength + 1} tokens, got ${total}`);
  }
  for (const id of [...prompt, ...completion]) {
    if (!(Number.isInteger(id) && id >= 0 && id < limits.vocabSize)) {
      throw new Error(`batch: sequence ${index}: expected token ids below ${limits.vocabSize}, got ${id}`);
    }
  }
}

function pad(
  sequences: readonly Sequence[],
  members: readonly number[],
  length: number,
  width: number,
  rowMultiple: number,
): PaddedBatch {
  const rows = roundUp(members.length, rowMultiple);
  const ids = new Int32Array(rows * length).fill(PADDING_ID);
  const positions: number[] = [];
  const targets: number[] = [];
  const slots: number[] = [];
  members.forEach((index, row) => {
    const { prompt, completion } = sequences[index]!;
    const tokens = [...prompt, ...completion].slice(0, inputLength(sequences[index]!));
    ids.set(tokens, row * length);
    completion.forEach((id, t) => {
      positions.push(row * length + prompt.length - 1 + t);
      targets.push(id);
      slots.push(index * width + t);
    });
  });
  return {
    rows,
    length,
    ids,
    positions: Int32Array.from(positions),
    targets: Int32Array.from(targets),
    slots: Int32Array.from(slots),
  };
}
