/** The exercise and the algorithm behind a configuration: of all pairs, the one that leaves the fewest settings to name. */

import { ALGORITHM_NAMES, ALGORITHMS } from './algorithms.ts';
import { parseConfig, type RunConfig } from './config.ts';
import { type ConfigChoice, choiceOf, DEFAULT_CHOICE } from './config-choice.ts';
import { flattenSettings, layerConfig } from './config-diff.ts';
import { PRESET_NAMES, PRESETS } from './presets.ts';

type Pair = Pick<ConfigChoice, 'preset' | 'algorithm'>;

interface Candidate {
  readonly pair: Pair;
  /** What the pair gives, where that is not the default. */
  readonly settings: ReadonlyMap<string, unknown>;
}

const known = new WeakMap<RunConfig, ConfigChoice>();
let made: { readonly defaults: ReadonlyMap<string, unknown>; readonly candidates: readonly Candidate[] } | undefined;

/** Made once, when the first run is named. */
function table() {
  if (made !== undefined) return made;
  const pairs = PRESET_NAMES.flatMap((preset) => ALGORITHM_NAMES.map((algorithm) => ({ preset, algorithm })));
  // The default pair first: it wins where others say no less.
  const candidates = [DEFAULT_CHOICE, ...pairs].map(({ preset, algorithm }) => ({
    pair: { preset, algorithm },
    settings: new Map(flattenSettings(layerConfig(PRESETS[preset].config, ALGORITHMS[algorithm].config))),
  }));
  made = { defaults: new Map(flattenSettings(parseConfig({}))), candidates };
  return made;
}

/** A run keeps its whole configuration and not how it was chosen; this is the shortest way to say it. */
export function nearestChoice(config: RunConfig): ConfigChoice {
  const cached = known.get(config);
  if (cached !== undefined) return cached;
  const { defaults, candidates } = table();
  const settings = flattenSettings(config);
  let best: { readonly pair: Pair; readonly unlike: number } | null = null;
  for (const { pair, settings: given } of candidates) {
    const unlike = settings.filter(
      ([path, value]) => value !== (given.has(path) ? given.get(path) : defaults.get(path)),
    );
    if (best === null || unlike.length < best.unlike) best = { pair, unlike: unlike.length };
  }
  const { preset, algorithm } = best?.pair ?? DEFAULT_CHOICE;
  const choice = choiceOf(config, preset, algorithm);
  known.set(config, choice);
  return choice;
}
