/** The form in which `train` and `eval` print the evaluation of a set. */

import type { CriticSamplingEvaluation, Estimate, Evaluation, SampledRates, SetEvaluation } from '../core/records.ts';

/** Where a 95 % band lies: `[low, high]`. */
type Band = readonly [number, number];

/** How far pass@k would move with other problems, and with other samples of these problems; null where nobody counted it. */
interface PassBands {
  readonly problems: Band;
  readonly samples: Band | null;
  /** Problems that pass@k is over, where it is not all of them: the others have fewer judged samples. */
  readonly over?: number;
}

interface PassSummary {
  readonly 'pass@1': Estimate;
  /** null where fewer than k samples were drawn. */
  readonly 'pass@8': number | null;
  readonly 'pass@64': number | null;
  /** Of those pass@k above that are known. */
  readonly bands: Readonly<Record<string, PassBands>>;
  readonly n: number;
}

export interface SetSummary extends PassSummary {
  /** Share of problems whose greedy completion passes everything. */
  readonly greedy: number | null;
  /** pass@1 with hidden tests left out. */
  readonly 'visible@1': number;
  /** The one nearest to 1, where there are several. */
  readonly temperature: number;
  /** The same samples' worth at other temperatures, by temperature: how much of a gain is sharpening. */
  readonly other_temperatures?: Readonly<Record<string, PassSummary>>;
  /** Samples that do not compile. */
  readonly syntaxErrors: number;
  /** Samples that failed for want of an import; null where an older version did not count them. */
  readonly missingImports: number | null;
  /** pass@1 of every problem; null where no sample of it is judged. */
  readonly problems: Readonly<Record<string, number | null>>;
}

/** The k of the summary. */
const KS: readonly number[] = [1, 8, 64];

function summarizePass({ curve, passAt1, n }: SetEvaluation): PassSummary {
  const points = curve.filter(({ k }) => KS.includes(k));
  const at = (wanted: number) => points.find(({ k }) => k === wanted)?.pass.value ?? null;
  const bands = points.map(({ k, pass, samples, problems }) => {
    const ofSamples: Band | null = samples === undefined ? null : [samples.low, samples.high];
    const over = problems === undefined ? {} : { over: problems };
    return [`pass@${k}`, { problems: [pass.low, pass.high], samples: ofSamples, ...over }] as const;
  });
  return { 'pass@1': passAt1, 'pass@8': at(8), 'pass@64': at(64), bands: Object.fromEntries(bands), n };
}

function summarizeSet(set: SetEvaluation, others: readonly SetEvaluation[]): SetSummary {
  return {
    ...summarizePass(set),
    // Noted at one temperature, since it is the same at all of them.
    greedy: [set, ...others].find(({ greedy }) => greedy !== undefined)?.greedy ?? null,
    'visible@1': set.visibleAt1,
    temperature: set.temperature,
    ...(others.length > 0 && {
      other_temperatures: Object.fromEntries(others.map((other) => [other.temperature, summarizePass(other)])),
    }),
    syntaxErrors: set.outcomes.syntax_error ?? 0,
    missingImports: set.missingImports ?? null,
    problems: Object.fromEntries(set.problems.map(({ id, n, correct }) => [id, n === 0 ? null : correct / n])),
  };
}

/** Of each set the evaluation at the temperature nearest to 1, with those at others beside it. */
function headlines({ sets }: Evaluation): { readonly set: SetEvaluation; readonly others: readonly SetEvaluation[] }[] {
  const names = [...new Set(sets.map(({ set }) => set))];
  const distance = ({ temperature }: SetEvaluation) => Math.abs(temperature - 1);
  return names.map((name) => {
    const all = sets.filter((one) => one.set === name);
    const set = all.reduce((nearest, one) => (distance(one) < distance(nearest) ? one : nearest));
    return { set, others: all.filter((one) => one !== set) };
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
