/** The history of runs: what the store keeps of them, and what a person may do with it. */

import type { RunHistory, RunInfo, RunStatus } from '../core/history.ts';
import { readBundle } from '../store/bundle-read.ts';
import { type BundledRun, writeBundle } from '../store/bundle-write.ts';
import type { KeptPiece, RunStore, StepRollouts, StoredRun, WholeRun } from '../store/runs.ts';
import { uniqueName } from '../store/unique.ts';
import type { Environment } from './environment.ts';
import { byRun } from './making-room.ts';
import { modelSteps } from './run-models.ts';
import { snapshotOf, upTo } from './stored-runs.ts';

/** `persist` is asked for by the page, which a worker may not do; a model is loaded by the session, which has one at hand. */
export type KeptHistory = Omit<RunHistory, 'persist' | 'loadRun'>;

export interface HistoryOptions {
  readonly opening: Promise<RunStore>;
  readonly environment: Pick<Environment, 'liveRuns' | 'removedRuns' | 'storageEstimate'>;
  /** What ails the store, now. */
  readonly trouble: () => string | null;
}

export function historyIn({ opening, environment, trouble }: HistoryOptions): KeptHistory {
  const { liveRuns, removedRuns } = environment;
  /** Lets go of the hold that this tab has on a run that it removed. */
  const undoable = new Map<string, () => void>();
  const started = opening.then((store) => tidy(store, environment).catch(() => undefined));

  const known = async (id: string): Promise<StoredRun> => {
    const run = await (await opening).run(id);
    if (run === null) throw new Error(`history: expected the run ${id} in the history, found none`);
    return run;
  };

  return {
    async runs() {
      const store = await opening;
      const before = await liveRuns.now();
      const pieces = byRun(await store.kept());
      const lines = await store.runs();
      // One that begins or ends meanwhile is no interrupted one.
      const live = [...before, ...(await liveRuns.now())];
      return lines.map((run) => infoOf(run, pieces.get(run.id) ?? [], live));
    },
    async readRun(id) {
      const store = await opening;
      return snapshotOf(store, (await store.run(id)) ?? undefined);
    },
    async labelRun(id, label) {
      await known(id);
      await (await opening).label(id, label);
    },
    async removeRun(id) {
      await started; // what an earlier visit removed is gone, and only that
      await known(id);
      // A run that is on its way, in whichever tab, cannot be taken.
      await liveRuns.hold(id, async () => {
        const release = await holdOn(removedRuns, id);
        undoable.set(id, release);
        await (await opening).setRemoved(id, Date.now());
      });
    },
    async restoreRun(id) {
      const restored = undoable.has(id) && (await (await opening).setRemoved(id, null));
      if (!restored) throw new Error(`history: expected a run that this tab removed, got ${id}`);
      undoable.get(id)?.();
      undoable.delete(id);
    },
    async forgetRemoved() {
      const store = await opening;
      for (const [id, release] of undoable) {
        await store.discard(id);
        release();
        undoable.delete(id);
      }
    },
    async exportRun(id) {
      await known(id);
      return writeBundle(await bundledRun(await opening, await known(id)));
    },
    async importRun(bundle) {
      const whole = await readBundle(bundle);
      const store = await opening;
      const twin = await store.run(whole.run.id);
      if (twin !== null && (await isSame(store, twin, whole))) {
        throw new Error(`bundle: expected a run that is not in the history, got ${twin.id}, which is there already`);
      }
      const taken = twin !== null || (await store.removed()).includes(whole.run.id);
      const id = taken ? `${whole.run.id}-${uniqueName()}` : whole.run.id;
      // Held, so that no other tab takes its files for those of a crash.
      await liveRuns.hold(id, () => store.add({ ...whole, run: { ...whole.run, id } }));
      return infoOf(await known(id), await store.kept(id), []);
    },
    async rolloutsOf(id, step) {
      const store = await opening;
      const wanted = step ?? (await newestRollouts(store, id));
      return (await store.rollouts(id, wanted)) ?? [];
    },
    async storage() {
      const { kind, files } = await opening;
      const estimate = await environment.storageEstimate?.();
      return { kind, files, ...(estimate ?? { used: null, quota: null, persisted: false }), trouble: trouble() };
    },
  };
}

function infoOf(run: StoredRun, pieces: readonly KeptPiece[], live: readonly string[]): RunInfo {
  const { id, config, startedAt, name, note, baseline, imported, steps, before, after, eventBytes, state } = run;
  return {
    ...{ id, config, startedAt, name, note, baseline, imported, steps, before, after },
    status: statusOf(run, live),
    checkpoints: modelSteps(run, pieces),
    bytes: pieces.reduce((sum, { bytes }) => sum + bytes, eventBytes + (state?.bytes ?? 0)),
  };
}

function statusOf({ id, finished }: StoredRun, live: readonly string[]): RunStatus {
  if (live.includes(id)) return 'live';
  return finished ? 'ended' : 'interrupted';
}

/** At the start of a page: what was removed before goes, unless a tab may still take that back, and so do files of a crash. */
async function tidy(
  store: RunStore,
  { liveRuns, removedRuns }: Pick<Environment, 'liveRuns' | 'removedRuns'>,
): Promise<void> {
  for (const id of await store.removed()) {
    await removedRuns.ifIdle(id, async () => {
      // It may have been restored before the hold was ours.
      if ((await store.removed()).includes(id)) await store.discard(id);
    });
  }
  for (const id of await store.strays()) await liveRuns.ifIdle(id, () => store.sweep(id));
}

/** Holds a run until the function that it resolves to is called. */
function holdOn(runs: Environment['removedRuns'], id: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    runs.hold(id, () => new Promise<void>((release) => resolve(release))).catch(reject);
  });
}

/** A run that is on its way goes on being written: what is newer than its training state is left out. */
async function bundledRun(store: RunStore, run: StoredRun): Promise<BundledRun> {
  const state = run.finished ? null : await store.state(run.id);
  const all = await store.events(run.id);
  const events = state === null ? all : upTo(state.step, all);
  const rollouts: StepRollouts[] = [];
  const checkpoints: WholeRun['checkpoints'][number][] = [];
  for (const { kind, step } of (await store.kept(run.id)).toSorted((a, b) => a.step - b.step)) {
    if (state !== null && step > state.step) continue;
    const programs = kind === 'rollouts' ? await store.rollouts(run.id, step) : null;
    if (programs !== null) rollouts.push({ step, rollouts: programs });
    const checkpoint = kind === 'checkpoint' ? await store.checkpoint(run.id, step) : null;
    if (checkpoint !== null) checkpoints.push({ step, ...checkpoint });
  }
  return { run, events, rollouts, checkpoints, state };
}

/** Whether the history has this very run, and not another that was given the same name or went on since. */
async function isSame(store: RunStore, twin: StoredRun, { run, events }: WholeRun): Promise<boolean> {
  if (twin.startedAt !== run.startedAt || twin.finished !== run.finished) return false;
  return JSON.stringify(await store.events(twin.id)) === JSON.stringify(events);
}

async function newestRollouts(store: RunStore, id: string): Promise<number> {
  const pieces = await store.kept(id);
  return Math.max(0, ...pieces.filter(({ kind }) => kind === 'rollouts').map(({ step }) => step));
}
