/** The README of an experiment for veRL. */

import type { ExperimentInput } from '../experiment.ts';
import { gapList, type Mapping, mappingTable } from '../mapping.ts';
import { REWARD_FILE } from '../reward/limits-text.ts';
import type { BatchShape } from '../shape.ts';
import { VERL_VERSION } from './settings.ts';

export function verlReadme({ name, config, choice }: ExperimentInput, shape: BatchShape, mapping: Mapping): string {
  const { prompts, completions, steps } = shape;
  return `# ${name} for veRL ${VERL_VERSION}

The experiment of Greenbar's exercise \`${choice.preset}\` with the algorithm \`${choice.algorithm}\`: the same problems in the same
order, the same tests and rewards, the same weights to begin with, and every setting that veRL has. veRL runs on Ray, with
vLLM as its sampler, and needs GPUs.

    pip install "verl[vllm]==${VERL_VERSION}"
    bash run_verl.sh                       # one GPU
    GPUS=8 NODES=2 bash run_verl.sh        # on a Ray cluster that was started before
    bash run_verl.sh trainer.total_training_steps=3 trainer.val_before_train=False   # to try it

A step is ${prompts} prompts with ${config.groupSize} completions each, ${completions} in all; there are ${steps}. Keys of veRL's configuration move
between releases; these are those of ${VERL_VERSION} (in later ones \`custom_reward_function\` stands under \`reward\`).
\`ppo_mini_batch_size\` counts prompts; it must be divisible by the number of GPUs times \`ppo_micro_batch_size_per_gpu\` over the
group size.

| file | what it is |
|---|---|
| \`train.json\` | a prompt a row (JSON Lines), in the order of the run; \`reward_model.ground_truth\` is the task that it is graded by |
| \`val.json\` | the problems that are measured, with all their tests; \`data_source\` names the set: \`greenbar_lecture\`, \`greenbar_own\`, or one that is held out |
| \`greenbar_reward.py\` | grades programs and pays them: \`compute_score\` |
| \`run_verl.sh\` | the trainer with all its keys |
| \`model/\` | the weights to begin with; its chat template puts a prompt through as it is |

## Settings

${mappingTable(mapping, config)}

## No counterpart

What the run does here and veRL does not, or does otherwise:

${gapList(mapping, config)}

veRL has no word for a completion that could not be graded: where the failure is ours, \`compute_score\` tries once more and then
ends the run with the reason.

${REWARD_FILE}
`;
}
