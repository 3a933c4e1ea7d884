/** How far grading is, with its rate and the time left. */

import { paceOf } from '../../core/pace.ts';
import { progress } from '../output.ts';

/** Seconds between two lines where nobody watches a terminal. */
const QUIET_SECONDS = 30;

const time = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`;

/** @returns to be called for each program that is done */
export function gradeProgress(total: number): () => void {
  const started = performance.now();
  let done = 0;
  let said = 0;
  return () => {
    done++;
    const seconds = (performance.now() - started) / 1000;
    const { rate, secondsLeft } = paceOf(done, total, seconds);
    const pace =
      rate === null || secondsLeft === null ? '' : `, ${rate.toFixed(0)} a second, ${time(secondsLeft)} left`;
    const due = !process.stderr.isTTY && seconds - said >= QUIET_SECONDS;
    if (due) said = seconds;
    progress(`${done} of ${total} graded${pace}`, !due);
  };
}
