/** `train`: the lecture's exercise — measure, train, measure — with step records and the trained model in files and the outcome on stdout. */

import { appendFileSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { RunConfig } from '../../core/config.ts';
import { type ConfigChoice, chosenConfig, filledConfig } from '../../core/config-choice.ts';
import { diffConfig, layerConfig } from '../../core/config-diff.ts';
import { importedName, isBundled } from '../../core/model-name.ts';
import type { RunEvent, StepRecord } from '../../core/records.ts';
import { checkpointCard, type Measured } from '../../interop/huggingface/checkpoint-card.ts';
import { ADAPTER_CONFIG } from '../../model/adapted/peft.ts';
import type { RunSummary } from '../../trainer/api.ts';
import { type Flags, parseArgs, UsageError } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { type ServedCheckpoint, servedCheckpoint, withBaseFolder } from '../checkpoint.ts';
import { type Command, MODEL_FLAGS, weakHarness } from '../command.ts';
import { describeEvaluation, summarizeCriticSampling, summarizeEvaluation } from '../evaluation-summary.ts';
import { freshFolder, writeFolder, writeWhole } from '../files.ts';
import { fittingProblems } from '../fitting-problems.ts';
import { progress, result } from '../output.ts';
import { problemsOf, readProblemsAt } from '../problems-file.ts';
import { keepChoice, keepOwn, RUN } from '../run-folder.ts';
import { describeDevice, describeSeconds } from '../run-summary.ts';
import { CHOICE_FLAGS, describeVisits, overriddenByFile, problemsFile, trainChoice } from './train-choice.ts';

const FLAGS = {
  ...CHOICE_FLAGS,
  checkpoint: MODEL_FLAGS.checkpoint,
  rollouts: {
    type: 'switch',
    help: 'also keep every program with what the update made of its tokens, a file per step',
  },
  out: { type: 'text', value: 'DIR', help: 'where records go (runs/TIME-SEED)' },
} as const satisfies Flags;

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
      appendFileSync(join(out, RUN.steps), `${JSON.stringify(event.record)}\n`);
      progress(describeStep(event.record, epochs));
      break;
    case 'evaluation': {
      const { when, evaluation } = event;
      appendFileSync(join(out, RUN.evaluations), `${JSON.stringify({ when, ...evaluation })}\n`);
      // Before training the settings may ask for nothing.
      if (evaluation.sets.length > 0)
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

/** The folder that the line names in the place of a checkpoint of the page; null where it names none. */
async function servedFor(
  { checkpoint, model }: { readonly checkpoint?: string; readonly model?: string },
  name: string,
): Promise<ServedCheckpoint | null> {
  if (checkpoint === undefined) return null;
  const served = await servedCheckpoint(checkpoint, isBundled(name) ? name : 'base');
  if (!served.imported || model === undefined) return served;
  throw new UsageError('train: expected no --model beside a --checkpoint of another kind than those of the page');
}

const withModel = (choice: ConfigChoice, model: string): ConfigChoice => ({
  ...choice,
  settings: layerConfig(choice.settings, { model: model as RunConfig['model'] }),
});

/** An imported model is not there unless its folder is named. */
function requireModel(model: string, served: ServedCheckpoint | null): void {
  if (importedName(model) === null || served?.model === model) return;
  throw new UsageError(`train: model: expected the folder of ${model} as --checkpoint DIR, got none`);
}

/** What a card says of a trained model. */
type Trained = Pick<RunSummary, 'config'> & Measured;

/** What is known of a run before it ends, and if it never does. */
export class HeardRun {
  readonly #measured: { -readonly [K in keyof Measured]: Measured[K] } = {};
  /** Finished. */
  epochs = 0;

  get measured(): Measured {
    return this.#measured;
  }

  hear(events: readonly RunEvent[]): void {
    for (const event of events) {
      if (event.type === 'step') this.epochs = event.record.epoch;
      if (event.type === 'evaluation' && event.when !== 'during') this.#measured[event.when] = event.evaluation;
    }
  }
}

function card(
  { config, before, after }: Trained,
  { preset, algorithm }: ConfigChoice,
  name: string,
  files: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const form = files[ADAPTER_CONFIG] === undefined ? 'whole' : 'adapters';
  const [settings, measured] = [diffConfig(config), { before, after }];
  return new TextEncoder().encode(checkpointCard({ name, config, preset, algorithm, settings, form, measured }));
}

export const train: Command = {
  summary: 'measure, train, measure: the exercise of the lecture',
  operands: [],
  flags: FLAGS,
  async run(args) {
    const { flags } = parseArgs('train', args, FLAGS);
    const path = problemsFile(flags);
    const reading = path === null ? null : await readProblemsAt(path);
    const asked = trainChoice(flags, reading?.rows.length);
    const served = await servedFor(flags, filledConfig(asked).model);
    const choice = served?.imported ? withModel(asked, served.model) : asked;
    const config = chosenConfig(choice);
    requireModel(config.model, served);
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const out = freshFolder(flags.out ?? join('runs', `${time}-${config.seed}`), RUN.steps);
    keepChoice(out, choice);
    const overridden = overriddenByFile(flags);
    if (overridden !== null) progress(overridden);
    if (config.harness !== 'sealed') progress(weakHarness(config.harness));
    for (const name of [RUN.steps, RUN.evaluations]) writeWhole(join(out, name), '');
    await using session = await BrowserSession.open(served === null ? {} : { mounts: served.mounts });
    const brought = reading === null ? [] : await problemsOf(reading, session);
    const model = flags.checkpoint ?? config.model;
    const own = fittingProblems(brought, [model], config.sampling.maxNewTokens);
    const visiting = chosenConfig(keepOwn(out, choice, own));
    const visits = describeVisits(own.length, visiting);
    if (visits !== null) progress(visits);
    const keepModel = async (told: Trained) => {
      const checkpoint = join(out, RUN.checkpoint);
      const files = withBaseFolder(await session.call('checkpoint', undefined), flags.checkpoint);
      writeFolder(checkpoint, { ...files, 'README.md': card(told, choice, basename(resolve(out)), files) });
      progress(`${checkpoint}: the trained model`);
      return checkpoint;
    };
    const request = own.length === 0 ? visiting : { config: visiting, own };
    const heard = new HeardRun();
    const run = await session
      .call('train', request, (events) => {
        for (const event of events) record(event, out, config.epochs);
        heard.hear(events);
      })
      .catch(async (error: unknown) => {
        // What was learned is not lost because it could not be measured; where the page is gone, the first failure tells why.
        const { epochs, measured } = heard;
        if (epochs === config.epochs) await keepModel({ config, ...measured }).catch(() => {});
        throw error;
      });
    if (run === null) throw new Error('train: expected the run to finish, but it was stopped');
    if (flags.rollouts === true) await keepRollouts(session, run.epochs, join(out, RUN.rollouts));
    const checkpoint = await keepModel(run);
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
      steps: join(out, RUN.steps),
      checkpoint,
    };
    writeWhole(join(out, RUN.summary), `${JSON.stringify(summary, null, 2)}\n`);
    progress(describeSeconds(run.seconds));
    await result(summary);
  },
};
