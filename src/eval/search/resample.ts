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
  /** Samples that pass everything, whether they may be submitted or not. */
  readonly correct: number;
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

/** Samples that are never submitted: wrong ones, and right ones. */
const OUT = -1;
const RIGHT_BUT_OUT = -2;

/** Budgets of the curve: 1, 3, 10, 30, … and all samples. */
export function searchBudgets(samples: number): number[] {
  const budgets: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    budgets.push(power);
    if (3 * power < samples) budgets.push(3 * power);
  }
  return samples >= 1 ? [...budgets, samples] : budgets;
}

/** The pool's samples, `[N]`: which program each is, in an order that the programs' texts decide. */
function slotsOf(pool: DrawnPool, programs: readonly DrawnProgram[]): Int32Array {
  const slots = new Int32Array(pool.samples).fill(OUT);
  let filled = 0;
  const put = (value: number, count: number) => {
    slots.fill(value, filled, filled + count);
    filled += count;
  };
  for (const [i, { count }] of programs.entries()) put(i, count);
  put(RIGHT_BUT_OUT, pool.correct - correctCount(programs));
  return slots;
}

const correctCount = (programs: readonly DrawnProgram[]): number =>
  programs.reduce((total, { count, correct }) => total + (correct ? count : 0), 0);

/**
 * n@k (Li et al. 2022, §2.2) of one problem: the chance that a search with k of its samples solves it. k samples are drawn
 * without replacement, filtered, clustered, and at most n of them submitted. Filter and behaviour of a program are the
 * same in every draw, so that a draw costs its samples and no run.
 *
 * How often a draw holds a right sample at all is known exactly: pass@k. The draws only have to tell in which share of
 * those a right one is submitted, and n@k is the product; so it never exceeds pass@k, and is equal to it where the choice
 * loses nothing. 0 where no draw holds a right sample.
 *
 * Ties between clusters fall by the order of the draw: the order of the pool has no influence.
 *
 * @throws Error when the budget is larger than the pool
 */
export function solvedShare(pool: DrawnPool, options: DrawOptions, rng: Rng): number {
  const { samples, correct } = pool;
  const { budget, submissions, draws } = options;
  const pass = passAtK({ n: samples, correct }, budget);
  const submitted = correctCount(pool.programs);
  if (submitted === 0) return 0;
  if (submitted === correct && pool.programs.every((program) => program.correct)) return pass;
  const programs = pool.programs.toSorted((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)));
  const slots = slotsOf(pool, programs);
  const counts = new Int32Array(programs.length);
  let [holding, solved] = [0, 0];
  for (let draw = 0; draw < draws; draw++) {
    const drawn: number[] = [];
    let holds = false;
    // The first k steps of a Fisher–Yates shuffle; what an earlier draw left is as good a start as any.
    for (let i = 0; i < budget; i++) {
      const j = rng.int(i, samples - 1);
      const at = slots[j]!;
      slots[j] = slots[i]!;
      slots[i] = at;
      if (at === RIGHT_BUT_OUT) holds = true;
      if (at >= 0 && counts[at]!++ === 0) drawn.push(at);
    }
    holds ||= drawn.some((at) => programs[at]!.correct);
    if (holds) {
      holding++;
      const clusters = clusterByKey(
        drawn.map((at) => programs[at]!.cluster),
        drawn.map((at) => counts[at]!),
      );
      const order = submissionOrder(clusters, submissions);
      if (order.some(({ program }) => programs[drawn[program]!]!.correct)) solved++;
    }
    for (const at of drawn) counts[at] = 0;
  }
  return holding === 0 ? 0 : pass * (solved / holding);
}
