/** What every model card has: the head that Hugging Face reads, and how the model is loaded and prompted. */

import { importedName } from '../../core/model-name.ts';

/** A whole model of ours, adapters alone, or adapters merged into the imported model that they are for. */
export type ModelForm = 'whole' | 'adapters' | 'merged';

/** `foreign`: a model of which nothing is known. */
export type CardForm = ModelForm | 'foreign';

export const formOf = (model: string): ModelForm => (importedName(model) === null ? 'whole' : 'merged');

const HEADS = {
  whole: { library: 'transformers', licence: 'apache-2.0' },
  adapters: { library: 'peft', licence: 'apache-2.0' },
  // Most of it is somebody else's work.
  merged: { library: 'transformers', licence: 'other' },
  foreign: { library: 'transformers', licence: 'other' },
} as const satisfies Record<CardForm, object>;

export function cardHead(form: CardForm, title: string, tags: readonly string[]): string {
  const { library, licence } = HEADS[form];
  return `---
library_name: ${library}
pipeline_tag: text-generation
license: ${licence}
tags:
${tags.map((tag) => `- ${tag}`).join('\n')}
---

# ${title}`;
}

const WHOLE = `from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(".")
model = AutoModelForCausalLM.from_pretrained(".", dtype="float32")`;

const ADAPTERS = `from peft import AutoPeftModelForCausalLM
from transformers import AutoTokenizer

# adapter_config.json says where the base lies: base_model_name_or_path.
tokenizer = AutoTokenizer.from_pretrained(".")
model = AutoPeftModelForCausalLM.from_pretrained(".")`;

/** Python that loads the folder and writes one program. */
export function loading(form: CardForm, maxNewTokens: number): string {
  return `\`\`\`python
${form === 'adapters' ? ADAPTERS : WHOLE}
prompt = "# Problem: Write a function that returns the sum of two numbers\\n# Solution:\\n"
print(tokenizer.decode(model.generate(**tokenizer(prompt, return_tensors="pt"), max_new_tokens=${maxNewTokens})[0]))
\`\`\``;
}
