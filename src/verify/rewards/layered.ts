/** Rewards that add up layers: recipes of points and a gate. */

import type { RewardComponent } from '../../core/rewards.ts';
import { type Judged, type LayerResult, passesAll } from '../judged.ts';
import { LAYERS, type LayerName } from '../layers/index.ts';

interface Recipe {
  /** Points of each layer, `tests` among them; whole numbers, so that full marks are exactly 1. */
  readonly points: Readonly<Partial<Record<LayerName, number>>>;
  /**
   * `syntax`: nothing is paid when the syntax layer fails, and nothing else is looked at. `tests`: the other layers pay
   * only when every test passes. `none`: each layer pays by itself.
   */
  readonly gate: 'none' | 'syntax' | 'tests';
}

const FOUR_LAYERS = { syntax: 2, lint: 1, types: 1, tests: 4, complexity: 1, cost: 1 } as const;

/**
 * Seed 003 §2: syntax 0.2, lint and types 0.2, tests 0.4, complexity and cost 0.2; 0 when syntax fails. Range [0, 1].
 *
 * Tests that time out, crash or are refused pass nothing; the other layers see only what such a run cost. Weakness, kept on
 * purpose: a tidy stub earns 0.6 without passing a test (0.75 in the seed's own code, which also pays 0.15 for an
 * AssertionError). `gated-layers` closes it.
 */
const SEED_LAYERS: Recipe = { points: FOUR_LAYERS, gate: 'syntax' };

/**
 * The same points behind the tests: 0.4 · share of tests, and the other 0.6 only when all of them pass. Range [0, 1];
 * passing more tests never pays less, whatever the layers say, because what they add starts where 0.4 ends.
 * A program that does not compile or was cut off passes no test.
 * Weakness: partial credit stays, and among right programs the checkers' taste decides.
 */
const GATED_LAYERS: Recipe = { points: FOUR_LAYERS, gate: 'tests' };

/** 0.8 · share of tests, up to 0.2 for brevity once all pass. Range [0, 1], monotone as above. Weakness: code golf. */
const BREVITY: Recipe = { points: { tests: 8, brevity: 2 }, gate: 'tests' };

/**
 * Accuracy and format side by side (DeepSeek-R1, arXiv:2501.12948 §2.2.2): 0.9 · share of tests + 0.1 · form. Range [0, 1].
 * Programs that crash or are stopped keep what their form earns; a cut completion has none.
 * Weakness: a well-formed stub earns 0.1.
 */
const FORMAT: Recipe = { points: { tests: 9, format: 1 }, gate: 'none' };

export const fourLayers = (judged: Judged): RewardComponent[] => fromRecipe(judged, SEED_LAYERS);
export const gatedLayers = (judged: Judged): RewardComponent[] => fromRecipe(judged, GATED_LAYERS);
export const brevity = (judged: Judged): RewardComponent[] => fromRecipe(judged, BREVITY);
export const format = (judged: Judged): RewardComponent[] => fromRecipe(judged, FORMAT);

const SHUT: Readonly<Record<Recipe['gate'], string>> = {
  none: 'not looked at: there is no visible test',
  syntax: 'not looked at: the syntax layer failed, or there is no visible test',
  tests: 'not looked at: pays only when every test passes',
};

/**
 * Without visible tests nothing is paid: being tidy says nothing about the task. A layer that could not be measured pays
 * in full: having found nothing is not held against a program, and a group in which nobody was measured compares as if
 * the layer were not there.
 */
function fromRecipe(judged: Judged, { points, gate }: Recipe): RewardComponent[] {
  const entries = Object.entries(points) as [LayerName, number][];
  const outOf = entries.reduce((sum, [, own]) => sum + own, 0);
  const open = opens(judged, gate);
  return entries.map(([name, own]) => {
    const measured: LayerResult = open || name === gate ? LAYERS[name](judged) : { value: null, reason: SHUT[gate] };
    const { value, reason } = measured;
    const weight = own / outOf;
    // The tests pay behind their own gate too: it only keeps the other layers shut.
    const pays = open || (gate === 'tests' && name === 'tests');
    return { name, value, weight, paid: pays ? (own * (value ?? 1)) / outOf : 0, reason };
  });
}

function opens(judged: Judged, gate: Recipe['gate']): boolean {
  if (judged.verdict.total === 0) return false;
  switch (gate) {
    case 'none':
      return true;
    case 'syntax':
      return LAYERS.syntax(judged).value !== 0;
    case 'tests':
      return passesAll(judged.verdict);
    default:
      return gate satisfies never;
  }
}
