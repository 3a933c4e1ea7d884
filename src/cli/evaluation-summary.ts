/** The form in which `train` and `eval` print the evaluation of a set. */

import type { Estimate, Evaluation, SetEvaluation } from '../core/records.ts';

export interface SetSummary {
  readonly 'pass@1': Estimate;
  /** null where fewer than k samples were drawn. */
  readonly 'pass@8': number | null;
  readonly 'pass@64': number | null;
  /** Share of problems whose greedy completion passes everything. */
  readonly greedy: number | null;
  /** pass@1 with hidden tests left out. */
  readonly 'visible@1': number;
  readonly n: number;
  readonly temperature: number;
  /** pass@1 of every problem. */
  readonly problems: Readonly<Record<string, number>>;
}

function summarizeSet(set: SetEvaluation): SetSummary {
  const at = (k: number) => set.curve.find((point) => point.k === k)?.pass.value ?? null;
  return {
    'pass@1': set.passAt1,
    'pass@8': at(8),
    'pass@64': at(64),
    greedy: set.greedy ?? null,
    'visible@1': set.visibleAt1,
    n: set.n,
    temperature: set.temperature,
    problems: Object.fromEntries(set.problems.map(({ id, n, correct }) => [id, n === 0 ? 0 : correct / n])),
  };
}

/** By set name. */
export function summarizeEvaluation(evaluation: Evaluation): Readonly<Record<string, SetSummary>> {
  return Object.fromEntries(evaluation.sets.map((set) => [set.set, summarizeSet(set)]));
}

/** One line for people: `lecture: pass@1 27.3 % (20.1–35.0), pass@64 99 %`. */
export function describeEvaluation(evaluation: Evaluation): string {
  const percent = (value: number) => (100 * value).toFixed(1);
  return evaluation.sets
    .map(({ set, passAt1: { value, low, high } }) => `${set} ${percent(value)} % (${percent(low)}–${percent(high)})`)
    .join(', ');
}
