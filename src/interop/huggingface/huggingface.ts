/** A model as a folder that `from_pretrained` loads and `generate` samples from as a run does, with a model card. */

import type { RunConfig } from '../../core/config.ts';
import type { ConfigChoice } from '../../core/config-choice.ts';
import { diffConfig } from '../../core/config-diff.ts';
import type { ExportedFiles } from '../../core/exports.ts';
import type { Problem } from '../../core/types.ts';
import { textFile } from '../files.ts';
import { type ModelFacts, modelFacts } from '../model-facts.ts';
import { cardHead, formOf, loading, type ModelForm } from './card.ts';
import { checkpointCard, type Measured } from './checkpoint-card.ts';

export interface TrainedModel {
  /** Of the run. */
  readonly name: string;
  readonly config: RunConfig;
  readonly choice: Pick<ConfigChoice, 'preset' | 'algorithm'>;
  /** The trained model: `config.json`, weights, tokenizer. */
  readonly model: ExportedFiles;
  /** What the run has measured of it; absent for a model that no run has trained. */
  readonly measured?: Measured;
  /** The problems of each step, where it is known. */
  readonly steps?: readonly (readonly Problem[])[];
}

/** The folder, with `generation_config.json` and a card where it has none. */
export function huggingfaceFiles(trained: TrainedModel): ExportedFiles {
  const { model, config } = trained;
  return {
    'generation_config.json': textFile(`${JSON.stringify(generationConfig(config, modelFacts(model)), null, 2)}\n`),
    'README.md': textFile(card(trained)),
    ...model,
  };
}

/** What training has added to an imported model, with a card. */
export function adapterFiles(trained: TrainedModel): ExportedFiles {
  return { 'README.md': textFile(trainedCard(trained, 'adapters')), ...trained.model };
}

const card = (trained: TrainedModel): string =>
  trained.measured === undefined
    ? untrainedCard(trained.name, trained.config.sampling.maxNewTokens)
    : trainedCard(trained, formOf(trained.config.model));

function trainedCard({ name, config, choice, measured = {}, steps }: TrainedModel, form: ModelForm): string {
  const { preset, algorithm } = choice;
  const problems = steps === undefined ? undefined : new Set(steps.flat().map(({ id }) => id)).size;
  return checkpointCard({ name, config, preset, algorithm, settings: diffConfig(config), form, measured, problems });
}

/** Of a model that came without a card: nothing is known of it but how it is loaded. */
const untrainedCard = (name: string, maxNewTokens: number): string =>
  `${cardHead('foreign', name, ['code', 'greenbar'])}

A model that an exercise of Greenbar begins with, as it came: no run has trained it, and it has the licence that it had.

${loading('foreign', maxNewTokens)}
`;

/** As completions were drawn while training; without it `generate` decodes greedily, and would cut to the 50 likeliest tokens. */
function generationConfig({ sampling }: RunConfig, { endIds, padId }: ModelFacts): object {
  return {
    eos_token_id: endIds.length === 1 ? endIds[0] : endIds,
    pad_token_id: padId,
    do_sample: true,
    temperature: sampling.temperature,
    top_k: sampling.topK,
    top_p: sampling.topP,
    max_new_tokens: sampling.maxNewTokens,
  };
}
