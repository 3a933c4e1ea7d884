/** `export`: a run, or an experiment that no run has had yet, as a folder for Hugging Face, TRL, veRL, or as tables. */

import { createWriteStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { chosenConfig } from '../../core/config-choice.ts';
import { EXPORT_KINDS, type ExportedFiles, type ExportKind } from '../../core/exports.ts';
import { experimentFiles } from '../../interop/export-files.ts';
import { huggingfaceFiles } from '../../interop/huggingface/huggingface.ts';
import { resultsFiles } from '../../interop/results/results.ts';
import { type FolderContent, piecesOf } from '../../store/zip-folder.ts';
import { adapterFolder } from '../adapter-folder.ts';
import { type Flags, type FlagValues, parseArgs, UsageError } from '../args.ts';
import { type Command, MODEL_FLAGS } from '../command.ts';
import { type ExportSource, nameOf, openRun, readExperiment, readResults, readTrained } from '../experiment.ts';
import { fittingProblems } from '../fitting-problems.ts';
import { progress, result } from '../output.ts';
import { problemsAlone, readProblemsAt } from '../problems-file.ts';
import { visitingAtMost } from '../run-folder.ts';
import { CHOICE_FLAGS, describeVisits, problemsFile, trainChoice } from './train-choice.ts';

const FLAGS = {
  to: {
    type: 'choice',
    choices: EXPORT_KINDS,
    about: {
      huggingface: 'the trained model as from_pretrained loads it; without a run, the one that comes with the page',
      adapter: 'the adapters of an imported model alone, with their card, as PEFT loads them',
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

/** What `train` would make of the same line: problems of a file join those of the page. */
async function settingsAlone(flags: FlagValues<typeof FLAGS>): Promise<ExportSource> {
  const path = problemsFile(flags);
  const reading = path === null ? null : await readProblemsAt(path);
  const asked = trainChoice(flags, reading?.rows.length);
  const name = nameOf(`${asked.preset}-${asked.algorithm}`);
  if (reading === null) return { name, choice: asked, folder: null, own: () => [] };
  const { model, sampling } = chosenConfig(asked);
  const own = fittingProblems(await problemsAlone(reading), [flags.checkpoint ?? model], sampling.maxNewTokens);
  const choice = visitingAtMost(asked, own.length);
  const visits = describeVisits(own.length, chosenConfig(choice));
  if (visits !== null) progress(visits);
  return { name, choice, folder: null, own: () => own };
}

/** A run has its settings; without one they are on the line. */
async function sourceOf(flags: FlagValues<typeof FLAGS>): Promise<ExportSource> {
  if (flags.run === undefined) return settingsAlone(flags);
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

/** Small files whole, and weights as they come. */
interface Export {
  readonly files: ExportedFiles;
  readonly weights: readonly (readonly [string, FolderContent])[];
}

async function exportOf(source: ExportSource, to: ExportKind, checkpoint: string | undefined): Promise<Export> {
  const { folder } = source;
  if (to === 'results') {
    if (folder === null) throw new UsageError('export: --to results: expected a run (--run DIR), got none');
    return { files: await resultsFiles(await readResults(source, folder)), weights: [] };
  }
  if (to === 'adapter') {
    if (folder === null) throw new UsageError('export: --to adapter: expected a run (--run DIR), got none');
    return { files: adapterFolder(folder), weights: [] };
  }
  if (to === 'huggingface') {
    const { trained, weights } = await readTrained(source, checkpoint);
    return { files: huggingfaceFiles(trained), weights };
  }
  const { input, weights } = await readExperiment(source, checkpoint);
  return { files: experimentFiles(input, to), weights: weights.map(([name, content]) => [`model/${name}`, content]) };
}

/** Writes a folder that is new or empty; what cannot be written whole is taken away again. */
async function writeExport(out: string, { files, weights }: Export): Promise<number> {
  const isNew = !existsSync(out);
  let bytes = 0;
  async function* told(content: FolderContent) {
    for await (const piece of piecesOf(content)) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    for (const [name, content] of [...weights, ...Object.entries(files)]) {
      const path = join(out, name);
      mkdirSync(dirname(path), { recursive: true });
      await pipeline(told(content), createWriteStream(path, name.endsWith('.sh') ? { mode: 0o755 } : {}));
    }
  } catch (error) {
    for (const name of isNew ? [''] : readdirSync(out)) rmSync(join(out, name), { recursive: true, force: true });
    throw error;
  }
  return bytes;
}

export const exportRun: Command = {
  summary: 'a run or an experiment as a folder for Hugging Face, TRL or veRL, or as tables',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('export', args, FLAGS);
    const { to, checkpoint } = flags;
    if (to === undefined) throw new UsageError(`export: expected --to with one of ${EXPORT_KINDS.join(', ')}`);
    const source = await sourceOf(flags);
    const out = flags.out ?? join('exports', `${to}-${source.name}`);
    requireEmpty(out);
    const exported = await exportOf(source, to, checkpoint);
    const bytes = await writeExport(out, exported);
    const names = [...Object.keys(exported.files), ...exported.weights.map(([name]) => name)];
    progress(`${out}: ${names.length} files; README.md says how to go on`);
    await result({ to, name: source.name, out, files: names.sort(), bytes });
  },
};
