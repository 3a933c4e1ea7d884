/** Python for checks of exports: where `GREENBAR_PYTHON` names none, the checks say so in one line and rest. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { type ConfigChoice, chosenConfig } from '../../src/core/config-choice.ts';
import type { ExportedFiles } from '../../src/core/exports.ts';
import type { Problem } from '../../src/core/types.ts';
import { solvePrompt } from '../../src/corpus/generator.ts';
import { type ExperimentInput, PYTHON_FILES, type PythonFiles } from '../../src/interop/experiment.ts';
import { loadProblemSet, type ProblemFile } from '../../src/problems/load.ts';
import { experimentOf } from '../../src/trainer/experiment.ts';

export const PYTHON = process.env.GREENBAR_PYTHON;

const PUBLIC = new URL('../../public/', import.meta.url);

/** A test that runs where there is a Python with the frameworks; elsewhere one line tells, once for each file. */
export function pythonTests(what: string): typeof test {
  if (PYTHON === undefined) console.warn(`${what}: skipped, GREENBAR_PYTHON names no Python`);
  return test.skipIf(PYTHON === undefined) as typeof test;
}

/** What a script of this folder, or a module, prints. */
export async function python(args: readonly string[], options: { cwd?: string; input?: string } = {}): Promise<string> {
  const env = { ...process.env, TOKENIZERS_PARALLELISM: 'false', HF_HUB_OFFLINE: '1', OMP_NUM_THREADS: '2' };
  const running = promisify(execFile)(PYTHON ?? 'python3', args, { env, cwd: options.cwd, maxBuffer: 2 ** 28 });
  running.child.stdin?.end(options.input ?? '');
  return (await running).stdout;
}

export const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The lines of JSON in what a script prints. */
export const jsonLinesOf = <T>(text: string): T[] =>
  text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as T] : []));

export const REWARD_FILE = fileURLToPath(new URL('export/greenbar_reward.py', PUBLIC));

export interface GradedRow {
  readonly id: string;
  readonly outcome: string;
  readonly passed: number;
  readonly total: number;
  readonly per_test: readonly string[];
  readonly reward: number | null;
}

/** Programs through the reward file's own command. */
export async function gradeWithPython(
  rows: readonly { id: string; task: string; code: string; truncated?: boolean; length?: number }[],
): Promise<GradedRow[]> {
  const input = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return jsonLinesOf<GradedRow>(await python([REWARD_FILE], { input }));
}

export const problemSet = (name: ProblemFile): Promise<Problem[]> =>
  loadProblemSet(name, async (path) => readFileSync(new URL(path, PUBLIC), 'utf8'));

/** Files of a model that comes with the page. */
export function bundledModel(name: string): ExportedFiles {
  const folder = fileURLToPath(new URL(`models/${name}`, PUBLIC));
  const names = readdirSync(folder).filter((file) => file !== 'README.md');
  return Object.fromEntries(names.map((file) => [file, new Uint8Array(readFileSync(join(folder, file)))]));
}

export async function experiment(
  choice: Omit<ConfigChoice, 'settings'> & Partial<ConfigChoice>,
): Promise<ExperimentInput> {
  const whole: ConfigChoice = { settings: {}, ...choice };
  const config = chosenConfig(whole);
  const [lecture, auxiliary] = await Promise.all([problemSet('lecture'), problemSet('auxiliary')]);
  const texts = PYTHON_FILES.map((name) => [name, readFileSync(new URL(`export/${name}`, PUBLIC), 'utf8')] as const);
  return experimentOf({
    name: 'check',
    config,
    choice: whole,
    sets: { lecture, auxiliary },
    heldOut: [],
    promptOf: ({ text }) => solvePrompt(text),
    model: bundledModel(config.model),
    python: Object.fromEntries(texts) as PythonFiles,
  });
}

/** The files in a new folder below the system's own for such things. */
export function writeExport(files: ExportedFiles): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenbar-export-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
