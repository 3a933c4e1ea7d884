/**
 * Completions as a table: `step`, `prompt`, `completion`, a column for each part of the reward and `advantage`, as TRL's
 * `log_completions` writes them, with what else is known of a program where TRL puts extra columns.
 */

import type { RolloutRecord } from '../../core/records.ts';
import { REWARD_COMPONENTS, type RewardComponentName } from '../../core/rewards.ts';

/** A rollout with the step that it is of and the text that the model read; null where its problem is not known any more. */
export interface CompletionSource {
  readonly step: number;
  readonly prompt: string | null;
  readonly rollout: RolloutRecord;
}

export type CompletionCell = string | number | readonly number[] | null;

export interface CompletionColumn {
  readonly name: string;
  /** `integers` and `numbers` are lists. */
  readonly type: 'text' | 'integer' | 'number' | 'integers' | 'numbers';
  readonly meaning: string;
  readonly of: (source: CompletionSource) => CompletionCell;
}

const HEAD: readonly CompletionColumn[] = [
  { name: 'step', type: 'integer', meaning: 'As in metrics.csv.', of: ({ step }) => step },
  {
    name: 'prompt',
    type: 'text',
    meaning: 'What the model read; of a rollout with several attempts, before the last one.',
    of: ({ prompt }) => prompt,
  },
  {
    name: 'completion',
    type: 'text',
    meaning: 'The program that it wrote; of several attempts the last one.',
    of: ({ rollout }) => rollout.code,
  },
];

const MORE: readonly CompletionColumn[] = [
  {
    name: 'reward',
    type: 'number',
    meaning: 'The parts together; empty where the program could not be judged.',
    of: ({ rollout }) => rollout.reward,
  },
  { name: 'problem_id', type: 'text', meaning: 'Which problem it answers.', of: ({ rollout }) => rollout.problemId },
  {
    name: 'group',
    type: 'integer',
    meaning: 'Which group of the step it is held against.',
    of: ({ rollout }) => rollout.group,
  },
  { name: 'verdict', type: 'text', meaning: 'What became of it in the sandbox.', of: ({ rollout }) => rollout.outcome },
  {
    name: 'error',
    type: 'text',
    meaning: 'Exception or limit that decided the verdict.',
    of: ({ rollout }) => rollout.error ?? null,
  },
  {
    name: 'tests_passed',
    type: 'integer',
    meaning: 'Of its visible tests, public and reward.',
    of: ({ rollout }) => rollout.passed,
  },
  { name: 'tests_total', type: 'integer', meaning: 'Visible tests.', of: ({ rollout }) => rollout.total },
  {
    name: 'hidden_passed',
    type: 'integer',
    meaning: 'Of the hidden tests; empty where a visible one failed. They pay nothing.',
    of: ({ rollout }) => rollout.hidden?.passed ?? null,
  },
  {
    name: 'hidden_total',
    type: 'integer',
    meaning: 'Hidden tests, where they were run.',
    of: ({ rollout }) => rollout.hidden?.total ?? null,
  },
  {
    name: 'attempts',
    type: 'integer',
    meaning: 'Programs written in this rollout, this one included.',
    of: ({ rollout }) => 1 + (rollout.earlier?.length ?? 0),
  },
  {
    name: 'tokens',
    type: 'integer',
    meaning: 'Length of the completion, end of text included.',
    of: ({ rollout }) => rollout.ids.length,
  },
  { name: 'completion_ids', type: 'integers', meaning: 'Its tokens.', of: ({ rollout }) => rollout.ids },
  {
    name: 'logprobs',
    type: 'numbers',
    meaning: 'Log-probability of each token when it was drawn, nats.',
    of: ({ rollout }) => rollout.logProbs,
  },
  {
    name: 'ticks',
    type: 'integer',
    meaning: 'Work of the interpreter; the same on every machine.',
    of: ({ rollout }) => rollout.ticks,
  },
];

const TAIL: readonly CompletionColumn[] = [
  {
    name: 'advantage',
    type: 'number',
    meaning: 'What the rollout’s tokens are pushed by.',
    of: ({ rollout }) => rollout.advantage,
  },
];

function rewardColumn(component: RewardComponentName): CompletionColumn {
  return {
    name: component,
    type: 'number',
    meaning: `What the part ${component} of the reward paid.`,
    of: ({ rollout: { reward, components } }) =>
      // TRL's None: nothing is known of a program that could not be judged.
      reward === null ? null : (components.find(({ name }) => name === component)?.paid ?? null),
  };
}

/** @param parts of the reward that the run has */
export const completionColumns = (parts: readonly RewardComponentName[]): readonly CompletionColumn[] => [
  ...HEAD,
  ...REWARD_COMPONENTS.filter((name) => parts.includes(name)).map(rewardColumn),
  ...MORE,
  ...TAIL,
];

/** A row by column; texts hold no half character, which no UTF-8 file could hold. */
export function completionRow(
  columns: readonly CompletionColumn[],
  source: CompletionSource,
): { readonly cells: readonly CompletionCell[]; readonly replaced: number } {
  let replaced = 0;
  const cells = columns.map(({ of }) => {
    const cell = of(source);
    if (typeof cell !== 'string' || cell.isWellFormed()) return cell;
    replaced++;
    return cell.toWellFormed();
  });
  return { cells, replaced };
}
