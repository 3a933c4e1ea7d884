/** `eval`: pass@k of a checkpoint on the sets that come with the page, or of anyone's file of samples. */

import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { PROBLEM_SETS } from '../../core/records.ts';
import { type GradedSample, passReport } from '../../eval/graded.ts';
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
import { gradeInOrder, readRecords, requireJudged } from './grade.ts';

const FLAGS = {
  samples: { type: 'text', value: 'FILE.jsonl', help: 'grade these samples instead of drawing any' },
  k: { type: 'integers', minimum: 1, help: 'which k, with --samples (1)' },
  sets: { type: 'choices', choices: PROBLEM_SETS, help: 'which sets (all)' },
  n: { type: 'integer', minimum: 1, maximum: 4096, help: 'samples a problem (128)' },
  ...SAMPLING_FLAGS,
  ...MODEL_FLAGS,
  ...BACKEND_FLAG,
  ...SEED_FLAG,
} as const satisfies Flags;

/** Results of single samples go to `FILE_results.jsonl`, where HumanEval's evaluator puts them too. */
async function evaluateSamples(path: string, ks: readonly number[]): Promise<void> {
  const records = readRecords(path);
  const results = `${path}_results.jsonl`;
  const samples: GradedSample[] = [];
  const outcomes: Record<string, number> = {};
  await using session = await BrowserSession.open();
  if (existsSync(results)) progress(`${results}: overwriting`);
  writeFileSync(results, '');
  const unjudged = await gradeInOrder(session, records, (one) => {
    appendFileSync(results, `${JSON.stringify(one)}\n`);
    const { problem, outcome } = one;
    samples.push({ problem, correct: outcome === 'infra_error' ? null : outcome === 'passed' });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  });
  await result({ ...passReport(samples, ks), outcomes, results });
  requireJudged(unjudged, records.length);
}

/** What `--samples` leaves to be said on the line: samples are neither drawn nor is there a model. */
function requireSamplesFlags(flags: FlagValues<typeof FLAGS>): void {
  const other = Object.keys(flags).find((name) => name !== 'samples' && name !== 'k');
  if (other !== undefined) throw new UsageError(`eval: expected only --k beside --samples, got --${other}`);
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
    if (flags.samples !== undefined) {
      requireSamplesFlags(flags);
      return evaluateSamples(flags.samples, flags.k ?? [1]);
    }
    if (flags.k !== undefined) throw new UsageError('eval: expected --k only with --samples');
    return evaluateCheckpoint(flags);
  },
};
