/** The table of algorithms in Markdown: means over seeds, with the lowest and highest where seeds differ. */

import { mean } from '../../src/core/stats.ts';
import type { BaselineLine, RunLine } from './result.ts';

const percent = (value: number) => (100 * value).toFixed(1);
const whole = (value: number) => value.toFixed(0);
const hundredths = (value: number) => value.toFixed(2);

/** What is known of a model before it is trained, too. */
type Measured = Pick<RunLine, 'after'>;

/** A number of every line, and how its mean is written; null where a line has none. */
type Column = { readonly show: (value: number) => string; readonly spread?: true } & (
  | { readonly of: 'model'; readonly value: (line: Measured) => number | null }
  | { readonly of: 'run'; readonly value: (run: RunLine) => number | null }
);

const ofModel = (value: (line: Measured) => number | null): Column => ({ of: 'model', value, show: percent });
const ofRun = (value: (run: RunLine) => number | null, show: Column['show']): Column => ({ of: 'run', value, show });

const COLUMNS: Readonly<Record<string, Column>> = {
  'ten: pass@1': { ...ofModel(({ after }) => after.lecture!['pass@1'].value), spread: true },
  'pass@64': ofModel(({ after }) => after.lecture!['pass@64']),
  greedy: ofModel(({ after }) => after.lecture!.greedy),
  'lowest problem': ofModel(({ after }) =>
    Math.min(...Object.values(after.lecture!.problems).map((rate) => rate ?? 1)),
  ),
  'paid, yet wrong': ofRun(({ last }) => last['reward/overfit'], percent),
  phrasings: ofModel(({ after }) => after.phrasings!['pass@1'].value),
  compositions: ofModel(({ after }) => after.compositions!['pass@1'].value),
  KL: ofRun(({ last }) => last.kl, hundredths),
  entropy: ofRun(({ last }) => last.entropy, hundredths),
  'syntax errors': ofModel((line) => shareOf(line, 'syntaxErrors')),
  'missing imports': ofModel((line) => shareOf(line, 'missingImports')),
  'tokens, thousands': ofRun(({ tokens }) => tokens / 1000, whole),
  'seconds of steps': ofRun(({ seconds }) => seconds.total - seconds.evaluate, whole),
  'peak MB': ofRun(({ memory }) => (memory.policy + (memory.critic ?? 0)) / 1e6, whole),
};

/** `91.2 (89.8–92.5)` where the spread is asked for and lines differ, else the mean alone. */
function cell(values: readonly (number | null)[], { show, spread }: Column): string {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return '–';
  const middle = show(mean(there));
  return spread === undefined || there.length === 1
    ? middle
    : `${middle} (${show(Math.min(...there))}–${show(Math.max(...there))})`;
}

/** Of all samples of the three sets. */
function shareOf({ after }: Measured, what: 'syntaxErrors' | 'missingImports'): number | null {
  const sets = Object.values(after);
  const samples = sets.reduce((sum, { n, problems }) => sum + n * Object.keys(problems).length, 0);
  const counts = sets.map((set) => set[what]);
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + count!, 0) / samples;
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const runRow = (name: string, runs: readonly RunLine[]): string =>
  row([name, String(runs.length), ...Object.values(COLUMNS).map((column) => cell(runs.map(column.value), column))]);

const baselineRow = (lines: readonly BaselineLine[]): string =>
  row([
    '(before)',
    String(lines.length),
    ...Object.values(COLUMNS).map((column) => (column.of === 'run' ? '–' : cell(lines.map(column.value), column))),
  ]);

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
        ...names.map((name) =>
          runRow(
            name,
            own.filter(({ algorithm }) => algorithm === name),
          ),
        ),
      ].join('\n');
    })
    .join('\n\n');
}
