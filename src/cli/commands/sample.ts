/** `sample`: programs that a checkpoint writes for a problem, one JSON a line. */

import { type Flags, parseArgs, UsageError } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { servedCheckpoint } from '../checkpoint.ts';
import {
  BACKEND_FLAG,
  type Command,
  DEFAULT_MAX_NEW_TOKENS,
  MODEL_FLAGS,
  SAMPLING_FLAGS,
  SEED_FLAG,
} from '../command.ts';
import { knownProblem } from '../files.ts';
import { result } from '../output.ts';

const FLAGS = {
  text: { type: 'text', value: 'TEXT', help: 'what the program shall do' },
  problem: { type: 'text', value: 'ID', help: 'or the id of a problem that comes with the page' },
  n: { type: 'integer', minimum: 1, maximum: 4096, help: 'how many (8)' },
  ...SAMPLING_FLAGS,
  'top-p': { type: 'number', minimum: 0.01, maximum: 1, help: 'nucleus (1: off)' },
  'top-k': { type: 'integer', minimum: 0, help: 'most likely tokens only (0: off)' },
  ...MODEL_FLAGS,
  ...BACKEND_FLAG,
  ...SEED_FLAG,
} as const satisfies Flags;

function problemText(text: string | undefined, id: string | undefined): string {
  if (text !== undefined && id === undefined) return text;
  if (id === undefined || text !== undefined) throw new UsageError('sample: expected one of --text and --problem');
  const problem = knownProblem(id);
  if (problem === undefined)
    throw new UsageError(`--problem: expected the id of a known problem, got ${JSON.stringify(id)}`);
  return problem.text;
}

const sampledModel = async (model: string, folder: string | undefined) =>
  folder === undefined ? { model, mounts: {} } : servedCheckpoint(folder, model);

export const sample: Command = {
  summary: 'write programs for a problem',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('sample', args, FLAGS);
    const text = problemText(flags.text, flags.problem);
    const { model, mounts } = await sampledModel(flags.model ?? 'base', flags.checkpoint);
    await using session = await BrowserSession.open({ mounts });
    const programs = await session.call('sample', {
      model,
      backend: flags.backend ?? 'auto',
      text,
      n: flags.n ?? 8,
      temperature: flags.temperature ?? 1,
      topP: flags['top-p'] ?? 1,
      topK: flags['top-k'] ?? 0,
      maxNewTokens: flags['max-new-tokens'] ?? DEFAULT_MAX_NEW_TOKENS,
      seed: flags.seed ?? 0,
    });
    for (const { code, logProb, tokens, truncated } of programs) {
      await result({ code, log_prob: logProb, tokens, truncated });
    }
  },
};
