/** Writes completions into a Parquet file piece by piece: only the rows of one row group wait in memory. */

import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';
import type { CompletionCell, CompletionColumn } from './completion-columns.ts';

/** A group is written once it has so many rows, or so many characters and numbers. */
const GROUP_ROWS = 1000;
const GROUP_CELLS = 4_000_000;

type SchemaElement = ParquetWriter['schema'][number];

export class CompletionsParquet {
  readonly #columns: readonly CompletionColumn[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: (readonly CompletionCell[])[] = [];
  #cells = 0;

  constructor(columns: readonly CompletionColumn[]) {
    this.#columns = columns;
    const schema = [{ name: 'root', num_children: columns.length }, ...columns.flatMap(schemaOf)];
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'greenbar' });
  }

  add(row: readonly CompletionCell[]): void {
    this.#rows.push(row);
    for (const cell of row) this.#cells += cell === null || typeof cell === 'number' ? 1 : cell.length;
    if (this.#rows.length >= GROUP_ROWS || this.#cells >= GROUP_CELLS) this.#writeGroup();
  }

  /** The whole file; nothing can be added after it. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#writeGroup();
    this.#writer.finish();
    return new Uint8Array(this.#bytes.getBuffer());
  }

  #writeGroup(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    const columnData = this.#columns.map(
      ({ name, type }, i): ColumnSource => ({ name, data: rows.map((row) => stored(type, row[i] ?? null)) }),
    );
    this.#writer.write({ columnData, rowGroupSize: rows.length });
    this.#rows = [];
    this.#cells = 0;
  }
}

/** 64-bit integers, as pandas has them. */
function stored(type: CompletionColumn['type'], cell: CompletionCell): unknown {
  if (type === 'integer' && typeof cell === 'number') return BigInt(cell);
  if (type === 'integers' && Array.isArray(cell)) return cell.map(BigInt);
  return cell;
}

function schemaOf({ name, type }: CompletionColumn): SchemaElement[] {
  const optional = 'OPTIONAL' as const;
  const list = (element: 'INT64' | 'DOUBLE'): SchemaElement[] => [
    { name, repetition_type: optional, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type: element, repetition_type: optional },
  ];
  switch (type) {
    case 'text':
      return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: optional }];
    case 'integer':
      return [{ name, type: 'INT64', repetition_type: optional }];
    case 'number':
      return [{ name, type: 'DOUBLE', repetition_type: optional }];
    case 'integers':
      return list('INT64');
    case 'numbers':
      return list('DOUBLE');
    default:
      return type satisfies never;
  }
}
