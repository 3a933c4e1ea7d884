/** `export`: a run, or an experiment that no run has had yet, as a folder for Hugging Face, TRL, veRL, or as tables. */

import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXPORT_KINDS, type ExportedFiles, type ExportKind } from '../../core/exports.ts';
import { experimentFiles } from '../../interop/export-files.ts';
import { resultsFiles } from '../../interop/results/results.ts';
import { type Flags, type FlagValues, parseArgs, UsageError } from '../args.ts';
import { type Command, MODEL_FLAGS } from '../command.ts';
import { type ExportSource, nameOf, openRun, readExperiment, readResults, trainedModel } from '../experiment.ts';
import { progress, result } from '../output.ts';
import { CHOICE_FLAGS, trainChoice } from './train-choice.ts';

const FLAGS = {
  to: {
    type: 'choice',
    choices: EXPORT_KINDS,
    about: {
      huggingface: 'the trained model as from_pretrained loads it; without a run, the one that comes with the page',
      trl: 'the experiment for TRL: data, reward function, settings, weights, a script',
      verl: 'the experiment for veRL on Ray, likewise',
      results: 'metrics, measurements and completions of a run as CSV, JSON Lines and Parquet',
    },
    help: 'what for',
  },
  run: { type: 'text', value: 'DIR', help: 'what train --out wrote; without it the settings below' },
  out: { type: 'text', value: 'DIR', help: 'an empty or new folder (exports/KIND-NAME)' },
  ...CHOICE_FLAGS,
  checkpoint: {
    ...MODEL_FLAGS.checkpoint,
    help: 'the model to begin with, in place of the one that comes with the page',
  },
} as const satisfies Flags;

const OWN_FLAGS: ReadonlySet<string> = new Set(['to', 'run', 'out', 'checkpoint']);

/** A run has its settings; without one they are on the line. */
function sourceOf(flags: FlagValues<typeof FLAGS>): ExportSource {
  if (flags.run === undefined) {
    const choice = trainChoice(flags);
    return { name: nameOf(`${choice.preset}-${choice.algorithm}`), choice, folder: null };
  }
  const settings = Object.keys(flags).filter((name) => !OWN_FLAGS.has(name));
  if (settings.length > 0)
    throw new UsageError(`export: --${settings[0]}: expected none beside --run, which has its own`);
  return openRun(flags.run);
}

/** @throws Error for a folder that holds anything: nothing there is overwritten */
function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new Error(`${folder}: expected a folder, got a file`);
  if (readdirSync(folder).length > 0)
    throw new Error(`${folder}: expected an empty or new folder, but something is in it`);
}

async function filesOf(source: ExportSource, to: ExportKind, checkpoint: string | undefined): Promise<ExportedFiles> {
  const { folder } = source;
  if (to === 'results') {
    if (folder === null) throw new UsageError('export: --to results: expected a run (--run DIR), got none');
    const { steps, lecture, heldOut } = await readExperiment(source, checkpoint);
    const problems = [...steps.flat(), ...lecture, ...heldOut.flatMap((set) => set.problems)];
    return resultsFiles(readResults(source, folder, problems));
  }
  const input = await readExperiment(source, checkpoint);
  const trained = to === 'huggingface' && folder !== null && checkpoint === undefined;
  return experimentFiles(trained ? { ...input, ...(await trainedModel(folder)) } : input, to);
}

export const exportRun: Command = {
  summary: 'a run or an experiment as a folder for Hugging Face, TRL or veRL, or as tables',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('export', args, FLAGS);
    const { to, checkpoint } = flags;
    if (to === undefined) throw new UsageError(`export: expected --to with one of ${EXPORT_KINDS.join(', ')}`);
    const source = sourceOf(flags);
    const out = flags.out ?? join('exports', `${to}-${source.name}`);
    requireEmpty(out);
    const files = await filesOf(source, to, checkpoint);
    for (const [name, content] of Object.entries(files)) {
      const path = join(out, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content, name.endsWith('.sh') ? { mode: 0o755 } : {});
    }
    const bytes = Object.values(files).reduce((sum, content) => sum + content.length, 0);
    progress(`${out}: ${Object.keys(files).length} files; README.md says how to go on`);
    await result({ to, name: source.name, out, files: Object.keys(files).sort(), bytes });
  },
};
