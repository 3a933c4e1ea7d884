/** How settings of a run become those of another framework, and which of them cannot. */

import type { RunConfig } from '../core/config.ts';
import { flattenSettings } from '../core/config-diff.ts';
import { isBundled } from '../core/model-name.ts';

/** One setting with what says the same there. */
export interface MappedSetting {
  /** As in `algorithm.beta`. */
  readonly setting: string;
  /** Names there and their values. */
  readonly theirs: readonly (readonly [name: string, value: TheirValue])[];
  /** What is not quite the same. */
  readonly note?: string;
}

export type TheirValue = number | string | boolean | null;

/** One setting without counterpart: what happens there instead. */
export interface Gap {
  readonly setting: string;
  readonly instead: string;
}

export interface Mapping {
  readonly mapped: readonly MappedSetting[];
  readonly gaps: readonly Gap[];
  /** Settings that were looked at, whether anything had to be said of them or not. */
  readonly considered: ReadonlySet<string>;
}

/** Collects both while the settings are gone through. */
export class MappingBuilder implements Mapping {
  readonly mapped: MappedSetting[] = [];
  readonly gaps: Gap[] = [];
  readonly considered = new Set<string>();

  map(setting: string, theirs: Readonly<Record<string, TheirValue>>, note?: string): void {
    this.considered.add(setting);
    this.mapped.push({ setting, theirs: Object.entries(theirs), ...(note === undefined ? {} : { note }) });
  }

  /** @param differs whether the run's value has an effect that is missed there */
  gap(setting: string, differs: boolean, instead: string): void {
    this.considered.add(setting);
    if (differs) this.gaps.push({ setting, instead });
  }
}

/** What no other framework has, and what to know of it; the same for all of them. */
export function commonGaps(config: RunConfig, add: MappingBuilder): void {
  const { rollout, algorithm } = config;
  add.gap(
    'model',
    !isBundled(config.model),
    'A completion goes on to its end of text or to the length limit, and all of it is trained on; here it is over where the program is. The reward file runs the program alone.',
  );
  add.gap(
    'harness',
    config.harness !== 'sealed',
    'The reward file compares outside the program, as the sealed harness does; there is no weak one.',
  );
  add.gap('freshTests', config.freshTests > 0, 'The tests are those of the problems, in every epoch.');
  add.gap('rollout.hardGroupSize', rollout.hardGroupSize > 0, 'Every problem gets a group of one size.');
  add.gap('rollout.pipelined', rollout.pipelined, 'A step is sampled when the one before is over.');
  add.gap('rollout.warmStart', rollout.warmStart > 0, 'No epoch imitates reference solutions; every step samples.');
  add.gap(
    'sampling.firstMaxNewTokens',
    config.sampling.firstMaxNewTokens > 0,
    'The longest completion is the same from the first step on.',
  );
  add.gap('algorithm.klTarget', algorithm.klTarget > 0 && algorithm.klPlacement === 'loss', 'β stays as it is.');
  add.gap(
    'algorithm.correction',
    algorithm.correction !== 'off',
    'Not set: it corrects what sampler and trainer disagree about, and belongs to the sampler that is used there.',
  );
  add.gap(
    'optimizer.weightDecay',
    config.optimizer.weightDecay > 0,
    'Set, and it also decays the embeddings of positions, which are spared here.',
  );
}

/** Settings that only say how things run or are shown here: nothing of the experiment depends on them. */
export const LOCAL_SETTINGS: readonly string[] = ['backend', 'explain'];

/** Settings that say nothing without another one, which is looked at in their stead. */
export const DEPENDENT_SETTINGS: Readonly<Record<string, string>> = {
  'algorithm.klHorizon': 'algorithm.klTarget',
  'algorithm.correctionCap': 'algorithm.correction',
  'sampling.lengthenAt': 'sampling.firstMaxNewTokens',
  'algorithm.syncReferenceEvery': 'algorithm.beta',
  'algorithm.klPlacement': 'algorithm.beta',
  'algorithm.klTarget': 'algorithm.beta',
};

/** Every setting of the run with its value, in the order of the configuration. */
export const settingsOf = (config: RunConfig): readonly (readonly [path: string, value: unknown])[] =>
  flattenSettings(config);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Python and shell write them apart from each other; a table shows them as Python does. */
export function pythonValue(value: TheirValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return typeof value === 'number' ? pythonNumber(value) : JSON.stringify(value);
}

const pythonNumber = (value: number): string => (Number.isFinite(value) ? String(value) : 'float("inf")');

/** The table of a README: our setting, its value, theirs. */
export function mappingTable({ mapped }: Mapping, config: RunConfig): string {
  const values = new Map(settingsOf(config));
  const rows = mapped.map(({ setting, theirs, note }) => {
    const names = theirs.map(([name, value]) => `\`${name}=${pythonValue(value)}\``).join(', ');
    return `| \`${setting}\` | ${cell(JSON.stringify(values.get(setting)) ?? '')} | ${cell(names)} | ${cell(note ?? '')} |`;
  });
  return ['| here | value | there | note |', '|---|---|---|---|', ...rows].join('\n');
}

/** The list of a README: what has no counterpart. */
export function gapList({ gaps }: Mapping, config: RunConfig): string {
  const values = new Map(settingsOf(config));
  if (gaps.length === 0) return 'Nothing: every setting of this run has one.';
  return gaps
    .map(({ setting, instead }) => `- \`${setting}\` (here ${JSON.stringify(values.get(setting))}): ${instead}`)
    .join('\n');
}
