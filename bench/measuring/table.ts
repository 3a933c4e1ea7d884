/** The tables of measurements in Markdown: pass@k with bands, and one choice among the same samples. */

import { summarizeAgreement } from '../../src/cli/measure-summary.ts';
import { SELECTIONS } from '../../src/core/measure-choices.ts';
import { savedShare } from '../../src/core/measure-cost.ts';
import type { Comparison, MeasureReport, ModelReport } from '../../src/core/measuring.ts';
import { type Estimate, PROBLEM_SETS, type ProblemSetName, type SetEvaluation } from '../../src/core/records.ts';
import { compareModels } from '../../src/eval/compare.ts';
import { BASE } from './plan.ts';

/** A dash where there is nothing to take a share of, or a report of an older build does not tell. */
const percent = (value: number) => (Number.isFinite(value) ? (100 * value).toFixed(1) : '–');
const count = (value: number) => (Number.isFinite(value) ? value.toLocaleString('en-GB') : '–');
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
      .map((report) => {
        const { problems, written, valid, distinct, right, disagree, cells } = summarizeAgreement(report);
        const share = right === null ? '–' : percent(right);
        return [label, ...[written, valid, distinct].map(String), share, `${disagree} of ${problems}`, String(cells)];
      }),
  );
}

const sentenceOf = ({ set, other, sentence }: Comparison) => `* **${other}**, ${set}: ${sentence}`;

function costOf({ models: [model], cost }: MeasureReport): string {
  const { sampled, kept, cutOff, judged, tests, keptTests, cells, probed, seconds } = cost;
  return [
    `* ${model!.label}: ${count(sampled + kept)} samples, ${count(cutOff)} of them cut off`,
    `${count(judged)} different programs judged (${percent(savedShare(cost))} % of the runs saved)`,
    `${count(tests + keptTests)} completions of the tests prompt`,
    `${count(cells)} runs on tests of the model's own, ${count(probed)} on probe inputs`,
    `${seconds.toFixed(0)} s`,
  ].join('; ');
}

/** How each model differs from the base, which may stand anywhere. */
function comparedWithBase(models: readonly ModelReport[], seed: number): string {
  const base = models.find(({ label }) => label === BASE.label);
  if (base === undefined) return 'The base was not measured.';
  const others = models.filter((model) => model !== base);
  return others
    .flatMap((other) => compareModels(base, other, { seed }))
    .map(sentenceOf)
    .join('\n');
}

/** Everything that was measured, set by set. */
export function tablesOf(reports: readonly MeasureReport[], seed: number): string {
  const models = reports.flatMap((report) => report.models);
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
  const compared = ['## Compared with the base', comparedWithBase(models, seed)];
  return [...parts, ...compared, '## Cost', reports.map(costOf).join('\n')].join('\n\n');
}
