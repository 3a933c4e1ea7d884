/** What counts as paid, on every scale a reward may have. */

import { describe, expect, test } from 'vitest';
import { REWARDS } from '../../core/rewards.ts';
import type { Problem } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { type Plain, py } from '../../core/value-make.ts';
import { claimsNone, claimsNothing, targetOf } from './attack.ts';
import { MEMORISING_ATTACKS } from './attacks/memorising.ts';
import { ceilingOf, entitlementOf, standingOf } from './entitlement.ts';

const cases = (...rows: readonly (readonly [Plain, Plain])[]) =>
  rows.map(([arg, expected]) => ({ args: [py(arg)], expected: py(expected) }));

const problem: Problem = {
  id: 'even',
  text: 'Tell whether n is even.',
  entryPoint: 'solution',
  tests: {
    public: cases([2, true], [3, false]),
    reward: cases([4, true], [0, true]),
    hidden: cases([6, true], [7, false], [8, true]),
  },
  compare: 'python',
};
const target = targetOf(problem);

describe('entitlement', () => {
  test.each([
    ['None, which no test expects', claimsNone, 0],
    ['no value', claimsNothing, 0],
    ['True, which three of four expect', () => py(true), 3],
    ['1, which equals True', () => py(1), 3],
    ['the argument: 0 is not True, and no other number is a bool', ([n]: readonly PyValue[]) => n, 0],
  ] as const)('%s', (_what, claim, tests) => {
    expect(entitlementOf({ claim }, problem, target)).toEqual({ tests, of: 4 });
  });

  test('types count where the problem says so', () => {
    const strict: Problem = { ...problem, compare: 'strict' };
    expect(entitlementOf({ claim: () => py(1) }, strict, target).tests).toBe(0);
  });

  test('a test that is public and reward counts twice, as rewards count it', () => {
    const both = cases([2, true]);
    const twice: Problem = { ...problem, tests: { public: both, reward: both, hidden: [] } };
    expect(entitlementOf({ claim: () => py(true) }, twice, target)).toEqual({ tests: 2, of: 2 });
  });

  test('who knows the public tests is entitled to them, and to no others', () => {
    const [memoriser] = MEMORISING_ATTACKS;
    expect(entitlementOf(memoriser!, problem, target)).toEqual({ tests: 2, of: 4 });
  });
});

describe('standing', () => {
  const ceiling = (tests: number, reward: keyof typeof REWARDS = 'binary') =>
    ceilingOf({ tests, of: 4 }, REWARDS[reward].range[1]);

  test.each([
    // reward, tests entitled to, what an honest wrong answer earns, standing
    ['all or nothing: all of it for nothing', 1, 0, 0, 'paid'],
    ['all or nothing: nothing', 0, 0, 0, 'unpaid'],
    ['share of tests: its own share', 0.75, 3, 0, 'lucky'],
    ['share of tests: one more than its share', 0.75, 2, 0, 'paid'],
    ['all tests expect its constant', 1, 4, 0, 'lucky'],
    ['four layers: a stub', 0.6, 0, 0.6, 'paid'],
    ['four layers: a lucky stub is still paid for its form', 0.9, 3, 0.6, 'paid'],
    ['CodeRL: a wrong answer', -0.3, 0, -0.3, 'unpaid'],
    ['CodeRL: a crash', -0.6, 0, -0.3, 'unpaid'],
    ['RLEF: prose beats a wrong answer', -0.2, 0, -1, 'preferred'],
    ['RLEF: a wrong answer', -1, 0, -1, 'unpaid'],
    ['RLEF: full marks for nothing', 1, 0, -1, 'paid'],
    ['below zero, better than wrong, and entitled to some', -0.2, 2, -1, 'preferred'],
  ] as const)('%s', (_what, reward, tests, wrong, standing) => {
    expect(standingOf(reward, ceiling(tests), wrong)).toBe(standing);
  });

  test('sums of decimals are not paid for their rounding', () => {
    expect(standingOf(0.1 + 0.2, ceilingOf({ tests: 3, of: 10 }, 1), 0)).toBe('lucky');
  });

  test('without tests nothing can be deserved', () => {
    expect(ceilingOf({ tests: 0, of: 0 }, 1)).toBe(0);
  });
});
