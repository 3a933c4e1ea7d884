/**
 * Cuts a batch into micro-batches and lays their tokens out as ragged rows, so that nothing is computed for padding and a
 * prompt shared by several completions (a group) is computed once. A function of the batch alone: how many workers
 * there are changes nothing.
 */

import type { Sequence } from '../../core/policy.ts';
import type { ModelSpec } from '../spec.ts';

/** How much one micro-batch may hold; buffers are sized by it. */
export interface Limits {
  readonly rows: number;
  /** Attention probabilities in floats, all heads of one layer. */
  readonly probs: number;
}

/** Rows that a micro-batch aims at: enough to keep matrix products busy, few enough to share a batch evenly. */
const TARGET_ROWS = 1024;
/** Below this a batch is not worth cutting in two. */
const SPLIT_ROWS = 192;
/** Shorter prompts are not worth a segment of their own. */
const SHARED_PROMPT = 3;

/** Five i32 per segment, as `assembly/attention.ts` reads them. */
export const SEGMENT_FIELDS = 5;

/** One micro-batch as plain arrays; transferable between workers. */
export interface RowPlan {
  readonly rows: number;
  /** Input token and position of every row, `[rows]`. */
  readonly ids: Int32Array;
  readonly positions: Int32Array;
  /** `[segments, 5]`: rowStart, length, prefixStart, prefixLength, probOffset. */
  readonly segments: Int32Array;
  /** Rows that predict a completion token (repeats where completions share a prompt), and that token, `[heads]`. */
  readonly headRows: Int32Array;
  readonly targets: Int32Array;
  /** Place of every head row in the caller's `[B, T]` numbers. */
  readonly slots: Int32Array;
}

export function limitsOf(spec: ModelSpec): Limits {
  const rows = TARGET_ROWS + (TARGET_ROWS >> 2) + spec.contextLength;
  return { rows, probs: spec.heads * Math.max(rows * 64, probArea(spec.contextLength)) };
}

/** Micro-batches of `sequences`; `width` is the row length of the `[B, T]` numbers that belong to them. */
export function planBatch(sequences: readonly Sequence[], width: number, spec: ModelSpec): RowPlan[] {
  sequences.forEach((sequence, i) => {
    checkSequence(sequence, i, spec);
  });
  const limits = limitsOf(spec);
  return cut(sequences, limits, spec.heads).map((members) => layOut(sequences, members, width, spec.heads));
}

function checkSequence({ prompt, completion }: Sequence, index: number, spec: ModelSpec): void {
  if (prompt.length === 0) throw new Error(`wasm: expected a prompt of at least one token, sequence ${index} has none`);
  const length = prompt.length + completion.length - 1;
  if (length > spec.contextLength) {
    throw new Error(`wasm: expected at most ${spec.contextLength} input tokens, sequence ${index} has ${length}`);
  }
  checkIds(prompt, spec, index);
  checkIds(completion, spec, index);
}

/** Throws on an id outside the vocabulary: the kernels would read past the embedding table. */
export function checkIds(ids: readonly number[], spec: ModelSpec, index: number): void {
  for (const id of ids) {
    if (!(Number.isInteger(id) && id >= 0 && id < spec.vocabSize)) {
      throw new Error(`wasm: expected token ids below ${spec.vocabSize}, sequence ${index} has ${id}`);
    }
  }
}

/** Members of each micro-batch, those with one prompt side by side; empty completions belong to none. */
function cut(sequences: readonly Sequence[], limits: Limits, heads: number): number[][] {
  const filled = sequences.flatMap((s, i) => (s.completion.length > 0 ? [i] : []));
  const used = groupByPrompt(filled, (i) => sequences[i]!.prompt).flat();
  const total = costOf(sequences, used);
  const parts = total <= SPLIT_ROWS ? 1 : 2 * Math.ceil(total / (2 * TARGET_ROWS));
  const target = total / parts;
  const groups: number[][] = [];
  let current: number[] = [];
  let prompts = new Set<string>();
  let rows = 0;
  let probs = 0;
  for (const i of used) {
    const { prompt, completion } = sequences[i]!;
    const key = prompt.join();
    const area = heads * (probArea(prompt.length) + probArea(prompt.length + completion.length));
    const cost = () => completion.length + (prompts.has(key) ? 0 : prompt.length);
    const full = groups.length < parts - 1 && rows + cost() / 2 > target;
    if (current.length > 0 && (full || rows + cost() > limits.rows || probs + area > limits.probs)) {
      groups.push(current);
      current = [];
      prompts = new Set();
      rows = 0;
      probs = 0;
    }
    rows += cost();
    probs += area;
    prompts.add(key);
    current.push(i);
  }
  if (current.length > 0) groups.push(current);
  return groups;
}

/** Rows (an upper bound) of the given sequences when each prompt is computed once. */
function costOf(sequences: readonly Sequence[], members: readonly number[]): number {
  const prompts = new Set<string>();
  let rows = 0;
  for (const i of members) {
    const { prompt, completion } = sequences[i]!;
    const key = prompt.join();
    rows += completion.length + (prompts.has(key) ? 0 : prompt.length);
    prompts.add(key);
  }
  return rows;
}

function probArea(length: number): number {
  return Math.ceil(length / 4) * 4 * Math.ceil(length / 8) * 8;
}

/** Probabilities that a segment of `length` rows after `prefix` rows stores per head. */
function segmentArea(length: number, prefix: number): number {
  return Math.ceil(length / 4) * 4 * Math.ceil((prefix + length) / 8) * 8;
}

/** Collects rows and segments in order; prefix segments come before those that use them. */
class Layout {
  readonly ids: number[] = [];
  readonly positions: number[] = [];
  readonly segments: number[] = [];
  #probs = 0;
  readonly #heads: number;

  constructor(heads: number) {
    this.#heads = heads;
  }

  /** Appends a segment and returns its first row. */
  add(tokens: readonly number[], prefixStart: number, prefixLength: number): number {
    const start = this.ids.length;
    if (tokens.length === 0) return start;
    this.segments.push(start, tokens.length, prefixStart, prefixLength, this.#probs);
    this.#probs += this.#heads * segmentArea(tokens.length, prefixLength);
    tokens.forEach((id, i) => {
      this.ids.push(id);
      this.positions.push(prefixLength + i);
    });
    return start;
  }
}

function layOut(sequences: readonly Sequence[], members: readonly number[], width: number, heads: number): RowPlan {
  const uses = new Map<string, number>();
  for (const i of members) {
    const key = sequences[i]!.prompt.join();
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const layout = new Layout(heads);
  /** First rows of prompts, and of completions: an identical pair is computed once. */
  const shared = new Map<string, number>();
  const headRows: number[] = [];
  const targets: number[] = [];
  const slots: number[] = [];
  for (const i of members) {
    const { prompt, completion } = sequences[i]!;
    const inputs = completion.slice(0, -1);
    const key = prompt.join();
    const once = (name: string, add: () => number): number => {
      const start = shared.get(name) ?? add();
      shared.set(name, start);
      return start;
    };
    let last: number; // row of the last prompt token
    let own: number; // row of the first completion token
    if (prompt.length < SHARED_PROMPT || uses.get(key)! < 2) {
      const start = once(`${key}|${inputs}`, () => layout.add([...prompt, ...inputs], 0, 0));
      last = start + prompt.length - 1;
      own = last + 1;
    } else {
      const start = once(key, () => layout.add(prompt, 0, 0));
      last = start + prompt.length - 1;
      own = once(`${key}|${inputs}`, () => layout.add(inputs, start, prompt.length));
    }
    completion.forEach((target, t) => {
      headRows.push(t === 0 ? last : own + t - 1);
      targets.push(target);
      slots.push(i * width + t);
    });
  }
  return {
    rows: layout.ids.length,
    ids: Int32Array.from(layout.ids),
    positions: Int32Array.from(layout.positions),
    segments: Int32Array.from(layout.segments),
    headRows: Int32Array.from(headRows),
    targets: Int32Array.from(targets),
    slots: Int32Array.from(slots),
  };
}

/** Groups items by their prompt, in order of first appearance. */
export function groupByPrompt<T>(items: Iterable<T>, promptOf: (item: T) => readonly number[]): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = promptOf(item).join();
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** Whole prompts as one micro-batch without completions: what decoding prefills its cache from. */
export function planPrompts(prompts: readonly (readonly number[])[], heads: number): RowPlan {
  const layout = new Layout(heads);
  const lastRows = prompts.map((prompt) => layout.add(prompt, 0, 0) + prompt.length - 1);
  return {
    rows: layout.ids.length,
    ids: Int32Array.from(layout.ids),
    positions: Int32Array.from(layout.positions),
    segments: Int32Array.from(layout.segments),
    headRows: Int32Array.from(lastRows),
    targets: new Int32Array(lastRows.length),
    slots: new Int32Array(lastRows.length),
  };
}
