/** How much of a kernel's work goes into one dispatch: enough that dispatches cost nothing, little enough for the watchdog. */

/** How long a dispatch should take, milliseconds, and how long at most. Watchdogs wait for 2 s, but the page waits as well. */
const TARGET_MS = 100;
const MOST_MS = 400;
const MOST_STEPS = 32;
/** Workgroups of the first dispatch, about which nothing is known. */
const FIRST_WORKGROUPS = 4;
/** How much longer a timed dispatch may be than the one before, and how many there are at most. */
const GROWTH = 4;
const TRIALS = 7;

/** A part of the work: so many steps of so many workgroups. */
export interface Portion {
  readonly steps: number;
  readonly workgroups: number;
}

/** Learns the pace of one kernel from its first dispatches. The very first does not count: it compiles the kernel. */
export class Pace {
  #heard = 0;
  #last: (Portion & { readonly ms: number }) | undefined;

  /** Whether dispatches need not be timed any more. Slow ones always are: it costs them nothing, and a hiccup is forgotten. */
  get settled(): boolean {
    if (!this.#last || this.#last.ms > TARGET_MS) return false;
    const { steps, ms } = this.#last;
    return this.#heard > TRIALS || steps * GROWTH > MOST_STEPS || ms * GROWTH > TARGET_MS;
  }

  /**
   * What to dispatch at a time of a job of so many workgroups: all of them and several steps, or one step of some. More
   * workgroups than were timed are taken to wait for each other, fewer not to be faster.
   */
  portion(workgroups: number): Portion {
    if (!this.#last) return { steps: 1, workgroups: Math.min(workgroups, FIRST_WORKGROUPS) };
    const { steps, workgroups: timed, ms } = this.#last;
    const perStep = Math.max(ms, 0.01) / steps;
    const perStepOfAll = perStep * Math.max(1, workgroups / timed);
    if (perStepOfAll > MOST_MS) {
      return { steps: 1, workgroups: Math.max(1, Math.floor((timed * TARGET_MS) / perStep)) };
    }
    const most = this.settled ? MOST_STEPS : Math.min(MOST_STEPS, steps * GROWTH);
    return { steps: Math.max(1, Math.min(most, Math.floor(TARGET_MS / perStepOfAll))), workgroups };
  }

  /** How long a dispatch took on a device that had nothing else to do. */
  record(portion: Portion, ms: number): void {
    if (this.#heard++ > 0) this.#last = { ...portion, ms };
  }
}
