/** Two runs side by side on one device: step by step in turn, each as it would be alone. */

import { LANES, type Lane, measuresAlike } from '../core/beside.ts';
import type { RunEvent } from '../core/records.ts';
import type { RunSummary } from './api.ts';
import { KeptSteps } from './kept-steps.ts';
import { Models } from './models.ts';
import { endOf, type RunToDo, runStored, type StoredRunOptions } from './stored-run.ts';
import { Turns } from './turns.ts';

export interface BesideOptions extends Pick<StoredRunOptions, 'environment' | 'store'> {
  /** One for each run: a stop of one must not end the other's last measurement. */
  readonly controls: Readonly<Record<Lane, StoredRunOptions['control']>>;
  readonly emit: (lane: Lane, event: RunEvent) => void;
}

/**
 * Each run has a model of its own and knows nothing of the other, so that it is the run that it would be alone. Who has the
 * device goes through a whole step, its measurements included, before it is the other's turn. Where both measure alike
 * before training, the second takes over what the first measured.
 *
 * @returns what came of each; null where one was stopped before anything could be compared
 * @throws what broke a run off, once the other came to its end
 */
export async function runBeside(
  runs: Readonly<Record<Lane, Omit<RunToDo, 'past'>>>,
  { environment, store, controls, emit }: BesideOptions,
): Promise<Readonly<Record<Lane, RunSummary | null>>> {
  const turns = new Turns();
  const alike = measuresAlike(runs.a.config, runs.b.config);
  let measured: RunEvent | undefined;

  /** With the turn in hand. */
  const workInTurn = async (lane: Lane): Promise<RunSummary | null> => {
    const run = runs[lane];
    const tell = (event: RunEvent) => {
      if (event.type === 'evaluation' && event.when === 'before') measured ??= withoutSeconds(event);
      emit(lane, event);
    };
    await using models = new Models(environment, tell);
    // The first run has measured by the time that it passes the turn on.
    const past = alike && measured !== undefined ? [measured] : [];
    await store.append(run.id, past);
    for (const event of past) emit(lane, event);
    return await runStored(
      { ...run, past },
      {
        ...{ environment, store, models, kept: new KeptSteps(), control: controls[lane], emit: tell },
        betweenSteps: () => turns.yield(),
      },
    );
  };

  const work = async (lane: Lane): Promise<RunSummary | null> => {
    // Asked for before anything is waited for: a is first.
    const turn = turns.take();
    emit(lane, { type: 'begin', id: runs[lane].id });
    try {
      return await environment.liveRuns.hold(runs[lane].id, async () => {
        await turn;
        return workInTurn(lane);
      });
    } finally {
      await turn;
      turns.pass();
    }
  };

  const [a, b] = await Promise.allSettled(LANES.map(work));
  const summaryOf = (lane: Lane, settled: PromiseSettledResult<RunSummary | null> | undefined): RunSummary | null => {
    if (settled?.status !== 'fulfilled') throw settled?.reason;
    if (settled.value !== null) emit(lane, endOf(settled.value));
    return settled.value;
  };
  return { a: summaryOf('a', a), b: summaryOf('b', b) };
}

/** The other run did not spend them. */
function withoutSeconds(event: RunEvent & { readonly type: 'evaluation' }): RunEvent {
  const { seconds: _, ...evaluation } = event.evaluation;
  return { ...event, evaluation };
}
