/** Ways to choose one program among the same samples, and how often each choice is right. */

import { SELECTIONS, type SelectionName, type SelectionReport } from '../core/measure-choices.ts';
import type { RunSetName } from '../core/records.ts';
import { sum } from '../core/stats.ts';
import type { AgreementScore } from './agreement/consensus.ts';
import { bootstrapMean } from './bootstrap.ts';
import { drawCounts, type PooledProgram, type SamplePool } from './pool.ts';

/** The samples of one problem, with what was found out about them; ways to choose that lack what they need are left out. */
export interface ChoiceInput {
  readonly pool: SamplePool;
  /** Of AlphaCode's search: the program that it would submit first, null where none passes the public tests. */
  readonly searched?: number | null;
  /** Of CodeT's agreement: programs in the best sets, null where no solution passes a written test. */
  readonly agreed?: Readonly<Record<AgreementScore, readonly number[] | null>>;
  /** How likely the critic finds it that each program passes, `[programs]`; null for what it was not asked about. */
  readonly critic?: readonly (number | null)[];
}

/** What may steer a choice; the oracle alone knows what is right. */
type Blind = Exclude<SelectionName, 'oracle'>;

/** All that a choice sees of a program: of its verdicts, that on the public tests. */
interface Seen extends Pick<PooledProgram, 'truncated' | 'logProb' | 'tokens'> {
  /** Index in the pool. */
  readonly at: number;
  readonly public: boolean;
}

/** The programs to draw from; null where the way has nothing to say, undefined where it lacks what it needs. */
type Choose = (seen: readonly Seen[], known: Omit<ChoiceInput, 'pool'>) => readonly number[] | null | undefined;

const CHOICES: Readonly<Record<Blind, Choose>> = {
  random: () => null,
  /** Chen et al. 2021, "Evaluating Large Language Models Trained on Code", §3.3: highest mean log-probability per token. */
  likelihood: (seen) => highest(seen, ({ truncated, logProb, tokens }) => (truncated ? null : logProb / tokens)),
  'public-tests': (seen) => seen.filter((one) => !one.truncated && one.public).map(({ at }) => at),
  'largest-cluster': (_, { searched }) => (typeof searched === 'number' ? [searched] : searched),
  'agreement-product': (_, { agreed }) => agreed?.product,
  'agreement-sqrt': (_, { agreed }) => agreed?.sqrt,
  critic: (seen, { critic }) => critic && highest(seen, ({ at }) => critic[at] ?? null),
};

/** All programs with the highest score; those that were cut off have none, since whoever chooses sees that they never ended. */
function highest(seen: readonly Seen[], scoreOf: (one: Seen) => number | null): number[] {
  const scored = seen.flatMap((one) => {
    const score = scoreOf(one);
    return score === null ? [] : [{ at: one.at, score }];
  });
  const best = scored.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  return scored.filter(({ score }) => score === best).map(({ at }) => at);
}

/**
 * Indices of the programs from whose samples one is drawn, each sample as likely; all that could be judged where the way
 * finds none. Undefined where the way lacks what it needs. Neither reward nor hidden tests are looked at.
 */
export function choosePrograms(name: Blind, { pool, ...known }: ChoiceInput): readonly number[] | undefined {
  const seen = pool.programs.flatMap(({ truncated, logProb, tokens, judged }, at): Seen[] =>
    judged.outcome === 'infra_error' ? [] : [{ at, truncated, logProb, tokens, public: judged.public }],
  );
  const chosen = CHOICES[name](seen, known);
  if (chosen === undefined) return undefined;
  return chosen === null || chosen.length === 0 ? seen.map(({ at }) => at) : chosen;
}

/** The chance that the chosen sample passes everything; undefined where the way lacks what it needs. */
export function expectedCorrect(name: SelectionName, input: ChoiceInput): number | undefined {
  const { programs } = input.pool;
  const isRight = (at: number) => programs[at]!.judged.correct;
  if (name === 'oracle') return Number(choosePrograms('random', input)!.some(isRight));
  const chosen = choosePrograms(name, input);
  if (chosen === undefined) return undefined;
  const counts = drawCounts(input.pool);
  const samples = (of: readonly number[]) => sum(of.map((at) => counts[at]!));
  return samples(chosen.filter(isRight)) / samples(chosen);
}

export interface SelectionOptions {
  readonly set: RunSetName;
  readonly temperature: number;
  /** Samples of each problem that were asked for. */
  readonly samples: number;
  readonly problems: readonly ChoiceInput[];
  /** Of the bootstrap. */
  readonly seed: number;
}

/**
 * pass@1 after each choice that every problem has what it needs for, means over problems with the band that redrawing
 * problems gives. `random` is plain pass@1, `oracle` is pass@n: no choice among these samples can do better. Problems without
 * a judged sample stay out.
 *
 * @throws Error when there is no other
 */
export function selectionReport({ set, temperature, samples, problems, seed }: SelectionOptions): SelectionReport {
  const judged = problems.filter((problem) => choosePrograms('random', problem)!.length > 0);
  if (judged.length === 0) throw new Error(`selection: expected judged samples of set ${set}, got none`);
  const selections = SELECTIONS.flatMap((name) => {
    const values = judged.flatMap((problem) => expectedCorrect(name, problem) ?? []);
    return values.length < judged.length ? [] : [{ name, passAt1: bootstrapMean(values, { seed }) }];
  });
  return { set, temperature, samples, selections };
}
