/** A model as the files of a Hugging Face folder. */

import { type Checkpoint, formatCheckpoint } from '../model/checkpoint/gpt2.ts';
import { type Tokenizer, tokenizerConfig } from '../model/tokenizer.ts';

/** Contents by file name: what `GPT2LMHeadModel` and `AutoTokenizer` load, and `models/NAME/` holds. */
export type CheckpointFiles = Readonly<Record<string, Uint8Array>>;

export function checkpointFiles(checkpoint: Checkpoint, tokenizer: Tokenizer): CheckpointFiles {
  const { config, model } = formatCheckpoint(checkpoint);
  const encode = (text: string) => new TextEncoder().encode(text);
  const json = (value: unknown) => encode(`${JSON.stringify(value, null, 1)}\n`);
  return {
    'config.json': encode(config),
    'model.safetensors': model,
    'tokenizer.json': json(tokenizer.toJSON()),
    'tokenizer_config.json': json(tokenizerConfig(checkpoint.spec.contextLength)),
  };
}
