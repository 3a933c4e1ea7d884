/** A folder of Hugging Face files as a model that can be trained: adapters of what it is, or the whole of one of our own. */

import { initialAdapters } from '../../model/adapted/adapters.ts';
import { isOwnFolder, openModelFolder } from '../../model/adapted/folder.ts';
import { modelDirectory, readJson } from '../../model/adapted/model-files.ts';
import type { ModelFiles, OpenedModel, OpenedWeights } from '../../model/adapted/opened.ts';
import type { AdaptedSpec, LoraSpec } from '../../model/adapted/spec.ts';
import { openWeights } from '../../model/adapted/weights.ts';
import { parseConfig } from '../../model/checkpoint/gpt2.ts';
import { type ModelSpec, parameterCount, parameterLayout } from '../../model/spec.ts';
import { loadTokenizer, type Tokenizer } from '../../model/tokenizer.ts';
import type { BaseIdentity } from '../../store/runs.ts';
import { createCodec, createFileCodec } from '../codec.ts';
import type { AdaptedModel, LoadedModel, ModelRequest, OwnModel } from '../environment.ts';

export interface ImportedFolder extends BaseIdentity {
  readonly files: ModelFiles;
}

/**
 * A model of this house takes the way of those that come with the page: all of it is trained, on the fast engines.
 *
 * @throws Error, one sentence
 */
export async function loadImported(
  folder: ImportedFolder,
  request: Pick<ModelRequest, 'lora' | 'seed'>,
): Promise<LoadedModel> {
  return (await isOwnFolder(folder.files)) ? loadOwn(folder.files) : loadAdapted(folder, request);
}

export interface OpenedOwn {
  readonly spec: ModelSpec;
  readonly tokenizer: Tokenizer;
  readonly opened: OpenedWeights;
}

/**
 * Reads headers and small files, and no weights.
 *
 * @throws Error, one sentence
 */
export async function openOwn(chosen: ModelFiles): Promise<OpenedOwn> {
  const { files } = modelDirectory(chosen);
  const [config, tokenizer] = await Promise.all([readJson(files, 'config.json'), readJson(files, 'tokenizer.json')]);
  const spec = parseConfig(config);
  return { spec, tokenizer: loadTokenizer(tokenizer), opened: await openWeights(files) };
}

/** All of its weights, which are few. */
export async function loadOwn(chosen: ModelFiles): Promise<OwnModel> {
  const { spec, tokenizer, opened } = await openOwn(chosen);
  const weights = new Float32Array(parameterCount(spec));
  for (const { name, offset } of parameterLayout(spec)) weights.set(await opened.tensors.read(name), offset);
  return { spec, weights, tokenizer, codec: createCodec(tokenizer, spec.contextLength) };
}

async function loadAdapted(
  { name, digest, files }: ImportedFolder,
  { lora, seed }: Pick<ModelRequest, 'lora' | 'seed'>,
): Promise<AdaptedModel> {
  const opened = await openModelFolder(files);
  const { tokenizer, tensors, parameters } = opened;
  const spec = specOf(opened, lora);
  const { contextLength } = spec;
  return {
    spec,
    weights: initialAdapters(spec, seed),
    tokenizer,
    codec: createFileCodec(tokenizer, contextLength),
    base: { name, digest, tensors, files: modelDirectory(files).files, parameters },
  };
}

/** What is trained of a folder. */
export function specOf(
  { decoder, tokenizer }: Pick<OpenedModel, 'decoder' | 'tokenizer'>,
  lora: LoraSpec,
): AdaptedSpec {
  const { vocabSize, contextLength, width } = decoder;
  return { decoder, lora, vocabSize, contextLength, width, endOfText: tokenizer.endOfText };
}
