/** Seconds per phase of a step, and what was under way when; the only part of a step record that is not reproducible. */

import type { PhaseSeconds, Span } from '../../core/records.ts';

export type TimedPhase = Exclude<keyof PhaseSeconds, 'total'>;

export interface Stopwatch {
  /** Adds the time since the last `lap` or `resume` to a phase. */
  lap(phase: TimedPhase): void;
  /** Forgets the time since the last lap: a paused run does not age. */
  resume(): void;
  /** Notes when work is under way, from now until it settles; `step` is 0-based. */
  track<T>(phase: TimedPhase, step: number, work: Promise<T>): Promise<T>;
  /** `total` is the sum of the phases. */
  read(): PhaseSeconds;
  /** In the order in which they ended. */
  spans(): readonly Span[];
}

export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const seconds = { sample: 0, judge: 0, reference: 0, update: 0 };
  const spans: Span[] = [];
  const start = now();
  let mark = start;
  return {
    lap(phase) {
      const time = now();
      seconds[phase] += (time - mark) / 1000;
      mark = time;
    },
    resume() {
      mark = now();
    },
    track(phase, step, work) {
      const from = (now() - start) / 1000;
      const tracked = work.finally(() => {
        spans.push({ phase, step: step + 1, from, to: (now() - start) / 1000 });
      });
      tracked.catch(() => undefined); // met by whoever awaits it
      return tracked;
    },
    read() {
      const { sample, judge, reference, update } = seconds;
      return { ...seconds, total: sample + judge + reference + update };
    },
    spans: () => [...spans],
  };
}
