/** A person's folder in place of a checkpoint that comes with the page: how it is served, and what the page calls it. */

import { basename, join, resolve } from 'node:path';
import { importedId, nearestName } from '../core/model-name.ts';
import { ADAPTER_CONFIG } from '../model/adapted/peft.ts';
import { readJson, requireCheckpoint } from './files.ts';

export interface ServedCheckpoint {
  /** What a configuration calls it. */
  readonly model: string;
  readonly mounts: Readonly<Record<string, string>>;
  /** Adapters of it are trained, and not all of it. */
  readonly imported: boolean;
}

/** Whether a folder has a model of this house, for which the fast engines are made. */
function isOwn(folder: string): boolean {
  const { model_type } = Object(readJson(join(folder, 'config.json')));
  return model_type === 'gpt2' && hasOwnTokenizer(folder);
}

function hasOwnTokenizer(folder: string): boolean {
  try {
    return Object(Object(readJson(join(folder, 'tokenizer.json'))).model).type === 'WordLevel';
  } catch {
    return false; // vocab.json and merges.txt may stand in its place
  }
}

/**
 * @param ownName which of the page's checkpoints a model of this house takes the place of
 * @param importedAs what any other is called; after its folder when absent
 * @throws Error where there is no checkpoint
 */
export function servedCheckpoint(folder: string, ownName: string, importedAs?: string): ServedCheckpoint {
  requireCheckpoint(folder);
  if (isOwn(folder)) return { model: ownName, mounts: { [`/models/${ownName}`]: folder }, imported: false };
  const name = importedAs ?? nearestName(basename(resolve(folder)));
  return { model: importedId(name), mounts: { [`/models/imported/${name}`]: folder }, imported: true };
}

type Files = Readonly<Record<string, Uint8Array>>;

/** Adapters that say where their base lies, so that PEFT finds it; the files of any other model as they are. */
export function withBaseFolder(files: Files, folder: string | undefined): Files {
  const config = files[ADAPTER_CONFIG];
  if (config === undefined || folder === undefined) return files;
  const fields: object = JSON.parse(new TextDecoder().decode(config));
  const text = JSON.stringify({ ...fields, base_model_name_or_path: resolve(folder) }, null, 2);
  return { ...files, [ADAPTER_CONFIG]: new TextEncoder().encode(`${text}\n`) };
}
