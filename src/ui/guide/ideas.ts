/** "You could try…": single changes worth making, each as a choice of settings, with where it is set and where it is seen. */

import { type ConfigChoice, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import type { Side } from '../beside/beside-choice.ts';
import { planOf, valueAt, withSetting } from '../controls/choice.ts';

export const IDEAS = [
  'no-kl',
  'pairs',
  'imitate',
  'value-head',
  'beside',
  'one-test',
  'ten-only',
  'weak-grader',
  'hot',
  'own-problem',
] as const;
export type IdeaName = (typeof IDEAS)[number];

export interface Idea {
  /** On top of the defaults; the person's seed, epochs and device stay. null where nothing is to be set. */
  readonly choice: ConfigChoice | null;
  /** A setting that lies in the folded list. */
  readonly setting?: string;
  /** The other side of "Side by side". */
  readonly against?: Side;
  /** Selectors of the control, the most wanted first. */
  readonly control: readonly string[];
}

const PRESET = ['#preset', '.controls .settings'];
const ALGORITHM = ['#algorithm', '.controls .settings'];

const changed = (path: string, value: number | string): Idea => ({
  choice: withSetting(DEFAULT_CHOICE, path, value),
  setting: path,
  control: [`[id="setting-${path}"]`, '.all-settings'],
});

const idea: Readonly<Record<IdeaName, Idea>> = {
  'no-kl': changed('algorithm.beta', 0),
  pairs: changed('groupSize', 2),
  imitate: { choice: { ...DEFAULT_CHOICE, algorithm: 'rft' }, control: ALGORITHM },
  'value-head': { choice: { ...DEFAULT_CHOICE, algorithm: 'ppo' }, control: ALGORITHM },
  beside: { choice: DEFAULT_CHOICE, against: 'dr-grpo', control: ['#beside'] },
  'one-test': { choice: { ...DEFAULT_CHOICE, preset: 'weak-tests' }, control: PRESET },
  'ten-only': { choice: { ...DEFAULT_CHOICE, preset: 'forgetting' }, control: PRESET },
  'weak-grader': changed('harness', 'weak-exit'),
  hot: changed('sampling.temperature', 1.5),
  'own-problem': { choice: null, control: ['#problems'] },
};

export const ideaOf = (name: IdeaName): Idea => idea[name];

/** Settings that belong to the person and not to the experiment. */
const KEPT = ['seed', 'epochs', 'backend'];

/** The idea's settings with what of the person's own stays. */
export function ideaChoice(name: IdeaName, current: ConfigChoice): ConfigChoice {
  const { choice } = idea[name];
  if (choice === null) return current;
  const { config } = planOf(current);
  return KEPT.reduce((next, path) => withSetting(next, path, valueAt(config, path)), choice);
}
