/** What the flags of `train` add up to: an exercise, an algorithm, and single settings from a file and the line. */

import { existsSync } from 'node:fs';
import { ALGORITHM_NAMES, ALGORITHMS } from '../../core/algorithms.ts';
import { checkSettings, parseConfig, type RunConfig, type RunConfigInput } from '../../core/config.ts';
import { type ConfigChoice, chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { flattenSettings, layerConfig, settingLayer } from '../../core/config-diff.ts';
import { readSetting, settingAt } from '../../core/config-docs.ts';
import { type FileChoice, readConfigFile } from '../../core/config-file.ts';
import { messageOf } from '../../core/errors.ts';
import { PRESET_NAMES } from '../../core/presets.ts';
import { REWARD_NAMES } from '../../core/rewards.ts';
import { HARNESSES } from '../../core/types.ts';
import { type Flags, type FlagValues, UsageError } from '../args.ts';
import {
  ALGORITHMS_EXPLAINED,
  BACKEND_FLAG,
  MODEL_FLAGS,
  PRESETS_EXPLAINED,
  REWARDS_EXPLAINED,
  SEED_FLAG,
} from '../command.ts';
import { readJson } from '../files.ts';

/** Flags that say what a run is. */
export const CHOICE_FLAGS = {
  config: { type: 'text', value: 'FILE', help: 'settings as JSON; flags win over it' },
  preset: {
    type: 'choice',
    choices: PRESET_NAMES,
    about: PRESETS_EXPLAINED,
    help: 'the exercise: which problems, how long (default)',
  },
  problems: {
    type: 'text',
    value: 'lecture|auxiliary|both|FILE',
    help: 'what to train on (as the settings say); problems of a file, zip or folder in any known form join in',
  },
  algorithm: {
    type: 'choice',
    choices: ALGORITHM_NAMES,
    about: ALGORITHMS_EXPLAINED,
    help: 'how to learn: settings laid over those of the exercise (grpo)',
  },
  reward: {
    type: 'choice',
    choices: REWARD_NAMES,
    about: REWARDS_EXPLAINED,
    help: 'what a program earns (as the settings say)',
  },
  harness: {
    type: 'choice',
    choices: HARNESSES,
    help: 'who compares while training; the weak ones are lessons (as the settings say)',
  },
  epochs: { type: 'integer', minimum: 0, maximum: 100_000, help: 'passes over the epoch set (50)' },
  ...SEED_FLAG,
  ...BACKEND_FLAG,
  model: MODEL_FLAGS.model,
  set: {
    type: 'texts',
    value: 'PATH=VALUE',
    help: 'any single setting, over all others; docs/configuration.md lists them',
  },
} as const satisfies Flags;

const DEFAULTS = parseConfig({});

type PageProblems = 'lecture' | 'auxiliary' | 'both';

/** Which problems an epoch draws, as a difference of settings. */
const PROBLEMS: Readonly<Record<PageProblems, RunConfigInput>> = {
  lecture: { auxiliaryProblems: 0 },
  auxiliary: { lectureProblems: 0, auxiliaryProblems: 20 },
  both: { lectureProblems: DEFAULTS.lectureProblems, auxiliaryProblems: DEFAULTS.auxiliaryProblems },
};

/** Most of a person's own problems that an epoch may visit. */
const MOST_OWN = 256;

const isPageProblems = (given: string): given is PageProblems => Object.hasOwn(PROBLEMS, given);

/**
 * The file that `--problems` names; null where it names problems of the page.
 *
 * @throws UsageError where it is neither
 */
export function problemsFile({ problems }: Pick<FlagValues<typeof CHOICE_FLAGS>, 'problems'>): string | null {
  if (problems === undefined || isPageProblems(problems)) return null;
  if (existsSync(problems)) return problems;
  const expected = `${Object.keys(PROBLEMS).join(', ')}, or a file of problems`;
  throw new UsageError(`--problems: expected ${expected}, got ${JSON.stringify(problems)}`);
}

/** What a person is told whose problems are more than an epoch may visit; null where it may visit all. */
export function describeVisits(own: number, { ownProblems }: Pick<RunConfig, 'ownProblems'>): string | null {
  if (own <= MOST_OWN || ownProblems !== MOST_OWN) return null;
  return `an epoch visits ${MOST_OWN} of the ${own} problems, which is the most, and the next goes on with the others; all ${own} are measured`;
}

/** The settings that `--set` names, each once. */
function readSettings(pairs: readonly string[]): RunConfigInput {
  const layers = new Map<string, RunConfigInput>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1)
      throw new UsageError(`--set: expected PATH=VALUE such as algorithm.beta=0.1, got ${JSON.stringify(pair)}`);
    const path = pair.slice(0, equals);
    if (layers.has(path)) throw new UsageError(`--set: ${path}: expected it once, got it twice`);
    const layer = usage(() =>
      settingLayer(path, readSetting(settingAt(path, '--set'), pair.slice(equals + 1), '--set')),
    );
    layers.set(
      path,
      usage(() => checkSettings(layer, '--set')),
    );
  }
  return layerConfig(...layers.values());
}

/** Makes what the line says wrong a wrong use of the command. */
function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function readFileChoice(config: string | undefined): FileChoice {
  return config === undefined ? { settings: {} } : readConfigFile(readJson(config), config);
}

/**
 * Exercise, then algorithm, then file, then flags, then `--set`; each changes only the single settings that it names.
 *
 * @param own problems of a file, of which an epoch visits all where nothing else is said
 */
export function trainChoice(flags: FlagValues<typeof CHOICE_FLAGS>, own = 0): ConfigChoice {
  const { problems, reward, harness, epochs, seed, backend, model, set = [] } = flags;
  const file = readFileChoice(flags.config);
  const settings = layerConfig(
    file.settings,
    problems === undefined || !isPageProblems(problems) ? {} : PROBLEMS[problems],
    own === 0 ? {} : { ownProblems: Math.min(own, MOST_OWN) },
    {
      ...(reward === undefined ? {} : { reward }),
      ...(harness === undefined ? {} : { harness }),
      ...(epochs === undefined ? {} : { epochs }),
      ...(seed === undefined ? {} : { seed }),
      ...(backend === undefined ? {} : { backend }),
      ...(model === undefined ? {} : { model }),
    },
    readSettings(set),
  );
  return {
    preset: flags.preset ?? file.preset ?? DEFAULT_CHOICE.preset,
    algorithm: flags.algorithm ?? file.algorithm ?? DEFAULT_CHOICE.algorithm,
    settings,
  };
}

/** The configuration of a run. */
export function trainConfig(flags: FlagValues<typeof CHOICE_FLAGS>, own = 0): RunConfig {
  return chosenConfig(trainChoice(flags, own));
}

/**
 * What a file keeps from the algorithm that the line names, in one sentence; null where it keeps nothing. A plain file
 * with every setting in it covers the algorithm whole.
 */
export function overriddenByFile({ config, algorithm }: FlagValues<typeof CHOICE_FLAGS>): string | null {
  if (config === undefined || algorithm === undefined) return null;
  const kept = new Map(flattenSettings(readFileChoice(config).settings));
  const lost = flattenSettings(ALGORITHMS[algorithm].config)
    .filter(([path, value]) => kept.has(path) && kept.get(path) !== value)
    .map(([path, value]) => `${path}=${kept.get(path)} (${algorithm}: ${value})`);
  return lost.length === 0 ? null : `${config}: its settings win over those of ${algorithm}: ${lost.join(', ')}`;
}
