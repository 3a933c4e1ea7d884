/** A model as the files of a Hugging Face folder: a GPT-2 of our own, or the adapters of an imported model as PEFT keeps them. */

import { ADAPTER_CONFIG, ADAPTER_MODEL, formatAdapter } from '../model/adapted/peft.ts';
import { END_OF_TEXT_ID, PADDING_ID } from '../model/batch.ts';
import { type Checkpoint, formatCheckpoint } from '../model/checkpoint/gpt2.ts';
import { type Tokenizer, tokenizerConfig } from '../model/tokenizer.ts';
import { withoutValueHead } from '../model/value-head.ts';
import { type AdaptedModel, type ImportedBase, isAdapted, type LoadedModel } from './environment.ts';

/** Contents by file name: what `from_pretrained` and `AutoTokenizer` load, and `models/NAME/` holds. */
export type CheckpointFiles = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

const encode = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => encode(`${JSON.stringify(value, null, 1)}\n`);

/** What is sampled by when nobody says otherwise: as training samples. */
const GENERATION = {
  bos_token_id: END_OF_TEXT_ID,
  eos_token_id: END_OF_TEXT_ID,
  pad_token_id: PADDING_ID,
  do_sample: true,
  temperature: 1,
  top_k: 0,
  top_p: 1,
};

export function checkpointFiles(checkpoint: Checkpoint, tokenizer: Tokenizer): CheckpointFiles {
  const { config, model } = formatCheckpoint(checkpoint);
  return {
    'config.json': encode(config),
    'generation_config.json': json(GENERATION),
    'model.safetensors': model,
    'tokenizer.json': json(tokenizer.toJSON()),
    'tokenizer_config.json': json(tokenizerConfig(checkpoint.spec.contextLength)),
  };
}

/** Files of a base's tokenizer, which go with its adapters as they came. */
export const TOKENIZER_FILES: readonly string[] = [
  ...['tokenizer.json', 'tokenizer_config.json', 'vocab.json', 'merges.txt'],
  ...['special_tokens_map.json', 'added_tokens.json', 'chat_template.jinja'],
];

/** @param weights of the model as it is now, with a value head where its spec has one */
export async function modelFiles(model: LoadedModel, weights: Float32Array): Promise<CheckpointFiles> {
  if (!isAdapted(model)) {
    return checkpointFiles(withoutValueHead({ spec: model.spec, weights }), model.tokenizer);
  }
  return { ...adapterFiles(model, weights), ...(await tokenizerFiles(model)) };
}

function adapterFiles({ spec, base }: AdaptedModel, weights: Float32Array): CheckpointFiles {
  const { config, model } = formatAdapter({ spec, weights }, base.name);
  return { [ADAPTER_CONFIG]: encode(config), [ADAPTER_MODEL]: model };
}

export async function tokenizerFiles({
  base,
}: {
  readonly base: Pick<ImportedBase, 'files'>;
}): Promise<CheckpointFiles> {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const name of TOKENIZER_FILES) {
    const blob = base.files.get(name);
    if (blob !== undefined) files[name] = new Uint8Array(await blob.arrayBuffer());
  }
  return files;
}
