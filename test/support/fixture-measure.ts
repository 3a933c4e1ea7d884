/** A made-up measurement of a base and a trained model, so that the page has something to draw. Nothing was sampled or judged. */

import type {
  Comparison,
  Gain,
  MeasureReport,
  MeasureRequest,
  ModelReport,
  PairedDifference,
} from '../../src/core/measuring.ts';
import type { Estimate, ProblemCounts, ProblemSetName, SetEvaluation } from '../../src/core/records.ts';
import { createRng } from '../../src/core/rng.ts';
import { mean } from '../../src/core/stats.ts';
import { bootstrapMean } from '../../src/eval/bootstrap.ts';
import { summarizeSet } from '../../src/eval/evaluate.ts';
import { passAtK } from '../../src/eval/pass-at-k.ts';
import { agreementOf, searchOf, selectionsOf } from './fixture-measure-parts.ts';
import { LECTURE } from './fixture-run.ts';

export const FIXTURE_REQUEST: MeasureRequest = {
  models: [
    { label: 'Base', source: { type: 'bundled', name: 'base' } },
    { label: 'Trained', source: { type: 'trained' } },
  ],
  backend: 'auto',
  sets: ['lecture', 'phrasings', 'compositions'],
  temperatures: [0.5, 0.8, 1],
  samples: 128,
  maxNewTokens: 48,
  seed: 0,
  search: { samples: 1000, temperature: 1, submissions: 10, probes: 32 },
  agreement: { solutions: 100, testSamples: 100, testsPerSample: 5, temperature: 0.8 },
};

const COUNTS: Readonly<Record<ProblemSetName, number>> = { lecture: 10, phrasings: 24, compositions: 16 };

const idsOf = (set: ProblemSetName): string[] =>
  set === 'lecture' ? LECTURE.map(({ id }) => id) : Array.from({ length: COUNTS[set] }, (_, i) => `${set}-${i + 1}`);

/** Solve rate of problem `index`: training lifts the ten much, unseen phrasings less, compositions hardly. */
function rateOf(set: ProblemSetName, index: number, trained: boolean, temperature: number): number {
  const talent = createRng('problems', 11, index + set.length * 64).next();
  const lift = trained ? { lecture: 0.72, phrasings: 0.3, compositions: 0.1 }[set] : 0;
  const start = { lecture: 0.18, phrasings: 0.14, compositions: 0.09 }[set] * 3 * talent ** 2;
  const cooled = start * (1 + (trained ? 0.05 : 0.6) * (1 - temperature));
  return Math.min(0.99, cooled + lift * (0.35 + 0.65 * talent));
}

function evaluationOf(set: ProblemSetName, trained: boolean, temperature: number, n: number): SetEvaluation {
  const rng = createRng('tests', 5, n + set.length + 1000 * temperature + Number(trained));
  const problems = idsOf(set).map((id, index): ProblemCounts => {
    const rate = rateOf(set, index, trained, temperature);
    const correct = Array.from({ length: n }, () => Number(rng.next() < rate)).reduce((a, b) => a + b, 0);
    return { id, n, correct, visible: Math.min(n, correct + rng.int(0, 3)), greedy: rate > 0.5 };
  });
  return summarizeSet({ set, temperature, n, problems, outcomes: {}, missingImports: 0, seed: 0 });
}

const around = (value: number, spread: number): Estimate => ({ value, low: value - spread, high: value + spread });

function pairedOf(base: SetEvaluation, other: SetEvaluation, k: number): PairedDifference {
  const problems = base.problems.map((one, index) => {
    const [from, to] = [passAtK(one, k), passAtK(other.problems[index]!, k)];
    const spread = 1.96 * Math.sqrt((from * (1 - from) + to * (1 - to)) / one.n);
    return { id: one.id, base: from, other: to, difference: around(to - from, spread) };
  });
  return {
    k,
    base: mean(problems.map((one) => one.base)),
    other: mean(problems.map((one) => one.other)),
    difference: bootstrapMean(
      problems.map(({ difference }) => difference.value),
      { seed: 0 },
    ),
    problems,
  };
}

const bestOf = (sets: readonly SetEvaluation[]): SetEvaluation =>
  sets.reduce((best, one) => (one.passAt1.value > best.passAt1.value ? one : best));

const inPoints = (value: number) => `${(100 * value).toFixed(1).replace('-', '−')}`;

function comparisonOf(set: ProblemSetName, base: ModelReport, other: ModelReport, gain: Gain): Comparison {
  const of = (report: ModelReport) => report.sets.filter((one) => one.set === set);
  const [from, to] = [of(base), of(other)];
  const differences = (a: SetEvaluation, b: SetEvaluation) => [1, 8, 64].map((k) => pairedOf(a, b, k));
  const same = differences(from.at(-1)!, to.at(-1)!);
  const told = same.filter(({ k }) => k !== 8).map(({ k, difference }) => `pass@${k} by ${inPoints(difference.value)}`);
  return {
    set,
    base: base.label,
    other: other.label,
    baseTemperature: bestOf(from).temperature,
    otherTemperature: bestOf(to).temperature,
    same,
    best: differences(bestOf(from), bestOf(to)),
    gain,
    sentence: `Made up: ${told.join(', ')} points at temperature 1.`,
  };
}

function modelOf(label: string, request: MeasureRequest): ModelReport {
  const trained = label !== 'Base';
  const { sets, temperatures, samples, search, agreement } = request;
  const problemsOf = (set: ProblemSetName) =>
    idsOf(set).map((id, index) => ({ id, rate: rateOf(set, index, trained, 1), index }));
  return {
    label,
    digest: trained ? '7f3a21c4' : '09be55d0',
    sets: sets.flatMap((set) => temperatures.map((temperature) => evaluationOf(set, trained, temperature, samples))),
    searches: search === undefined ? [] : sets.map((set) => searchOf(set, search, problemsOf(set))),
    agreements: agreement === undefined ? [] : sets.map((set) => agreementOf(set, agreement, problemsOf(set))),
    selections: sets.map((set) => selectionsOf(set, problemsOf(set), trained)),
  };
}

const GAINS: Readonly<Record<ProblemSetName, Gain>> = {
  lecture: 'sharpened',
  phrasings: 'widened',
  compositions: 'unchanged',
};

/** The report of `request`: every number in it follows from made-up solve rates. */
export function fixtureMeasure(request: MeasureRequest = FIXTURE_REQUEST): MeasureReport {
  const models = request.models.map(({ label }) => modelOf(label, request));
  const [base, ...others] = models;
  return {
    request,
    models,
    comparisons: others.flatMap((other) => request.sets.map((set) => comparisonOf(set, base!, other, GAINS[set]))),
    cost: { sampled: 38_400, kept: 19_200, judged: 4_812, seconds: 96 },
  };
}
