/** `eval`: pass@k of a checkpoint on the sets that come with the page, or of anyone's file of samples. */

import { PROBLEM_SETS } from '../../core/records.ts';
import { type Flags, type FlagValues, parseArgs, UsageError } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import {
  BACKEND_FLAG,
  type Command,
  checkpointMounts,
  DEFAULT_MAX_NEW_TOKENS,
  MODEL_FLAGS,
  SAMPLING_FLAGS,
  SEED_FLAG,
} from '../command.ts';
import { summarizeEvaluation } from '../evaluation-summary.ts';
import { progress, result } from '../output.ts';
import { evaluateSamplesFile, SAMPLES_FILE_FLAGS } from './samples-file.ts';

const FLAGS = {
  ...SAMPLES_FILE_FLAGS,
  sets: { type: 'choices', choices: PROBLEM_SETS, help: 'which sets (all)' },
  n: { type: 'integer', minimum: 1, maximum: 4096, help: 'samples a problem (128)' },
  ...SAMPLING_FLAGS,
  ...MODEL_FLAGS,
  ...BACKEND_FLAG,
  ...SEED_FLAG,
} as const satisfies Flags;

const SAMPLES_FLAGS: ReadonlySet<string> = new Set(Object.keys(SAMPLES_FILE_FLAGS));

/** Samples of a file are neither drawn nor is there a model, and the other way round. */
function requireOneUse(flags: FlagValues<typeof FLAGS>): void {
  const given = Object.keys(flags);
  const other = given.find((name) => SAMPLES_FLAGS.has(name) !== (flags.samples !== undefined));
  if (other === undefined) return;
  if (flags.samples === undefined) throw new UsageError(`eval: expected --${other} only with --samples`);
  const fitting = [...SAMPLES_FLAGS].filter((name) => name !== 'samples').map((name) => `--${name}`);
  throw new UsageError(`eval: expected only ${fitting.join(', ')} beside --samples, got --${other}`);
}

async function evaluateCheckpoint(flags: FlagValues<typeof FLAGS>): Promise<void> {
  const model = flags.model ?? 'base';
  await using session = await BrowserSession.open(checkpointMounts(model, flags.checkpoint));
  const request = {
    model,
    backend: flags.backend ?? 'auto',
    sets: flags.sets ?? PROBLEM_SETS,
    samples: flags.n ?? 128,
    temperature: flags.temperature ?? 1,
    maxNewTokens: flags['max-new-tokens'] ?? DEFAULT_MAX_NEW_TOKENS,
    seed: flags.seed ?? 0,
  };
  const evaluation = await session.call('evaluate', request, (events) => {
    for (const event of events) {
      if (event.type === 'phase') progress(`${event.phase} ${event.detail} ${event.done} of ${event.total}`, true);
      else if (event.type === 'notice') progress(event.message);
      // A fatal fault is also what the call throws.
      else if (event.type === 'infra_error' && !event.fatal) progress(event.message);
    }
  });
  await result({ model: flags.checkpoint ?? model, seed: request.seed, sets: summarizeEvaluation(evaluation) });
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
