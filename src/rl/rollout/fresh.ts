/** Property-based tests in training (seed 003 §5): every epoch meets its problems with new reward tests besides their own. */

import { messageOf } from '../../core/errors.ts';
import { createRng } from '../../core/rng.ts';
import type { Problem, TestCase } from '../../core/types.ts';

/**
 * New tests of a problem from its own generator and reference: the same for the same seed, expected values computed
 * where no program can reach them. Rejects when the generator or the reference fails.
 */
export type FreshTests = (problem: Problem, seed: number, count: number) => Promise<readonly TestCase[]>;

const LARGEST_SEED = 2 ** 31 - 1;

/**
 * The problems of step `step`, those with `inputs` and `reference` with `count` more reward tests each. What is drawn is
 * a function of (run seed, step), so that a resumed run meets the same tests. A problem whose tests cannot be made keeps
 * its own, and `onNotice` hears why.
 */
export async function withFreshTests(
  problems: readonly Problem[],
  options: {
    readonly fresh?: FreshTests | undefined;
    readonly count: number;
    readonly seed: number;
    readonly step: number;
    readonly onNotice: (message: string) => void;
  },
): Promise<readonly Problem[]> {
  const { fresh, count, seed, step, onNotice } = options;
  if (count === 0) return problems;
  const able = [...new Set(problems)].filter(
    ({ inputs, reference, asserts }) => inputs !== undefined && reference !== undefined && asserts === undefined,
  );
  if (fresh === undefined || able.length === 0) {
    onNotice(
      `freshTests: ${able.length === 0 ? 'no problem here has a generator and a reference' : 'no tests can be made here'}`,
    );
    return problems;
  }
  const drawn = createRng('tests', seed, step).int(0, LARGEST_SEED);
  const renewed = new Map<Problem, Problem>();
  const made = await Promise.allSettled(able.map(async (problem) => fresh(problem, drawn, count)));
  for (const [i, problem] of able.entries()) {
    const result = made[i]!;
    if (result.status === 'rejected') {
      onNotice(`freshTests: ${problem.id} keeps its own tests only: ${messageOf(result.reason)}`);
    } else {
      const reward = [...problem.tests.reward, ...result.value];
      renewed.set(problem, { ...problem, tests: { ...problem.tests, reward } });
    }
  }
  return problems.map((problem) => renewed.get(problem) ?? problem);
}
