/** The README of an experiment for TRL. */

import type { ExperimentInput } from '../experiment.ts';
import { gapList, type Mapping, mappingTable } from '../mapping.ts';
import { REWARD_FILE } from '../reward/limits-text.ts';
import type { BatchShape } from '../shape.ts';
import { TRL_VERSION } from './settings.ts';

export function trlReadme({ name, config, choice }: ExperimentInput, shape: BatchShape, mapping: Mapping): string {
  const { prompts, completions, steps, updates } = shape;
  return `# ${name} for TRL ${TRL_VERSION}

The experiment of Greenbar's exercise \`${choice.preset}\` with the algorithm \`${choice.algorithm}\`: the same problems in the same
order, the same tests and rewards, the same weights to begin with, and every setting that TRL has.

    pip install -r requirements.txt
    python train.py --max-steps 3   # to try it, on a CPU
    python train.py

One step here is ${prompts} prompts with ${config.groupSize} completions each, ${completions} in all, and ${updates} optimiser ${updates === 1 ? 'step' : 'steps'} there; ${steps} steps
are ${steps * updates} of theirs. \`--completions FILE\` writes every completion with its reward. On more than one GPU, divide
\`per_device_train_batch_size\` in \`settings.json\` by their number; where memory runs short, divide it further and raise
\`gradient_accumulation_steps\` as much.

| file | what it is |
|---|---|
| \`train.jsonl\` | a prompt a row, in the order of the run, with the task that it is graded by |
| \`eval.jsonl\` | the problems that are measured, with all their tests; column \`set\` says \`lecture\`, \`own\`, or which set is held out |
| \`greenbar_reward.py\` | grades programs and pays them |
| \`settings.json\` | arguments of \`GRPOConfig\` |
| \`train.py\` | puts these together |
| \`model/\` | the weights to begin with, as \`from_pretrained\` loads them |

## Settings

${mappingTable(mapping, config)}

## No counterpart

What the run does here and TRL does not, or does otherwise:

${gapList(mapping, config)}

TRL pads prompts on the left and does not tell GPT-2 its positions; \`train.py\` does.

${REWARD_FILE}
`;
}
