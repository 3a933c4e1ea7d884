/** The form in which `train` and `eval` print the evaluation of a set. */

import type { CriticSamplingEvaluation, Estimate, Evaluation, SampledRates, SetEvaluation } from '../core/records.ts';

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
  /** pass@1 at other temperatures: how much of a gain is sharpening. */
  readonly cooler?: Readonly<Record<string, { readonly 'pass@1': Estimate; readonly n: number }>>;
  /** Samples that do not compile. */
  readonly syntaxErrors: number;
  /** Samples that failed for want of an import; null where an older version did not count them. */
  readonly missingImports: number | null;
  /** pass@1 of every problem. */
  readonly problems: Readonly<Record<string, number>>;
}

function summarizeSet(set: SetEvaluation, others: readonly SetEvaluation[]): SetSummary {
  const at = (k: number) => set.curve.find((point) => point.k === k)?.pass.value ?? null;
  return {
    'pass@1': set.passAt1,
    'pass@8': at(8),
    'pass@64': at(64),
    greedy: set.greedy ?? null,
    'visible@1': set.visibleAt1,
    n: set.n,
    temperature: set.temperature,
    ...(others.length === 0
      ? {}
      : { cooler: Object.fromEntries(others.map((o) => [o.temperature, { 'pass@1': o.passAt1, n: o.n }])) }),
    syntaxErrors: set.outcomes.syntax_error ?? 0,
    missingImports: set.missingImports ?? null,
    problems: Object.fromEntries(set.problems.map(({ id, n, correct }) => [id, n === 0 ? 0 : correct / n])),
  };
}

/** The evaluation of each set that came first (temperature 1 in a run), with other temperatures beside it. */
function headlines({ sets }: Evaluation): { readonly set: SetEvaluation; readonly others: readonly SetEvaluation[] }[] {
  const names = [...new Set(sets.map(({ set }) => set))];
  return names.map((name) => {
    const [set, ...others] = sets.filter((one) => one.set === name);
    return { set: set!, others };
  });
}

/** By set name. */
export function summarizeEvaluation(evaluation: Evaluation): Readonly<Record<string, SetSummary>> {
  return Object.fromEntries(headlines(evaluation).map(({ set, others }) => [set.set, summarizeSet(set, others)]));
}

interface RatesSummary {
  readonly 'pass@1': Estimate;
  /** Share of problems that any of the samples solves. */
  readonly solved: number;
}

export interface CriticSamplingSummary extends Pick<CriticSamplingEvaluation, 'samples' | 'ways'> {
  readonly plain: RatesSummary;
  readonly guided: RatesSummary;
}

/** Critic sampling beside plain sampling of as many programs; undefined where it was not measured. */
export function summarizeCriticSampling({ criticSampling }: Evaluation): CriticSamplingSummary | undefined {
  if (criticSampling === undefined) return undefined;
  const { samples, plain, guided, ways } = criticSampling;
  const ratesOf = ({ passAt1, solved }: SampledRates): RatesSummary => ({ 'pass@1': passAt1, solved });
  return { samples, plain: ratesOf(plain), guided: ratesOf(guided), ways };
}

/**
 * One line for people: `lecture 27.3 % (20.1–35.0), phrasings 21.0 % (15.2–27.4)`, and how critic sampling does beside
 * plain sampling where that was measured.
 */
export function describeEvaluation(evaluation: Evaluation): string {
  const percent = (value: number) => (100 * value).toFixed(1);
  const rate = ({ value, low, high }: Estimate) => `${percent(value)} % (${percent(low)}–${percent(high)})`;
  const sets = headlines(evaluation).map(({ set: { set, passAt1 } }) => `${set} ${rate(passAt1)}`);
  const { criticSampling } = evaluation;
  if (criticSampling === undefined) return sets.join(', ');
  const { samples, plain, guided } = criticSampling;
  return `${sets.join(', ')}; ${samples} programs each: ${rate(guided.passAt1)} steered by the critic, ${rate(plain.passAt1)} plain`;
}
