/**
 * Files of bytes, each written whole under a name of its own. In a browser they lie in the origin's private file system
 * where there is one; what writes them there differs between browsers and between windows and workers.
 */

import { uniqueName } from './unique.ts';

export interface Files {
  write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Null where there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Also where there is none. */
  remove(name: string): Promise<void>;
  list(): Promise<string[]>;
}

/** Only workers have the first, and all engines have it there; only some have the second. */
export type Writable = Partial<Pick<FileSystemFileHandle, 'createSyncAccessHandle' | 'createWritable'>>;
/** What TypeScript's library of the DOM leaves out. */
type Listed = FileSystemDirectoryHandle & { keys(): AsyncIterable<string> };

/** A folder of the origin's private file system; null where the browser has none, or refuses it (a private window). */
export async function openFiles(folder: string): Promise<Files | null> {
  try {
    const root = await navigator.storage.getDirectory();
    const files = filesIn((await root.getDirectoryHandle(folder, { create: true })) as Listed);
    // Some hand out a folder that nothing can be written into.
    const probe = `probe.${uniqueName()}`;
    await files.write(probe, new Uint8Array(1));
    await files.remove(probe);
    return files;
  } catch {
    return null;
  }
}

function filesIn(folder: Listed): Files {
  return {
    async write(name, bytes) {
      try {
        await writeInto(await folder.getFileHandle(name, { create: true }), [bytes]);
      } catch (error) {
        await folder.removeEntry(name).catch(() => undefined);
        throw error;
      }
    },
    async read(name) {
      try {
        const file = await (await folder.getFileHandle(name)).getFile();
        return new Uint8Array(await file.arrayBuffer());
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async remove(name) {
      await folder.removeEntry(name).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    },
    async list() {
      const names: string[] = [];
      for await (const name of folder.keys()) names.push(name);
      return names;
    },
  };
}

/** Puts the pieces, one after another, in the place of what the file held. */
export async function writeInto(
  file: Writable,
  pieces: Iterable<Uint8Array<ArrayBuffer>> | AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  if (file.createSyncAccessHandle === undefined) {
    if (file.createWritable === undefined) throw new Error('storage: expected files that can be written, got none');
    const stream = await file.createWritable();
    try {
      for await (const piece of pieces) await stream.write(piece);
    } catch (error) {
      await stream.abort().catch(() => undefined);
      throw error;
    }
    await stream.close();
    return;
  }
  const handle = await file.createSyncAccessHandle();
  try {
    handle.truncate(0);
    let at = 0;
    for await (const piece of pieces) {
      const written = handle.write(piece, { at });
      if (written !== piece.length)
        throw new DOMException(`wrote ${written} of ${piece.length} bytes`, 'QuotaExceededError');
      at += written;
    }
    handle.flush();
  } finally {
    handle.close();
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';
