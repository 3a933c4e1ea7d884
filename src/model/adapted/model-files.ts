/** Finds the directory of a model among files that a person chose, and reads the small ones of them. */

import { short } from '../checkpoint/json.ts';
import type { ModelFiles } from './opened.ts';

/** Larger than any tokenizer. */
const MAX_JSON_BYTES = 64 * 2 ** 20;

export interface ModelDirectory {
  /** By name, without the directory. */
  readonly files: ModelFiles;
  /** Names of all that lies elsewhere. */
  readonly elsewhere: readonly string[];
}

/**
 * The files that lie where `config.json` lies; of several directories the one that is not inside of another. Names are
 * compared, never followed as paths.
 *
 * @throws Error when there is no `config.json`, or two models lie side by side
 */
export function modelDirectory(chosen: ModelFiles): ModelDirectory {
  const places = [...chosen.keys()].map((path) => ({ path, ...split(path) }));
  const configs = places
    .filter(({ name }) => name === 'config.json')
    .sort((a, b) => depth(a.directory) - depth(b.directory));
  const [first, second] = configs;
  if (first === undefined) {
    const names = [...chosen.keys()].map(short);
    throw new Error(`model: expected config.json among the files, got ${listed(names) || 'no files'}`);
  }
  if (second !== undefined && depth(second.directory) === depth(first.directory)) {
    throw new Error(`model: expected one model, got ${short(first.path)} and ${short(second.path)}`);
  }
  const files = new Map<string, Blob>();
  const elsewhere: string[] = [];
  for (const { path, directory, name } of places) {
    const blob = chosen.get(path);
    if (directory === first.directory && blob !== undefined) files.set(name, blob);
    else elsewhere.push(path);
  }
  return { files, elsewhere };
}

function split(path: string): { readonly directory: string; readonly name: string } {
  const parts = path.replaceAll('\\', '/').split('/');
  const name = parts.pop() ?? '';
  return { directory: parts.filter((part) => part !== '' && part !== '.').join('/'), name };
}

function depth(directory: string): number {
  return directory === '' ? 0 : directory.split('/').length;
}

/** The contents of a file of JSON; `undefined` where it is absent. */
export async function readJson(files: ModelFiles, name: string): Promise<unknown> {
  const text = await readText(files, name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`model: ${name}: expected JSON, got something else`);
  }
}

export async function readText(files: ModelFiles, name: string): Promise<string | undefined> {
  const blob = files.get(name);
  if (blob === undefined) return undefined;
  if (blob.size > MAX_JSON_BYTES) {
    throw new Error(`model: ${name}: expected at most ${MAX_JSON_BYTES} bytes, got ${blob.size}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer());
  } catch {
    throw new Error(`model: ${name}: expected text in UTF-8, got something else`);
  }
}

/** The first few of many names. */
export function listed(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, 5), names.length - 5];
  return first.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
