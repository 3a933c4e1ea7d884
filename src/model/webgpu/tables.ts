/** A micro-batch as one array of integers that kernels look things up in. */

import type { RowPlan } from '../plan/plan.ts';
import { SEGMENT_FIELDS } from '../plan/trie.ts';
import type { ModelSpec } from '../spec.ts';

/** Integers per row, at the start of the tables. */
export const ROW = {
  fields: 8,
  id: 0,
  position: 1,
  /** Where in the tables the list of rows before its segment begins, and how many there are. */
  contextStart: 2,
  contextLength: 3,
  /** First row of its segment. */
  segmentStart: 4,
  /** One past the last row that sees this one. */
  subtreeEnd: 5,
  /** Which head predicts from it, or −1. */
  head: 6,
} as const;

/** A micro-batch as kernels see it. A head is a row that predicts, a pair is a head and one token that it predicts. */
export interface BatchTables {
  readonly ints: Int32Array<ArrayBuffer>;
  readonly rows: number;
  readonly heads: number;
  readonly pairs: number;
  /** Offsets into `ints`: per head (row, first pair, one past the last pair, 0); per pair its token. */
  readonly headTable: number;
  readonly targets: number;
  /** Rows sorted by token and by position: starts `[V + 1]` and `[P + 1]`, then the rows. */
  readonly idStarts: number;
  readonly positionStarts: number;
  /** The plan's pair at each place: here pairs of one head are neighbours. */
  readonly order: Int32Array;
}

/** Lays a plan out: rows, contexts, heads, targets, and rows by token and position. */
export function batchTables(plan: RowPlan, spec: ModelSpec): BatchTables {
  const { rows } = plan;
  const order = Int32Array.from(plan.headRows.keys()).sort((a, b) => plan.headRows[a]! - plan.headRows[b]! || a - b);
  const heads: number[] = [];
  const headOfRow = new Int32Array(rows).fill(-1);
  order.forEach((pair, i) => {
    const row = plan.headRows[pair]!;
    if (headOfRow[row]! < 0) {
      headOfRow[row] = heads.length / 4;
      heads.push(row, i, i, 0);
    }
    heads[heads.length - 2]!++;
  });
  const context = ROW.fields * rows;
  const headTable = context + plan.context.length;
  const targets = headTable + heads.length;
  const idStarts = targets + order.length;
  const byId = sortedBy(plan.ids, spec.vocabSize);
  const positionStarts = idStarts + byId.length;
  const byPosition = sortedBy(plan.positions, spec.contextLength);
  const ints = new Int32Array(positionStarts + byPosition.length);
  writeRows(ints, plan, headOfRow);
  ints.set(plan.context, context);
  ints.set(heads, headTable);
  order.forEach((pair, i) => {
    ints[targets + i] = plan.targets[pair]!;
  });
  ints.set(byId, idStarts);
  ints.set(byPosition, positionStarts);
  const counts = { rows, heads: heads.length / 4, pairs: order.length };
  return { ints, ...counts, headTable, targets, idStarts, positionStarts, order };
}

function writeRows(ints: Int32Array, plan: RowPlan, headOfRow: Int32Array): void {
  const { segments, rows } = plan;
  for (let s = 0; s < segments.length; s += SEGMENT_FIELDS) {
    const [start = 0, length = 0, offset = 0, shared = 0] = segments.subarray(s, s + SEGMENT_FIELDS);
    // Segments lie in the order of a walk through the tree: those below this one come next, with longer contexts.
    let next = s + SEGMENT_FIELDS;
    while (next < segments.length && segments[next + 3]! >= shared + length) next += SEGMENT_FIELDS;
    const end = next < segments.length ? segments[next]! : rows;
    for (let row = start; row < start + length; row++) {
      const values = [plan.ids[row]!, plan.positions[row]!, ROW.fields * rows + offset, shared, start, end];
      ints.set([...values, headOfRow[row]!], ROW.fields * row);
    }
  }
}

/** Counting sort: starts `[size + 1]`, then the indices of `keys` in order of their keys. */
function sortedBy(keys: Int32Array, size: number): Int32Array {
  const sorted = new Int32Array(size + 1 + keys.length);
  for (const key of keys) sorted[key + 1]!++;
  for (let i = 0; i < size; i++) sorted[i + 1]! += sorted[i]!;
  const next = sorted.slice(0, size);
  keys.forEach((key, i) => {
    sorted[size + 1 + next[key]!++] = i;
  });
  return sorted;
}
