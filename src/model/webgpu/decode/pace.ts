/** How many steps of a kernel go into one dispatch: enough that dispatches cost nothing, few enough for the watchdog. */

/** What a dispatch should take at most, milliseconds. Watchdogs wait for 2 s, but the page's frames wait as well. */
const TARGET_MS = 60;
const MOST_STEPS = 32;
/** Timed dispatches, and how much longer each is than the one before. */
const TRIALS = 3;
const GROWTH = 4;

/** One dispatch on a device that had nothing else to do. */
export interface Trial {
  readonly steps: number;
  readonly workgroups: number;
  readonly ms: number;
}

/** Learns the pace of one kernel from its first dispatches. The very first does not count: it compiles the kernel. */
export class Pace {
  #heard = 0;
  #last: Trial | undefined;

  /** Whether it knows enough: dispatches need not be timed any more. */
  get settled(): boolean {
    if (!this.#last) return false;
    return this.#heard > TRIALS || this.#last.ms * GROWTH > TARGET_MS;
  }

  /** Steps for a dispatch of so many workgroups. If there are more than were timed, they may have to wait for each other. */
  steps(workgroups: number): number {
    if (!this.#last) return 1;
    const { steps, ms } = this.#last;
    const perStep = (ms / steps) * Math.max(1, workgroups / this.#last.workgroups);
    const most = this.settled ? MOST_STEPS : Math.min(MOST_STEPS, steps * GROWTH);
    return Math.max(1, Math.min(most, Math.floor(TARGET_MS / perStep)));
  }

  record(trial: Trial): void {
    if (this.#heard++ > 0) this.#last = trial;
  }
}
