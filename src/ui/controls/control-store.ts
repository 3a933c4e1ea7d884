/** What a person asked of the run on its way: pause, single steps, pace, its end; and the step in flight as far as it is known. */

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { STEP_PARTS, type StepDraft, type StepUnit } from '../../core/draft.ts';
import type { RunEvent } from '../../core/records.ts';

/** The last wish; what it asks for may still be on its way. */
export type Asked = 'run' | 'pause' | StepUnit | 'stop' | 'reset';

/** Seconds a step that the page offers. */
export const PACES = [0, 1, 3, 10] as const;

/** Phases in which programs of a step may be known before the step is over. */
const WITHIN_A_STEP = [...STEP_PARTS, 'paused'] as const;

export interface ControlClient {
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
  /** Ends the run without measuring what it learned. */
  abandon(): Promise<void>;
  /** Resolves when the run waits after the step or part, or goes another way. */
  advance(unit: StepUnit): Promise<void>;
  setPace(seconds: number): Promise<void>;
  draft(): Promise<StepDraft | null>;
}

export class ControlStore {
  readonly asked: Signal<Asked> = signal<Asked>('run');
  /** Asked to pause; the work in flight still ends. */
  readonly paused: ReadonlySignal<boolean> = computed(() => this.asked.value === 'pause');
  /** Between Stop and the end of the part in flight. */
  readonly stopping: ReadonlySignal<boolean> = computed(() => this.asked.value === 'stop');
  /** Between Reset and the end of the part in flight. */
  readonly resetting: ReadonlySignal<boolean> = computed(() => this.asked.value === 'reset');
  /** Least seconds per step. */
  readonly pace: Signal<number>;
  /** Between the parts of a step, while somebody can look; else null. */
  readonly draft: Signal<StepDraft | null> = signal<StepDraft | null>(null);
  /** Steps of the run that was taken off the page last; null once another begins. */
  readonly wasReset: Signal<number | null> = signal<number | null>(null);
  /** Whether the overlay with all keys is shown. */
  readonly help: Signal<boolean> = signal(false);
  readonly #client: ControlClient;
  /** The trainer is at the run, so that it can be asked. */
  #begun = false;
  /** The run was begun with the wish to wait after its first step or part. */
  #beganWith: StepUnit | undefined;
  /** Only the newest wish and the newest draft count. */
  #wishes = 0;
  #pulls = 0;
  #whenOver: (() => void)[] = [];

  constructor(client: ControlClient, pace = 0) {
    this.#client = client;
    this.pace = signal(pace);
  }

  async togglePause(): Promise<void> {
    const { value } = this.asked;
    if (value === 'stop' || value === 'reset') return;
    await this.#ask(value === 'pause' ? 'run' : 'pause');
  }

  /** Goes on to the end of the step, or of its next part. */
  async advance(unit: StepUnit): Promise<void> {
    const { value } = this.asked;
    if (value !== 'stop' && value !== 'reset') await this.#ask(unit);
  }

  /** The next run waits after its first step or part. */
  beginWith(unit: StepUnit): void {
    this.asked.value = unit;
    this.#beganWith = unit;
  }

  async stop(): Promise<void> {
    if (this.asked.value !== 'reset') await this.#ask('stop');
  }

  /** Ends the run without measuring it; resolves when it is over. */
  async end(): Promise<void> {
    const over = new Promise<void>((resolve) => this.#whenOver.push(resolve));
    if (this.asked.value !== 'reset') await this.#ask('reset');
    await over;
  }

  async setPace(seconds: number): Promise<void> {
    this.pace.value = seconds;
    await this.#client.setPace(seconds).catch(() => undefined); // a worker that died is told when the next run begins
  }

  /** A run begins, or goes on; what was asked while it was made ready still counts. */
  begins(): void {
    this.#begun = false;
    this.wasReset.value = null;
    this.#forgetDraft();
    void this.setPace(this.pace.value);
  }

  /** Follows the run. */
  hear(events: readonly RunEvent[]): void {
    const phases = events.flatMap((event) => (event.type === 'phase' ? [event] : []));
    const begins = events.some(({ type }) => type === 'begin');
    this.#begun ||= begins || phases.length > 0;
    // What was asked before the trainer was at the run; how it begins, it knows.
    if (begins && this.asked.value !== 'run' && this.#beganWith === undefined) void this.#send();
    if (events.some(({ type }) => type === 'step')) this.#forgetDraft();
    if (this.#beganWith !== undefined && phases.some(({ phase }) => phase === 'paused')) {
      this.#beganWith = undefined;
      this.asked.value = 'pause';
    }
    const now = phases.at(-1);
    // A stopped run is measured, and can be paused again.
    if (now?.measuring?.when === 'after' && this.stopping.value) this.asked.value = 'run';
    if (now === undefined || !(WITHIN_A_STEP as readonly string[]).includes(now.phase)) return;
    if (this.pace.value > 0 || this.asked.value !== 'run') void this.#pull();
    else this.#forgetDraft();
  }

  /** The run is over. */
  ends(): void {
    this.#wishes++;
    this.#begun = false;
    this.#beganWith = undefined;
    this.asked.value = 'run';
    this.#forgetDraft();
    for (const over of this.#whenOver.splice(0)) over();
  }

  async #ask(wish: Asked): Promise<void> {
    this.asked.value = wish;
    this.#beganWith = undefined;
    this.#wishes++;
    if (this.#begun) await this.#send();
  }

  async #send(): Promise<void> {
    const wish = this.asked.value;
    const mine = this.#wishes;
    try {
      switch (wish) {
        case 'run':
          return await this.#client.resume();
        case 'pause':
          return await this.#client.pause();
        case 'stop':
          return await this.#client.stop();
        case 'reset':
          return await this.#client.abandon();
        case 'step':
        case 'part':
          await this.#client.advance(wish);
          if (mine === this.#wishes) this.asked.value = 'pause';
          return;
        default:
          return wish satisfies never;
      }
    } catch {
      // A trainer that ended or died meanwhile says so where the run is awaited.
    }
  }

  async #pull(): Promise<void> {
    const mine = ++this.#pulls;
    const draft = await this.#client.draft().catch(() => null);
    if (mine === this.#pulls) this.draft.value = draft;
  }

  #forgetDraft(): void {
    this.#pulls++;
    this.draft.value = null;
  }
}
