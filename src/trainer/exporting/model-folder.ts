/** The model of an export as a Hugging Face folder: small files whole, weights as they come. */

import { mergedConfig, mergedModel } from '../../model/adapted/merge.ts';
import { readJson } from '../../model/adapted/model-files.ts';
import type { AdaptedSpec } from '../../model/adapted/spec.ts';
import type { FolderContent } from '../../store/zip-folder.ts';
import { modelFiles, tokenizerFiles } from '../checkpoint-files.ts';
import { type ImportedBase, isAdapted, type LoadedModel } from '../environment.ts';

export interface ModelFolder {
  /** What describes the model: every exporter reads some of these. */
  readonly described: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  readonly weights: readonly (readonly [string, FolderContent])[];
}

/** Names of weights, and of what says in which file they lie. */
export const WEIGHTS = /\.safetensors(?:\.index\.json)?$/;
/** Bytes of 32-bit floats, which lose nothing; a model that needs more is written in half of them. */
const MOST_EXACT = 2e9;

const CARRIED = ['generation_config.json'];

/** A model as `from_pretrained` loads it: adapters are merged into their base. */
export async function trainedFolder(model: LoadedModel, weights: Float32Array): Promise<ModelFolder> {
  return isAdapted(model) ? mergedAdapters(model, weights) : split(await modelFiles(model, weights));
}

export const mergedType = ({ parameters }: Pick<ImportedBase, 'parameters'>): 'F32' | 'F16' =>
  4 * parameters <= MOST_EXACT ? 'F32' : 'F16';

/** What adapters are merged into. */
export interface MergeBase {
  readonly spec: AdaptedSpec;
  readonly base: Pick<ImportedBase, 'files' | 'tensors' | 'parameters'>;
}

/** @param weights adapters, packed */
export async function mergedAdapters({ spec, base }: MergeBase, weights: Float32Array): Promise<ModelFolder> {
  const described = await describedOf({ base });
  const dtype = mergedType(base);
  const config = mergedConfig(Object(await readJson(base.files, 'config.json')), dtype);
  return {
    described: { ...described, 'config.json': encode(config) },
    weights: [['model.safetensors', mergedModel({ spec, weights, tensors: base.tensors, dtype })]],
  };
}

/** A model as its training began: an imported one as it came. */
export async function firstFolder(model: LoadedModel): Promise<ModelFolder> {
  if (!isAdapted(model)) return split(await modelFiles(model, model.weights));
  const weights = [...model.base.files].filter(([name]) => WEIGHTS.test(name));
  return { described: await describedOf(model), weights };
}

async function describedOf(model: { readonly base: Pick<ImportedBase, 'files'> }): Promise<ModelFolder['described']> {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const name of ['config.json', ...CARRIED]) {
    const blob = model.base.files.get(name);
    if (blob !== undefined) files[name] = new Uint8Array(await blob.arrayBuffer());
  }
  return { ...files, ...(await tokenizerFiles(model)) };
}

function split(files: ModelFolder['described']): ModelFolder {
  const entries = Object.entries(files);
  return {
    described: Object.fromEntries(entries.filter(([name]) => !WEIGHTS.test(name))),
    weights: entries.filter(([name]) => WEIGHTS.test(name)),
  };
}

const encode = (value: object): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
