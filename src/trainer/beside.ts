/** Two runs side by side on one device: step by step in turn, each as it would be alone. */

import { LANES, type Lane, measuresAlike } from '../core/beside.ts';
import type { RunConfig } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import type { RunStore } from '../store/runs.ts';
import type { RunSummary } from './api.ts';
import { RunControl } from './control.ts';
import type { Environment } from './environment.ts';
import { createEventBatcher } from './event-batcher.ts';
import { KeptSteps } from './kept-steps.ts';
import { Models } from './models.ts';
import { setsOf } from './own-problems.ts';
import { endOf, runStored } from './stored-run.ts';
import { Turns } from './turns.ts';

type Lanes<T> = Readonly<Record<Lane, T>>;

export interface BesideOptions {
  readonly environment: Environment;
  readonly store: RunStore;
  /** Problems that a person brings; each run keeps them where its configuration visits any. */
  readonly own?: readonly Problem[] | undefined;
  /** Least seconds per step of each. */
  readonly pace: number;
  /** Given before anything else happens: pauses and stops both. */
  readonly onControls: (controls: readonly RunControl[]) => void;
  readonly onEvents: (lane: Lane, events: readonly RunEvent[]) => void;
}

/**
 * Each run has a model of its own and knows nothing of the other, so that it is the run that it would be alone. Who has the
 * device makes a whole step, its measurements included, before it is the other's turn. Where both measure alike before
 * training, the second takes over what the first measured.
 *
 * @returns what came of each; null where one was stopped before anything could be compared
 * @throws Error when there are not the problems that one asks for, before anything is stored; what broke a run off, once
 *   the other came to its end
 */
export async function trainBeside(
  configs: Lanes<RunConfig>,
  { environment, store, own: brought, pace, onControls, onEvents }: BesideOptions,
): Promise<Lanes<RunSummary | null>> {
  const sets = await environment.loadSets();
  const own = byLane((lane) => setsOf(configs[lane], sets, brought).own);
  const turns = new Turns();
  // One for each: where one goes on to its last measurement after a stop, the other must not go on to train.
  const inTurn = () => new RunControl(pace, () => turns.yield());
  const controls = { a: inTurn(), b: inTurn() };
  onControls(LANES.map((lane) => controls[lane]));
  const batchers = byLane((lane) => createEventBatcher((events) => onEvents(lane, events)));
  const now = Date.now();
  const ids = byLane((lane) => `run-${now.toString(36)}-${lane}`);
  for (const lane of LANES) {
    const bring = own[lane];
    await store.begin({ id: ids[lane], config: configs[lane], startedAt: now, ...(bring && { own: bring }) });
  }
  const alike = measuresAlike(configs.a, configs.b);
  let measured: RunEvent | undefined;

  /** With the turn in hand. */
  const workInTurn = async (lane: Lane): Promise<RunSummary | null> => {
    const [id, config] = [ids[lane], configs[lane]];
    const emit = (event: RunEvent) => {
      if (event.type === 'evaluation' && event.when === 'before') measured ??= withoutSeconds(event);
      batchers[lane].push(event);
    };
    await using models = new Models(environment, emit);
    // The first run has measured by the time that it passes the turn on.
    const past = alike && measured !== undefined ? [measured] : [];
    await store.append(id, past);
    past.forEach(emit);
    const common = { environment, store, models, kept: new KeptSteps(), control: controls[lane], emit };
    return await runStored({ id, config, past, own: own[lane] }, common);
  };

  const work = async (lane: Lane): Promise<RunSummary | null> => {
    // Asked for before anything is waited for: a is first.
    const turn = turns.take();
    batchers[lane].push({ type: 'begin', id: ids[lane] });
    try {
      const summary = await environment.liveRuns.hold(ids[lane], async () => {
        await turn;
        return workInTurn(lane);
      });
      if (summary !== null) batchers[lane].push(endOf(summary));
      return summary;
    } finally {
      await turn;
      turns.pass();
      await batchers[lane].flush();
    }
  };

  const [a, b] = await Promise.allSettled(LANES.map(work));
  return { a: settledValue(a!), b: settledValue(b!) };
}

const byLane = <T>(make: (lane: Lane) => T): Lanes<T> => ({ a: make('a'), b: make('b') });

function settledValue<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** The other run did not spend them. */
function withoutSeconds(event: RunEvent & { readonly type: 'evaluation' }): RunEvent {
  const { seconds: _, ...evaluation } = event.evaluation;
  return { ...event, evaluation };
}
