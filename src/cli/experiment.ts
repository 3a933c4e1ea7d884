/** What `export` starts from: the folder of a finished run, or settings alone with a model that comes with the page. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ConfigChoice, chosenConfig, DEFAULT_CHOICE } from '../core/config-choice.ts';
import { readConfigFile } from '../core/config-file.ts';
import { messageOf } from '../core/errors.ts';
import type { ExportedFiles } from '../core/exports.ts';
import type { Evaluation, MeasuredWhen, RolloutRecord, StepRecord } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { textForFiles } from '../corpus/file-text.ts';
import { solvePrompt } from '../corpus/generator.ts';
import { type ExperimentInput, PYTHON_FILES, type PythonFiles } from '../interop/experiment.ts';
import { measuredOf } from '../interop/huggingface/checkpoint-card.ts';
import type { ResultsInput, StepCompletions } from '../interop/results/results.ts';
import { ADAPTER_CONFIG } from '../model/adapted/peft.ts';
import { loadProblemSet, type ProblemFile } from '../problems/load.ts';
import { experimentOf } from '../trainer/experiment.ts';
import { ROOT } from './build.ts';
import { readInput, readJson, requireCheckpoint } from './files.ts';
import { baseOf, mergedFolder } from './merged-folder.ts';
import { RUN, readOwn } from './run-folder.ts';

const PUBLIC = join(ROOT, 'public');

/** A run that `train` has left, or settings that no run has had yet. */
export interface ExportSource {
  readonly name: string;
  readonly choice: ConfigChoice;
  /** Its folder; null without a run. */
  readonly folder: string | null;
}

/** @param folder what `train --out` named */
export function openRun(folder: string): ExportSource {
  const path = join(folder, RUN.config);
  if (!existsSync(path)) throw new Error(`${folder}: expected the folder of a run, but ${RUN.config} is missing`);
  const choice = { ...DEFAULT_CHOICE, ...readConfigFile(readJson(path), path) };
  return { name: nameOf(basename(resolve(folder))), choice, folder };
}

/** Letters, digits, dots and hyphens alone: it names a folder. */
export const nameOf = (text: string): string => text.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'run';

/**
 * The experiment with the model that it begins with.
 *
 * @param checkpoint a folder in place of the model that comes with the page
 */
export async function readExperiment(source: ExportSource, checkpoint: string | undefined): Promise<ExperimentInput> {
  const { name, choice, folder } = source;
  const config = chosenConfig(choice);
  const imported = config.model.startsWith('imported:');
  const set = (file: ProblemFile) => loadProblemSet(file, async (path) => readInput(join(PUBLIC, path)));
  const [lecture, auxiliary, compositions, phrasings] = await Promise.all([
    set('lecture'),
    set('auxiliary'),
    set('compositions'),
    set('phrasings'),
  ]);
  return experimentOf({
    name,
    config,
    choice,
    sets: { lecture, auxiliary, own: folder === null ? [] : readOwn(folder) },
    heldOut: [
      { name: 'compositions', problems: compositions },
      { name: 'phrasings', problems: phrasings },
    ],
    promptOf: (problem) => solvePrompt(imported ? textForFiles(problem) : problem.text),
    model: readModel(checkpoint ?? (folder && baseOf(join(folder, RUN.checkpoint))) ?? bundledModel(config.model)),
    endsByText: imported,
    python: pythonFiles(),
  });
}

/** The model as the run left it, with its card; adapters are merged into their base, where that still lies. */
export async function trainedModel(folder: string): Promise<Pick<ExperimentInput, 'model' | 'measured'>> {
  const checkpoint = join(folder, RUN.checkpoint);
  const merged = existsSync(join(checkpoint, ADAPTER_CONFIG));
  return {
    model: merged ? await mergedFolder(checkpoint) : readModel(checkpoint),
    measured: measuredOf(readEvaluations(folder)),
  };
}

function readEvaluations(folder: string): ResultsInput['evaluations'] {
  const lines = jsonLines<{ when: MeasuredWhen } & Evaluation>(join(folder, RUN.evaluations));
  return lines.map(({ when, ...evaluation }) => ({ when, evaluation }));
}

function bundledModel(name: string): string {
  const folder = join(PUBLIC, 'models', name);
  if (existsSync(folder)) return folder;
  throw new Error(
    `export: the run begins with ${name}, which does not come with the page: expected its folder as --checkpoint DIR`,
  );
}

function readModel(folder: string): ExportedFiles {
  requireCheckpoint(folder);
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

function pythonFiles(): PythonFiles {
  const texts = PYTHON_FILES.map((name) => [name, readInput(join(PUBLIC, 'export', name))] as const);
  return Object.fromEntries(texts) as PythonFiles;
}

/** What a run has written down, for tables. */
export function readResults(
  { name, choice }: ExportSource,
  folder: string,
  problems: readonly Problem[],
): ResultsInput {
  return {
    name,
    config: chosenConfig(choice),
    steps: jsonLines<StepRecord>(join(folder, RUN.steps)),
    evaluations: readEvaluations(folder),
    completions: completionsOf(join(folder, RUN.rollouts)),
    problems,
  };
}

function* completionsOf(folder: string): Iterable<StepCompletions> {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).sort()) {
    const step = /^step-(\d+)\.jsonl$/.exec(name)?.[1];
    if (step !== undefined) yield { step: Number(step), rollouts: jsonLines<RolloutRecord>(join(folder, name)) };
  }
}

/** Lines that `train` wrote; what else stands there is named with its line. */
function jsonLines<T>(path: string): T[] {
  const lines = readInput(path).split('\n');
  return lines.flatMap((line, i) => {
    if (line === '') return [];
    try {
      return [JSON.parse(line) as T];
    } catch (error) {
      throw new Error(`${path}, line ${i + 1}: expected JSON: ${messageOf(error).replaceAll('\n', ' ')}`);
    }
  });
}
