/**
 * Critic sampling of CodeRL (Le et al. 2022, arXiv:2207.01780, §3.3): programs that pass the public tests are refined,
 * and where none does, the most promising failures are repaired. The paper's own code for it was never released.
 */

import type { PromptCodec } from '../../core/codec.ts';
import type { Judge } from '../../core/judge.ts';
import type { Policy, SamplingRule } from '../../core/policy.ts';
import type { SecondRound } from '../../core/records.ts';
import { testCount } from '../../core/tests.ts';
import type { Completion, Problem, Verdict } from '../../core/types.ts';
import { passesAll } from '../../verify/judged.ts';
import { truncatedVerdict } from '../../verify/verdicts.ts';
import { judgeEnded } from '../rollout/judging.ts';
import { programOf, sampleInChunks } from '../rollout/sampling.ts';
import { repairRequest } from '../rollout/turns.ts';
import { outcomeProbs } from './outcome-critic.ts';
import { byPromise, dealt, distinctPrograms, tokensToKeep } from './select.ts';

export interface CriticSamplingOptions {
  readonly policy: Policy;
  readonly critic: Policy;
  readonly judge: Judge;
  readonly codec: PromptCodec;
  readonly sampling: SamplingRule;
  /** n: programs of each problem in the first round, and as many again in the second. */
  readonly samples: number;
  /** M: failed programs of a problem that are repaired where none passes. */
  readonly repairs: number;
  readonly seed: number;
  /**
   * Program j of problem i is drawn from stream `firstStream + streamsPerProblem · i + j`. Plain sampling of 2n programs
   * from the same streams begins with the same n.
   */
  readonly firstStream: number;
  /** 2n at least. */
  readonly streamsPerProblem: number;
}

export interface SampledProgram {
  readonly completion: Completion;
  readonly code: string;
}

export interface CriticSampled {
  readonly problem: Problem;
  readonly way: SecondRound;
  readonly first: readonly SampledProgram[];
  readonly second: readonly SampledProgram[];
}

/** A program of the first round with its verdict on the public tests. */
interface Tried extends SampledProgram {
  readonly problem: Problem;
  readonly prompt: readonly number[];
  readonly verdict: Verdict;
}

/** A program of which the critic was asked. */
interface Weighed extends Tried {
  /** Its probability of passing after each token, `[T]`. */
  readonly passing: readonly number[];
}

/** What a program of the second round begins with. */
interface Start {
  readonly prompt: readonly number[];
  /** Tokens of the program that are already in the prompt, with their log-probs. */
  readonly kept: Pick<Completion, 'ids' | 'logProbs'>;
}

/** Two rounds of n programs for each problem. The public tests steer; whoever evaluates judges both rounds with all tests. */
export async function criticSampling(
  problems: readonly Problem[],
  options: CriticSamplingOptions,
): Promise<CriticSampled[]> {
  const { policy, codec, sampling, samples, seed, firstStream, streamsPerProblem } = options;
  const streamsOf = (round: 0 | 1) =>
    problems.flatMap((_, i) => {
      const first = firstStream + i * streamsPerProblem + round * samples;
      return Array.from({ length: samples }, (_, j) => first + j);
    });
  const complete = (prompts: readonly (readonly number[])[], round: 0 | 1) =>
    sampleInChunks(policy, prompts, codec, { ...sampling, seed, streams: streamsOf(round) });
  const partOf = <T>(all: readonly T[], i: number) => all.slice(i * samples, (i + 1) * samples);

  const rows = problems.flatMap((problem) => {
    const prompt = codec.encodePrompt(problem);
    return Array.from({ length: samples }, () => ({ problem, prompt }));
  });
  const completions = await complete(
    rows.map(({ prompt }) => prompt),
    0,
  );
  const first = await judgeOnPublic(
    rows.map((row, i) => ({ ...row, completion: completions[i]!, code: programOf(completions[i]!, codec) })),
    options.judge,
  );

  const seeds = await seedsOf(
    problems.map((_, i) => partOf(first, i)),
    options,
  );
  const plans = problems.map((problem, i) => ({ problem, ...startsFor(problem, seeds[i]!, options) }));
  const starts = plans.flatMap((plan) => dealt(plan.starts, samples));
  const continued = await complete(
    starts.map(({ prompt }) => prompt),
    1,
  );
  const second = continued.map((next, i): SampledProgram => {
    const completion = joined(starts[i]!, next, sampling.maxNewTokens);
    return { completion, code: programOf(completion, codec) };
  });
  return plans.map(({ problem, way }, i) => {
    const tried = partOf(first, i).map(({ completion, code }) => ({ completion, code }));
    return { problem, way, first: tried, second: partOf(second, i) };
  });
}

/** Adds verdicts on the public tests alone. What was cut off is not run. */
async function judgeOnPublic(programs: readonly Omit<Tried, 'verdict'>[], judge: Judge): Promise<Tried[]> {
  const verdicts = await judgeEnded(judge, programs, { kinds: ['public'] });
  return programs.map((program, i) => {
    const verdict = verdicts[i]?.public ?? truncatedVerdict(testCount(program.problem, 'public'));
    return { ...program, verdict };
  });
}

/** Two runs that disagree prove nothing. */
const passes = ({ verdict }: Tried): boolean => passesAll(verdict) && !verdict.flaky;

/** Of each problem the passing programs, or the failing ones where none passes; each text once, weighed by the critic. */
async function seedsOf(
  tried: readonly (readonly Tried[])[],
  { critic, codec }: CriticSamplingOptions,
): Promise<Weighed[][]> {
  const seeds = tried.map((programs) => {
    const passing = programs.filter(passes);
    return distinctPrograms(passing.length > 0 ? passing : programs);
  });
  const turns = seeds.flat().map(({ prompt, completion }) => {
    return { prompt, completion: completion.ids, outcome: 'passed' as const };
  });
  const probs = await outcomeProbs(critic, turns, codec.contextLength);
  let at = 0;
  return seeds.map((programs) => programs.map((program) => ({ ...program, passing: probs[at++]! })));
}

/** Where the second round of a problem begins, most promising first. */
function startsFor(
  problem: Problem,
  seeds: readonly Weighed[],
  { codec, sampling, repairs }: CriticSamplingOptions,
): Pick<CriticSampled, 'way'> & { readonly starts: readonly Start[] } {
  const ranked = byPromise(seeds);
  if (ranked.some(passes)) return { way: 'refine', starts: ranked.map(beginningOf) };
  const nothing = { ids: [], logProbs: [] };
  const requests = ranked.flatMap((program) => repairRequest(program, codec, sampling.maxNewTokens) ?? []);
  const repaired = requests.slice(0, repairs).map(({ prompt }): Start => ({ prompt, kept: nothing }));
  if (repaired.length > 0) return { way: 'repair', starts: repaired };
  return { way: 'anew', starts: [{ prompt: codec.encodePrompt(problem), kept: nothing }] };
}

function beginningOf({ prompt, completion, passing }: Weighed): Start {
  const keep = tokensToKeep(passing);
  const ids = completion.ids.slice(0, keep);
  return { prompt: [...prompt, ...ids], kept: { ids, logProbs: completion.logProbs.slice(0, keep) } };
}

/** The whole program, held to the length that any program may have. */
function joined({ kept }: Start, next: Completion, maxNewTokens: number): Completion {
  const ids = [...kept.ids, ...next.ids];
  const logProbs = [...kept.logProbs, ...next.logProbs].slice(0, maxNewTokens);
  return { ids: ids.slice(0, maxNewTokens), logProbs, truncated: next.truncated || ids.length > maxNewTokens };
}
