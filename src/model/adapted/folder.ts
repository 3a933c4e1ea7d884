/** Opens a folder of Hugging Face files as a model that can be trained: weights, tokenizer, and what to know of it. */

import { short } from '../checkpoint/json.ts';
import { listed, modelDirectory, readJson } from './model-files.ts';
import type { ModelFiles, OpenedModel } from './opened.ts';
import { openTokenizer } from './tokenizer-files.ts';
import { openWeights } from './weights.ts';

/** Files that nobody misses: of any repository, and those that say what `tokenizer.json` says. */
const COMMON = /^(?:\.git.*|README.*|LICENSE.*|NOTICE.*|USE_POLICY.*|vocab\.json|merges\.txt|added_tokens\.json)$/i;

/**
 * Reads headers and small files; weights are read from `tensors` later.
 *
 * @throws Error, in one sentence, when these files are no model that can run here
 */
export async function openModelFolder(chosen: ModelFiles): Promise<OpenedModel> {
  const { files, elsewhere } = modelDirectory(chosen);
  const weights = await openWeights(files);
  const { tokenizer, used, notes } = await openTokenizer(files, weights.decoder.vocabSize);
  const all = [...weights.used, ...used];
  const unused = [...files.keys()].filter((name) => !all.includes(name) && !COMMON.test(name)).concat(elsewhere);
  return {
    ...weights,
    tokenizer,
    used: all,
    bytes: all.reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0),
    notes: [...weights.notes, ...notes, ...(unused.length > 0 ? [`Not used: ${listed(unused.map(short))}.`] : [])],
  };
}

/** Whether the files are a model of this project: a GPT-2 whose tokenizer is a vocabulary of Python lexemes. */
export async function isOwnFolder(chosen: ModelFiles): Promise<boolean> {
  try {
    const { files } = modelDirectory(chosen);
    const [config, tokenizer] = await Promise.all([readJson(files, 'config.json'), readJson(files, 'tokenizer.json')]);
    const { model_type } = Object(config) as { readonly model_type?: unknown };
    const { model } = Object(tokenizer) as { readonly model?: { readonly type?: unknown } };
    return model_type === 'gpt2' && model?.type === 'WordLevel';
  } catch {
    // Whatever is wrong with them is said when they are opened.
    return false;
  }
}
