/** Lets a model try a problem before anything is learned from it: programs, their verdicts, and how many pass. */

import type { Judge } from '../core/judge.ts';
import type { TriedProblem, TriedProgram, TryRequest } from '../core/own-problems.ts';
import type { Policy } from '../core/policy.ts';
import type { RunEvent } from '../core/records.ts';
import { sum } from '../core/stats.ts';
import { testCount } from '../core/tests.ts';
import type { Verdict } from '../core/types.ts';
import { judgeEnded } from '../rl/rollout/judging.ts';
import { programOf, sampleInChunks } from '../rl/rollout/sampling.ts';
import { passesAll } from '../verify/judged.ts';
import { ALL_KINDS, combineVerdicts, truncatedVerdict } from '../verify/verdicts.ts';
import type { Environment, LoadedModel } from './environment.ts';
import { firstStreamOf } from './measuring/streams.ts';
import { Models, type ReadyModel } from './models.ts';

export interface TryInOptions {
  readonly environment: Environment;
  /** The model of the last run, where there is one. */
  readonly atHand: ReadyModel | undefined;
  readonly emit: (event: RunEvent) => void;
}

/**
 * A model that comes with the page gets an engine of its own, so that the one at hand stays as it is.
 *
 * @throws Error for a trained model where nothing is at hand
 */
export async function tryIn(request: TryRequest, { environment, atHand, emit }: TryInOptions): Promise<TriedProblem> {
  const { source, backend } = request;
  await using others = new Models(environment, emit);
  const ready = source.type === 'trained' ? atHand : await others.prepare({ model: source.name, backend });
  if (ready === undefined) throw new Error('try: expected a trained model at hand, got none: train first');
  const judge = await environment.judge();
  return ready.keeper.use((policy) => tryProblem(request, { policy, codec: ready.model.codec, judge }), 1);
}

async function tryProblem(
  { problem, n, temperature, maxNewTokens, seed }: TryRequest,
  { policy, codec, judge }: { readonly policy: Policy; readonly judge: Judge } & Pick<LoadedModel, 'codec'>,
): Promise<TriedProblem> {
  const prompt = codec.encodePrompt(problem);
  const firstStream = firstStreamOf('own');
  const completions = await sampleInChunks(
    policy,
    Array.from({ length: n }, () => prompt),
    codec,
    { temperature, topP: 1, topK: 0, maxNewTokens, seed, streams: completionStreams(firstStream, n) },
  );
  const programs = completions.map((completion) => ({ problem, completion, code: programOf(completion, codec) }));
  const verdicts = await judgeEnded(judge, programs, { kinds: ALL_KINDS });
  const total = sum(ALL_KINDS.map((kind) => testCount(problem, kind)));
  const judged = programs.map(({ code }, i) => {
    const seen = verdicts[i] ?? null;
    return { code, verdict: seen === null ? truncatedVerdict(total) : combineVerdicts(seen, ALL_KINDS) };
  });
  const counted = judged.filter(({ verdict }) => verdict.outcome !== 'infra_error');
  return {
    n: counted.length,
    correct: counted.filter(({ verdict }) => passesAll(verdict)).length,
    programs: different(judged),
  };
}

const completionStreams = (first: number, n: number) => Array.from({ length: n }, (_, i) => first + i);

/** Equal programs as one, the most frequent first; of the same count, what came first. */
function different(judged: readonly { readonly code: string; readonly verdict: Verdict }[]): TriedProgram[] {
  const found = new Map<string, { program: TriedProgram; count: number }>();
  for (const { code, verdict } of judged) {
    const { outcome, passed, total, error, line } = verdict;
    // The same text may have been cut off once and ended once.
    const key = `${outcome} ${code}`;
    const known = found.get(key);
    if (known !== undefined) {
      known.count++;
      continue;
    }
    const program: TriedProgram = {
      ...{ code, count: 1, outcome, passed, total },
      ...(error === undefined ? {} : { error }),
      ...(line === undefined ? {} : { line }),
    };
    found.set(key, { program, count: 1 });
  }
  return [...found.values()].map(({ program, count }) => ({ ...program, count })).sort((a, b) => b.count - a.count);
}
