/** What a line of the history says of a run: its letter, its name, what changed, and how it did beside the baseline. */

import { ALGORITHMS } from '../../core/algorithms.ts';
import { parseConfig, type RunConfig } from '../../core/config.ts';
import { flattenSettings } from '../../core/config-diff.ts';
import { SETTINGS, type SettingDoc, type SettingValue } from '../../core/config-docs.ts';
import type { RunInfo } from '../../core/history.ts';
import { nearestChoice } from '../../core/nearest-choice.ts';
import { PRESETS } from '../../core/presets.ts';
import { changedPaths, docOf, valueAt, valueText } from '../controls/choice.ts';

/** Settings that a name spells out; more are counted. */
const NAMED = 3;

/** One setting that two configurations have otherwise. */
export interface Change {
  readonly path: string;
  readonly label: string;
  readonly help: string;
  readonly from: SettingValue;
  readonly to: SettingValue;
}

/** From the shortest: the symbol of a number, as papers write it, where it is Greek; the last word of the path; all of it. */
function labelsOf({ path, kind, symbol }: SettingDoc): string[] {
  const telling = kind.kind === 'number' && symbol !== null && /^\p{Script=Greek}/u.test(symbol);
  return [...(telling ? [symbol] : []), path.slice(path.indexOf('.') + 1), path];
}

const LABELS: ReadonlyMap<string, string> = new Map(
  SETTINGS.map((doc) => {
    const alone = (label: string) => SETTINGS.every((other) => other === doc || !labelsOf(other).includes(label));
    return [doc.path, labelsOf(doc).find(alone) ?? doc.path];
  }),
);

/** As short as tells one setting from all others: β, epochs, critic.learningRate. */
export const settingLabel = (path: string): string => LABELS.get(path) ?? path;

const ORDER = new Map(SETTINGS.map(({ path }, at) => [path, at]));

/**
 * What turns `base` into `config`, in the order of the schema.
 *
 * @param base the defaults when absent
 */
export function changesOf(config: RunConfig, base: RunConfig = parseConfig({})): Change[] {
  return changedPaths(config, base)
    .toSorted((a, b) => (ORDER.get(a) ?? 0) - (ORDER.get(b) ?? 0))
    .map((path) => {
      const doc = docOf(path);
      return {
        ...{ path, label: settingLabel(path), help: doc.help },
        ...{ from: valueAt(base, path), to: valueAt(config, path) },
      };
    });
}

/** "Dr. GRPO, As in the lecture, β 0.1, seed 3": algorithm, exercise, and what neither of them gives. */
export function defaultName(config: RunConfig): string {
  const { preset, algorithm, settings } = nearestChoice(config);
  const own = flattenSettings(settings);
  const spelled = own
    .slice(0, NAMED)
    .map(([path, value]) => `${settingLabel(path)} ${valueText(value as SettingValue)}`);
  return [
    ALGORITHMS[algorithm].label,
    ...(preset === 'default' ? [] : [PRESETS[preset].label]),
    ...spelled,
    ...(own.length > NAMED ? [`+${own.length - NAMED}`] : []),
  ].join(', ');
}

/** What a person called it; else a name made from what it was. */
export const nameOf = ({ name, config }: Pick<RunInfo, 'name' | 'config'>): string => name || defaultName(config);

/** "B · no KL": as curves and tables call it. */
export const runLabel = (letter: string, run: Pick<RunInfo, 'name' | 'config'>): string =>
  letter === '' ? nameOf(run) : `${letter} · ${nameOf(run)}`;

/** A, B, … Z, AA, AB, … */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

/** Letters by age, the oldest first; a run keeps the one that it has, and nobody else gets it while the page is open. */
export function withLetters(
  letters: ReadonlyMap<string, string>,
  runs: readonly Pick<RunInfo, 'id' | 'startedAt'>[],
): ReadonlyMap<string, string> {
  const fresh = runs.filter(({ id }) => !letters.has(id)).toSorted((a, b) => a.startedAt - b.startedAt);
  if (fresh.length === 0) return letters;
  return new Map([...letters, ...fresh.map(({ id }, at) => [id, letterAt(letters.size + at)] as const)]);
}

/** "today" is left out: 14:05, 28 Nov 14:05, 28 Nov 2025 14:05. */
export function whenText(at: number, now: number = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (then.toDateString() === today.toDateString()) return then.toLocaleTimeString('en-GB', time);
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return then.toLocaleString('en-GB', { day: 'numeric', month: 'short', ...year, ...time });
}

/** How a run ended beside the baseline. */
export interface Delta {
  readonly from: number;
  readonly to: number;
  /** The two bands have nothing in common. */
  readonly apart: boolean;
}

/** null for the baseline itself, and where one of the two was not measured after training. */
export function deltaOf(run: RunInfo, baseline: RunInfo | null): Delta | null {
  if (baseline === null || baseline.id === run.id || run.after === null || baseline.after === null) return null;
  const { after } = baseline;
  return {
    from: after.value,
    to: run.after.value,
    apart: run.after.low > after.high || run.after.high < after.low,
  };
}

/** Most runs that are drawn faintly behind the one on the page. */
export const MOST_FAINT = 5;

/**
 * Which runs are drawn behind the one on the page: those a person ticked, then the baseline and the newest, as long as
 * there is room.
 *
 * @param ticks what a person said of single runs: to be drawn, or not
 * @param shown the run on the page
 */
export function faintIds(
  runs: readonly RunInfo[],
  ticks: ReadonlyMap<string, boolean>,
  shown: string | null,
): readonly string[] {
  const drawable = runs.filter(({ id, steps }) => id !== shown && steps > 0);
  const ticked = drawable.filter(({ id }) => ticks.get(id) === true);
  const others = drawable.filter(({ id }) => !ticks.has(id));
  const ranked = [
    ...ticked,
    ...others.filter(({ baseline }) => baseline),
    ...others.filter(({ baseline }) => !baseline),
  ];
  return ranked.slice(0, MOST_FAINT).map(({ id }) => id);
}
