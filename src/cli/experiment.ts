/** What `export` starts from: the folder of a finished run, or settings alone with a model that comes with the page. */

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ConfigChoice, chosenConfig, DEFAULT_CHOICE } from '../core/config-choice.ts';
import { readConfigFile } from '../core/config-file.ts';
import { messageOf } from '../core/errors.ts';
import { isBundled } from '../core/model-name.ts';
import type { Evaluation, MeasuredWhen, RolloutRecord, StepRecord } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { promptText } from '../corpus/file-text.ts';
import { type ExperimentInput, PYTHON_FILES, type PythonFiles } from '../interop/experiment.ts';
import { measuredOf } from '../interop/huggingface/checkpoint-card.ts';
import type { TrainedModel } from '../interop/huggingface/huggingface.ts';
import type { ResultsInput, StepCompletions } from '../interop/results/results.ts';
import { ADAPTER_CONFIG } from '../model/adapted/peft.ts';
import { loadProblemSet, type ProblemFile } from '../problems/load.ts';
import { experimentOf } from '../trainer/experiment.ts';
import { type ModelFolder, WEIGHTS } from '../trainer/exporting/model-folder.ts';
import { UsageError } from './args.ts';
import { ROOT } from './build.ts';
import { openCheckpoint } from './checkpoint-folder.ts';
import { readInput, readJson } from './files.ts';
import { baseOf, mergedFolder } from './merged-folder.ts';
import { RUN, readOwn } from './run-folder.ts';

const PUBLIC = join(ROOT, 'public');

/** A run that `train` has left, or settings that no run has had yet. */
export interface ExportSource {
  readonly name: string;
  readonly choice: ConfigChoice;
  /** Its folder; null without a run. */
  readonly folder: string | null;
  /** A person's own problems, read where they are asked for: a model is exported without them. */
  readonly own: () => readonly Problem[];
}

/** What frameworks need of it, and the weights of its model, which may be too large to be held. */
export interface Experiment {
  readonly input: ExperimentInput;
  readonly weights: ModelFolder['weights'];
}

/** @param folder what `train --out` named */
export function openRun(folder: string): ExportSource {
  const path = join(folder, RUN.config);
  if (!existsSync(path)) throw new UsageError(`${folder}: expected the folder of a run, but ${RUN.config} is missing`);
  const choice = { ...DEFAULT_CHOICE, ...readConfigFile(readJson(path), path) };
  return { name: nameOf(basename(resolve(folder))), choice, folder, own: () => ownOf(folder, choice) };
}

/** @throws Error where the run visits problems that are not in its folder */
function ownOf(folder: string, choice: ConfigChoice): readonly Problem[] {
  const own = readOwn(folder);
  const { ownProblems } = chosenConfig(choice);
  if (own.length >= ownProblems) return own;
  throw new Error(
    `${folder}: expected ${ownProblems} of a person's own problems in ${RUN.problems}, got ${own.length}`,
  );
}

/** Letters, digits, dots and hyphens alone: it names a folder. */
export const nameOf = (text: string): string => text.replace(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'run';

async function problemSets(): Promise<Readonly<Record<ProblemFile, readonly Problem[]>>> {
  const set = (file: ProblemFile) => loadProblemSet(file, async (path) => readInput(join(PUBLIC, path)));
  const [lecture, auxiliary, compositions, phrasings] = await Promise.all([
    set('lecture'),
    set('auxiliary'),
    set('compositions'),
    set('phrasings'),
  ]);
  return { lecture, auxiliary, compositions, phrasings };
}

/**
 * The experiment with the model that it begins with, and the weights that go beside it.
 *
 * @param checkpoint a folder in place of the model that comes with the page
 */
export async function readExperiment(source: ExportSource, checkpoint: string | undefined): Promise<Experiment> {
  const { name, choice } = source;
  const config = chosenConfig(choice);
  const imported = !isBundled(config.model);
  const { lecture, auxiliary, compositions, phrasings } = await problemSets();
  const { described, weights } = await readFirst(source, checkpoint);
  const input = experimentOf({
    name,
    config,
    choice,
    sets: { lecture, auxiliary, own: source.own() },
    heldOut: [
      { name: 'compositions', problems: compositions },
      { name: 'phrasings', problems: phrasings },
    ],
    promptOf: (problem) => promptText(problem, imported),
    model: described,
    endsByText: imported,
    python: pythonFiles(),
  });
  return { input, weights };
}

/** The model that a run begins with. */
function readFirst({ choice, folder }: ExportSource, checkpoint: string | undefined): Promise<ModelFolder> {
  const base = checkpoint ?? (folder && baseOf(join(folder, RUN.checkpoint)));
  return readModel(base ?? bundledModel(chosenConfig(choice).model));
}

/**
 * The model as the run left it, with its card; adapters are merged into their base, where that still lies. Without a run,
 * or with another checkpoint named, a model as it came.
 */
export async function readTrained(
  source: ExportSource,
  checkpoint: string | undefined,
): Promise<Pick<Experiment, 'weights'> & { readonly trained: TrainedModel }> {
  const { name, choice, folder } = source;
  const about = { name, choice, config: chosenConfig(choice) };
  if (folder === null || checkpoint !== undefined) {
    const { described, weights } = await readFirst(source, checkpoint);
    return { trained: { ...about, model: described }, weights };
  }
  const path = join(folder, RUN.checkpoint);
  const merged = existsSync(join(path, ADAPTER_CONFIG));
  const { described, weights } = await (merged ? mergedFolder(path) : readModel(path));
  return { trained: { ...about, model: described, measured: measuredOf(readEvaluations(folder)) }, weights };
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

/** The files that belong to a model; weights stay where they are until they are written. */
async function readModel(folder: string): Promise<ModelFolder> {
  const files = [...(await openCheckpoint(folder)).files];
  const small = files.filter(([name]) => !WEIGHTS.test(name));
  const read = small.map(async ([name, blob]) => [name, new Uint8Array(await blob.arrayBuffer())] as const);
  return {
    described: Object.fromEntries(await Promise.all(read)),
    weights: files.filter(([name]) => WEIGHTS.test(name)),
  };
}

function pythonFiles(): PythonFiles {
  const texts = PYTHON_FILES.map((name) => [name, readInput(join(PUBLIC, 'export', name))] as const);
  return Object.fromEntries(texts) as PythonFiles;
}

/** What a run has written down, for tables. */
export async function readResults({ name, choice }: ExportSource, folder: string): Promise<ResultsInput> {
  const problems = [...Object.values(await problemSets()).flat(), ...readOwn(folder)];
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
