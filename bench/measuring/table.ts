/** The tables of measurements in Markdown: pass@k with bands, and one choice among the same samples. */

import { type Comparison, type MeasureReport, type ModelReport, SELECTIONS } from '../../src/core/measuring.ts';
import { type Estimate, PROBLEM_SETS, type ProblemSetName, type SetEvaluation } from '../../src/core/records.ts';
import { compareModels } from '../../src/eval/compare.ts';

const percent = (value: number) => (100 * value).toFixed(1);
const band = ({ value, low, high }: Estimate) => `${percent(value)} (${percent(low)}–${percent(high)})`;
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** pass@k of a curve, with its band over problems; a dash where n is too small. */
function at(set: SetEvaluation | undefined, k: number): string {
  const point = set?.curve.find((one) => one.k === k);
  return point === undefined ? '–' : band(point.pass);
}

function passRows(models: readonly ModelReport[], set: ProblemSetName): string[][] {
  return models.flatMap(({ label, sets }) =>
    sets
      .filter((one) => one.set === set)
      .map((one) => {
        const greedy = one.greedy === undefined ? '–' : percent(one.greedy);
        return [label, String(one.temperature), at(one, 1), at(one, 8), at(one, 64), greedy];
      }),
  );
}

function searchRows(models: readonly ModelReport[], set: ProblemSetName): string[][] {
  return models.flatMap(({ label, searches }) =>
    searches
      .filter((one) => one.set === set)
      .map(({ total, curve }) => {
        const last = curve.at(-1)!;
        const { sampled, distinct, compile, passPublic, clusters, submitted, solved } = total;
        return [
          label,
          String(last.budget),
          band(last.solved),
          percent(last.pass),
          [sampled, distinct, compile, passPublic, clusters, submitted, solved].join(' → '),
        ];
      }),
  );
}

function selectionRows(models: readonly ModelReport[], set: ProblemSetName): string[][] {
  return models.flatMap(({ label, selections }) =>
    selections
      .filter((one) => one.set === set)
      .map(({ selections: found }) => {
        const of = (name: string) => found.find((one) => one.name === name);
        return [label, ...SELECTIONS.map((name) => (of(name) === undefined ? '–' : band(of(name)!.passAt1)))];
      }),
  );
}

function testRows(models: readonly ModelReport[], set: ProblemSetName): string[][] {
  return models.flatMap(({ label, agreements }) =>
    agreements
      .filter((one) => one.set === set)
      .map(({ problems, cells }) => {
        const total = (key: 'written' | 'valid' | 'distinct') => problems.reduce((sum, one) => sum + one[key], 0);
        const right = problems.reduce((sum, one) => sum + (one.right ?? 0) * one.valid, 0) / total('valid');
        const split = problems.filter(({ disagree }) => disagree).length;
        return [
          label,
          String(total('written')),
          String(total('valid')),
          String(total('distinct')),
          percent(right),
          `${split} of ${problems.length}`,
          String(cells),
        ];
      }),
  );
}

const sentenceOf = ({ set, other, sentence }: Comparison) => `* **${other}**, ${set}: ${sentence}`;

/** Everything that was measured, set by set; the first model is what others are compared with. */
export function tablesOf(reports: readonly MeasureReport[], seed: number): string {
  const models = reports.flatMap((report) => report.models);
  const [base, ...others] = models;
  const parts = PROBLEM_SETS.flatMap((set) => [
    `## ${set}`,
    table(['model', 'T', 'pass@1', 'pass@8', 'pass@64', 'greedy'], passRows(models, set)),
    table(
      ['model', 'samples', 'n@k', 'pass@k', 'sampled → distinct → compile → public → clusters → submitted → solved'],
      searchRows(models, set),
    ),
    table(['model', ...SELECTIONS], selectionRows(models, set)),
    table(
      ['model', 'tests written', 'valid', 'distinct', 'right, %', 'scores disagree', 'cells'],
      testRows(models, set),
    ),
  ]);
  const comparisons = others.flatMap((other) => compareModels(base!, other, { seed })).map(sentenceOf);
  const costs = reports.map(({ models: [model], cost }) => {
    const samples = cost.sampled + cost.kept;
    return `* ${model!.label}: ${samples} samples, ${cost.judged} different programs judged (${percent(1 - cost.judged / samples)} % saved), ${cost.seconds.toFixed(0)} s`;
  });
  return [...parts, '## Compared with the base', comparisons.join('\n'), '## Cost', costs.join('\n')].join('\n\n');
}
