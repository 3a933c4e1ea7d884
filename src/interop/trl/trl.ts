/** The same experiment for TRL: a folder that trains with `python train.py`. */

import type { ExportedFiles } from '../../core/exports.ts';
import { evaluationRows, jsonLines, payRules, trainingRows } from '../dataset.ts';
import type { ExperimentInput } from '../experiment.ts';
import { inFolder, textFile } from '../files.ts';
import { adapterSettings, modelFacts } from '../model-facts.ts';
import { batchShape } from '../shape.ts';
import { trlReadme } from './readme.ts';
import { TRL_VERSION, trlSettings } from './settings.ts';

const REQUIREMENTS = `trl==${TRL_VERSION}
transformers==5.18.0
datasets>=4.0
accelerate>=1.4
torch>=2.7
`;

/** @throws Error, in one sentence, where TRL has no such algorithm */
export function trlFiles(input: ExperimentInput): ExportedFiles {
  const { config, model, python } = input;
  const shape = batchShape(input);
  const mapping = trlSettings(config, shape);
  const rules = payRules(input, modelFacts(model).endIds);
  const lora = adapterSettings(config, model);
  const trl = Object.fromEntries(mapping.mapped.flatMap(({ theirs }) => theirs));
  return {
    'README.md': textFile(trlReadme(input, shape, mapping)),
    'requirements.txt': textFile(lora === null ? REQUIREMENTS : `${REQUIREMENTS}peft>=0.17\n`),
    'settings.json': textFile(`${JSON.stringify({ trl, lora }, null, 2)}\n`),
    'train.py': textFile(python['train_trl.py']),
    'greenbar_reward.py': textFile(python['greenbar_reward.py']),
    'train.jsonl': textFile(jsonLines(trainingRows(input, rules))),
    'eval.jsonl': textFile(jsonLines(evaluationRows(input, rules))),
    ...inFolder('model', model),
  };
}
