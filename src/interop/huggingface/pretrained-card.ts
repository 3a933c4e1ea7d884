/** The README of a base model that was trained from random weights and not measured yet. */

export interface PretrainedFacts {
  readonly preset: string;
  readonly seed: number;
  readonly step: number;
  readonly steps: number;
  readonly tokens: number;
  readonly parameters: number;
}

const grouped = (value: number): string => value.toLocaleString('en');

export function pretrainedCard({ preset, seed, step, steps, tokens, parameters }: PretrainedFacts): string {
  return `---
library_name: transformers
pipeline_tag: text-generation
license: apache-2.0
tags:
- code
- greenbar
---

# Greenbar ${preset}, step ${grouped(step)} of ${grouped(steps)}

A GPT-2 of ${grouped(parameters)} parameters that writes short Python functions, often wrongly: the starting point of an exercise in
reinforcement learning. Trained from random weights with \`greenbar pretrain --preset ${preset} --seed ${seed} --steps ${steps}\` on
${grouped(tokens)} tokens of a synthetic corpus. Its pass@1 was not measured yet: \`greenbar eval --checkpoint .\`

\`\`\`python
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(".")
model = AutoModelForCausalLM.from_pretrained(".")
prompt = "# Problem: Write a function that returns the sum of two numbers\\n# Solution:\\n"
print(tokenizer.decode(model.generate(**tokenizer(prompt, return_tensors="pt"), max_new_tokens=48)[0]))
\`\`\`

Licence: Apache-2.0. Run nothing that it writes outside a sandbox.
`;
}
