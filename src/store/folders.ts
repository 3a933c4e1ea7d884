/**
 * Folders of large files: written in pieces, read as Blobs that stay where they lie. In a browser they are folders of the
 * origin's private file system; in memory nothing is copied, the Blobs themselves are kept.
 */

import { isNotFound, type Writable, writeInto } from './files.ts';
import { uniqueName } from './unique.ts';

export interface Folders {
  readonly kind: 'files' | 'memory';
  /** Names of all folders, those that were not finished too. */
  list(): Promise<string[]>;
  /** By name; null where there is no such folder. */
  read(folder: string): Promise<ReadonlyMap<string, Blob> | null>;
  /** @param onPiece hears of the bytes as they are written */
  write(folder: string, name: string, content: Blob, onPiece?: (piece: Uint8Array) => void): Promise<void>;
  /** With everything in it; also where there is none. */
  remove(folder: string): Promise<void>;
}

/** What TypeScript's library of the DOM leaves out. */
type Listed = FileSystemDirectoryHandle & {
  keys(): AsyncIterable<string>;
  values(): AsyncIterable<FileSystemHandle>;
};

const PIECE = 8 * 2 ** 20;

const MOST_TRIES = 10;
const BETWEEN_TRIES_MS = 100;

async function* piecesOf(
  content: Blob,
  onPiece?: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < content.size; at += PIECE) {
    const piece = new Uint8Array(await content.slice(at, at + PIECE).arrayBuffer());
    onPiece?.(piece);
    yield piece;
  }
}

/** Folders inside of one of the private file system; null where the browser has none, or refuses it. */
export async function openFolders(name: string): Promise<Folders | null> {
  try {
    const top = await navigator.storage.getDirectory();
    const root = (await top.getDirectoryHandle(name, { create: true })) as Listed;
    const folders = foldersIn(root);
    // Some hand out a folder that nothing can be written into.
    const probe = `probe.${uniqueName()}`;
    await folders.write(probe, 'probe', new Blob(['0']));
    await folders.remove(probe);
    return folders;
  } catch {
    return null;
  }
}

function foldersIn(root: Listed): Folders {
  return {
    kind: 'files',
    async list() {
      const names: string[] = [];
      for await (const handle of root.values()) if (handle.kind === 'directory') names.push(handle.name);
      return names;
    },
    async read(folder) {
      try {
        const handle = (await root.getDirectoryHandle(folder)) as Listed;
        const files = new Map<string, Blob>();
        for await (const name of handle.keys()) files.set(name, await (await handle.getFileHandle(name)).getFile());
        return files;
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    async write(folder, name, content, onPiece) {
      const handle = await root.getDirectoryHandle(folder, { create: true });
      const file: Writable = await handle.getFileHandle(name, { create: true });
      await writeInto(file, piecesOf(content, onPiece));
    },
    async remove(folder) {
      for (let tries = 1; ; tries++) {
        try {
          return await root.removeEntry(folder, { recursive: true });
        } catch (error) {
          if (isNotFound(error)) return;
          // A file whose writing was just broken off counts as open for a moment longer.
          if (tries === MOST_TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
        }
      }
    },
  };
}

/** For tests, and for browsers that refuse storage, where a reload forgets. */
export function memoryFolders(): Folders {
  const folders = new Map<string, Map<string, Blob>>();
  return {
    kind: 'memory',
    list: async () => [...folders.keys()],
    read: async (folder) => folders.get(folder) ?? null,
    async write(folder, name, content, onPiece) {
      for await (const _ of piecesOf(content, onPiece));
      const files = folders.get(folder) ?? new Map<string, Blob>();
      folders.set(folder, files.set(name, content));
    },
    remove: async (folder) => void folders.delete(folder),
  };
}
