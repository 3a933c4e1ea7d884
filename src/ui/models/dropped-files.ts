/** Reads what was dropped, folders too, as far as a model's folder can reach. */

import type { PlacedFile } from './model-files.ts';

/** Folders within folders, and files: more belong to no model, and a whole disk may have been dropped. */
const DEEPEST = 6;
const MOST = 2000;

/** The entries must be asked for before the event ends; their files may come later. */
export function droppedFiles(transfer: DataTransfer): Promise<PlacedFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...transfer.files];
  if (entries.every((entry) => entry === null)) {
    return Promise.resolve(plain.map((file) => ({ path: file.name, file })));
  }
  return filesBelow(entries.filter((entry) => entry !== null));
}

async function filesBelow(entries: readonly FileSystemEntry[]): Promise<PlacedFile[]> {
  const found: PlacedFile[] = [];
  const visit = async (entry: FileSystemEntry, path: string, depth: number): Promise<void> => {
    if (found.length >= MOST) return;
    if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    else if (isFolder(entry) && depth < DEEPEST) {
      for (const one of await entriesOf(entry)) await visit(one, `${path}/${one.name}`, depth + 1);
    }
  };
  for (const entry of entries) await visit(entry, entry.name, 0);
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader gives its entries in pieces; an empty one is the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
