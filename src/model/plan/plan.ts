/**
 * Cuts a batch into micro-batches and lays their tokens out as ragged rows, so that nothing is computed for padding and
 * nothing twice. A function of the batch alone: how many workers there are changes nothing.
 */

import type { Sequence } from '../../core/policy.ts';
import type { ModelSpec } from '../spec.ts';
import { type Layout, LayoutBuilder, SEGMENT_FIELDS, segmentArea, Trie } from './trie.ts';

/** How much one micro-batch may hold; buffers are sized by it. */
export interface Limits {
  /** Rows, and rows that go through the head. */
  readonly rows: number;
  /** Attention probabilities in floats, all heads of one layer. */
  readonly probs: number;
  /** Into how many parts of about equal size a batch of so many rows is cut, limits allowing. */
  readonly parts: (rows: number) => number;
}

/** Rows that a micro-batch aims at: enough to keep matrix products busy, few enough for their activations to stay near. */
const TARGET_ROWS = 512;
/** Below this a part is not worth another thread's while. */
const LEAST_ROWS = 128;
/** Parts come in fours where there are enough rows, so that four threads have like shares. */
const SHARES = 4;

/** One micro-batch as plain arrays. */
export interface RowPlan extends Layout {
  readonly rows: number;
  /** Distinct pairs of a row and the token that it predicts, `[heads]`. */
  readonly headRows: Int32Array;
  readonly targets: Int32Array;
  /** For every completion token its place in the caller's `[B, T]` numbers, and its pair above. */
  readonly slots: Int32Array;
  readonly heads: Int32Array;
}

/** Limits of the WebAssembly engine, whose micro-batches are shared out among threads. */
export function limitsOf(spec: ModelSpec): Limits {
  const rows = TARGET_ROWS + (TARGET_ROWS >> 2) + spec.contextLength;
  const probs = spec.heads * Math.max(rows * 64, segmentArea(spec.contextLength, 0));
  return { rows, probs, parts: partsOf };
}

function partsOf(rows: number): number {
  if (rows < 2 * LEAST_ROWS) return 1;
  if (rows < SHARES * LEAST_ROWS) return 2;
  return SHARES * Math.ceil(rows / (SHARES * TARGET_ROWS));
}

/** Micro-batches of `sequences`; `width` is the row length of the `[B, T]` numbers that belong to them. */
export function planBatch(
  sequences: readonly Sequence[],
  width: number,
  spec: ModelSpec,
  limits: Limits = limitsOf(spec),
): RowPlan[] {
  sequences.forEach((sequence, i) => {
    checkSequence(sequence, i, spec);
  });
  const plan = (members: readonly number[]): RowPlan[] => {
    const whole = layOut(sequences, members, width, spec.heads);
    const fits = whole.headRows.length <= limits.rows && probsOf(whole, spec.heads) <= limits.probs;
    if (members.length === 1 || fits) return [whole];
    // Rare: attention of long sequences, or a prompt whose tokens are predicted for another sequence.
    const half = members.length >> 1;
    return [...plan(members.slice(0, half)), ...plan(members.slice(half))];
  };
  return cut(sequences, limits).flatMap(plan);
}

function checkSequence({ prompt, completion }: Sequence, index: number, spec: ModelSpec): void {
  if (prompt.length === 0)
    throw new Error(`batch: expected a prompt of at least one token, sequence ${index} has none`);
  const length = prompt.length + completion.length - 1;
  if (length > spec.contextLength) {
    throw new Error(`batch: expected at most ${spec.contextLength} input tokens, sequence ${index} has ${length}`);
  }
  checkIds(prompt, spec, index);
  checkIds(completion, spec, index);
}

/** Throws on an id outside the vocabulary: the kernels would read past the embedding table. */
export function checkIds(ids: readonly number[], spec: ModelSpec, index: number): void {
  for (const id of ids) {
    if (!(Number.isInteger(id) && id >= 0 && id < spec.vocabSize)) {
      throw new Error(`batch: expected token ids below ${spec.vocabSize}, sequence ${index} has ${id}`);
    }
  }
}

/** What the model reads: the last token is predicted, never read. */
function inputsOf({ prompt, completion }: Sequence): number[] {
  return [...prompt, ...completion.slice(0, -1)];
}

/** Members of each micro-batch, those with one prompt side by side; empty completions belong to none. */
function cut(sequences: readonly Sequence[], limits: Limits): number[][] {
  const filled = sequences.flatMap((s, i) => (s.completion.length > 0 ? [i] : []));
  const used = groupByPrompt(filled, (i) => sequences[i]!.prompt).flat();
  const whole = new Trie();
  /** Rows of everything up to each sequence. */
  const ends = used.map((i) => {
    whole.add(inputsOf(sequences[i]!));
    return whole.size;
  });
  const parts = limits.parts(whole.size);

  const groups: number[][] = [];
  let current: number[] = [];
  let trie = new Trie();
  let heads = 0;
  /** About: one per new row and one where the sequence leaves the tree or ends, and no more than it predicts. */
  const headsOf = (i: number, added: number) => Math.min(sequences[i]!.completion.length, added + 1);
  for (const [u, i] of used.entries()) {
    const inputs = inputsOf(sequences[i]!);
    let added = trie.cost(inputs);
    const rows = trie.size + added;
    // A sequence belongs where the middle of its rows falls; by shares of the whole, so that nothing adds up to the last.
    const middle = ((ends[u - 1] ?? 0) + ends[u]!) / 2;
    const full = groups.length < parts - 1 && middle * parts > (groups.length + 1) * whole.size;
    const over = rows > limits.rows || heads + headsOf(i, added) > limits.rows;
    if (current.length > 0 && (full || over)) {
      groups.push(current);
      current = [];
      trie = new Trie();
      heads = 0;
      added = inputs.length;
    }
    heads += headsOf(i, added);
    trie.add(inputs);
    current.push(i);
  }
  if (current.length > 0) groups.push(current);
  return groups;
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

function layOut(
  sequences: readonly Sequence[],
  members: readonly number[],
  width: number,
  attentionHeads: number,
): RowPlan {
  const trie = new Trie();
  const nodes = members.map((i) => trie.add(inputsOf(sequences[i]!)));
  const layout = trie.layOut(attentionHeads);
  const pairs = new Map<string, number>();
  const headRows: number[] = [];
  const targets: number[] = [];
  const slots: number[] = [];
  const heads: number[] = [];
  members.forEach((i, m) => {
    const { prompt, completion } = sequences[i]!;
    completion.forEach((target, t) => {
      const { row } = nodes[m]![prompt.length - 1 + t]!;
      const pair = `${row} ${target}`;
      const head = pairs.get(pair) ?? headRows.length;
      if (head === headRows.length) {
        pairs.set(pair, head);
        headRows.push(row);
        targets.push(target);
      }
      slots.push(i * width + t);
      heads.push(head);
    });
  });
  return {
    ...layout,
    rows: layout.ids.length,
    headRows: Int32Array.from(headRows),
    targets: Int32Array.from(targets),
    slots: Int32Array.from(slots),
    heads: Int32Array.from(heads),
  };
}

/** Prompts one after another, each whole: what decoding fills its cache from. Head rows are their last ones. */
export function planPrompts(prompts: readonly (readonly number[])[], heads: number): RowPlan {
  const builder = new LayoutBuilder(heads);
  const lastRows = prompts.map((prompt) => builder.add(prompt, []) + prompt.length - 1);
  const layout = builder.finish();
  return {
    ...layout,
    rows: layout.ids.length,
    headRows: Int32Array.from(lastRows),
    targets: new Int32Array(lastRows.length),
    slots: new Int32Array(0),
    heads: new Int32Array(0),
  };
}

/** Attention probabilities in floats that a plan stores per layer. */
export function probsOf({ segments }: RowPlan, heads: number): number {
  const at = segments.length - SEGMENT_FIELDS;
  if (at < 0) return 0;
  const [, length = 0, , context = 0, offset = 0] = segments.subarray(at);
  return offset + heads * segmentArea(length, context);
}
