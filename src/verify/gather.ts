/** The three sources of evidence: the analyst, runs of reference solutions, growth over inputs. */

import type { AnalysisLayer, Analyst, Growth, ProgramAnalysis } from '../core/analysis.ts';
import { messageOf } from '../core/errors.ts';
import type { Judge } from '../core/judge.ts';
import type { Problem, Verdict } from '../core/types.ts';
import { passesAll } from './judged.ts';
import { combineVerdicts, VISIBLE } from './verdicts.ts';

type Notice = (message: string) => void;

/** Analyses of distinct sources (analysts keep their own answers); a layer that was asked for and did not come is noticed. */
export function analyser(layers: readonly AnalysisLayer[], analyst: Analyst | undefined, notice: Notice) {
  return async (codes: readonly string[]): Promise<ReadonlyMap<string, ProgramAnalysis>> => {
    const distinct = [...new Set(codes)];
    if (layers.length === 0 || distinct.length === 0) return new Map();
    if (analyst === undefined) {
      notice(`reward: nobody here looks at ${layers.join(', ')}: left out, and held against nobody`);
      return new Map();
    }
    try {
      const analyses = await analyst.analyse(distinct.map((code) => ({ code, layers })));
      for (const layer of layers) if (analyses.some((analysis) => lacks(analysis, layer))) notice(missing(layer));
      return new Map(distinct.map((code, i) => [code, analyses[i] ?? {}]));
    } catch (error) {
      notice(`reward: ${layers.join(', ')} left out: ${messageOf(error)}`);
      return new Map();
    }
  };
}

/** Of a source that does not compile nothing else is known, so that nothing is missing. */
function lacks(analysis: ProgramAnalysis, layer: AnalysisLayer): boolean {
  return analysis[layer] === undefined && analysis.syntax?.compiles !== false;
}

const missing = (layer: AnalysisLayer) =>
  `reward: the ${layer} layer could not be had for every program: left out there, and held against nobody`;

/** Verdicts of reference solutions on the visible tests, once per problem; absent where there is none that passes. */
export function referenceRunner(judge: Judge, notice: Notice) {
  // Problems with fresh tests come and go with their epoch.
  const known = new WeakMap<Problem, Verdict>();
  const asked = new WeakSet<Problem>();
  return async (problems: readonly Problem[]): Promise<Pick<WeakMap<Problem, Verdict>, 'get' | 'has'>> => {
    const fresh = [...new Set(problems)].filter((problem) => problem.reference !== undefined && !asked.has(problem));
    if (fresh.length === 0) return known;
    const verdicts = await judge.judge(fresh.map((problem) => ({ problem, code: problem.reference!, kinds: VISIBLE })));
    fresh.forEach((problem, i) => {
      const verdict = combineVerdicts(verdicts[i]!, VISIBLE);
      if (verdict.outcome === 'infra_error') return; // asked again next time
      asked.add(problem);
      if (passesAll(verdict)) known.set(problem, verdict);
      else notice(`reward: the reference of ${problem.id} does not pass (${verdict.outcome}): its cost is no measure`);
    });
    return known;
  };
}

interface Grown {
  readonly problem: Problem;
  readonly code: string;
}

/** Growth of programs and of their references, for problems with a generator of inputs. */
export function growthMeter(analyst: Analyst | undefined, notice: Notice) {
  const known = new Map<string, Growth | null>();
  const keyOf = ({ problem, code }: Grown) => JSON.stringify([problem.inputs, problem.entryPoint, problem.call, code]);
  return async <T extends Grown>(programs: readonly T[]) => {
    const measurable = programs.filter(
      ({ problem }) => problem.inputs !== undefined && problem.reference !== undefined,
    );
    const jobs = new Map<string, Grown>();
    for (const { problem, code } of measurable) {
      for (const job of [
        { problem, code },
        { problem, code: problem.reference! },
      ]) {
        if (!known.has(keyOf(job))) jobs.set(keyOf(job), job);
      }
    }
    if (analyst !== undefined && jobs.size > 0) {
      try {
        const growths = await analyst.growth([...jobs.values()]);
        for (const [i, key] of [...jobs.keys()].entries()) known.set(key, growths[i] ?? null);
      } catch (error) {
        notice(`reward: growth left out: ${messageOf(error)}`);
      }
    }
    return new Map(
      measurable.map((one) => {
        const reference = keyOf({ problem: one.problem, code: one.problem.reference! });
        return [one, { own: known.get(keyOf(one)) ?? null, reference: known.get(reference) ?? null }] as const;
      }),
    );
  };
}
