/** The samples of one problem as a pool: every different program once, with its verdict, and which of them each draw was. */

import type { JudgedSample } from '../core/measuring.ts';
import type { ProblemCounts } from '../core/records.ts';

/** A program that was sampled at least once. */
export interface PooledProgram {
  readonly code: string;
  /** The completion hit the length limit: never run, never right. */
  readonly truncated: boolean;
  /** Summed log-probability of its tokens, of the distribution divided by the sampling temperature, and their number; as it was first drawn. */
  readonly logProb: number;
  readonly tokens: number;
  /** `infra_error` where judging failed through our fault. */
  readonly judged: JudgedSample;
}

/**
 * What sampling one problem gave, in an order that does not depend on how many samples are wanted: draw i has its own
 * stream of random numbers, so that a larger pool begins with the smaller one.
 */
export interface SamplePool {
  /** In order of first appearance; no two share text and truncation. */
  readonly programs: readonly PooledProgram[];
  /** Index into `programs` of each draw, `[n]`. */
  readonly draws: readonly number[];
}

export const EMPTY_POOL: SamplePool = { programs: [], draws: [] };

/** Identifies a program within a pool. */
export const programKey = ({ code, truncated }: Pick<PooledProgram, 'code' | 'truncated'>): string =>
  `${truncated ? '…' : '.'}${code}`;

/** The pool of the first `n` draws. */
export function firstDraws(pool: SamplePool, n: number): SamplePool {
  if (n >= pool.draws.length) return pool;
  const draws = pool.draws.slice(0, n);
  // Programs stand in order of first appearance, so that those of a prefix are a prefix.
  const programs = pool.programs.slice(0, draws.reduce((most, at) => Math.max(most, at), -1) + 1);
  return { programs, draws };
}

/** How often each program was drawn, `[programs]`. */
export function drawCounts({ programs, draws }: SamplePool): number[] {
  const counts = new Array<number>(programs.length).fill(0);
  for (const at of draws) counts[at]!++;
  return counts;
}

/** Draws whose program satisfies `holds`; those that could not be judged through our fault count for nothing. */
export function countDraws(pool: SamplePool, holds: (program: PooledProgram) => boolean): number {
  const holding = pool.programs.map((program) => program.judged.outcome !== 'infra_error' && holds(program));
  return pool.draws.filter((at) => holding[at]).length;
}

/** n, c and what else is counted of a problem; samples that could not be judged are not part of n. */
export function poolCounts(id: string, pool: SamplePool): ProblemCounts {
  return {
    id,
    n: countDraws(pool, () => true),
    correct: countDraws(pool, ({ judged }) => judged.correct),
    visible: countDraws(pool, ({ judged }) => judged.visible),
  };
}
