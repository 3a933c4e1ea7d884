/** Files as a person chooses or drops them, folders with all that is in them, as sources of problems. */

import type { SourceFile } from '../../problems/files/source.ts';

export interface ChosenFile {
  /** With its folders, where it came in one. */
  readonly path: string;
  readonly file: Blob;
}

export const chosen = (file: File): ChosenFile => ({ path: file.webkitRelativePath || file.name, file });

export const sourcesOf = (files: readonly ChosenFile[]): SourceFile[] =>
  files.map(({ path, file }) => ({ name: path, open: () => file.stream() }));

/** Weights of a model. */
const WEIGHTS = /\.(?:safetensors|gguf)$|(?:^|\/)pytorch_model[^/]*\.bin$/i;
/** What lies beside them. */
const BESIDE_WEIGHTS =
  /^(?:(?:config|tokenizer|tokenizer_config|vocab|generation_config|special_tokens_map|added_tokens|adapter_config|.*\.index)\.json|merges\.txt)$/i;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Takes models of Hugging Face out: they are no problems, and belong elsewhere on the page. */
export function withoutModels(files: readonly ChosenFile[]): {
  readonly files: readonly ChosenFile[];
  readonly hadModel: boolean;
} {
  const folders = new Set(files.filter(({ path }) => WEIGHTS.test(path)).map(({ path }) => folderOf(path)));
  const isOfModel = ({ path }: ChosenFile) =>
    folders.has(folderOf(path)) && (folderOf(path) !== '' || WEIGHTS.test(path) || BESIDE_WEIGHTS.test(path));
  return { files: files.filter((file) => !isOfModel(file)), hadModel: folders.size > 0 };
}

/** Files of one drop beyond which nobody wants to wait. */
const MOST_FILES = 50_000;

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  return new Promise((resolve, reject) => {
    // A browser gives a hundred at a time.
    const more = () =>
      reader.readEntries((some) => {
        all.push(...some);
        if (some.length === 0 || all.length > MOST_FILES) resolve(all);
        else more();
      }, reject);
    more();
  });
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** What was dropped. Must be called while the event is handled: afterwards the browser forgets the folders. */
export function droppedFiles(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some(isFolder)) return Promise.resolve([...transfer.files].map(chosen));
  return collect(entries);
}

async function collect(entries: readonly FileSystemEntry[]): Promise<readonly ChosenFile[]> {
  const found: ChosenFile[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry !== undefined && found.length < MOST_FILES; entry = waiting.shift()) {
    if (isFile(entry)) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) });
    else if (isFolder(entry)) waiting.push(...(await entriesOf(entry)));
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
