/** A folder of adapters, merged into the base that it names, as a whole checkpoint. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openModelFolder } from '../model/adapted/folder.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL, parseAdapter } from '../model/adapted/peft.ts';
import { type ModelFolder, mergedAdapters, mergedType } from '../trainer/exporting/model-folder.ts';
import { isLicence, openCheckpoint } from './checkpoint-folder.ts';
import { readJson } from './files.ts';
import { progress } from './output.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

/** Where the base of a run's adapters lies; null for a run that has none. */
export function baseOf(folder: string): string | null {
  const path = join(folder, ADAPTER_CONFIG);
  if (!existsSync(path)) return null;
  const { base_model_name_or_path: base } = Object(readJson(path));
  if (typeof base === 'string' && existsSync(base)) return base;
  throw new Error(`${folder}: expected the base of the adapters at ${JSON.stringify(base)}, but there is none`);
}

/**
 * Weights are merged while they are written.
 *
 * @throws Error, one sentence, where the base is not there any more, or is another model
 */
export async function mergedFolder(folder: string): Promise<ModelFolder> {
  const config = readJson(join(folder, ADAPTER_CONFIG));
  const path = baseOf(folder);
  if (path === null) throw new Error(`${folder}: expected adapters, got none`);
  const { files } = await openCheckpoint(path);
  const { decoder, tensors, tokenizer, parameters } = await openModelFolder(files);
  const { vocabSize, contextLength, width } = decoder;
  const about = { decoder, vocabSize, contextLength, width, endOfText: tokenizer.endOfText };
  const { spec, weights } = parseAdapter(config, bytesOf(join(folder, ADAPTER_MODEL)), about);
  const base = { files, tensors, parameters };
  if (mergedType(base) === 'F16') {
    progress(`${path}: ${parameters} numbers are more than 2 GB in 32 bits: the merged weights are written in 16`);
  }
  const { described, weights: merged } = await mergedAdapters({ spec, base }, weights);
  const licences = [...files].filter(([name]) => isLicence(name));
  const texts = licences.map(async ([name, blob]) => [name, new Uint8Array(await blob.arrayBuffer())] as const);
  return { described: { ...described, ...Object.fromEntries(await Promise.all(texts)) }, weights: merged };
}
