/**
 * `docs/configuration.md`: every exercise, algorithm and setting, written from the data that the program itself uses.
 *
 * Run with `npx tsx scripts/configuration-page.ts` after changing any of them; a test fails while the page is stale.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALGORITHMS, type AlgorithmPreset } from '../src/core/algorithms.ts';
import type { RunConfigInput } from '../src/core/config.ts';
import { flattenSettings } from '../src/core/config-diff.ts';
import { SETTING_GROUPS, SETTINGS, type SettingDoc } from '../src/core/config-docs.ts';
import { PRESETS, type Preset } from '../src/core/presets.ts';

const PAGE = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));

const INTRODUCTION = `# Configuration

<!-- Written by scripts/configuration-page.ts; change the data in src/core instead. -->

A run is an **exercise** (which problems, how long), an **algorithm** (how to learn), and **single settings** over both.
Each names only what it changes; later layers win:

1. the defaults below,
2. the exercise: \`--preset NAME\`,
3. the algorithm: \`--algorithm NAME\`,
4. a file: \`--config FILE\`,
5. the other flags of \`train\`, such as \`--epochs 20\`,
6. \`--set PATH=VALUE\`, any number of times.

\`\`\`sh
npm run --silent greenbar -- train --preset lecture --algorithm dapo --set algorithm.beta=0.1 --set sampling.topP=1
\`\`\`

The folder of a run keeps names and single settings in \`config.json\`, which \`--config\` takes again. \`summary.json\` says
the names, and under \`changed\` what differs from the defaults.

**As a file**: either plain settings, \`{"seed": 3, "algorithm": {"beta": 0.1}}\`, or with names,
\`{"version": 1, "preset": "lecture", "algorithm": "dapo", "settings": {"seed": 3}}\`. Flags win over the names, too.

**As an address**: \`v=1&preset=lecture&use=dapo&algorithm.beta=0.1&seed=3\`. \`v\` is the version and comes always; \`use\` is
the algorithm, since \`algorithm.…\` are settings; what exercise and algorithm give is left out. Names that are unknown,
given twice or out of range are refused, not skipped.
`;

/** Text inside a table: no cell ends early. */
const cell = (text: string) => text.replaceAll('|', '\\|');

/** Choices as code, ranges of numbers in words. */
function rangeOf({ kind, range }: SettingDoc): string {
  if (kind.kind !== 'choice') return range.replace(/^an? /, '');
  const { choices, further } = kind;
  return [...choices, ...(further === undefined ? [] : [further])].map((name) => `\`${name}\``).join(', ');
}

const changes = (config: RunConfigInput) =>
  flattenSettings(config)
    .map(([path, value]) => `\`${path}=${value}\``)
    .join(', ') || 'nothing: these are the defaults';

const exercise = ([name, { label, help, config }]: readonly [string, Preset]) =>
  `### \`${name}\`: ${label}\n\n${help}\n\n*Changes* ${changes(config)}\n`;

function algorithm([name, { label, help, source, departs, bug, config }]: readonly [string, AlgorithmPreset]): string {
  const lines = [
    help,
    `*Source*: ${source}`,
    ...(departs === undefined ? [] : [`*Different here*: ${departs}`]),
    ...(bug === undefined ? [] : [`*Wrong in it*: ${bug}`]),
    `*Changes* ${changes(config)}`,
  ];
  return `### \`${name}\`: ${label}\n\n${lines.join('\n\n')}\n`;
}

/** The path and, where the papers have one, the letter. */
const nameOf = ({ path, symbol }: SettingDoc): string => (symbol === null ? `\`${path}\`` : `\`${path}\` ${symbol}`);

const wordsOf = ({ help, source }: SettingDoc): string => (source === null ? help : `${help} *${source}*`);

function table(group: string): string {
  const rows = SETTINGS.filter((setting) => setting.group === group).map(
    (setting) =>
      `| ${nameOf(setting)} | \`${setting.initial}\` | ${cell(rangeOf(setting))} | ${cell(wordsOf(setting))} |\n`,
  );
  return `| setting, and its symbol | default | range | what it does |\n|---|---|---|---|\n${rows.join('')}`;
}

const settings = (group: string, help: string) => `### ${group}\n\n${help}\n\n${table(group)}`;

export function configurationPage(): string {
  return [
    INTRODUCTION,
    '## Exercises\n',
    ...Object.entries<Preset>(PRESETS).map(exercise),
    '## Algorithms\n',
    ...Object.entries<AlgorithmPreset>(ALGORITHMS).map(algorithm),
    '## Settings\n',
    `### The run\n\n${table('')}`,
    ...Object.entries(SETTING_GROUPS).map(([group, help]) => settings(group, help)),
  ].join('\n');
}

/** The page as it stands. */
export const readPage = (): string => readFileSync(PAGE, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, configurationPage());
