/** Which run the pictures of a part of the page are of: their captions name its configuration, their tables carry it. */

import { createContext } from 'preact';
import type { RunConfig } from '../../core/config.ts';
import { diffConfig, flattenSettings } from '../../core/config-diff.ts';
import type { CsvCell } from '../../core/csv.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

/** Asked when a file is made; null where the numbers are of no run. */
export const FigureRun = createContext<() => RunConfig | null>(() => null);

/** Pictures of two runs at once, or of anyone's samples, are not of the run on the page. */
export const ofNoRun = (): null => null;

/** The run whose model was measured; null of a measurement of other models alone, or of a run before the last. */
export function measuredRun({ gain, trained }: Pick<Store, 'gain' | 'trained'>): RunConfig | null {
  const models = gain.report.peek()?.request.models ?? [];
  const ofTrained = models.some(({ source }) => source.type === 'trained');
  return ofTrained && !gain.outdated.peek() ? trained.peek() : null;
}

/** Settings that differ from the defaults, without those that the caption names anyway. */
function changed(config: RunConfig): (readonly [path: string, value: unknown])[] {
  return flattenSettings(diffConfig(config)).filter(([path]) => !NAMED.has(path));
}

const NAMED: ReadonlySet<string> = new Set(['seed', 'epochs', 'groupSize', 'sampling.temperature']);

/** What a picture shows, and of which run it is. */
export function figureCaption(help: string, config: RunConfig | null): string {
  if (config === null) return help;
  const { seed, epochs, groupSize, sampling } = config;
  const settings = changed(config).map(([path, value]) => `${path} ${String(value)}`);
  return `${help} ${words.charts.ofRun({ seed, epochs, groupSize, temperature: sampling.temperature, settings })}`;
}

/** The rows with the run's seed and changed settings in columns of their own, so that each row says what it is of. */
export function rowsOfRun(
  rows: readonly (readonly CsvCell[])[],
  config: RunConfig | null,
): readonly (readonly CsvCell[])[] {
  if (config === null) return rows;
  const { seed: _, ...others } = diffConfig(config);
  const settings = flattenSettings(others)
    .map(([path, value]) => `${path}=${String(value)}`)
    .join(' ');
  return rows.map((row, i) => [...row, ...(i === 0 ? ['run_seed', 'run_settings'] : [config.seed, settings])]);
}
