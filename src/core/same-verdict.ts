/** Whether two verdicts on one program say the same: what `grade --twice` and the soak ask. */

import { flakyResult, type GradeResult } from './grade.ts';
import type { TestResult, Verdict } from './types.ts';

/** How every message of a wall-clock watchdog begins. */
export const WALL_CLOCK = 'wall clock:';

/** Fields that tell of the machine rather than of the program. */
const NOISE: ReadonlySet<string> = new Set(['wallMs', 'wall_ms', 'flaky', 'integrity']);

type Ended = Pick<Verdict, 'outcome' | 'error'>;

/** A program may name an exception of its own like a watchdog, but none of its exceptions is a timeout. */
const byWatchdog = ({ outcome, error }: Ended): boolean =>
  outcome === 'timeout' && error !== undefined && error.startsWith(WALL_CLOCK);

/** How far a watchdog let a test come depends on the machine; that it ended the test does not. */
function steadyTest(test: TestResult): unknown {
  return byWatchdog(test) ? { outcome: test.outcome, error: WALL_CLOCK } : test;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name, item]) => item !== undefined && !NOISE.has(name));
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, item]) => [k, canonical(item)]));
}

/**
 * A verdict (or a line that `grade` prints) as text without wall times, for comparing and hashing. Where a wall-clock
 * watchdog ended a test, the counts of the whole depend on the machine too and are left out.
 */
export function steadyText(verdict: Verdict | GradeResult): string {
  const tests = 'perTest' in verdict ? verdict.perTest : verdict.per_test;
  const watched = [verdict, ...tests].some(byWatchdog);
  const { outcome, passed, total } = verdict;
  const whole = watched ? { outcome, passed, total, tests: tests.map(steadyTest) } : verdict;
  return JSON.stringify(canonical(whole));
}

/** True when both say the same of the program, wall times aside. */
export function sameVerdict<T extends Verdict | GradeResult>(a: T, b: T): boolean {
  return steadyText(a) === steadyText(b);
}

/** What two runs of one record agree on; a flaky result where they do not. */
export function agreedResult(first: GradeResult, second: GradeResult): GradeResult {
  return sameVerdict(first, second) ? first : flakyResult(first, [first.outcome, second.outcome]);
}
