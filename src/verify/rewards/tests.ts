/** Rewards of the tests alone: all of them, or the share that passes. */

import type { RewardComponent } from '../../core/rewards.ts';
import { type Judged, passesAll } from '../judged.ts';
import { testsLayer } from '../layers/tests.ts';

/**
 * 1 when every visible test passes, else 0: DeepCoder's sparse reward (Agentica and Together AI, 2025). Range [0, 1].
 *
 * Whatever is not `passed` earns 0: a failed test, an exception, a limit, a refusal, a cut completion.
 * Weakness: groups that never succeed have no variance and teach nothing.
 */
export function binary(judged: Judged): RewardComponent[] {
  const value = passesAll(judged.verdict) ? 1 : 0;
  return [{ name: 'all_tests', value, weight: 1, paid: value, reason: testsLayer(judged).reason }];
}

/**
 * The share of visible tests that pass: seed 002's partial credit. Range [0, 1], never lower for more tests passed.
 *
 * A test that ends in an exception, a limit or a refusal counts as failed, and only that one; a program that does not
 * compile, or was cut off, passes none.
 * Weakness: a popular mistake that is half right is reinforced until the right program is no longer sampled.
 */
export function fraction(judged: Judged): RewardComponent[] {
  const { value, reason } = testsLayer(judged);
  return [{ name: 'tests', value, weight: 1, paid: value, reason }];
}
