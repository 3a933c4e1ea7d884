/** A person's folder in place of a checkpoint that comes with the page: how it is served, and what the page calls it. */

import { basename, resolve } from 'node:path';
import { importedId, nearestName } from '../core/model-name.ts';
import { ADAPTER_CONFIG } from '../model/adapted/peft.ts';
import { openCheckpoint } from './checkpoint-folder.ts';

export interface ServedCheckpoint {
  /** What a configuration calls it. */
  readonly model: string;
  readonly mounts: Readonly<Record<string, string>>;
  /** Adapters of it are trained, and not all of it. */
  readonly imported: boolean;
}

/**
 * @param ownName which of the page's checkpoints a model of this house takes the place of
 * @param importedAs what any other is called; after its folder when absent
 * @throws Error, one sentence, where there is no checkpoint that can be run
 */
export async function servedCheckpoint(
  folder: string,
  ownName: string,
  importedAs?: string,
): Promise<ServedCheckpoint> {
  const { own } = await openCheckpoint(folder);
  if (own) return { model: ownName, mounts: { [`/models/${ownName}`]: folder }, imported: false };
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
