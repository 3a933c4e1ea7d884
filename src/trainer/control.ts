/** Pause, resume and stop for a loop that asks at its safe points. */

export class RunControl {
  #paused = false;
  #stopped = false;
  #wake: (() => void)[] = [];
  #pausedMs = 0;

  get paused(): boolean {
    return this.#paused;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Milliseconds that were spent waiting in a pause. */
  get pausedMs(): number {
    return this.#pausedMs;
  }

  pause(): void {
    if (!this.#stopped) this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    for (const wake of this.#wake.splice(0)) wake();
  }

  stop(): void {
    this.#stopped = true;
    this.resume();
  }

  /** After a stop of training: lets the closing measurement run, until stop is asked for again. */
  allowMeasuring(): void {
    this.#stopped = false;
  }

  /** Lets waiting messages in, waits while paused, and resolves to false once the run is to end. */
  async safePoint(): Promise<boolean> {
    // Only a task of its own lets a pause through: a loop of microtasks would never see the message.
    await new Promise((resolve) => setTimeout(resolve));
    while (this.#paused) {
      const from = performance.now();
      await new Promise<void>((resolve) => this.#wake.push(resolve));
      this.#pausedMs += performance.now() - from;
    }
    return !this.#stopped;
  }
}
