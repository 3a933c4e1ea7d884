/** n@k by resampling: how often a search with k samples solves a problem, from one pool of many more. */

import type { Rng } from '../../core/rng.ts';
import { passAtK } from '../pass-at-k.ts';
import { clusterByKey, submissionOrder } from './clusters.ts';

/** A program that may be submitted, as far as a draw needs to know it. */
export interface DrawnProgram {
  readonly code: string;
  /** Samples with this very text. */
  readonly count: number;
  /** Equal for programs that behave alike. */
  readonly cluster: number;
  readonly correct: boolean;
}

/** The samples of one problem. */
export interface DrawnPool {
  /** N: all samples, those that the filter takes out included. */
  readonly samples: number;
  /** Those that may be submitted. */
  readonly programs: readonly DrawnProgram[];
}

export interface DrawOptions {
  /** k: samples of one draw. */
  readonly budget: number;
  /** n: most programs that are submitted. */
  readonly submissions: number;
  readonly draws: number;
}

/** Stands for a sample that is never submitted. */
const OUT = -1;

/** Budgets of the curve: 1, 3, 10, 30, … and all samples. */
export function searchBudgets(samples: number): number[] {
  const budgets: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    budgets.push(power);
    if (3 * power < samples) budgets.push(3 * power);
  }
  return samples >= 1 ? [...budgets, samples] : budgets;
}

/** Samples that a draw without replacement takes one by one: what is taken stands first. */
interface Urn {
  readonly items: Int32Array;
  taken: number;
}

const leftIn = ({ items, taken }: Urn): number => items.length - taken;

/** The first steps of a Fisher–Yates shuffle; what an earlier draw left is as good a start as any. */
function takeAt(urn: Urn, offset: number): number {
  const { items, taken } = urn;
  const at = taken + offset;
  const item = items[at]!;
  items[at] = items[taken]!;
  items[taken] = item;
  urn.taken++;
  return item;
}

const takeOf = (urn: Urn, rng: Rng): number => takeAt(urn, rng.int(0, leftIn(urn) - 1));

function takeOfEither(a: Urn, b: Urn, rng: Rng): number {
  const offset = rng.int(0, leftIn(a) + leftIn(b) - 1);
  return offset < leftIn(a) ? takeAt(a, offset) : takeAt(b, offset - leftIn(a));
}

/** The samples of the given programs, `[…]` by index of their program, and `others` that are never submitted. */
function urnOf(programs: readonly DrawnProgram[], correct: boolean, others: number): Urn {
  const items = programs.flatMap((program, i) =>
    program.correct === correct ? new Array<number>(program.count).fill(i) : [],
  );
  return { items: Int32Array.from([...items, ...new Array<number>(others).fill(OUT)]), taken: 0 };
}

const samplesOf = (programs: readonly DrawnProgram[]): number =>
  programs.reduce((total, { count }) => total + count, 0);

/**
 * Where the first right sample comes, counted from 0, in a draw of `budget` that holds one: by the distribution function of
 * its place, whose last value is `pass`.
 */
function firstRight(right: number, samples: number, budget: number, pass: number, rng: Rng): number {
  const sought = rng.next() * pass;
  // After all wrong samples there must be a right one.
  const last = Math.min(budget - 1, samples - right);
  let reached = right / samples;
  let at = 0;
  while (at < last && reached <= sought) {
    at++;
    reached += (right / (samples - at)) * (1 - reached);
  }
  return at;
}

/**
 * n@k (Li et al. 2022, §2.2) of one problem: the chance that a search with k of its samples solves it. k samples are drawn
 * without replacement, filtered, clustered, and at most n of them submitted. Filter and behaviour of a program are the
 * same in every draw, so that a draw costs its samples and no run.
 *
 * How often a draw holds a right sample that may be submitted is known exactly: pass@k of those. So every draw is made to
 * hold one, by the law that draws with one have (the place of the first is drawn, then what stands before and after it),
 * tells whether one is submitted, and n@k is the product. It is unbiased however rare right samples are, never exceeds
 * pass@k, and is equal to it where the choice loses nothing; plain draws would all miss one right sample of 1000 at k = 1.
 *
 * Ties between clusters fall by the order of the draw: the order of the pool has no influence.
 *
 * @throws Error when the budget is larger than the pool
 */
export function solvedShare(pool: DrawnPool, options: DrawOptions, rng: Rng): number {
  const { samples } = pool;
  const { budget, submissions, draws } = options;
  const programs = pool.programs.toSorted((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)));
  const rightSamples = samplesOf(programs.filter(({ correct }) => correct));
  const pass = passAtK({ n: samples, correct: rightSamples }, budget);
  if (rightSamples === 0 || programs.every(({ correct }) => correct)) return pass;
  const right = urnOf(programs, true, 0);
  const wrong = urnOf(programs, false, samples - samplesOf(programs));
  const counts = new Int32Array(programs.length);
  let solved = 0;
  for (let draw = 0; draw < draws; draw++) {
    const drawn: number[] = [];
    right.taken = 0;
    wrong.taken = 0;
    const first = firstRight(rightSamples, samples, budget, pass, rng);
    for (let i = 0; i < budget; i++) {
      const at = i > first ? takeOfEither(right, wrong, rng) : i === first ? takeOf(right, rng) : takeOf(wrong, rng);
      if (at !== OUT && counts[at]!++ === 0) drawn.push(at);
    }
    const clusters = clusterByKey(
      drawn.map((at) => programs[at]!.cluster),
      drawn.map((at) => counts[at]!),
    );
    const order = submissionOrder(clusters, submissions);
    if (order.some(({ program }) => programs[drawn[program]!]!.correct)) solved++;
    for (const at of drawn) counts[at] = 0;
  }
  return pass * (solved / draws);
}
