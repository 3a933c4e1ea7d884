/** The table of algorithms in Markdown: means over seeds, with the lowest and highest where seeds differ. */

import { mean } from '../../src/core/stats.ts';
import type { BaselineLine, RunLine } from './result.ts';

const percent = (value: number) => (100 * value).toFixed(1);

/** `91.2 (89.8–92.5)`; one number where there is one. */
function over(values: readonly number[], show: (value: number) => string): string {
  if (values.length === 0) return '–';
  const middle = show(mean(values));
  if (values.length === 1) return middle;
  return `${middle} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}

/** Means alone, where a spread would only fill the page. */
const average = (values: readonly (number | null)[], show: (value: number) => string): string => {
  const there = values.filter((value) => value !== null);
  return there.length === 0 ? '–' : show(mean(there));
};

type Cell = (runs: readonly RunLine[]) => string;

const COLUMNS: Readonly<Record<string, Cell>> = {
  'ten: pass@1': (runs) =>
    over(
      runs.map(({ after }) => after.lecture!['pass@1'].value),
      percent,
    ),
  'pass@64': (runs) =>
    average(
      runs.map(({ after }) => after.lecture!['pass@64']),
      percent,
    ),
  greedy: (runs) =>
    average(
      runs.map(({ after }) => after.lecture!.greedy),
      percent,
    ),
  'lowest problem': (runs) =>
    average(
      runs.map(({ after }) => Math.min(...Object.values(after.lecture!.problems))),
      percent,
    ),
  'paid, yet wrong': (runs) =>
    average(
      runs.map(({ last }) => last['reward/overfit']),
      percent,
    ),
  phrasings: (runs) =>
    average(
      runs.map(({ after }) => after.phrasings!['pass@1'].value),
      percent,
    ),
  compositions: (runs) =>
    average(
      runs.map(({ after }) => after.compositions!['pass@1'].value),
      percent,
    ),
  KL: (runs) =>
    average(
      runs.map(({ last }) => last.kl),
      (value) => value.toFixed(2),
    ),
  entropy: (runs) =>
    average(
      runs.map(({ last }) => last.entropy),
      (value) => value.toFixed(2),
    ),
  'syntax errors': (runs) =>
    average(
      runs.map((run) => shareOf(run, 'syntaxErrors')),
      percent,
    ),
  'missing imports': (runs) =>
    average(
      runs.map((run) => shareOf(run, 'missingImports')),
      percent,
    ),
  'tokens, thousands': (runs) =>
    average(
      runs.map(({ tokens }) => tokens / 1000),
      (value) => value.toFixed(0),
    ),
  'seconds of steps': (runs) =>
    average(
      runs.map(({ seconds }) => seconds.total - seconds.evaluate),
      (value) => value.toFixed(0),
    ),
  'peak MB': (runs) =>
    average(
      runs.map(({ memory }) => (memory.policy + (memory.critic ?? 0)) / 1e6),
      (value) => value.toFixed(0),
    ),
};

/** Of all samples of the three sets. */
function shareOf({ after }: Pick<RunLine, 'after'>, what: 'syntaxErrors' | 'missingImports'): number | null {
  const sets = Object.values(after);
  const samples = sets.reduce((sum, { n, problems }) => sum + n * Object.keys(problems).length, 0);
  const counts = sets.map((set) => set[what]);
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + count!, 0) / samples;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** One table per model and exercise, the base model's own line first. */
export function tableOf(runs: readonly RunLine[], baselines: readonly BaselineLine[]): string {
  const kinds = [...new Set(runs.map(({ model, preset }) => `${model}|${preset}`))];
  return kinds
    .map((kind) => {
      const [model, preset] = kind.split('|') as [string, string];
      const own = runs.filter((run) => run.model === model && run.preset === preset);
      const names = [...new Set(own.map(({ algorithm }) => algorithm))];
      const before = baselines.filter((line) => line.model === model);
      return [
        `### ${model}, ${preset}`,
        '',
        row(['algorithm', 'seeds', ...Object.keys(COLUMNS)]),
        row(Array.from({ length: Object.keys(COLUMNS).length + 2 }, () => '---')),
        ...(before.length === 0 ? [] : [baselineRow(before)]),
        ...names.map((name) => {
          const lines = own.filter(({ algorithm }) => algorithm === name);
          return row([name, String(lines.length), ...Object.values(COLUMNS).map((cell) => cell(lines))]);
        }),
      ].join('\n');
    })
    .join('\n\n');
}

function baselineRow(lines: readonly BaselineLine[]): string {
  const asRuns = lines as unknown as readonly RunLine[];
  const measured = new Set([
    'ten: pass@1',
    'pass@64',
    'greedy',
    'lowest problem',
    'phrasings',
    'compositions',
    'syntax errors',
    'missing imports',
  ]);
  const cells = Object.entries(COLUMNS).map(([name, cell]) => (measured.has(name) ? cell(asRuns) : '–'));
  return row(['(before)', String(lines.length), ...cells]);
}
