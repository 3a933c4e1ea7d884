/** What an experiment is to another framework: settings, problems in the order they are drawn, and the weights to begin with. */

import type { RunConfig } from '../core/config.ts';
import type { ConfigChoice } from '../core/config-choice.ts';
import type { ExportedFiles } from '../core/exports.ts';
import type { Problem } from '../core/types.ts';
import type { Measured } from './huggingface/checkpoint-card.ts';

/** Problems that a run measures and never trains on. */
export interface HeldOutSet {
  /** As in the metrics: `compositions`, `phrasings`. */
  readonly name: string;
  readonly problems: readonly Problem[];
}

/** Python that goes along as it is, in `public/export/`: grades as the sandbox does, and runs the experiment in TRL. */
export const PYTHON_FILES = ['greenbar_reward.py', 'train_trl.py'] as const;

/** Texts by name; the page fetches them from `export/`, the command line reads them. */
export type PythonFiles = Readonly<Record<(typeof PYTHON_FILES)[number], string>>;

export interface ExperimentInput {
  /** Of the run; letters, digits, dots and hyphens. It names the folder. */
  readonly name: string;
  readonly config: RunConfig;
  /** Where the settings come from, for people: exercise and algorithm. */
  readonly choice: Pick<ConfigChoice, 'preset' | 'algorithm'>;
  /** The problems of each step in the order in which the run visits them; as many lists as the run has epochs. */
  readonly steps: readonly (readonly Problem[])[];
  /** The ten, which are measured before and after with all three kinds of test. */
  readonly lecture: readonly Problem[];
  /** A person's own, measured likewise; none when absent. */
  readonly own?: readonly Problem[];
  readonly heldOut: readonly HeldOutSet[];
  /** The prompt that the model reads, as text. */
  readonly promptOf: (problem: Problem) => string;
  /**
   * The model as a Hugging Face folder, by file name: the one that the run begins with for `trl` and `verl`, the trained
   * one for `huggingface`.
   */
  readonly model: ExportedFiles;
  /** What the run has measured, for the card of the trained model; absent where no run has trained it. */
  readonly measured?: Measured;
  readonly python: PythonFiles;
  /** The model was trained on whole files: a program ends where its text says so, as `trainer/program-end` has it. */
  readonly endsByText?: boolean;
}
