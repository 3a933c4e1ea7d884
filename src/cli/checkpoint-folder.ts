/** A folder that a person names as a model, looked at before a browser starts: the reader of models says what is wrong with it. */

import { existsSync, openAsBlob, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../core/errors.ts';
import { isOwnFolder, openModelFolder } from '../model/adapted/folder.ts';
import { ADAPTER_CONFIG } from '../model/adapted/peft.ts';
import { hasWeights } from '../model/adapted/weights.ts';
import { TOKENIZER_FILES } from '../trainer/checkpoint-files.ts';
import { openOwn } from '../trainer/imported/load.ts';
import { UsageError } from './args.ts';

export interface CheckpointFolder {
  /** Of this house: all of it is trained, on the fast engines. */
  readonly own: boolean;
  /** The files that belong to the model, by name; whatever else lies in the folder does not. */
  readonly files: ReadonlyMap<string, Blob>;
}

/** What a model is given away with, whoever made it. */
const PAPERS = /^(?:README|LICEN[CS]E|NOTICE|USE_POLICY)(?:\..*)?$/i;

/** The papers of a model that bind whoever passes it on, adapted or not. */
export const isLicence = (name: string): boolean => PAPERS.test(name) && !/^README/i.test(name);

/**
 * Reads headers and small files.
 *
 * @throws Error, one sentence that names the folder, where no model in it can be run
 */
export async function openCheckpoint(folder: string): Promise<CheckpointFolder> {
  if (!existsSync(folder)) throw new UsageError(`${folder}: expected a checkpoint, but there is no such folder`);
  const names = existsSync(folder) && statSync(folder).isDirectory() ? filesIn(folder) : [];
  const missing = (what: string) => new Error(`${folder}: expected a checkpoint, but ${what} is missing`);
  if (!names.includes('config.json') && names.includes(ADAPTER_CONFIG)) {
    throw new Error(
      `${folder}: expected a whole checkpoint, got adapters alone: greenbar export --to huggingface merges them into their base`,
    );
  }
  if (!names.includes('config.json')) throw missing('config.json');
  if (!hasWeights(names)) throw missing('model.safetensors');
  const all = new Map(
    await Promise.all(names.map(async (name) => [name, await openAsBlob(join(folder, name))] as const)),
  );
  const own = await isOwnFolder(all);
  try {
    const { used } = own ? (await openOwn(all)).opened : await openModelFolder(all);
    const belong = new Set([...used, ...TOKENIZER_FILES, 'generation_config.json']);
    return { own, files: new Map([...all].filter(([name]) => belong.has(name) || PAPERS.test(name))) };
  } catch (error) {
    throw new Error(`checkpoint: ${folder}: ${messageOf(error).replace(/^(?:model|checkpoint): /, '')}`);
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile());
