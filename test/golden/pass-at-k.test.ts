/** pass@k against exact rational arithmetic, and against the ways in which others got it wrong. */

import { describe, expect, test } from 'vitest';
import { passReport } from '../../src/eval/graded.ts';
import { biasedPassAtK, meanPassAtK, passAtK } from '../../src/eval/pass-at-k.ts';
import frameworks from '../cases/golden/frameworks.json' with { type: 'json' };
import cases from '../cases/golden/pass_at_k.json' with { type: 'json' };
import benchmarks from '../cases/golden/pass_at_k_benchmark.json' with { type: 'json' };

/** Relative: 2 units in the last place of what exact arithmetic, rounded once, gives. */
const ULPS = 2 * Number.EPSILON;

test('pass_at_k.json', () => {
  expect(cases.cases.length).toBe(cases.count);
  for (const { in: input, out } of cases.cases) {
    const value = passAtK({ n: input.n, correct: input.c }, input.k);
    const error = Math.abs(value - out.pass_at_k);
    expect(error, `n ${input.n}, c ${input.c}, k ${input.k}`).toBeLessThanOrEqual(ULPS * out.pass_at_k);
  }
});

test.each(benchmarks.cases)('pass_at_k_benchmark.json case %#', ({ in: { n, c, k }, out }) => {
  const tallies = n.map((samples, i) => ({ n: samples, correct: c[i]! }));
  for (const each of k) {
    const expected = out[`pass@${each}` as keyof typeof out];
    expect(Math.abs(meanPassAtK(tallies, each) - expected)).toBeLessThanOrEqual(ULPS * expected);
  }
});

test.each(frameworks.pass_at_k)('unbiased, not naive: n $n, c $c, k $k', ({ n, c, k, unbiased, ...row }) => {
  expect(passAtK({ n, correct: c }, k)).toBeCloseTo(unbiased, 8);
  expect(biasedPassAtK({ n, correct: c }, k)).toBeCloseTo(row['naive 1-(1-c/n)^k'], 8);
  expect(biasedPassAtK({ n, correct: c }, k)).toBeCloseTo(row['verl best@k bootstrap limit'], 8);
});

describe('public bug reports', () => {
  test('human-eval#35: fewer samples than k are refused', () => {
    expect(() => passAtK({ n: 5, correct: 0 }, 10)).toThrow(
      'pass@k: expected at least k = 10 samples per problem, got 5',
    );
    expect(() => passAtK({ n: 2, correct: 0 }, 5)).toThrow(/at least k = 5/);
  });

  test('MultiPL-E#31: one right sample of 200 is 0.005, not 1', () => {
    expect(passAtK({ n: 200, correct: 1 }, 1)).toBeCloseTo(0.005, 12);
  });

  test('deepeval#2967: a mean over problems, not over pooled samples', () => {
    const tallies = [
      { n: 100, correct: 0 },
      { n: 2, correct: 2 },
    ];
    expect(meanPassAtK(tallies, 1)).toBe(0.5);
  });

  test('aprender#2118: one greedy sample per problem says pass@1 and nothing else', () => {
    const samples = Array.from({ length: 164 }, (_, i) => ({ problem: `p${i}`, correct: i < 50 }));
    expect(passReport(samples, [1]).mean['pass@1']).toBeCloseTo(50 / 164, 12);
    expect(() => passReport(samples, [1, 10])).toThrow(
      'passk: expected at least 10 judged samples of problem p0, got 1',
    );
  });
});
