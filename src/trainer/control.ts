/**
 * Pause, resume, stop, single steps and a slower pace, for a loop that asks at its safe points.
 *
 * A run that is advanced goes on until its step, or the part of it that is next, is over, and waits there. A measurement
 * on the way is not stepped through: it runs to its end first.
 */

import { STEP_PARTS, type StepPart, type StepUnit } from '../core/draft.ts';

interface Advance {
  readonly unit: StepUnit;
  /** Tells whoever asked that the run waits, or will not come to wait for this. */
  readonly arrived: () => void;
}

export class RunControl {
  #paused = false;
  #stopped = false;
  #abandoned = false;
  #advance: Advance | undefined;
  /** Least seconds per step. */
  #pace: number;
  readonly #turn: () => Promise<void>;
  /** When the step in flight began, by the clock that stands still in a pause. */
  #stepBegan: number | undefined;
  readonly #waiting = new Set<() => void>();
  #pausedMs = 0;
  #heldMs = 0;

  /** @param turn asked before each step: resolves when the device is this run's, where it shares one */
  constructor(pace = 0, turn: () => Promise<void> = async () => {}) {
    this.#pace = pace;
    this.#turn = turn;
  }

  get paused(): boolean {
    return this.#paused;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Milliseconds that were spent waiting: in a pause, for the pace, or for a turn. */
  get pausedMs(): number {
    return this.#pausedMs + this.#heldMs;
  }

  pause(): void {
    if (this.#stopped) return;
    this.#paused = true;
    this.#arrive();
    this.#wakeAll();
  }

  resume(): void {
    this.#paused = false;
    this.#arrive();
    this.#wakeAll();
  }

  /** Goes on to the end of the step, or of its next part, and pauses there; resolves then, or when the run goes another way. */
  advance(unit: StepUnit): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    this.#arrive();
    this.#paused = false;
    this.#wakeAll();
    return new Promise((arrived) => {
      this.#advance = { unit, arrived };
    });
  }

  /** Least seconds from the begin of a step to that of the next; 0 is as fast as the machine goes. */
  setPace(seconds: number): void {
    this.#pace = seconds;
    this.#wakeAll();
  }

  /** Ends the run after the part in flight; the closing measurement may follow. */
  stop(): void {
    this.#stopped = true;
    this.resume();
  }

  /** Ends the run and all that would follow. */
  abandon(): void {
    this.#abandoned = true;
    this.stop();
  }

  /** After a stop of training: lets the closing measurement run, until stop is asked for again. */
  allowMeasuring(): void {
    this.#stopped = this.#abandoned;
  }

  /** Lets waiting messages in, waits while paused, and resolves to false once the run is to end. */
  async safePoint(): Promise<boolean> {
    await taskOfItsOwn();
    return this.#pass();
  }

  /** The safe point before the first part of a step. */
  async stepBegins(): Promise<boolean> {
    const from = performance.now();
    await this.#turn();
    this.#heldMs += performance.now() - from;
    const goesOn = await this.safePoint();
    this.#stepBegan = this.#now();
    return goesOn;
  }

  /**
   * The safe point after a part of a step: here the pace is kept, and a run that was advanced comes to wait.
   *
   * @param onPause called before it waits
   */
  async partDone(part: StepPart, onPause: () => void = () => {}): Promise<boolean> {
    await this.#keepPace(part);
    await taskOfItsOwn();
    const unit = this.#advance?.unit;
    if (unit === 'part' || (unit === 'step' && part === 'updating')) this.pause();
    if (this.#paused) onPause();
    return this.#pass();
  }

  async #pass(): Promise<boolean> {
    while (this.#paused) {
      const from = performance.now();
      await this.#wait();
      this.#pausedMs += performance.now() - from;
    }
    return !this.#stopped;
  }

  /** Parts share the time of a step alike, so that each can be followed. Whoever asks for single parts sets the pace. */
  async #keepPace(part: StepPart): Promise<void> {
    const share = (STEP_PARTS.indexOf(part) + 1) / STEP_PARTS.length;
    const from = performance.now();
    while (!this.#stopped && !this.#paused && this.#advance?.unit !== 'part' && this.#stepBegan !== undefined) {
      const left = this.#stepBegan + this.#pace * 1000 * share - this.#now();
      if (left <= 0) break;
      await this.#wait(left);
    }
    this.#heldMs += performance.now() - from;
  }

  /** Until something is asked for, and at most so many milliseconds. */
  #wait(most?: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake);
        clearTimeout(timer);
        resolve();
      };
      const timer = most === undefined ? undefined : setTimeout(wake, most);
      this.#waiting.add(wake);
    });
  }

  /** Now, by a clock that stands still in a pause. */
  #now(): number {
    return performance.now() - this.#pausedMs;
  }

  #arrive(): void {
    this.#advance?.arrived();
    this.#advance = undefined;
  }

  #wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

/** Only a task of its own lets a message through: a loop of microtasks would never see it. */
const taskOfItsOwn = () => new Promise((resolve) => setTimeout(resolve));
