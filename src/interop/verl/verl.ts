/** The same experiment for veRL on Ray: a folder with data, weights, reward function and a script. */

import type { ExportedFiles } from '../../core/exports.ts';
import { evaluationRows, jsonLines, payRules, trainingRows } from '../dataset.ts';
import type { ExperimentInput } from '../experiment.ts';
import { inFolder, textFile } from '../files.ts';
import { modelFacts } from '../model-facts.ts';
import { batchShape } from '../shape.ts';
import { verlReadme } from './readme.ts';
import { runScript } from './script.ts';
import { verlSettings } from './settings.ts';

/** veRL puts every prompt through the tokenizer's template: this one leaves it as it is. */
const RAW_TEMPLATE = "{% for message in messages %}{{ message['content'] }}{% endfor %}";

/** @throws Error, in one sentence, where veRL has no such algorithm */
export function verlFiles(input: ExperimentInput): ExportedFiles {
  const { config, model, python } = input;
  const shape = batchShape(input);
  const { endIds, contextLength } = modelFacts(model);
  const mapping = verlSettings(config, shape, contextLength);
  const rules = payRules(input, endIds);
  const training = trainingRows(input, rules).map((row, index) =>
    rowOf('greenbar', row, { split: 'train', index, step: row.step }),
  );
  const evaluation = evaluationRows(input, rules).map((row, index) =>
    rowOf(`greenbar_${row.set}`, row, { split: 'val', index }),
  );
  return {
    'README.md': textFile(verlReadme(input, shape, mapping)),
    'run_verl.sh': textFile(runScript(mapping, config)),
    'greenbar_reward.py': textFile(python['greenbar_reward.py']),
    // veRL reads JSON Lines only under this ending.
    'train.json': textFile(jsonLines(training)),
    'val.json': textFile(jsonLines(evaluation)),
    ...inFolder('model', withRawTemplate(model)),
  };
}

interface PromptRow {
  readonly problem: string;
  readonly prompt: string;
  readonly task: string;
}

const rowOf = (source: string, { problem, prompt, task }: PromptRow, facts: object) => ({
  data_source: source,
  prompt: [{ role: 'user', content: prompt }],
  ability: 'code',
  reward_model: { style: 'rule', ground_truth: task },
  extra_info: { ...facts, problem },
});

function withRawTemplate(model: ExportedFiles): ExportedFiles {
  const name = 'tokenizer_config.json';
  const file = model[name];
  // A template in a file of its own would go before this one.
  const { 'chat_template.jinja': _, ...rest } = model;
  const config = file === undefined ? {} : JSON.parse(new TextDecoder().decode(file));
  return { ...rest, [name]: textFile(`${JSON.stringify({ ...config, chat_template: RAW_TEMPLATE }, null, 1)}\n`) };
}
