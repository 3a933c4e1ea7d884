/**
 * Fetches a model whose folder is served beside the page: the command line serves a person's folder so, under
 * `models/imported/NAME/`, or in the place of a model of the page. `files.json` there lists the names; only what a model needs of them is fetched, and nothing is kept.
 */

import * as v from 'valibot';
import { readChunks } from '../../model/checkpoint/load.ts';
import type { FileMark } from '../../store/bundle-format.ts';
import { folderDigest, markPieces } from '../../store/model-library.ts';
import type { ImportedFolder } from './load.ts';

const Listing = v.record(v.string(), v.pipe(v.number(), v.safeInteger(), v.minValue(0)));

/** Files that have to do with a model at all; other formats of the same weights may be as large again. */
const WANTED = /^(?:[^/]+\.json|[^/]+\.safetensors|vocab\.txt|merges\.txt)$/;

/** Bytes that are put together in memory before they become a Blob, which the browser may keep elsewhere. */
const PIECE = 32 * 2 ** 20;

/**
 * @param folder with a slash at the end
 * @param onProgress bytes so far and in all
 * @returns null where no such folder is served
 * @throws Error, one sentence
 */
export async function fetchFolder(
  folder: URL,
  name: string,
  onProgress: (done: number, total: number) => void,
): Promise<ImportedFolder | null> {
  const sizes = await listingOf(folder);
  if (sizes === null) return null;
  const names = wantedOf(Object.keys(sizes));
  const total = names.reduce((sum, file) => sum + (sizes[file] ?? 0), 0);
  let done = 0;
  const files = new Map<string, Blob>();
  const marks: Record<string, FileMark> = {};
  for (const file of names) {
    const response = await fetch(new URL(encodeURIComponent(file), folder));
    if (!response.ok) throw new Error(`model: ${file}: expected the file, got HTTP ${response.status}`);
    const marking = markPieces();
    files.set(
      file,
      await blobOf(response, (piece) => {
        marking.add(piece);
        done += piece.length;
        onProgress(done, total);
      }),
    );
    marks[file] = marking.mark();
  }
  return { name, digest: folderDigest(marks), files };
}

async function listingOf(folder: URL): Promise<Readonly<Record<string, number>> | null> {
  const response = await fetch(new URL('files.json', folder)).catch(() => null);
  if (!response?.ok) return null;
  // A host that answers everything with its page has no listing either.
  const result = v.safeParse(Listing, await response.json().catch(() => null));
  return result.success ? result.output : null;
}

/** A file of all weights goes before its parts, as when the folder is opened. */
function wantedOf(names: readonly string[]): string[] {
  const wanted = names.filter((name) => WANTED.test(name));
  if (!wanted.includes('model.safetensors')) return wanted;
  return wanted.filter((name) => !name.endsWith('.safetensors') || name === 'model.safetensors');
}

async function blobOf(response: Response, onPiece: (piece: Uint8Array) => void): Promise<Blob> {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let held = 0;
  for await (const chunk of readChunks(response)) {
    onPiece(chunk);
    chunks.push(chunk);
    held += chunk.length;
    if (held < PIECE) continue;
    parts.push(new Blob(chunks));
    [chunks, held] = [[], 0];
  }
  return new Blob([...parts, ...chunks]);
}
