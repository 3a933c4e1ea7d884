/** Problems of APPS as it is published: a folder each, with the text, the tests and the solutions in files of their own. */

import type { Place } from '../fields.ts';
import type { JsonNode } from '../lossless.ts';
import { type FileRow, refused } from './file-row.ts';
import { bytesUpTo, type ReadLimits, type SourceFile, sizeText } from './source.ts';

/** The fields that the files stand for. */
const FIELDS: Readonly<Record<string, string>> = {
  'question.txt': 'question',
  'input_output.json': 'input_output',
  'solutions.json': 'solutions',
  'starter_code.py': 'starter_code',
  'metadata.json': 'metadata',
};

export interface AppsFolder {
  /** Its path; empty where the files came without one. */
  readonly path: string;
  readonly files: readonly SourceFile[];
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Tells folders of APPS from other files; a folder has a text or tests. */
export function appsFolders(files: readonly SourceFile[]): {
  readonly folders: readonly AppsFolder[];
  readonly others: readonly SourceFile[];
} {
  const byFolder = new Map<string, SourceFile[]>();
  for (const file of files) {
    if (FIELDS[baseName(file.name)] === undefined) continue;
    const path = folderOf(file.name);
    byFolder.set(path, [...(byFolder.get(path) ?? []), file]);
  }
  const isProblem = (group: readonly SourceFile[]) =>
    group.some(({ name }) => ['question.txt', 'input_output.json'].includes(baseName(name)));
  const folders = [...byFolder]
    .filter(([, group]) => isProblem(group))
    .map(([path, group]) => ({ path, files: group }));
  const taken = new Set(folders.flatMap((folder) => folder.files));
  return { folders, others: files.filter((file) => !taken.has(file)) };
}

async function textOf(file: SourceFile, limits: ReadLimits): Promise<string | FileRow> {
  const bytes = await bytesUpTo(file.open(), limits.text);
  if (bytes === null) {
    return refused(`${file.name}: expected at most ${sizeText(limits.text)}, got more`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(`${file.name}: expected UTF-8 text, got bytes that are not`);
  }
}

/** The files of a folder as one row, as the data set on Hugging Face has it. */
export async function folderRow({ path, files }: AppsFolder, limits: ReadLimits): Promise<FileRow> {
  const entries: [string, JsonNode][] = path === '' ? [] : [['problem_id', { type: 'string', value: baseName(path) }]];
  for (const file of files) {
    const text = await textOf(file, limits);
    if (typeof text !== 'string') return text;
    entries.push([FIELDS[baseName(file.name)]!, { type: 'string', value: text }]);
  }
  const place: Place = { file: path === '' ? files.map(({ name }) => name).join(', ') : path, path: '' };
  return { type: 'row', node: { type: 'object', entries }, place };
}
