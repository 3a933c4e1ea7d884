/** n@k by resampling: how often a search with k samples solves a problem, from one pool of many more. */

import type { Rng } from '../../core/rng.ts';
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
  readonly programs: readonly DrawnProgram[];
}

export interface DrawOptions {
  /** k: samples of one draw. */
  readonly budget: number;
  /** n: most programs that are submitted. */
  readonly submissions: number;
  readonly draws: number;
}

/** Where a sample is taken out by the filter. */
const FILTERED = -1;

/** Budgets of the curve: 1, 3, 10, 30, … and all samples. */
export function searchBudgets(samples: number): number[] {
  const budgets: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    budgets.push(power);
    if (3 * power < samples) budgets.push(3 * power);
  }
  return samples >= 1 ? [...budgets, samples] : budgets;
}

/**
 * Share of draws in which a search solves the problem: k samples are drawn without replacement, filtered, clustered, and
 * at most n of them submitted (n@k: Li et al. 2022, §2.2). Filter and behaviour of a program are the same in every draw,
 * so one draw costs its samples and no run.
 *
 * Programs are drawn from an order that their texts decide, and ties between clusters fall by the order of the draw: the
 * order of the pool has no influence.
 *
 * @throws Error when the budget is larger than the pool
 */
export function solvedShare({ samples, programs }: DrawnPool, options: DrawOptions, rng: Rng): number {
  const { budget, submissions, draws } = options;
  if (budget > samples) throw new Error(`n@k: expected at least k = ${budget} samples, got ${samples}`);
  if (!programs.some(({ correct }) => correct)) return 0;
  const sorted = programs.toSorted((a, b) => (a.code < b.code ? -1 : Number(a.code > b.code)));
  const slots = new Int32Array(samples).fill(FILTERED);
  let filled = 0;
  sorted.forEach(({ count }, i) => {
    slots.fill(i, filled, filled + count);
    filled += count;
  });
  const counts = new Int32Array(sorted.length);
  let solved = 0;
  for (let draw = 0; draw < draws; draw++) {
    const drawn: number[] = [];
    // The first k steps of a Fisher–Yates shuffle; one shuffled before is as good a start as any.
    for (let i = 0; i < budget; i++) {
      const j = rng.int(i, samples - 1);
      const program = slots[j]!;
      slots[j] = slots[i]!;
      slots[i] = program;
      if (program !== FILTERED && counts[program]!++ === 0) drawn.push(program);
    }
    const clusters = clusterByKey(
      drawn.map((program) => sorted[program]!.cluster),
      drawn.map((program) => counts[program]!),
    );
    const order = submissionOrder(clusters, submissions);
    if (order.some(({ program }) => sorted[drawn[program]!]!.correct)) solved++;
    for (const program of drawn) counts[program] = 0;
  }
  return solved / draws;
}
