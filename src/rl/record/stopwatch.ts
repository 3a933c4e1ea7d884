/** Seconds per phase of a step; the only part of a step record that is not reproducible. */

import type { PhaseSeconds } from '../../core/records.ts';

export type TimedPhase = Exclude<keyof PhaseSeconds, 'total'>;

export interface Stopwatch {
  /** Adds the time since the last `lap` or `resume` to a phase. */
  lap(phase: TimedPhase): void;
  /** Forgets the time since the last lap: a paused run does not age. */
  resume(): void;
  /** `total` is the sum of the phases. */
  read(): PhaseSeconds;
}

export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const seconds = { sample: 0, judge: 0, reference: 0, update: 0 };
  let mark = now();
  return {
    lap(phase) {
      const time = now();
      seconds[phase] += (time - mark) / 1000;
      mark = time;
    },
    resume() {
      mark = now();
    },
    read() {
      const { sample, judge, reference, update } = seconds;
      return { ...seconds, total: sample + judge + reference + update };
    },
  };
}
