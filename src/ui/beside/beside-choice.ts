/** The two sides of "Side by side": the settings above, or these with one thing changed. */

import { type ConfigChoice, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { diffConfig, flattenSettings } from '../../core/config-diff.ts';
import type { SettingValue } from '../../core/config-docs.ts';
import { type Plan, planOf, valueAt, withSetting } from '../controls/choice.ts';

/** What a side is made of. */
export const SIDES = [
  'above',
  'plain',
  'no-kl',
  'more-kl',
  'small-groups',
  'large-groups',
  'hot',
  'fast',
  'dr-grpo',
  'dapo',
  'gspo',
  'rloo',
  'ppo',
  'rft',
] as const;
export type Side = (typeof SIDES)[number];

/** The choice of a side; `above` is what the page's form says. */
export function choiceFor(side: Side, above: ConfigChoice): ConfigChoice {
  switch (side) {
    case 'above':
      return above;
    case 'plain':
      return withSeedOf(above, DEFAULT_CHOICE);
    case 'no-kl':
      return withSetting(above, 'algorithm.beta', 0);
    case 'more-kl':
      return withSetting(above, 'algorithm.beta', 0.4);
    case 'small-groups':
      return withSetting(above, 'groupSize', 2);
    case 'large-groups':
      return withSetting(above, 'groupSize', 16);
    case 'hot':
      return withSetting(above, 'sampling.temperature', 1.5);
    case 'fast':
      return withSetting(above, 'optimizer.learningRate', 0.001);
    case 'dr-grpo':
    case 'dapo':
    case 'gspo':
    case 'rloo':
    case 'ppo':
    case 'rft':
      return { ...above, algorithm: side };
    default:
      return side satisfies never;
  }
}

/** Seed, epochs and device are those of the form: two sides differ in what is to be compared only. */
function withSeedOf(above: ConfigChoice, choice: ConfigChoice): ConfigChoice {
  const { config } = planOf(above);
  return ['seed', 'epochs', 'backend'].reduce((next, path) => withSetting(next, path, valueAt(config, path)), choice);
}

/** A setting in which the two sides differ. */
export interface SideDifference {
  readonly path: string;
  readonly a: SettingValue;
  readonly b: SettingValue;
}

export interface BesidePlan {
  readonly a: Plan;
  readonly b: Plan;
  readonly differences: readonly SideDifference[];
}

export function besidePlan(a: Side, b: Side, above: ConfigChoice): BesidePlan {
  const plans = { a: planOf(choiceFor(a, above)), b: planOf(choiceFor(b, above)) };
  const differences = flattenSettings(diffConfig(plans.b.config, plans.a.config)).map(([path, value]) => ({
    path,
    a: valueAt(plans.a.config, path),
    b: value as SettingValue,
  }));
  return { ...plans, differences };
}

/** Why the two cannot be trained; null when they can. */
export function besideConflict({ a, b, differences }: BesidePlan): 'same' | string | null {
  if (a.conflict !== null) return `A: ${a.conflict}`;
  if (b.conflict !== null) return `B: ${b.conflict}`;
  return differences.length === 0 ? 'same' : null;
}

/** Sides that the form's settings can be changed into; the form itself always, so that it can say what is wrong with it. */
export const offeredSides = (above: ConfigChoice): Side[] =>
  SIDES.filter((side) => side === 'above' || planOf(choiceFor(side, above)).conflict === null);
