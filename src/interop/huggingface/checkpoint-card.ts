/** The card of a model that a run has left: what it is, how it was trained, what it reached, how it is loaded. */

import type { RunConfig, RunConfigInput } from '../../core/config.ts';
import { flattenSettings } from '../../core/config-diff.ts';
import { importedName } from '../../core/model-name.ts';
import type { Evaluation, MeasuredWhen } from '../../core/records.ts';
import { cardHead, loading, type ModelForm } from './card.ts';

export interface CheckpointFacts {
  /** Of the run. */
  readonly name: string;
  readonly config: RunConfig;
  readonly preset: string;
  readonly algorithm: string;
  /** What differs from the defaults. */
  readonly settings: RunConfigInput;
  readonly form: ModelForm;
  readonly measured: Measured;
  /** How many different ones the run drew from; absent where nobody counted them. */
  readonly problems?: number | undefined;
}

/** Before and after training; one that is absent was not measured. */
export interface Measured {
  readonly before?: Evaluation | undefined;
  readonly after?: Evaluation | undefined;
}

export function measuredOf(evaluations: readonly { when: MeasuredWhen; evaluation: Evaluation }[]): Measured {
  const at = (wanted: MeasuredWhen) => evaluations.find(({ when }) => when === wanted)?.evaluation;
  return { before: at('before'), after: at('after') };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

const TITLES = {
  lecture: 'the lecture’s ten',
  phrasings: 'unseen phrasings',
  compositions: 'unseen compositions',
  own: 'own problems',
} as const;

function results({ before, after }: Measured): string {
  const rows = (after?.sets ?? []).map(({ set, temperature, n, passAt1 }) => {
    const was = before?.sets.find((one) => one.set === set && one.temperature === temperature)?.passAt1;
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

const LICENCES = {
  whole: 'Apache-2.0, as Greenbar and the model that it began with.',
  adapters: 'The adapters: Apache-2.0. The base has a licence of its own.',
  merged: 'That of the base, whose weights these are; what training added to them: Apache-2.0.',
} as const satisfies Record<ModelForm, string>;

function whatItIs({ form, config: { model, lora } }: CheckpointFacts): string {
  const base = importedName(model) ?? model;
  if (form === 'whole') return `A small GPT-2 that writes Python functions, trained on from the checkpoint ${base}`;
  const targets = lora.targets === 'all' ? 'all projections' : 'projections of attention';
  const adapters = `LoRA adapters (rank ${lora.rank}, alpha ${lora.alpha}, ${targets})`;
  return form === 'adapters'
    ? `${adapters} of the model ${base}, trained`
    : `The model ${base} with ${adapters} merged into it, trained`;
}

function problemsOf({ problems, config }: CheckpointFacts): string {
  const each = config.lectureProblems + config.auxiliaryProblems + config.ownProblems;
  if (problems === undefined) return `${each} ${each === 1 ? 'problem' : 'problems'} an epoch`;
  return `${each} an epoch of ${problems} ${problems === 1 ? 'problem' : 'different problems'} in all`;
}

export function checkpointCard(facts: CheckpointFacts): string {
  const { name, config, preset, algorithm, settings, form, measured } = facts;
  const changed = flattenSettings(settings).map(([path, value]) => `\`${path}=${value}\``);
  return `${cardHead(form, name, ['code', 'reinforcement-learning', 'greenbar'])}

${whatItIs(facts)}, by reinforcement learning in a browser tab with Greenbar.

## How it was trained
Exercise \`${preset}\`, algorithm \`${algorithm}\`, reward \`${config.reward}\`, ${config.epochs} ${config.epochs === 1 ? 'epoch' : 'epochs'}, ${problemsOf(facts)}, seed ${config.seed}. What differs from the defaults: ${changed.join(', ') || 'nothing'}.

## What it reached
${results(measured)}

## How it is loaded
${loading(form, config.sampling.maxNewTokens)}

\`generation_config.json\`, where there is one, samples as training did; \`do_sample=False\` decodes greedily.

${LICENCES[form]} Run nothing that it writes outside a sandbox.
`;
}
