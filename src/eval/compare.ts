/** Two models on the same problems: paired differences, each at its best temperature too, and what kind of gain that is. */

import type { Comparison, Gain, PairedDifference, PairedProblem } from '../core/measuring.ts';
import type { Estimate, ProblemCounts, SetEvaluation } from '../core/records.ts';
import { mean } from '../core/stats.ts';
import { bootstrapMean } from './bootstrap.ts';
import { gainOf, gainSentence, type Move, moveOf } from './gain.ts';
import { passAtK } from './pass-at-k.ts';
import { passDifference } from './sample-band.ts';

/** A model's evaluations, each of one set at one temperature. */
export interface EvaluatedModel {
  readonly label: string;
  readonly sets: readonly SetEvaluation[];
}

/** The k at which models are compared, as far as n goes. */
const COMPARED_KS = [1, 8, 64];

/**
 * Compares two models on every set that both were measured on, in the order of the base's.
 *
 * `same` holds the temperature fixed, so that it shows what training changed; but a model that only became surer of itself
 * gains there too. `best` therefore gives the base the temperature at which it does best, as anyone could have without
 * training, and the other its own. Each best is chosen on the samples it is reported for, so that both are a little too good.
 * Problems that not both have judged samples of are left out of all of it and named; those that lost some samples are left
 * out of the k beyond what they have, and the sentence counts them.
 *
 * @param options.seed Of the bootstrap over problems, with which every mean difference has its interval.
 * @throws Error where the two share no temperature or no problem of a set.
 */
export function compareModels(
  base: EvaluatedModel,
  other: EvaluatedModel,
  options: { readonly seed: number },
): Comparison[] {
  const sets = new Set(base.sets.map(({ set }) => set));
  return [...sets].flatMap((set) => {
    const from = base.sets.filter((evaluation) => evaluation.set === set);
    const to = other.sets.filter((evaluation) => evaluation.set === set);
    return to.length === 0 ? [] : [compareSet(base.label, from, other.label, to, options.seed)];
  });
}

function compareSet(
  base: string,
  from: readonly SetEvaluation[],
  other: string,
  to: readonly SetEvaluation[],
  seed: number,
): Comparison {
  const [fromSame, toSame] = atSharedTemperature(from, to);
  const [fromBest, toBest] = [bestOf(from), bestOf(to)];
  const same = pairProblems(fromSame, toSame);
  const best = pairProblems(fromBest, toBest);
  const greedy = greedyDifference(from, to, seed);
  const found = {
    set: fromSame.set,
    base,
    other,
    temperature: fromSame.temperature,
    baseTemperature: fromBest.temperature,
    otherTemperature: toBest.temperature,
    same: differences(same.pairs, comparedKs(Math.min(fromSame.n, toSame.n)), seed),
    best: differences(best.pairs, comparedKs(Math.min(fromBest.n, toBest.n)), seed),
    ...(greedy === null ? {} : { greedy }),
    leftOut: [...new Set([...same.leftOut, ...best.leftOut])],
  };
  const gain = gainOf(found.same, seed);
  const single = new Set([...from, ...to].map(({ temperature }) => temperature)).size === 1;
  return { ...found, gain, sentence: gainSentence({ ...found, gain }, { single, seed }) };
}

/** The two evaluations at the temperature nearest to 1 that both have; the lower of two that are equally near. */
function atSharedTemperature(
  from: readonly SetEvaluation[],
  to: readonly SetEvaluation[],
): readonly [SetEvaluation, SetEvaluation] {
  const shared = from.flatMap((evaluation) => {
    const partner = to.find(({ temperature }) => temperature === evaluation.temperature);
    return partner === undefined ? [] : [[evaluation, partner] as const];
  });
  const distance = ([{ temperature }]: readonly [SetEvaluation, SetEvaluation]) => Math.abs(temperature - 1);
  const [nearest] = shared.sort((a, b) => distance(a) - distance(b) || a[0].temperature - b[0].temperature);
  if (nearest === undefined) {
    const listed = (sets: readonly SetEvaluation[]) => sets.map(({ temperature }) => temperature).join(', ');
    throw new Error(
      `compare: expected a temperature that both were measured at on ${from[0]!.set}, got ${listed(from)} and ${listed(to)}`,
    );
  }
  return nearest;
}

const bestOf = (sets: readonly SetEvaluation[]): SetEvaluation =>
  sets.reduce((best, each) => (each.passAt1.value > best.passAt1.value ? each : best));

type Pair = readonly [base: ProblemCounts, other: ProblemCounts];

interface Pairs {
  readonly pairs: readonly Pair[];
  readonly leftOut: readonly string[];
}

/** As `pairsOf`; throws when there is no pair. */
function pairProblems(from: SetEvaluation, to: SetEvaluation): Pairs {
  const found = pairsOf(from, to);
  if (found.pairs.length > 0) return found;
  throw new Error(`compare: expected problems of ${from.set} that both were measured on, got none`);
}

/** Problems by id, in the order of the base's. */
function pairsOf(from: SetEvaluation, to: SetEvaluation): Pairs {
  const judged = (set: SetEvaluation) => new Map(set.problems.filter(({ n }) => n > 0).map((each) => [each.id, each]));
  const [bases, others] = [judged(from), judged(to)];
  const pairs = [...bases.values()].flatMap((each): Pair[] => {
    const partner = others.get(each.id);
    return partner === undefined ? [] : [[each, partner]];
  });
  const ids = new Set([...from.problems, ...to.problems].map(({ id }) => id));
  return { pairs, leftOut: [...ids].filter((id) => !bases.has(id) || !others.has(id)) };
}

/** Two measurements of one set at one temperature, held against each other at the first and the last k that both have. */
export interface GainBetween {
  readonly gain: Gain;
  readonly first: MovedDifference;
  readonly last: MovedDifference;
}

/** A difference with what the verdict counts it as, which may be less than its interval over problems alone would say. */
export interface MovedDifference extends PairedDifference {
  readonly move: Move;
}

/**
 * The verdict of `compareModels` on one pair of measurements, without the rest of what it reckons: little enough work for a
 * page to do while a run goes on. null where the two cannot be compared: other temperatures, or no problem in common.
 *
 * @param seed of the bootstrap over problems
 */
export function gainBetween(from: SetEvaluation, to: SetEvaluation, seed: number): GainBetween | null {
  const { pairs } = pairsOf(from, to);
  if (from.temperature !== to.temperature || pairs.length === 0) return null;
  const ks = comparedKs(Math.min(from.n, to.n));
  const ends = [...new Set([ks[0]!, ks.at(-1)!])];
  const found = differences(pairs, ends, seed);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return null;
  const moved = (paired: PairedDifference): MovedDifference => ({ ...paired, move: moveOf(paired, seed) });
  return { gain: gainOf(found, seed), first: moved(first), last: moved(last) };
}

/** @param asked samples that were asked for of each problem */
function comparedKs(asked: number): readonly number[] {
  const reached = COMPARED_KS.filter((k) => k <= asked);
  // With fewer than 8 samples n itself is all that tells a wider model from a surer one.
  return asked > 1 && reached.length === 1 ? [1, asked] : reached;
}

function differences(pairs: readonly Pair[], ks: readonly number[], seed: number): PairedDifference[] {
  return ks.flatMap((k) => {
    const able = pairs.filter((pair) => pair.every(({ n }) => n >= k));
    if (able.length === 0) return [];
    const problems = able.map(([base, other]) => ({
      id: base.id,
      base: passAtK(base, k),
      other: passAtK(other, k),
      difference: passDifference(base, other, k),
    }));
    return differenceOf({ k, problems, alone: problems[0]!.difference, seed });
  });
}

/** Greedy decoding gives the same program every time. */
const certain = (value: number): Estimate => ({ value, low: value, high: value });

/** One greedy program of one problem says nothing of other problems, and there are no samples to draw again. */
const ANYTHING = { low: -1, high: 1 };

/** Of the greedy completions, wherever they are noted; they are the same at every temperature. */
function greedyDifference(
  from: readonly SetEvaluation[],
  to: readonly SetEvaluation[],
  seed: number,
): PairedDifference | null {
  const greedyOf = (sets: readonly SetEvaluation[]) =>
    new Map(
      sets.flatMap(({ problems }) =>
        problems.flatMap(({ id, greedy }) => (greedy === undefined ? [] : [[id, Number(greedy)] as const])),
      ),
    );
  const others = greedyOf(to);
  const problems = [...greedyOf(from)].flatMap(([id, base]): PairedProblem[] => {
    const other = others.get(id);
    return other === undefined ? [] : [{ id, base, other, difference: certain(other - base) }];
  });
  return problems.length === 0 ? null : differenceOf({ k: 1, problems, alone: ANYTHING, seed });
}

interface Paired {
  readonly k: number;
  readonly problems: readonly PairedProblem[];
  /** The interval of the mean where there is one problem only, of which redrawing problems says nothing. */
  readonly alone: Pick<Estimate, 'low' | 'high'>;
  readonly seed: number;
}

function differenceOf({ k, problems, alone, seed }: Paired): PairedDifference {
  return {
    k,
    base: mean(problems.map(({ base }) => base)),
    other: mean(problems.map(({ other }) => other)),
    difference: bootstrapMean(
      problems.map(({ difference }) => difference.value),
      { seed, alone },
    ),
    problems,
  };
}
