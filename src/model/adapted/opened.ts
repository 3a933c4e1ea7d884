/** What a folder of model files turns out to hold once its headers are read; the weights stay in the files. */

import type { TextTokenizer } from '../text-tokenizer.ts';
import type { Decoder } from './spec.ts';
import type { TensorInfo, TensorSource } from './tensor-source.ts';

/** File names with their contents; a directory that all of them share may stand before the names. */
export type ModelFiles = ReadonlyMap<string, Blob>;

export interface OpenedWeights {
  readonly decoder: Decoder;
  readonly tensors: TensorSource;
  /** Of most of its numbers. */
  readonly dtype: TensorInfo['dtype'];
  /** Numbers in all tensors that `decoder` has, as they lie in the files. */
  readonly parameters: number;
  /** Names of the files that are needed, without the directory. */
  readonly used: readonly string[];
  /** Bytes of the files that are needed. */
  readonly bytes: number;
  /** What a person should know: files that are not used, names that are doubtful. */
  readonly notes: readonly string[];
}

export interface OpenedModel extends OpenedWeights {
  /** Its `endOfText` ends a completion. */
  readonly tokenizer: TextTokenizer;
}
