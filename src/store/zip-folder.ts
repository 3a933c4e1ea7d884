/** Puts a folder into one zip, file by file: large contents pass through in pieces and are never all in memory. */

import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Small contents whole; large ones as a Blob, or as pieces that are made while they are asked for. */
export type FolderContent = Uint8Array<ArrayBuffer> | Blob | AsyncIterable<Uint8Array<ArrayBuffer>>;

const PIECE = 8 * 2 ** 20;
/** Bytes that are held before they become a Blob, which the browser may keep elsewhere. */
const HELD = 32 * 2 ** 20;
/** What the fields of a plain zip can say. */
const MOST = 2 ** 32 - 1;
/** Weights hardly get smaller, tables are compressed already. */
const STORED = /\.(?:safetensors|parquet|zip|gz)$/;
/** Zip's calendar begins here; the time of a person's zone would make every zip another. */
const mtime = new Date(1980, 0, 1);

export async function* piecesOf(content: FolderContent): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (content instanceof Uint8Array) yield content;
  else if (content instanceof Blob) {
    for (let at = 0; at < content.size; at += PIECE) {
      yield new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer());
    }
  } else yield* content;
}

/** @throws Error where it would be larger than a zip can be, and what the contents throw */
export async function zipFolder(folder: string, files: Iterable<readonly [string, FolderContent]>): Promise<Blob> {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let [held, total] = [0, 0];
  let broken: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error !== null) broken = error;
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    held += chunk.length;
    total += chunk.length;
    if (held >= HELD) {
      parts.push(new Blob(chunks));
      [chunks, held] = [[], 0];
    }
  });
  const check = () => {
    if (broken !== null) throw broken;
    if (total > MOST) throw new Error('export: expected at most 4 GB in one zip, got more');
  };
  for (const [name, content] of files) {
    const path = `${folder}/${name}`;
    const entry = STORED.test(name) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    entry.mtime = mtime;
    zip.add(entry);
    for await (const piece of piecesOf(content)) {
      entry.push(piece);
      check();
    }
    entry.push(new Uint8Array(), true);
  }
  zip.end();
  check();
  return new Blob([...parts, ...chunks], { type: 'application/zip' });
}
