/** A folder of adapters, merged into the base that it names, as a whole checkpoint. */

import { existsSync, openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportedFiles } from '../core/exports.ts';
import { openModelFolder } from '../model/adapted/folder.ts';
import { mergedConfig, mergedModel } from '../model/adapted/merge.ts';
import { ADAPTER_CONFIG, ADAPTER_MODEL, parseAdapter } from '../model/adapted/peft.ts';
import { TOKENIZER_FILES } from '../trainer/checkpoint-files.ts';
import { readJson, requireCheckpoint } from './files.ts';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));

/** Where the base of a run's adapters lies; null for a run that has none. */
export function baseOf(folder: string): string | null {
  const path = join(folder, ADAPTER_CONFIG);
  if (!existsSync(path)) return null;
  const { base_model_name_or_path: base } = Object(readJson(path));
  if (typeof base === 'string' && existsSync(base)) return base;
  throw new Error(`${folder}: expected the base of the adapters at ${JSON.stringify(base)}, but there is none`);
}

/** @throws Error, one sentence, where the base is not there any more, or is another model */
export async function mergedFolder(folder: string): Promise<ExportedFiles> {
  const config = readJson(join(folder, ADAPTER_CONFIG));
  const base = baseOf(folder);
  if (base === null) throw new Error(`${folder}: expected adapters, got none`);
  requireCheckpoint(base);
  const names = readdirSync(base);
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await openAsBlob(join(base, name))] as const)),
  );
  const { decoder, tensors, tokenizer } = await openModelFolder(files);
  const { vocabSize, contextLength, width } = decoder;
  const about = { decoder, vocabSize, contextLength, width, endOfText: tokenizer.endOfText };
  const adapters = parseAdapter(config, bytesOf(join(folder, ADAPTER_MODEL)), about);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of mergedModel({ ...adapters, tensors, dtype: 'F32' })) pieces.push(piece);
  const described = mergedConfig(Object(readJson(join(base, 'config.json'))), 'F32');
  const kept = [...TOKENIZER_FILES, 'generation_config.json'].filter((name) => names.includes(name));
  return {
    'config.json': new TextEncoder().encode(`${JSON.stringify(described, null, 2)}\n`),
    'model.safetensors': new Uint8Array(await new Blob(pieces).arrayBuffer()),
    ...Object.fromEntries(kept.map((name) => [name, bytesOf(join(base, name))])),
  };
}
