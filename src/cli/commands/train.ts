/** `train`: the lecture's exercise — measure, train, measure — with step records and the trained model in files and the outcome on stdout. */

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chosenConfig } from '../../core/config-choice.ts';
import { diffConfig } from '../../core/config-diff.ts';
import { writeConfigFile } from '../../core/config-file.ts';
import type { RunEvent, StepRecord } from '../../core/records.ts';
import { type Flags, parseArgs } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { type Command, checkpointMounts, MODEL_FLAGS, weakHarness } from '../command.ts';
import { describeEvaluation, summarizeCriticSampling, summarizeEvaluation } from '../evaluation-summary.ts';
import { freshFolder, writeFolder, writeWhole } from '../files.ts';
import { progress, result } from '../output.ts';
import { describeDevice, describeSeconds } from '../run-summary.ts';
import { CHOICE_FLAGS, overriddenByFile, trainChoice } from './train-choice.ts';

const FLAGS = {
  ...CHOICE_FLAGS,
  checkpoint: MODEL_FLAGS.checkpoint,
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
    case 'begin':
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
    writeWhole(join(out, 'config.json'), `${JSON.stringify(writeConfigFile(choice), null, 2)}\n`);
    const overridden = overriddenByFile(flags);
    if (overridden !== null) progress(overridden);
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
