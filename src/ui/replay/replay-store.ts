/** The run that comes with the page, replayed through the same fold as any other run, and never taken for one of this tab. */

import { batch, computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { RunConfig } from '../../core/config.ts';
import { messageOf } from '../../core/errors.ts';
import type { Recording } from '../../core/recording.ts';
import type { RolloutRecord, RunEvent } from '../../core/records.ts';
import { RECORDED, type RunState, reduce, reduceAll, startRun } from '../state.ts';

export type ReplayStatus =
  /** Another run is on the page, or none. */
  | { readonly status: 'away' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'playing' | 'paused' | 'ended'; readonly recording: Recording };

export interface RecordedSource {
  load(): Promise<Recording>;
  /** Nothing was ever trained in this browser, so that there is no need to ask for an earlier run first. */
  readonly fresh: boolean;
  /** A person who wants no motion is shown the end, and may ask for the replay. */
  readonly still: boolean;
}

interface Page {
  readonly run: Signal<RunState>;
  /** The model that the trainer holds; it is not that of the recording. */
  readonly trained: Signal<RunConfig | null>;
  /** A run is on its way, or being made ready. */
  readonly running: ReadonlySignal<boolean>;
}

/** Seconds that an event stays before the next: half a minute for fifty steps, the first ones slowly. */
export function secondsFor(event: RunEvent): number {
  switch (event.type) {
    case 'step':
      return event.record.step <= 5 ? 0.8 : event.record.step <= 15 ? 0.5 : 0.3;
    case 'evaluation':
      return event.when === 'during' ? 0.3 : 1.2;
    case 'phase':
      return event.phase === 'evaluating' ? 0.1 : 0;
    default:
      return 0;
  }
}

export class ReplayStore {
  readonly state: Signal<ReplayStatus> = signal<ReplayStatus>({ status: 'away' });
  /** Whether the recorded run is what the page shows. */
  readonly recorded: ReadonlySignal<boolean>;
  /** Whether there is a recording to call up. */
  readonly available: Signal<boolean> = signal(false);
  /** Whether the recording stands in front of a run, which `leave` brings back. */
  readonly covers: Signal<boolean> = signal(false);
  readonly #page: Page;
  #source: RecordedSource | null = null;
  #recording: Recording | null = null;
  /** What the page showed before, to be shown again. */
  #aside: { readonly run: RunState; readonly trained: RunConfig | null } | null = null;
  /** Events of the recording that are on the page. */
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.recorded = computed(() => page.run.value.id === RECORDED);
    // A run that begins, or is called up from the history, takes the page; nobody has to tell the replay.
    effect(() => {
      if (this.recorded.value) return;
      untracked(() => {
        clearTimeout(this.#timer);
        this.#aside = null;
        if (this.#recording !== null) this.state.value = { status: 'away' };
      });
    });
  }

  /**
   * Shows the recording on a page that has nothing else to show.
   *
   * @param earlier resolves when an earlier run, if there is one, is on the page
   */
  async open(source: RecordedSource, earlier: Promise<void>): Promise<void> {
    this.#source = source;
    this.available.value = true;
    if (!source.fresh) {
      await earlier;
      if (!this.#idle) return;
    }
    await this.#fetch();
    if (!this.#idle || this.#recording === null) return;
    if (source.still) this.#show(this.#recording, Number.POSITIVE_INFINITY, 'ended');
    else this.#start(this.#recording);
  }

  /** From the beginning, also where another run is on the page: that one comes back with `leave`. */
  async restart(): Promise<void> {
    await this.#fetch();
    if (this.#recording !== null && !this.#page.running.peek()) this.#start(this.#recording);
  }

  /** Goes on; from the beginning where it is at its end. */
  async play(): Promise<void> {
    const { status } = this.state.value;
    if (status !== 'paused') return this.restart();
    this.#enter('playing');
    this.#wait();
  }

  pause(): void {
    if (this.state.value.status === 'playing') this.#enter('paused');
  }

  /** To the end. */
  skip(): void {
    if (this.recorded.value && this.#recording !== null) {
      this.#show(this.#recording, Number.POSITIVE_INFINITY, 'ended');
    }
  }

  /** Stands still after `step`; 0 is before the first. */
  seek(step: number): void {
    const recording = this.#recording;
    if (!this.recorded.value || recording === null) return;
    const { events } = recording;
    const last = events.findLastIndex((event) => event.type === 'step' && event.record.step <= step);
    const first = events.findIndex((event) => event.type === 'step');
    const end = events.findLast((event) => event.type === 'step')?.record.step ?? 0;
    if (step >= end) this.skip();
    else this.#show(recording, last < 0 ? first : last + 1, 'paused');
  }

  /** Takes the recording off the page; what was there before comes back. */
  leave(empty: RunState): void {
    if (!this.recorded.value) return;
    const aside = this.#aside ?? { run: empty, trained: null };
    batch(() => {
      this.#page.run.value = aside.run;
      this.#page.trained.value = aside.trained;
    });
  }

  /** Steps that can be gone to with programs to show, of those on the page. */
  keptSteps(newest: number): readonly number[] {
    return this.#recording?.kept.filter((step) => step <= newest) ?? [];
  }

  /** The step whose programs stand for those of `step`: the nearest earlier one that is in the recording. */
  keptStep(step: number): number {
    return this.keptSteps(step).at(-1) ?? this.#recording?.kept[0] ?? step;
  }

  /** Programs of the recorded run, in place of what the trainer has. */
  async rollouts(step?: number): Promise<readonly RolloutRecord[]> {
    const newest = this.#page.run.value.steps.at(-1)?.step ?? 0;
    return this.#recording?.programs(this.keptStep(step ?? newest)) ?? [];
  }

  /** Whether the page has nothing to show, and will not have at once. */
  get #idle(): boolean {
    return this.#page.run.peek().config === null && !this.#page.running.peek();
  }

  async #fetch(): Promise<void> {
    if (this.#recording !== null || this.#source === null) return;
    this.state.value = { status: 'loading' };
    try {
      this.#recording = await this.#source.load();
      this.state.value = { status: 'away' };
    } catch (error) {
      this.state.value = { status: 'failed', message: messageOf(error) };
    }
  }

  #start(recording: Recording): void {
    this.#show(recording, 0, 'playing');
    this.#wait();
  }

  #show(recording: Recording, told: number, status: 'playing' | 'paused' | 'ended'): void {
    clearTimeout(this.#timer);
    if (!this.recorded.peek()) {
      this.#aside = { run: this.#page.run.peek(), trained: this.#page.trained.peek() };
      this.covers.value = this.#aside.run.config !== null;
    }
    this.#told = Math.min(told, recording.events.length);
    batch(() => {
      this.#page.trained.value = null;
      this.#page.run.value = reduceAll(startRun(recording.config, RECORDED), recording.events.slice(0, this.#told));
      this.state.value = { status, recording };
    });
  }

  #enter(status: 'playing' | 'paused' | 'ended'): void {
    clearTimeout(this.#timer);
    if (this.#recording !== null) this.state.value = { status, recording: this.#recording };
  }

  /** Lets the newest event stand for its time, then tells the next ones. */
  #wait(): void {
    const events = this.#recording?.events ?? [];
    const newest = events[this.#told - 1];
    this.#timer = setTimeout(() => this.#tell(events), 1000 * (newest === undefined ? 0.6 : secondsFor(newest)));
  }

  #tell(events: readonly RunEvent[]): void {
    let run = this.#page.run.peek();
    let next: RunEvent | undefined;
    do {
      next = events[this.#told++];
      if (next !== undefined) run = reduce(run, next);
    } while (next !== undefined && secondsFor(next) === 0);
    this.#told = Math.min(this.#told, events.length);
    batch(() => {
      this.#page.run.value = run;
      if (this.#told >= events.length) this.#enter('ended');
    });
    if (this.#told < events.length) this.#wait();
  }
}
