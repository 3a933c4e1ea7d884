/** The configuration of a run, checked wherever one enters: ranges by the schema, combinations by the rules. */

import * as v from 'valibot';
import { RULES } from './config-rules.ts';
import { type RunConfig, type RunConfigInput, RunConfigSchema } from './config-schema.ts';

export { comparesWithinGroups } from './config-rules.ts';
export { type AlgorithmConfig, type RunConfig, type RunConfigInput, RunConfigSchema } from './config-schema.ts';

/** Where a list stands, which no field may be: Valibot would take an empty one for an object without fields. */
function listIn(value: unknown, path: string): string | null {
  if (Array.isArray(value)) return path === '' ? '(root)' : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = listIn(inner, path === '' ? key : `${path}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Each setting by itself, whatever is left out filled in. */
function parseSettings(input: unknown, area: string): RunConfig {
  const list = listIn(input, '');
  if (list !== null) throw new Error(`${area}: ${list}: expected no list here, got one`);
  const result = v.safeParse(RunConfigSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`${area}: ${v.getDotPath(issue) ?? '(root)'}: ${issue.message}`);
}

/**
 * A layer of settings, each within its range. What they owe each other depends on the layers below, and is not asked.
 *
 * @param area where the settings come from, for errors
 */
export function checkSettings(input: unknown, area: string): RunConfigInput {
  parseSettings(input, area);
  return input as RunConfigInput;
}

/** A layer with everything filled in that it leaves out; the rules are not asked, since layers over it may mend what they say. */
export function fillSettings(layer: RunConfigInput): RunConfig {
  return parseSettings(layer, 'config');
}

/** Parses a configuration; the error says which field, what was expected and what came. */
export function parseConfig(input: unknown): RunConfig {
  const config = parseSettings(input, 'config');
  const broken = RULES.find(({ holds }) => !holds(config));
  if (broken === undefined) return config;
  throw new Error(`config: ${broken.at}: expected ${broken.expected}, got ${broken.got(config)}`);
}

/** Whether a run of this configuration needs the model to predict values. */
export function needsValueHead({ algorithm }: Pick<RunConfig, 'algorithm'>): boolean {
  return algorithm.advantage === 'gae' || algorithm.advantage === 'turn-value';
}

/** Whether a run of this configuration needs a second model that predicts outcomes. */
export function needsOutcomeCritic({ algorithm }: Pick<RunConfig, 'algorithm'>): boolean {
  return algorithm.advantage === 'outcome-critic';
}
