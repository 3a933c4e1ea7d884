/** What anyone's file of samples is understood to hold, and what grading it gives: plain data for page, trainer and command line. */

import type { Pace } from './pace.ts';
import type { CurvePoint } from './records.ts';
import type { Outcome } from './types.ts';

/** What reading a file of samples found, before anything runs. */
export interface SamplesSummary {
  /** Names of the files. */
  readonly file: string;
  readonly problemFile?: string;
  /** Samples, those of unknown problems included. */
  readonly rows: number;
  /** Different (problem, program) pairs among them: so many are judged. */
  readonly programs: number;
  /** Ids of the problems that have samples, in order of first appearance. */
  readonly problems: readonly string[];
  /** Fewest and most samples of a problem. */
  readonly fewest: number;
  readonly most: number;
  /** Problems of the problem file that have no sample. */
  readonly missing: readonly string[];
  /** Ids in the samples that the problem file does not have, each once. */
  readonly unknown: readonly string[];
  /** What a person should know of the rows, a sentence each. */
  readonly notes: readonly string[];
}

/** One problem of a graded file; samples that could not be judged are not part of n. */
export interface GradedProblem {
  readonly id: string;
  readonly n: number;
  readonly correct: number;
  readonly unjudged: number;
  /** Its own reference solution fails its tests: left out of every mean. */
  readonly broken: boolean;
}

export interface SamplesReport {
  readonly problems: readonly GradedProblem[];
  /** Mean over problems at each k that was asked for and that the samples reach. */
  readonly pass: readonly CurvePoint[];
  /** The same for k = 1, 2, 4, … up to the fewest samples of a problem. */
  readonly curve: readonly CurvePoint[];
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Rows with a verdict, those that could not be judged included, and the different programs among them. */
  readonly graded: number;
  readonly judged: number;
  /** What a person should know of the numbers, a sentence each. */
  readonly notes: readonly string[];
}

/** How far grading is. */
export interface SamplesProgress extends Pace {
  /** Solutions of the benchmark are run last, where no sample solves a problem: it may be broken. */
  readonly stage: 'samples' | 'references';
  /** Different programs. */
  readonly done: number;
  readonly total: number;
}

/** What a results file says of a sample whose problem the problem file does not have. */
export const UNKNOWN_ID = 'not judged: the problem file does not have this id';
