/** State of "Side by side": two runs that take turns, each folded like any other. */

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { LANES, type Lane } from '../../core/beside.ts';
import type { RunConfig, RunConfigInput } from '../../core/config.ts';
import { messageOf } from '../../core/errors.ts';
import type { RunEvent } from '../../core/records.ts';
import type { Problem } from '../../core/types.ts';
import { EMPTY_RUN, type RunState, reduceAll, startRun } from '../state.ts';
import type { Side } from './beside-choice.ts';

export type BesideStatus =
  | { readonly status: 'none' | 'running' | 'stopping' | 'done' }
  | { readonly status: 'failed'; readonly message: string };

export type BesideConfigs = Readonly<Record<Lane, RunConfig>>;

export type OnLaneEvents = (lane: Lane, events: readonly RunEvent[]) => void;

export interface BesideClient {
  /** Resolves when both runs came to their end, or were stopped. */
  trainBeside(
    configs: Readonly<Record<Lane, RunConfigInput>>,
    onEvents: OnLaneEvents,
    own?: readonly Problem[],
  ): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export type BesideRuns = Readonly<Record<Lane, RunState>>;

export class BesideStore {
  /** What each side is made of, as chosen for the next comparison. */
  readonly sides: Readonly<Record<Lane, Signal<Side>>> = { a: signal<Side>('above'), b: signal<Side>('no-kl') };
  readonly status: Signal<BesideStatus> = signal<BesideStatus>({ status: 'none' });
  readonly runs: Signal<BesideRuns> = signal<BesideRuns>({ a: EMPTY_RUN, b: EMPTY_RUN });
  readonly paused: Signal<boolean> = signal(false);
  readonly busy: ReadonlySignal<boolean> = computed(() => ['running', 'stopping'].includes(this.status.value.status));
  readonly #client: BesideClient;

  constructor(client: BesideClient) {
    this.#client = client;
  }

  /** Failures become what the page shows; what was learned up to then stays in the history. */
  async train(configs: BesideConfigs, own: readonly Problem[] = []): Promise<void> {
    if (this.busy.value) return;
    batch(() => {
      this.status.value = { status: 'running' };
      this.paused.value = false;
      this.runs.value = { a: startRun(configs.a), b: startRun(configs.b) };
    });
    try {
      await this.#client.trainBeside(configs, (lane, events) => this.#fold(lane, events), own);
      this.#end({ status: 'done' });
    } catch (error) {
      this.#end({ status: 'failed', message: messageOf(error) });
    }
  }

  async togglePause(): Promise<void> {
    this.paused.value = !this.paused.value;
    await (this.paused.value ? this.#client.pause() : this.#client.resume());
  }

  /** Both are measured as far as they came. */
  async stop(): Promise<void> {
    batch(() => {
      this.status.value = { status: 'stopping' };
      this.paused.value = false;
    });
    await this.#client.stop();
  }

  #fold(lane: Lane, events: readonly RunEvent[]): void {
    const runs = this.runs.value;
    this.runs.value = { ...runs, [lane]: reduceAll(runs[lane], events) };
  }

  #end(status: BesideStatus): void {
    const closed = (run: RunState): RunState => (run.phase === 'finished' ? run : { ...run, phase: 'stopped' });
    const { a, b } = this.runs.value;
    batch(() => {
      this.status.value = status;
      this.paused.value = false;
      this.runs.value = { a: closed(a), b: closed(b) };
    });
  }
}

/** Steps that both have done: as far as they can be compared. */
export const stepsOfBoth = (runs: BesideRuns): number => Math.min(...LANES.map((lane) => runs[lane].steps.length));
