/** Between rows of different length and `[B, T]` tables, row-major with T the longest row. */

/** T of a table that holds these rows. */
export function tableWidth(rows: readonly ArrayLike<number>[]): number {
  return rows.reduce((width, row) => Math.max(width, row.length), 0);
}

/** `[B, T]` in f64; slots past a row's end are 0. */
export function packRows(rows: readonly ArrayLike<number>[], width: number): Float64Array {
  const table = new Float64Array(rows.length * width);
  rows.forEach((row, b) => {
    table.set(row, b * width);
  });
  return table;
}

/** Cuts a flat list into rows of these lengths. */
export function cutRows<T>(items: readonly T[], lengths: readonly number[]): T[][] {
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return items.slice(end - length, end);
  });
}

/** The first `lengths[b]` numbers of every row b of a `[B, T]` table. */
export function unpackRows(table: ArrayLike<number>, width: number, lengths: readonly number[]): number[][] {
  if (table.length !== lengths.length * width) {
    throw new Error(`table: expected ${lengths.length} × ${width} numbers, got ${table.length}`);
  }
  return lengths.map((length, b) => Array.from({ length }, (_, t) => table[b * width + t]!));
}
