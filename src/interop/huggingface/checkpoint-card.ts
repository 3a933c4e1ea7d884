/** The README of a checkpoint that a run has left: what it is, how it was trained, what it reached, how it is loaded. */

import type { RunConfig, RunConfigInput } from '../../core/config.ts';
import { flattenSettings } from '../../core/config-diff.ts';
import { importedName } from '../../core/model-name.ts';
import type { Evaluation } from '../../core/records.ts';

export interface CheckpointFacts {
  /** Of the run. */
  readonly name: string;
  readonly config: RunConfig;
  readonly preset: string;
  readonly algorithm: string;
  /** What differs from the defaults. */
  readonly settings: RunConfigInput;
  readonly before: Evaluation;
  readonly after: Evaluation;
  /** The folder holds adapters of an imported model, and not a whole one. */
  readonly adapters: boolean;
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

const TITLES = {
  lecture: 'the lecture’s ten',
  phrasings: 'unseen phrasings',
  compositions: 'unseen compositions',
  own: 'own problems',
} as const;

function results({ before, after }: CheckpointFacts): string {
  const rows = after.sets.map(({ set, temperature, n, passAt1 }) => {
    const was = before.sets.find((one) => one.set === set && one.temperature === temperature)?.passAt1;
    const band = `${percent(passAt1.low)} to ${percent(passAt1.high)}`;
    return `| ${TITLES[set]} | ${temperature} | ${was === undefined ? '–' : percent(was.value)} | ${percent(passAt1.value)} | ${band} | ${n} |`;
  });
  if (rows.length === 0) return 'Nothing was measured.';
  return [
    'Fresh samples that pass public, reward and hidden tests in a sealed sandbox:',
    '',
    '| problems | temperature | pass@1 before | pass@1 after | 95 % band | samples each |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const WHOLE = `from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(".")
model = AutoModelForCausalLM.from_pretrained(".", dtype="float32")`;

const ADAPTERS = `from peft import AutoPeftModelForCausalLM
from transformers import AutoTokenizer

# adapter_config.json says where the base lies: base_model_name_or_path.
tokenizer = AutoTokenizer.from_pretrained(".")
model = AutoPeftModelForCausalLM.from_pretrained(".")`;

const LICENCE = {
  whole: 'Apache-2.0, as Greenbar and the model that it began with.',
  adapters: 'The adapters: Apache-2.0. The base has a licence of its own.',
} as const;

export function checkpointCard(facts: CheckpointFacts): string {
  const { name, config, preset, algorithm, settings, adapters } = facts;
  const base = importedName(config.model) ?? config.model;
  const what = adapters
    ? `LoRA adapters (rank ${config.lora.rank}, alpha ${config.lora.alpha}, ${config.lora.targets === 'all' ? 'all projections' : 'projections of attention'}) of the model ${base}`
    : `A small GPT-2 that writes Python functions, trained on from the checkpoint ${base}`;
  const changed = flattenSettings(settings).map(([path, value]) => `\`${path}=${value}\``);
  return `---
library_name: ${adapters ? 'peft' : 'transformers'}
pipeline_tag: text-generation
license: apache-2.0
tags:
- code
- reinforcement-learning
- greenbar
---

# ${name}

${what}, by reinforcement learning in a browser tab with Greenbar.

## How it was trained
Exercise \`${preset}\`, algorithm \`${algorithm}\`, reward \`${config.reward}\`, ${config.epochs} epochs, seed ${config.seed}. What differs from the defaults: ${changed.join(', ') || 'nothing'}.

## What it reached
${results(facts)}

## How it is loaded
\`\`\`python
${adapters ? ADAPTERS : WHOLE}
prompt = "# Problem: Write a function that returns the sum of two numbers\\n# Solution:\\n"
print(tokenizer.decode(model.generate(**tokenizer(prompt, return_tensors="pt"), max_new_tokens=${config.sampling.maxNewTokens})[0]))
\`\`\`

${adapters ? LICENCE.adapters : LICENCE.whole} Run nothing that it writes outside a sandbox.
`;
}
