/** What an exported script has to know of the model beside it, read from the model's own files. */

import type { RunConfig } from '../core/config.ts';
import type { ExportedFiles } from '../core/exports.ts';
import { isBundled } from '../core/model-name.ts';
import { parseDecoder } from '../model/adapted/decoder-config.ts';
import { targetProjections } from '../model/adapted/modules.ts';

export interface ModelFacts {
  readonly architecture: string;
  /** Ids that end a completion. */
  readonly endIds: readonly number[];
  /** Id that fills rows up: its own, or where it has none the one that ends a text. */
  readonly padId: number;
  readonly contextLength: number;
}

/** @throws Error where the folder is none that can be trained on */
export function modelFacts(files: ExportedFiles): ModelFacts {
  const config = jsonOf(files, 'config.json');
  const { model_type: architecture, eos_token_id: end } = config;
  if (typeof architecture !== 'string') throw new Error('export: config.json: model_type: expected a text, got none');
  const ends = (Array.isArray(end) ? end : [end]).filter((id) => typeof id === 'number');
  if (ends.length === 0)
    throw new Error('export: config.json: eos_token_id: expected the id that ends a text, got none');
  const { n_positions, n_ctx, max_position_embeddings } = config;
  const length = [n_positions, n_ctx, max_position_embeddings].find((one) => typeof one === 'number');
  if (length === undefined) throw new Error('export: config.json: n_positions: expected the longest text, got none');
  const { pad_token_id: pad } = config;
  return { architecture, endIds: ends, padId: typeof pad === 'number' ? pad : ends[0]!, contextLength: length };
}

/** The adapters of an imported model in PEFT's words; null where the whole model is trained. */
export function adapterSettings({ model, lora }: RunConfig, files: ExportedFiles): Record<string, unknown> | null {
  if (isBundled(model)) return null;
  const decoder = parseDecoder(jsonOf(files, 'config.json'));
  return {
    r: lora.rank,
    lora_alpha: lora.alpha,
    target_modules: targetProjections(decoder, lora).map(({ name }) => name),
    // GPT-2 keeps its matrices as [in, out].
    fan_in_fan_out: decoder.architecture === 'gpt2',
  };
}

function jsonOf(files: ExportedFiles, name: string): Record<string, unknown> {
  const content = files[name];
  if (content === undefined) throw new Error(`export: the model: expected ${name}, got none`);
  return JSON.parse(new TextDecoder().decode(content));
}
