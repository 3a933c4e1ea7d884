/** Runs of the history as states: the few that are drawn behind the one on the page, the baseline, and any that is asked for. */

import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { RunInfo, RunSnapshot } from '../../core/history.ts';
import { type RunState, stateOf } from '../state.ts';
import { faintIds, runLabel } from './run-lines.ts';

export interface EarlierRun {
  readonly id: string;
  /** Letter and name, as in the list of runs. */
  readonly label: string;
  readonly state: RunState;
}

interface Loaded {
  /** How far the run was; further on, it is read again. */
  readonly steps: number;
  readonly status: RunInfo['status'];
  /** null where it could not be read. */
  readonly state: RunState | null;
}

interface Sources {
  readonly readRun: (id: string) => Promise<RunSnapshot | null>;
  readonly runs: ReadonlySignal<readonly RunInfo[] | null>;
  readonly letters: ReadonlySignal<ReadonlyMap<string, string>>;
  /** The run on the page. */
  readonly shown: ReadonlySignal<RunState>;
  readonly ticks: ReadonlySignal<ReadonlyMap<string, boolean>>;
}

/** Reads a run when somebody looks, and not twice. */
export class EarlierRuns {
  /** Ids of those drawn behind the one on the page. */
  readonly faintIds: ReadonlySignal<readonly string[]>;
  /** Up to five; read as soon as somebody subscribes, and there as they come. */
  readonly faint: ReadonlySignal<readonly EarlierRun[]>;
  /** The baseline; null without one, and while it is read. */
  readonly pinned: ReadonlySignal<EarlierRun | null>;
  readonly #sources: Sources;
  readonly #loaded: Signal<ReadonlyMap<string, Loaded>> = signal(new Map());
  readonly #reading = new Set<string>();

  constructor(sources: Sources) {
    this.#sources = sources;
    const { runs, ticks, shown } = sources;
    const shownId = computed(() => shown.value.id);
    this.faintIds = computed(() => faintIds(runs.value ?? [], ticks.value, shownId.value));
    const baseline = computed(() => runs.value?.find((run) => run.baseline)?.id ?? null);
    const whileWatched = (ids: () => readonly string[]) => {
      let stop: (() => void) | undefined;
      return {
        watched: () => {
          stop = effect(() => this.#want(ids()));
        },
        unwatched: () => stop?.(),
      };
    };
    const wanted = () => (baseline.value === null ? [] : [baseline.value]);
    this.faint = computed(
      () => this.#present(this.faintIds.value),
      whileWatched(() => this.faintIds.value),
    );
    this.pinned = computed(() => this.#present(wanted())[0] ?? null, whileWatched(wanted));
  }

  /** The run on the page as it is there; any other once `want` has read it. */
  of(id: string): RunState | null {
    const { shown } = this.#sources;
    if (shown.value.id === id) return shown.value;
    return this.#loaded.value.get(id)?.state ?? null;
  }

  /** Reads these runs, if they are not there yet or went on since. */
  want(ids: readonly string[]): void {
    untracked(() => this.#want(ids));
  }

  #want(ids: readonly string[]): void {
    const runs = this.#sources.runs.value ?? [];
    for (const id of ids) {
      const info = runs.find((run) => run.id === id);
      if (info !== undefined) untracked(() => void this.#read(info));
    }
  }

  async #read({ id, steps, status }: RunInfo): Promise<void> {
    const known = this.#loaded.peek().get(id);
    if (this.#reading.has(id) || (known?.steps === steps && known.status === status)) return;
    this.#reading.add(id);
    const snapshot = await this.#sources.readRun(id).catch(() => null);
    this.#reading.delete(id);
    const state = snapshot === null ? null : stateOf(snapshot);
    this.#loaded.value = new Map([...this.#loaded.peek(), [id, { steps, status, state }]]);
  }

  #present(ids: readonly string[]): EarlierRun[] {
    const { runs, letters } = this.#sources;
    return ids.flatMap((id) => {
      const info = runs.value?.find((run) => run.id === id);
      const state = this.#loaded.value.get(id)?.state;
      if (info === undefined || !state) return [];
      return [{ id, label: runLabel(letters.value.get(id) ?? '', info), state }];
    });
  }
}
