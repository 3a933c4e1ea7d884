/** `train`: the lecture's exercise — measure, train, measure — with step records in a file and the outcome on stdout. */

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseConfig, type RunConfig, type RunConfigInput, RunConfigSchema } from '../../core/config.ts';
import { PRESET_NAMES, PRESETS, type PresetName } from '../../core/presets.ts';
import type { RunEvent, StepRecord } from '../../core/records.ts';
import { type Flags, type FlagValues, parseArgs } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { BACKEND_FLAG, type Command, checkpointMounts, MODEL_FLAGS, SEED_FLAG } from '../command.ts';
import { describeEvaluation, summarizeEvaluation } from '../evaluation-summary.ts';
import { freshFolder, readInput, writeWhole } from '../files.ts';
import { progress, result } from '../output.ts';

const FLAGS = {
  config: { type: 'text', value: 'FILE', help: 'settings as JSON; flags win over it' },
  preset: { type: 'choice', choices: PRESET_NAMES, help: 'named settings to start from (default)' },
  problems: {
    type: 'choice',
    choices: ['lecture', 'auxiliary', 'both'],
    help: 'what to train on (as the settings say)',
  },
  algorithm: { type: 'choice', choices: ['grpo'], help: 'algorithm (grpo)' },
  epochs: { type: 'integer', minimum: 0, maximum: 100_000, help: 'passes over the epoch set (50)' },
  ...SEED_FLAG,
  ...BACKEND_FLAG,
  ...MODEL_FLAGS,
  out: { type: 'text', value: 'DIR', help: 'where records go (runs/TIME-SEED)' },
} as const satisfies Flags;

const STEPS = 'steps.jsonl';

/** Which problems an epoch draws, as a difference of settings. */
const PROBLEMS: Readonly<Record<'lecture' | 'auxiliary' | 'both', RunConfigInput>> = {
  lecture: { auxiliaryProblems: 0 },
  auxiliary: { lectureProblems: 0, auxiliaryProblems: 20 },
  both: {},
};

function readConfigFile(path: string): RunConfigInput {
  let value: unknown;
  try {
    value = JSON.parse(readInput(path));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${path}: expected JSON: ${error.message.replaceAll('\n', ' ')}`);
    throw error;
  }
  const checked = v.safeParse(RunConfigSchema, value);
  if (checked.success) return value as RunConfigInput;
  throw new Error(`${path}: ${v.getDotPath(checked.issues[0]) ?? '(root)'}: ${checked.issues[0].message}`);
}

/** Settings of a run: preset, then file, then flags. */
export function trainConfig(flags: FlagValues<typeof FLAGS>): RunConfig {
  const preset: PresetName = flags.preset ?? 'default';
  const { problems, epochs, seed, backend, model } = flags;
  return parseConfig({
    ...PRESETS[preset].config,
    ...(flags.config === undefined ? {} : readConfigFile(flags.config)),
    ...(problems === undefined ? {} : PROBLEMS[problems]),
    ...(epochs === undefined ? {} : { epochs }),
    ...(seed === undefined ? {} : { seed }),
    ...(backend === undefined ? {} : { backend }),
    ...(model === undefined ? {} : { model }),
  });
}

function describeStep({ epoch, metrics, seconds }: StepRecord, epochs: number): string {
  const number = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(3));
  return (
    `epoch ${epoch} of ${epochs}: reward ${number(metrics.reward)}, pass ${number(metrics['train/pass@1'])}, ` +
    `KL ${number(metrics.kl)}, entropy ${number(metrics.entropy)}, ${seconds.total.toFixed(1)} s`
  );
}

/** Writes what an event carries, and says on stderr what a person wants to know. */
function record(event: RunEvent, out: string, epochs: number): void {
  switch (event.type) {
    case 'step':
      appendFileSync(join(out, STEPS), `${JSON.stringify(event.record)}\n`);
      progress(describeStep(event.record, epochs));
      break;
    case 'evaluation': {
      const { when, evaluation } = event;
      appendFileSync(join(out, 'evaluations.jsonl'), `${JSON.stringify({ when, ...evaluation })}\n`);
      progress(
        `pass@1 ${when === 'during' ? `at epoch ${evaluation.epoch}` : when}: ${describeEvaluation(evaluation)}`,
      );
      break;
    }
    case 'phase':
      progress(`${event.phase} ${event.detail}${event.total > 0 ? ` ${event.done} of ${event.total}` : ''}`, true);
      break;
    case 'infra_error':
    case 'notice':
      progress(event.message);
      break;
    default:
      event satisfies never;
  }
}

export const train: Command = {
  summary: 'measure, train, measure: the exercise of the lecture',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('train', args, FLAGS);
    const config = trainConfig(flags);
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const out = freshFolder(flags.out ?? join('runs', `${time}-${config.seed}`), STEPS);
    const mounts = checkpointMounts(config.model, flags.checkpoint);
    writeWhole(join(out, 'config.json'), `${JSON.stringify(config, null, 2)}\n`);
    writeWhole(join(out, STEPS), '');
    await using session = await BrowserSession.open(mounts);
    const run = await session.call('train', config, (events) => {
      for (const event of events) record(event, out, config.epochs);
    });
    if (run === null) throw new Error('train: expected the run to finish, but it was stopped');
    const summary = {
      before: summarizeEvaluation(run.before),
      after: summarizeEvaluation(run.after),
      epochs: run.epochs,
      seconds: run.seconds,
      backend: run.device.backend,
      adapter: run.device.adapter,
      engine: run.device.engine,
      tokens_per_second: run.device.tokensPerSecond,
      seed: config.seed,
      steps: join(out, STEPS),
    };
    writeWhole(join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    await result(summary);
  },
};
