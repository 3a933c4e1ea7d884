/**
 * The header of a safetensors file, believed only where it can be true: every tensor lies inside the file, has the
 * bytes that its type and shape need, and together they fill it without gap or overlap.
 */

import { isRecord, short, shown } from './json.ts';

/** What the header says of one tensor. */
export interface HeaderEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  /** Bytes `[from, to)` after the header. */
  readonly from: number;
  readonly to: number;
}

/** Bytes before the header: its length as an unsigned 64-bit integer. */
export const LENGTH_BYTES = 8;
/** Upper bound on a header, as in the reference implementation. */
const MAX_HEADER = 100_000_000;

/** Bits of one number. */
const BITS: ReadonlyMap<string, number> = new Map([
  ['F4', 4],
  ['F6_E2M3', 6],
  ['F6_E3M2', 6],
  ...['BOOL', 'U8', 'I8', 'F8_E4M3', 'F8_E5M2', 'F8_E8M0', 'F8_E4M3FNUZ', 'F8_E5M2FNUZ'].map((t) => [t, 8] as const),
  ...['U16', 'I16', 'F16', 'BF16'].map((t) => [t, 16] as const),
  ...['U32', 'I32', 'F32'].map((t) => [t, 32] as const),
  ...['U64', 'I64', 'F64', 'C64'].map((t) => [t, 64] as const),
]);

/** "version ", with which the text begins that Git keeps in place of a large file. */
const GIT_LFS = 'version ';

/**
 * Bytes of the header.
 *
 * @param first The first eight bytes of the file
 * @throws Error, in one sentence, when they are not the beginning of such a file
 */
export function headerLength(first: Uint8Array, fileSize: number, at: string): number {
  if (fileSize < LENGTH_BYTES || first.length < LENGTH_BYTES) {
    throw new Error(`${at}: expected a safetensors file, got ${fileSize} bytes`);
  }
  if (new TextDecoder().decode(first.subarray(0, LENGTH_BYTES)) === GIT_LFS) {
    throw new Error(`${at}: expected a safetensors file, got a pointer of Git LFS to one (git lfs pull fetches it)`);
  }
  const length = new DataView(first.buffer, first.byteOffset, LENGTH_BYTES).getBigUint64(0, true);
  if (length > fileSize - LENGTH_BYTES) {
    throw new Error(`${at}: expected a header inside the file's ${fileSize} bytes, got one of ${length} bytes`);
  }
  if (length > MAX_HEADER) {
    throw new Error(`${at}: expected a header of at most ${MAX_HEADER} bytes, got one of ${length} bytes`);
  }
  return Number(length);
}

/**
 * The tensors of a file by name, in the header's order.
 *
 * @param bytes The header alone
 * @param dataSize Bytes of the file after the header
 * @throws Error, in one sentence, when the header is no such JSON or cannot be true of the file
 */
export function parseHeader(bytes: Uint8Array, dataSize: number, at: string): Map<string, HeaderEntry> {
  const header = parseObject(bytes, at);
  const entries = new Map<string, HeaderEntry>();
  for (const [name, entry] of Object.entries(header)) {
    if (name === '__metadata__') checkMetadata(entry, at);
    else entries.set(name, parseEntry(entry, dataSize, `${at}: ${short(name)}`));
  }
  checkTiling(entries, dataSize, at);
  return entries;
}

function parseObject(bytes: Uint8Array, at: string): Record<string, unknown> {
  let text: string | null = null;
  let header: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    header = JSON.parse(text);
  } catch {
    // Said below, in the words of a checkpoint.
  }
  if (text === null || !isRecord(header)) {
    throw new Error(`${at}: expected a safetensors header in JSON, got something else`);
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw new Error(`${at}: expected every name once in the header, got ${shown(twice)} twice`);
  return header;
}

/** A key that an object of this valid JSON has twice, of which `JSON.parse` keeps the last. */
function duplicateKey(text: string): string | null {
  const open: Set<string>[] = [];
  for (const [token, string, colon] of text.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (string !== undefined && colon !== undefined) {
      const key = JSON.parse(string) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return null;
}

function checkMetadata(metadata: unknown, at: string): void {
  if (!isRecord(metadata) || Object.values(metadata).some((value) => typeof value !== 'string')) {
    throw new Error(`${at}: __metadata__: expected an object of texts, got ${shown(metadata)}`);
  }
}

function parseEntry(entry: unknown, dataSize: number, at: string): HeaderEntry {
  if (
    !isRecord(entry) ||
    typeof entry.dtype !== 'string' ||
    !isWholeNumbers(entry.shape) ||
    !isWholeNumbers(entry.data_offsets) ||
    entry.data_offsets.length !== 2
  ) {
    throw new Error(`${at}: expected dtype, shape and data_offsets in the header, got ${shown(entry)}`);
  }
  const { dtype, shape } = entry;
  const [from, to] = entry.data_offsets as [number, number];
  if (from > to || to > dataSize) {
    throw new Error(`${at}: expected data within ${dataSize} bytes, got ${from} to ${to}`);
  }
  const bits = BITS.get(dtype);
  if (bits === undefined) throw new Error(`${at}: expected a dtype of safetensors, got ${shown(dtype)}`);
  const bytes = (bits * shape.reduce((a, b) => a * b, 1)) / 8;
  // A product beyond 2⁵³ is rounded, but never down to the bytes of a file.
  if (to - from !== bytes) throw new Error(`${at}: expected ${bytes} bytes of ${dtype}, got ${to - from}`);
  return { dtype, shape, from, to };
}

/** Two tensors that share bytes, and bytes of no tensor, are how files hide things. */
function checkTiling(entries: ReadonlyMap<string, HeaderEntry>, dataSize: number, at: string): void {
  let end = 0;
  for (const [name, { from, to }] of [...entries].sort(([, a], [, b]) => a.from - b.from || a.to - b.to)) {
    if (from !== end) throw new Error(`${at}: ${short(name)}: expected data from byte ${end} on, got byte ${from}`);
    end = to;
  }
  if (end !== dataSize) throw new Error(`${at}: expected ${end} bytes of tensors, got ${dataSize}`);
}

function isWholeNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((n) => Number.isSafeInteger(n) && n >= 0);
}
