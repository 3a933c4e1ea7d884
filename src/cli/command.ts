/** What a command is to `main`, and the flags that several commands share. */

import { ALGORITHMS, type AlgorithmPreset } from '../core/algorithms.ts';
import { parseConfig } from '../core/config.ts';
import { PRESETS } from '../core/presets.ts';
import { REWARD_NAMES, REWARDS } from '../core/rewards.ts';
import type { Harness } from '../core/types.ts';
import type { Flags } from './args.ts';

export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Names of the operands, all required. */
  readonly operands: readonly string[];
  readonly flags: Flags;
  /** Does the work; throws when it could not do what was asked. */
  run(args: readonly string[]): Promise<void>;
}

const DEFAULTS = parseConfig({});

export const BACKEND_FLAG = {
  backend: { type: 'choice', choices: ['auto', 'webgpu', 'wasm', 'cpu'], help: 'where the model runs (auto)' },
} as const satisfies Flags;

export const SEED_FLAG = {
  seed: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1, help: 'seed of every random number (0)' },
} as const satisfies Flags;

/** What each reward pays, and how it is cheated, for `--help`. */
export const REWARDS_EXPLAINED: Readonly<Record<string, string>> = Object.fromEntries(
  REWARD_NAMES.map((name) => [name, `${REWARDS[name].help} Weakness: ${REWARDS[name].weakness}`]),
);

/** What each algorithm does, where it comes from, what differs here and what is wrong with it, for `--help`. */
export const ALGORITHMS_EXPLAINED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<AlgorithmPreset>(ALGORITHMS).map(([name, { help, source, departs, bug }]) => [
    name,
    [help, `Source: ${source}.`, departs && `Here: ${departs}`, bug && `Wrong in it: ${bug}`]
      .filter(Boolean)
      .join('\n'),
  ]),
);

/** What each exercise does and shows, for `--help`. */
export const PRESETS_EXPLAINED: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PRESETS).map(([name, { help }]) => [name, help]),
);

/** Checkpoints that come with the page. */
export const CHECKPOINTS: readonly string[] = ['base', 'small'];

export const MODEL_FLAGS = {
  model: { type: 'choice', choices: ['base', 'small'], help: 'a checkpoint that comes with the page (base)' },
  checkpoint: {
    type: 'text',
    value: 'DIR',
    help: 'a folder of your own in its place: a model of ours, or any GPT-2, CodeGen or Llama, of which adapters are trained',
  },
} as const satisfies Flags;

export const SAMPLING_FLAGS = {
  temperature: { type: 'number', minimum: 0.01, maximum: 10, help: 'divides the logits (1)' },
  'max-new-tokens': {
    type: 'integer',
    minimum: 1,
    maximum: 200,
    help: `longest completion (${DEFAULTS.sampling.maxNewTokens})`,
  },
} as const satisfies Flags;

export const DEFAULT_MAX_NEW_TOKENS = DEFAULTS.sampling.maxNewTokens;

/** What is said wherever a weak harness is used. */
export function weakHarness(name: Harness): string {
  return `${name} is a deliberately weak harness: programs can cheat it, and it is for lessons only`;
}
