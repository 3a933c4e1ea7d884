/** `train`: the lecture's exercise — measure, train, measure — with step records and the trained model in files and the outcome on stdout. */

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALGORITHM_NAMES } from '../../core/algorithms.ts';
import { checkSettings, type RunConfig, type RunConfigInput } from '../../core/config.ts';
import { type ConfigChoice, chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { diffConfig, layerConfig, settingLayer } from '../../core/config-diff.ts';
import { readSetting, settingAt } from '../../core/config-docs.ts';
import { type FileChoice, readConfigFile } from '../../core/config-file.ts';
import { PRESET_NAMES } from '../../core/presets.ts';
import type { RunEvent, StepRecord } from '../../core/records.ts';
import { REWARD_NAMES } from '../../core/rewards.ts';
import { HARNESSES } from '../../core/types.ts';
import { type Flags, type FlagValues, parseArgs, UsageError } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import {
  ALGORITHMS_EXPLAINED,
  BACKEND_FLAG,
  type Command,
  checkpointMounts,
  MODEL_FLAGS,
  PRESETS_EXPLAINED,
  REWARDS_EXPLAINED,
  SEED_FLAG,
  weakHarness,
} from '../command.ts';
import { describeEvaluation, summarizeCriticSampling, summarizeEvaluation } from '../evaluation-summary.ts';
import { freshFolder, readJson, writeFolder, writeWhole } from '../files.ts';
import { progress, result } from '../output.ts';
import { describeDevice, describeSeconds } from '../run-summary.ts';

const FLAGS = {
  config: { type: 'text', value: 'FILE', help: 'settings as JSON; flags win over it' },
  preset: {
    type: 'choice',
    choices: PRESET_NAMES,
    about: PRESETS_EXPLAINED,
    help: 'the exercise: which problems, how long (default)',
  },
  problems: {
    type: 'choice',
    choices: ['lecture', 'auxiliary', 'both'],
    help: 'what to train on (as the settings say)',
  },
  algorithm: {
    type: 'choice',
    choices: ALGORITHM_NAMES,
    about: ALGORITHMS_EXPLAINED,
    help: 'how to learn: settings laid over those of the exercise (grpo)',
  },
  reward: {
    type: 'choice',
    choices: REWARD_NAMES,
    about: REWARDS_EXPLAINED,
    help: 'what a program earns (as the settings say)',
  },
  harness: {
    type: 'choice',
    choices: HARNESSES,
    help: 'who compares while training; the weak ones are lessons (as the settings say)',
  },
  epochs: { type: 'integer', minimum: 0, maximum: 100_000, help: 'passes over the epoch set (50)' },
  ...SEED_FLAG,
  ...BACKEND_FLAG,
  ...MODEL_FLAGS,
  set: {
    type: 'texts',
    value: 'PATH=VALUE',
    help: 'any single setting, over all others; docs/configuration.md lists them',
  },
  rollouts: {
    type: 'switch',
    help: 'also keep every program with what the update made of its tokens, a file per step',
  },
  out: { type: 'text', value: 'DIR', help: 'where records go (runs/TIME-SEED)' },
} as const satisfies Flags;

const STEPS = 'steps.jsonl';
const EVALUATIONS = 'evaluations.jsonl';
const CHECKPOINT = 'checkpoint';
const ROLLOUTS = 'rollouts';

/** Which problems an epoch draws, as a difference of settings. */
const PROBLEMS: Readonly<Record<'lecture' | 'auxiliary' | 'both', RunConfigInput>> = {
  lecture: { auxiliaryProblems: 0 },
  auxiliary: { lectureProblems: 0, auxiliaryProblems: 20 },
  both: {},
};

/** The settings that `--set` names, each once. */
function readSettings(pairs: readonly string[]): RunConfigInput {
  const layers = new Map<string, RunConfigInput>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1)
      throw new UsageError(`--set: expected PATH=VALUE such as algorithm.beta=0.1, got ${JSON.stringify(pair)}`);
    const path = pair.slice(0, equals);
    if (layers.has(path)) throw new UsageError(`--set: ${path}: expected it once, got it twice`);
    const layer = usage(() =>
      settingLayer(path, readSetting(settingAt(path, '--set'), pair.slice(equals + 1), '--set')),
    );
    layers.set(
      path,
      usage(() => checkSettings(layer, '--set')),
    );
  }
  return layerConfig(...layers.values());
}

/** Makes what the line says wrong a wrong use of the command. */
function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Exercise, then algorithm, then file, then flags, then `--set`; each changes only the single settings that it names. */
export function trainChoice(flags: FlagValues<typeof FLAGS>): ConfigChoice {
  const { problems, reward, harness, epochs, seed, backend, model, set = [] } = flags;
  const file: FileChoice =
    flags.config === undefined ? { settings: {} } : readConfigFile(readJson(flags.config), flags.config);
  const settings = layerConfig(
    file.settings,
    problems === undefined ? {} : PROBLEMS[problems],
    {
      ...(reward === undefined ? {} : { reward }),
      ...(harness === undefined ? {} : { harness }),
      ...(epochs === undefined ? {} : { epochs }),
      ...(seed === undefined ? {} : { seed }),
      ...(backend === undefined ? {} : { backend }),
      ...(model === undefined ? {} : { model }),
    },
    readSettings(set),
  );
  return {
    preset: flags.preset ?? file.preset ?? DEFAULT_CHOICE.preset,
    algorithm: flags.algorithm ?? file.algorithm ?? DEFAULT_CHOICE.algorithm,
    settings,
  };
}

/** The configuration of a run. */
export function trainConfig(flags: FlagValues<typeof FLAGS>): RunConfig {
  return chosenConfig(trainChoice(flags));
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
      appendFileSync(join(out, EVALUATIONS), `${JSON.stringify({ when, ...evaluation })}\n`);
      progress(
        `pass@1 ${when === 'during' ? `at epoch ${evaluation.epoch}` : when}: ${describeEvaluation(evaluation)}`,
      );
      break;
    }
    case 'phase':
      progress(`${event.phase} ${event.detail}${event.total > 0 ? ` ${event.done} of ${event.total}` : ''}`, true);
      break;
    case 'infra_error':
      // A fatal fault is also what the call throws.
      if (!event.fatal) progress(event.message);
      break;
    case 'alert':
      progress(`alert: ${event.alert.message}`);
      break;
    case 'notice':
      progress(event.message);
      break;
    case 'device':
      progress(describeDevice(event.device));
      break;
    default:
      event satisfies never;
  }
}

/** One file of lines per step: all that is needed to replay its update by hand. */
async function keepRollouts(session: BrowserSession, steps: number, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let step = 1; step <= steps; step++) {
    const rollouts = await session.call('rollouts', { step });
    const lines = rollouts.map((rollout) => `${JSON.stringify(rollout)}\n`);
    writeWhole(join(folder, `step-${String(step).padStart(5, '0')}.jsonl`), lines.join(''));
  }
}

export const train: Command = {
  summary: 'measure, train, measure: the exercise of the lecture',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('train', args, FLAGS);
    const choice = trainChoice(flags);
    const config = chosenConfig(choice);
    const mounts = checkpointMounts(config.model, flags.checkpoint);
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const out = freshFolder(flags.out ?? join('runs', `${time}-${config.seed}`), STEPS);
    writeWhole(join(out, 'config.json'), `${JSON.stringify(config, null, 2)}\n`);
    if (config.harness !== 'sealed') progress(weakHarness(config.harness));
    for (const name of [STEPS, EVALUATIONS]) writeWhole(join(out, name), '');
    await using session = await BrowserSession.open(mounts);
    const run = await session.call('train', config, (events) => {
      for (const event of events) record(event, out, config.epochs);
    });
    if (run === null) throw new Error('train: expected the run to finish, but it was stopped');
    if (flags.rollouts === true) await keepRollouts(session, run.epochs, join(out, ROLLOUTS));
    const checkpoint = join(out, CHECKPOINT);
    writeFolder(checkpoint, await session.call('checkpoint', undefined));
    const criticSampling = summarizeCriticSampling(run.after);
    const summary = {
      before: summarizeEvaluation(run.before),
      after: summarizeEvaluation(run.after),
      ...(criticSampling && { criticSampling }),
      epochs: run.epochs,
      seconds: run.seconds,
      tokens: run.tokens,
      memory: run.memory,
      backend: run.device.backend,
      adapter: run.device.adapter,
      engine: run.device.engine,
      tokens_per_second: run.device.tokensPerSecond,
      seed: config.seed,
      preset: choice.preset,
      algorithm: choice.algorithm,
      // Against the defaults, whatever gave them.
      changed: diffConfig(config),
      steps: join(out, STEPS),
      checkpoint,
    };
    writeWhole(join(out, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);
    progress(describeSeconds(run.seconds));
    await result(summary);
  },
};
