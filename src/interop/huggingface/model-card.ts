/** The model card: what the model is, how to load and prompt it, what it was trained on, and what it is no good for. */

import type { ModelFacts } from '../model-facts.ts';
import type { TrainedModel } from './huggingface.ts';

export function modelCard({ name, config, choice }: TrainedModel, { architecture, contextLength }: ModelFacts): string {
  return `---
library_name: transformers
pipeline_tag: text-generation
license: apache-2.0
tags:
- code
- reinforcement-learning
- greenbar
---

# ${name}

A ${architecture} model that writes small Python functions, trained in a browser tab with Greenbar: exercise \`${choice.preset}\`,
algorithm \`${choice.algorithm}\`, reward \`${config.reward}\`, ${config.epochs} epochs, beginning with \`${config.model}\`, seed ${config.seed}.

\`\`\`python
from transformers import AutoModelForCausalLM, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained(".")
model = AutoModelForCausalLM.from_pretrained(".", dtype="float32")
prompt = "# Problem: Write a function that returns the sum of two numbers\\n# Solution:\\n"
inputs = tokenizer(prompt, return_tensors="pt")
print(tokenizer.decode(model.generate(**inputs)[0], skip_special_tokens=True))
\`\`\`

\`generation_config.json\` samples as the run did (temperature ${config.sampling.temperature}, top-p ${config.sampling.topP}, top-k ${config.sampling.topK}); \`do_sample=False\` decodes
greedily. Prompt and completion together are at most ${contextLength} tokens.

It was rewarded for passing tests of a few dozen tasks, and is of use for lessons about learning from rewards. It knows no
Python beyond such tasks; run nothing that it writes outside a sandbox.
`;
}
