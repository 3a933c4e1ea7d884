/** pass@k of a file of graded samples: the core of `greenbar passk`. */

import { parsePythonJson } from '../core/python-json.ts';
import { UNKNOWN_ID } from '../core/samples.ts';
import { OUTCOMES, type Outcome } from '../core/types.ts';
import { passPoint } from './curve.ts';
import { passAtK } from './pass-at-k.ts';

/** What counts of one graded line: whose sample it is and whether it passed; null when judging failed. */
export interface GradedSample {
  readonly problem: string;
  readonly correct: boolean | null;
}

export interface GradedFile {
  readonly samples: readonly GradedSample[];
  /** Rows left out, since whoever graded them had no such problem. */
  readonly unknown: number;
}

/** A value for every k that was asked for. */
type AtEachK<T> = Readonly<Record<`pass@${number}`, T>>;

interface Band {
  readonly low: number;
  readonly high: number;
}

export interface PassReport {
  readonly problems: readonly ({
    readonly problem: string;
    readonly n: number;
    readonly correct: number;
  } & AtEachK<number>)[];
  /** Mean over problems of unbiased pass@k. */
  readonly mean: AtEachK<number>;
  /** 95 % bands of the means: how far they would move with other problems, and with other samples of these problems. */
  readonly bands: { readonly problems: AtEachK<Band>; readonly samples: AtEachK<Band> };
  /** Mean over problems of the plug-in estimate 1 − (1 − c/n)^k, too low above k = 1; for comparison only. */
  readonly biased: AtEachK<number>;
  /** Samples left out because judging failed through our fault. */
  readonly unscored: number;
}

/**
 * Reads JSONL as `grade` writes it (`problem`, `outcome`, `passed`, `total`), or as HumanEval's evaluator does
 * (`task_id`, `passed: true | false`). Empty lines are skipped; errors name the line, and so does what contradicts itself.
 */
export function readGraded(text: string): GradedFile {
  const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [readLine(line, i + 1)]));
  const samples = lines.filter((line) => line !== 'unknown');
  return { samples, unknown: lines.length - samples.length };
}

function readLine(line: string, number: number): GradedSample | 'unknown' {
  const where = `passk: line ${number}`;
  let row: unknown;
  try {
    row = parsePythonJson(line);
  } catch {
    throw new Error(`${where}: expected one JSON object, got text that does not parse`);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new Error(`${where}: expected one JSON object, got ${JSON.stringify(row)}`);
  }
  const { problem, task_id, outcome, passed, total, result } = row as Record<string, unknown>;
  const id = problem ?? task_id;
  if (typeof id !== 'string' && typeof id !== 'number') {
    throw new Error(`${where}: expected "problem" or "task_id" to name the problem, got ${JSON.stringify(id)}`);
  }
  if (result === UNKNOWN_ID) return 'unknown';
  return { problem: String(id), correct: isCorrect(where, readOutcome(where, outcome), passed, total) };
}

/** The outcome of a line; absent in files of HumanEval's evaluator. */
function readOutcome(where: string, outcome: unknown): Outcome | undefined {
  if (outcome === undefined) return undefined;
  const known = OUTCOMES.find((one) => one === outcome);
  if (known === undefined) {
    throw new Error(`${where}: expected an outcome (${OUTCOMES.join(', ')}), got ${JSON.stringify(outcome)}`);
  }
  return known;
}

/** Whole counts decide where they are given: all of at least one test. */
function isCorrect(where: string, outcome: Outcome | undefined, passed: unknown, total: unknown): boolean | null {
  const all = allPassed(where, passed, total);
  if (all === undefined && outcome === undefined) {
    throw new Error(`${where}: expected "outcome" or "passed" to tell whether the sample passed, got neither`);
  }
  // Where judging failed, some tests may have passed before.
  const isClaimed = outcome === 'infra_error' ? all === true && passed === true : all !== undefined;
  if (outcome !== undefined && isClaimed && (outcome === 'passed') !== all) {
    const got = typeof passed === 'boolean' ? `"passed": ${passed}` : `${passed} of ${total}`;
    throw new Error(`${where}: expected outcome and "passed" to agree, got "${outcome}" with ${got}`);
  }
  return outcome === 'infra_error' ? null : (all ?? outcome === 'passed');
}

/** What `passed` says, as a verdict or as a number of tests; undefined where it says nothing. */
function allPassed(where: string, passed: unknown, total: unknown): boolean | undefined {
  if (passed === undefined || passed === null) return undefined;
  if (typeof passed === 'boolean') return passed;
  const isCount = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
  if (isCount(passed) && isCount(total) && Number(passed) <= Number(total))
    return Number(total) > 0 && passed === total;
  const got = total === undefined ? JSON.stringify(passed) : `${JSON.stringify(passed)} of ${JSON.stringify(total)}`;
  throw new Error(`${where}: expected "passed" to be true, false, or a number of "total" tests, got ${got}`);
}

/**
 * pass@k per problem, in order of first appearance, and the mean over problems with its bands. Throws when a problem has fewer than k
 * judged samples: a benchmark number over the other problems only would not be comparable.
 */
export function passReport(samples: readonly GradedSample[], ks: readonly number[]): PassReport {
  const tallies = new Map<string, { n: number; correct: number }>();
  for (const { problem, correct } of samples) {
    const tally = tallies.get(problem) ?? { n: 0, correct: 0 };
    tallies.set(problem, tally);
    if (correct === null) continue;
    tally.n++;
    if (correct) tally.correct++;
  }
  if (tallies.size === 0) throw new Error('passk: expected at least one graded sample, got none');
  const largest = Math.max(...ks);
  for (const [problem, { n }] of tallies) {
    if (n < largest) {
      throw new Error(`passk: expected at least ${largest} judged samples of problem ${problem}, got ${n}`);
    }
  }
  const all = [...tallies.values()];
  const problems = [...tallies].map(([problem, tally]) => ({
    problem,
    ...tally,
    ...atEachK(ks, (k) => passAtK(tally, k)),
  }));
  const points = new Map(ks.map((k) => [k, passPoint(all, k, { seed: 0 })]));
  const of = <T>(value: (point: ReturnType<typeof passPoint>) => T) => atEachK(ks, (k) => value(points.get(k)!));
  return {
    problems,
    mean: of(({ pass }) => pass.value),
    bands: {
      problems: of(({ pass: { low, high } }) => ({ low, high })),
      samples: of(({ samples: band }) => band),
    },
    biased: of(({ biased }) => biased),
    unscored: samples.filter((sample) => sample.correct === null).length,
  };
}

function atEachK<T>(ks: readonly number[], value: (k: number) => T): AtEachK<T> {
  return Object.fromEntries(ks.map((k) => [`pass@${k}`, value(k)]));
}
