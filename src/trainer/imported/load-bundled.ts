/**
 * A model that comes with the page, or one of this house that the command line serves in its place: its weights may lie in
 * parts, as transformers saves them when it is asked to.
 */

import { loadCheckpoint } from '../../model/checkpoint/load.ts';
import { loadTokenizer } from '../../model/tokenizer.ts';
import { createCodec } from '../codec.ts';
import type { OwnModel } from '../environment.ts';
import { fetchFolder } from './fetch-folder.ts';
import { loadOwn } from './load.ts';

/**
 * @param onProgress bytes so far and in all
 * @throws Error, one sentence
 */
export async function loadBundled(
  baseUrl: string,
  name: string,
  onProgress: (done: number, total: number) => void,
): Promise<OwnModel> {
  const whole = await loadCheckpoint(baseUrl, name, onProgress);
  if (whole !== null) {
    const { spec, weights } = whole;
    const tokenizer = loadTokenizer(whole.tokenizer);
    return { spec, weights, tokenizer, codec: createCodec(tokenizer, spec.contextLength) };
  }
  const served = await fetchFolder(new URL(`models/${name}/`, baseUrl), name, onProgress);
  if (served === null) throw new Error(`checkpoint: models/${name}/model.safetensors: expected the file, got HTTP 404`);
  return loadOwn(served.files);
}
