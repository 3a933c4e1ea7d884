/** A made-up measurement of a base and a trained model, so that the page has something to draw. Nothing was sampled or judged. */

import type { MeasureReport, MeasureRequest, ModelReport } from '../../src/core/measuring.ts';
import type { ProblemCounts, ProblemSetName, SetEvaluation } from '../../src/core/records.ts';
import { createRng } from '../../src/core/rng.ts';
import { compareModels } from '../../src/eval/compare.ts';
import { summarizeSet } from '../../src/eval/evaluate.ts';
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

/** Solve rate of problem `index`: training lifts the ten and most unseen phrasings, loses some of these, and leaves compositions. */
function rateOf(set: ProblemSetName, index: number, trained: boolean, temperature: number): number {
  const talent = createRng('problems', 11, index + set.length * 64).next();
  const start = { lecture: 0.54, phrasings: 0.3, compositions: 0.09 }[set] * talent ** 2;
  const cooled = Math.min(0.99, start * (1 + (trained ? 0.05 : 0.6) * (1 - temperature)));
  if (!trained || set === 'compositions') return cooled;
  if (set === 'phrasings' && index % 5 === 0) return 0.3 * cooled;
  return Math.min(0.99, cooled + (set === 'lecture' ? 0.72 : 0.3) * (0.35 + 0.65 * talent));
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

/** The report of `request`: every number in it follows from made-up solve rates. */
export function fixtureMeasure(request: MeasureRequest = FIXTURE_REQUEST): MeasureReport {
  const models = request.models.map(({ label }) => modelOf(label, request));
  const [base, ...others] = models;
  return {
    request,
    models,
    comparisons: others.flatMap((other) => compareModels(base!, other, { seed: 0 })),
    cost: {
      ...{ sampled: 38_400, kept: 19_200, cutOff: 1_310, judged: 4_812 },
      ...{ tests: 10_000, keptTests: 0, cells: 61_284, probed: 907 },
      seconds: 96,
    },
  };
}
