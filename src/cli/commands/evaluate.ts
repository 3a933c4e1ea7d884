/** `eval`: pass@k of a checkpoint on the sets that come with the page, or of anyone's file of samples. */

import { existsSync } from 'node:fs';
import { AGREEMENT_DEFAULTS, SEARCH_DEFAULTS } from '../../core/measure-choices.ts';
import type { MeasuredModel, MeasureReport, MeasureRequest } from '../../core/measuring.ts';
import { PROBLEM_SETS } from '../../core/records.ts';
import { type Flags, type FlagValues, parseArgs, UsageError } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { servedCheckpoint } from '../checkpoint.ts';
import {
  BACKEND_FLAG,
  CHECKPOINTS,
  type Command,
  DEFAULT_MAX_NEW_TOKENS,
  MODEL_FLAGS,
  SAMPLING_FLAGS,
  SEED_FLAG,
} from '../command.ts';
import { requireWritable, writeWhole } from '../files.ts';
import { fittingProblems } from '../fitting-problems.ts';
import { type MeasureSummary, summarizeMeasurement } from '../measure-summary.ts';
import { progress, result } from '../output.ts';
import type { MeasureNews } from '../page-api.ts';
import { problemsOf, readProblemsAt } from '../problems-file.ts';
import { evaluateSamplesFile, SAMPLES_FILE_FLAGS } from './samples-file.ts';

const FLAGS = {
  ...SAMPLES_FILE_FLAGS,
  against: { type: 'text', value: 'DIR|NAME', help: 'another checkpoint to compare with: base, small, or a folder' },
  sets: { type: 'choices', choices: PROBLEM_SETS, help: 'which sets (all; with --problems none but those)' },
  n: { type: 'integer', minimum: 1, maximum: 100_000, help: 'samples a problem and temperature (128)' },
  ...SAMPLING_FLAGS,
  temperature: {
    type: 'numbers',
    minimum: 0.01,
    maximum: 10,
    help: 'divide the logits, one after another (1; with --against 0.5,0.8,1)',
  },
  search: {
    type: 'integer',
    minimum: 1,
    maximum: 100_000,
    help: 'AlphaCode: sample so many a problem, filter, cluster, submit 10',
  },
  codet: { type: 'switch', help: 'CodeT: the model writes tests, and solutions are chosen that agree with them' },
  solutions: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    help: `solutions a problem, with --codet (${AGREEMENT_DEFAULTS.solutions})`,
  },
  keep: { type: 'text', value: 'DIR', help: 'keep what is sampled there, so that the next eval goes on from it' },
  report: { type: 'text', value: 'FILE.json', help: 'write everything that was measured there' },
  ...MODEL_FLAGS,
  ...BACKEND_FLAG,
  ...SEED_FLAG,
} as const satisfies Flags;

/** Flags that mean something only beside `--samples`; problems are measured, too. */
const SAMPLES_FLAGS: ReadonlySet<string> = new Set(
  Object.keys(SAMPLES_FILE_FLAGS).filter((name) => name !== 'problems'),
);

/** Samples of a file are neither drawn nor is there a model, and the other way round. */
function requireOneUse(flags: FlagValues<typeof FLAGS>): void {
  const given = Object.keys(flags);
  const other = given.find((name) => name !== 'problems' && SAMPLES_FLAGS.has(name) !== (flags.samples !== undefined));
  if (other === undefined) return;
  if (flags.samples === undefined) throw new UsageError(`eval: expected --${other} only with --samples`);
  const fitting = Object.keys(SAMPLES_FILE_FLAGS)
    .filter((name) => name !== 'samples')
    .map((name) => `--${name}`);
  throw new UsageError(`eval: expected only ${fitting.join(', ')} beside --samples, got --${other}`);
}

/** A checkpoint that a person names: one that comes with the page, or a folder, which is served under a name of its own. */
async function measuredModel(
  given: string,
  mountName: string,
): Promise<{ model: MeasuredModel; mounts: Readonly<Record<string, string>> }> {
  if (CHECKPOINTS.includes(given)) {
    return { model: { label: given, source: { type: 'bundled', name: given } }, mounts: {} };
  }
  const { model: name, mounts } = await servedCheckpoint(given, mountName, mountName);
  return { model: { label: given, source: { type: 'bundled', name } }, mounts };
}

/** What the flags ask for; the model that is compared with comes first. */
function requestOf(flags: FlagValues<typeof FLAGS>, models: readonly MeasuredModel[]): MeasureRequest {
  // Beside another model one temperature cannot tell learning from sharpening.
  const temperatures = flags.temperature ?? (models.length > 1 ? [0.5, 0.8, 1] : [1]);
  return {
    models,
    backend: flags.backend ?? 'auto',
    sets: flags.sets ?? (flags.problems === undefined ? PROBLEM_SETS : []),
    temperatures,
    samples: flags.n ?? 128,
    maxNewTokens: flags['max-new-tokens'] ?? DEFAULT_MAX_NEW_TOKENS,
    seed: flags.seed ?? 0,
    ...(flags.search !== undefined && { search: { ...SEARCH_DEFAULTS, samples: flags.search } }),
    ...(flags.codet === true && {
      agreement: { ...AGREEMENT_DEFAULTS, solutions: flags.solutions ?? AGREEMENT_DEFAULTS.solutions },
    }),
  };
}

function hear(news: MeasureNews): void {
  if (news.type === 'progress') {
    const { model, set, part, temperature, done, total } = news.progress;
    const what = part === 'samples' ? `samples at temperature ${temperature}` : part;
    progress(`${model}, ${set}: ${done} of ${total} ${what}`, true);
    return;
  }
  for (const event of news.events) {
    if (event.type === 'phase') progress(`${event.phase} ${event.detail} ${event.done} of ${event.total}`, true);
    else if (event.type === 'notice') progress(event.message);
    // A fatal fault is also what the call throws.
    else if (event.type === 'infra_error' && !event.fatal) progress(event.message);
  }
}

/** Flags that contradict each other, or name what is not there. */
function requireFitting(flags: FlagValues<typeof FLAGS>): void {
  if (flags.model !== undefined && flags.checkpoint !== undefined) {
    throw new UsageError('eval: expected one of --model and --checkpoint, got both');
  }
  if (flags.solutions !== undefined && flags.codet !== true) {
    throw new UsageError('eval: expected --solutions only with --codet');
  }
  if (flags.against !== undefined && !CHECKPOINTS.includes(flags.against) && !existsSync(flags.against)) {
    const expected = `${CHECKPOINTS.join(', ')}, or a folder with a checkpoint`;
    throw new UsageError(`--against: expected ${expected}, got ${JSON.stringify(flags.against)}`);
  }
}

function tell({ comparisons }: MeasureReport, { model, against, same_weights }: MeasureSummary): void {
  if (same_weights === true) {
    progress(`${model} and ${against?.model} have the same weights: there is nothing to tell them apart`);
  }
  for (const { other, sentence } of comparisons) progress(`${other}: ${sentence}`);
}

async function evaluateCheckpoint(flags: FlagValues<typeof FLAGS>): Promise<void> {
  requireFitting(flags);
  const own = await measuredModel(flags.checkpoint ?? flags.model ?? 'base', 'measured');
  const other = flags.against === undefined ? undefined : await measuredModel(flags.against, 'against');
  if (other?.model.label === own.model.label) {
    throw new UsageError(`eval: expected --against to name another model, got ${JSON.stringify(flags.against)} again`);
  }
  const request = requestOf(flags, other === undefined ? [own.model] : [other.model, own.model]);
  if (flags.report !== undefined) requireWritable(flags.report);
  const reading = flags.problems === undefined ? null : await readProblemsAt(flags.problems);
  await using session = await BrowserSession.open({
    mounts: { ...own.mounts, ...other?.mounts },
    ...(flags.keep !== undefined && { keep: flags.keep }),
  });
  const models = [flags.checkpoint ?? flags.model ?? 'base', ...(flags.against === undefined ? [] : [flags.against])];
  const brought =
    reading === null ? null : fittingProblems(await problemsOf(reading, session), models, request.maxNewTokens);
  const report = await session.call('measure', brought === null ? request : { ...request, own: brought }, hear);
  if (report === null) throw new Error('eval: expected the measurement to finish, but it was stopped');
  const summary = summarizeMeasurement(report);
  tell(report, summary);
  // Printed first: a disk that is full by now takes nothing of it.
  await result(summary);
  if (flags.report !== undefined) writeWhole(flags.report, `${JSON.stringify(report, null, 1)}\n`);
}

export const evaluate: Command = {
  summary: 'evaluate a checkpoint, or a file of samples',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('eval', args, FLAGS);
    requireOneUse(flags);
    return flags.samples === undefined ? evaluateCheckpoint(flags) : evaluateSamplesFile(flags.samples, flags);
  },
};
