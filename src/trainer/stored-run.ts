/** One run of the exercise: from where the store says that it is, and back into the store as it goes on. */

import type { RunConfig } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import type { RunStore } from '../store/runs.ts';
import type { RunSummary } from './api.ts';
import type { RunControl } from './control.ts';
import type { Environment } from './environment.ts';
import { fitRun } from './fit-run.ts';
import { whileInUse } from './imported/in-use.ts';
import type { KeptSteps } from './kept-steps.ts';
import { deviceOf, type Models, memoryOf } from './models.ts';
import { setsOf } from './own-problems.ts';
import { runExercise } from './run.ts';
import { RunRecorder } from './run-recorder.ts';
import { checkBase, checkFits, fromStored, withBase } from './training-state.ts';

export interface RunToDo {
  readonly id: string;
  readonly config: RunConfig;
  /** Nothing yet, or the events of a run that was interrupted: it goes on where they end. */
  readonly past: readonly RunEvent[];
  /** Problems that a person brought to the run. */
  readonly own?: readonly Problem[] | undefined;
  /** Its state came out of a bundle. */
  readonly imported?: boolean;
}

export interface StoredRunOptions {
  readonly environment: Environment;
  readonly store: RunStore;
  readonly models: Models;
  /** Steps that can be looked at afterwards. */
  readonly kept: KeptSteps;
  readonly control: RunControl;
  readonly emit: (event: RunEvent) => void;
}

/** Runs to the end, or returns null when it was stopped before anything could be compared. */
export async function runStored(run: RunToDo, options: StoredRunOptions): Promise<RunSummary | null> {
  return whileInUse(run.config.model, options.environment, () => runToEnd(run, options));
}

async function runToEnd(run: RunToDo, options: StoredRunOptions): Promise<RunSummary | null> {
  const { id, past, imported = false } = run;
  const { environment, store, models, kept, control, emit } = options;
  kept.begin(id, past);
  const ready = await models.prepare(run.config);
  const { model, keeper, base } = ready;
  const { config, own } = await fitRun(run, model, options).catch(async (error: unknown) => {
    await store.discard(id); // or it would be offered to go on, and never could
    throw error;
  });
  const sets = setsOf(config, await environment.loadSets(), own);
  const stored = await store.state(id);
  checkBase(stored?.base, model);
  if (imported) checkFits(stored, base);
  const start = fromStored(stored, base, kept.records);
  await keeper.load(start);
  kept.startFrom(start.policy);
  const recorder = new RunRecorder(
    {
      ...{ store, environment, own: id, emit },
      ...{ epochs: config.epochs, model, rolloutsOf: (step) => kept.rollouts(step) },
    },
    stored,
  );
  await recorder.begin();
  const result = await runExercise({
    keeper,
    judge: await environment.judge(),
    analyst: await environment.analyst?.((message) => emit({ type: 'notice', message })),
    freshTests: environment.freshTests,
    codec: model.codec,
    sets,
    config,
    control,
    emit,
    keep: (events, next) => recorder.keep(events, next && withBase(next, model)),
    onStep: (step, { policy }) => kept.add(step, policy),
    onDraft: (draft) => kept.sketch(draft),
    past,
    startAt: start.loop,
  });
  if (result === null) {
    // Stopped before the second measurement: without a step there is nothing worth keeping.
    await (kept.records.length === 0 ? store.discard(id) : recorder.finish());
    return null;
  }
  await recorder.keep([endOf({ ...result, config })]);
  await recorder.finish();
  return { config, device: deviceOf(ready), memory: memoryOf(ready), ...result };
}

/** Says that a run finished. */
export function endOf({ epochs, config }: Pick<RunSummary, 'epochs' | 'config'>): RunEvent {
  return { type: 'phase', phase: 'finished', detail: '', done: epochs, total: config.epochs };
}
