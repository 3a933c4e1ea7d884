/**
 * Dual execution agreement (CodeT: Chen et al. 2022, arXiv:2207.10397, §2.2): solutions that pass exactly the same tests
 * vouch for each other, and for those tests.
 */

/** Which distinct solution passes which distinct test, and how often each of them was sampled. */
export interface AgreementMatrix {
  /** `[solutions][tests]` */
  readonly passes: readonly (readonly boolean[])[];
  /** `[solutions]` and `[tests]`: samples with this very text; 1 each where duplicates are not to count. */
  readonly solutionCounts: readonly number[];
  readonly testCounts: readonly number[];
}

/** Solutions that pass exactly the same tests, at least one. */
export interface ConsensusSet {
  /** Rows of the matrix, ascending. */
  readonly solutions: readonly number[];
  /** Columns of the matrix, ascending. */
  readonly tests: readonly number[];
  /** |S_x| and |S_y|: samples in the set, duplicates counted. */
  readonly solutionCount: number;
  readonly testCount: number;
}

interface Agreement {
  /** In the order of their first solutions. */
  readonly sets: readonly ConsensusSet[];
  /** Solutions that pass no test are in no set: no number of them agrees on anything. */
  readonly passingNothing: readonly number[];
}

/**
 * `product`: |S_x|·|S_y|, the paper's score. `sqrt`: √|S_x|·|S_y| of the code released with it (`CodeT/src/agreement.py`,
 * `get_sorted_solutions_without_iter`), where many solutions weigh less against many tests. They can pick different sets.
 */
export type AgreementScore = 'product' | 'sqrt';

/**
 * Groups the solutions by the set of tests that they pass.
 *
 * @throws Error when counts and matrix have different sizes
 */
export function agreementOf({ passes, solutionCounts, testCounts }: AgreementMatrix): Agreement {
  if (passes.length !== solutionCounts.length) {
    throw new Error(`agreement: expected counts of ${passes.length} solutions, got ${solutionCounts.length}`);
  }
  const groups = new Map<string, number[]>();
  const passingNothing: number[] = [];
  passes.forEach((row, solution) => {
    if (row.length !== testCounts.length) {
      throw new Error(`agreement: expected ${testCounts.length} tests of solution ${solution}, got ${row.length}`);
    }
    if (!row.includes(true)) {
      passingNothing.push(solution);
      return;
    }
    const key = row.map(Number).join('');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [solution]);
    else group.push(solution);
  });
  const sets = [...groups.values()].map((solutions): ConsensusSet => {
    const tests = passes[solutions[0]!]!.flatMap((passed, test) => (passed ? [test] : []));
    return { solutions, tests, solutionCount: total(solutionCounts, solutions), testCount: total(testCounts, tests) };
  });
  return { sets, passingNothing };
}

const total = (counts: readonly number[], of: readonly number[]): number => of.reduce((sum, i) => sum + counts[i]!, 0);

export function scoreOf({ solutionCount, testCount }: ConsensusSet, by: AgreementScore): number {
  return (by === 'product' ? solutionCount : Math.sqrt(solutionCount)) * testCount;
}

/** All sets with the highest score, in their order; none where there is no set. */
export function bestSets(sets: readonly ConsensusSet[], by: AgreementScore): ConsensusSet[] {
  // √x·y orders as x·y² does, and whole numbers tie exactly.
  const ranks = sets.map((set) => scoreOf(set, 'product') * (by === 'product' ? 1 : set.testCount));
  const best = Math.max(...ranks);
  return sets.filter((_, i) => ranks[i] === best);
}
