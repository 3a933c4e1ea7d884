/** Evaluation on a tabular policy: counts, greedy, isolation from training, failures of ours. */

import { expect, test } from 'vitest';
import {
  END_OF_TEXT,
  letterCodec,
  letterProblem,
  RuleJudge,
  VOCABULARY,
  verdict,
} from '../../../test/support/letters.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import { EngineError } from '../../core/errors.ts';
import type { Judge } from '../../core/judge.ts';
import type { SampleOptions } from '../../core/policy.ts';
import type { SetEvaluation } from '../../core/records.ts';
import { type EvaluateOptions, evaluatePolicy } from './evaluate.ts';

/** Writes one letter and stops: "a" most often for problem 0, "b" for problem 1. */
const newPolicy = () =>
  new TabularPolicy({
    prompts: 2,
    vocabulary: VOCABULARY,
    positions: 2,
    endOfText: END_OF_TEXT,
    initial: (prompt, position, _previous, token) => {
      if (position === 1) return token === END_OF_TEXT ? 50 : 0;
      if (token < 2) return -50;
      return token === 2 + prompt ? 1 : 0;
    },
  });

/** "a" passes everything, "b" all but hidden tests, other letters nothing. */
const newJudge = () => new RuleJudge((_, code, kind) => (code === 'a' || (code === 'b' && kind !== 'hidden') ? 1 : 0));

function options(changes: Partial<EvaluateOptions> = {}): EvaluateOptions {
  return {
    policy: newPolicy(),
    judge: newJudge(),
    set: 'lecture',
    problems: [letterProblem(0), letterProblem(1)],
    codec: letterCodec,
    samples: 400,
    sampling: { temperature: 1, topP: 1, topK: 0, maxNewTokens: 4 },
    seed: 7,
    ...changes,
  };
}

async function evaluate(changes: Partial<EvaluateOptions> = {}): Promise<SetEvaluation> {
  const evaluation = await evaluatePolicy(options(changes));
  if (evaluation === null) throw new Error('expected an evaluation, got null');
  return evaluation;
}

/** Notes how far it got, and goes on. */
const noting = (seen: number[]) => (done: number) => {
  seen.push(done);
  return true;
};

test('counts samples that pass everything, and those that pass what is visible', async () => {
  const evaluation = await evaluate({ greedy: true });
  const favourite = Math.E / (Math.E + 3);
  const other = 1 / (Math.E + 3);
  const [first, second] = evaluation.problems;
  expect(first!.correct / 400).toBeGreaterThan(favourite - 0.1);
  expect(first!.correct / 400).toBeLessThan(favourite + 0.1);
  expect(second!.visible / 400).toBeGreaterThan(favourite + other - 0.1);
  expect(second!.correct / 400).toBeLessThan(other + 0.1);
  expect(evaluation.visibleAt1).toBeGreaterThan(evaluation.passAt1.value);
  expect(evaluation.problems.map((problem) => problem.greedy)).toEqual([true, false]);
  expect(evaluation.greedy).toBe(0.5);
  expect(Object.values(evaluation.outcomes).reduce((a, b) => a + b, 0)).toBe(800);
  expect(evaluation.curve.at(-1)!.k).toBe(400);
});

test('is reproducible, does not change the policy, and reports its progress', async () => {
  const policy = newPolicy();
  const before = policy.weights.slice();
  const seen: number[] = [];
  const first = await evaluate({ policy, greedy: true, onProgress: noting(seen) });
  expect(policy.weights).toEqual(before);
  expect(await evaluate({ greedy: true })).toEqual(first);
  expect(seen).toEqual([0, 0, 320, 800, 800, 802]);
});

test('uses streams that training never uses, other ones for every set', async () => {
  const streamsOf = async (set: EvaluateOptions['set']) => {
    const policy = newPolicy();
    const streams: number[] = [];
    const sample = policy.sample.bind(policy);
    policy.sample = (prompts, given: SampleOptions) => {
      streams.push(...given.streams);
      return sample(prompts, given);
    };
    await evaluate({ policy, set });
    return streams;
  };
  const all = [
    ...(await streamsOf('lecture')),
    ...(await streamsOf('phrasings')),
    ...(await streamsOf('compositions')),
  ];
  expect(new Set(all).size).toBe(2400);
  expect(all.every((stream) => stream >= 2 ** 31 && stream < 2 ** 32)).toBe(true);
});

test('leaves samples that could not be judged out, and counts truncated ones as wrong', async () => {
  const judge = new RuleJudge((_, code) => (code === 'c' ? 'infra' : code === 'a' ? 1 : 0));
  const evaluation = await evaluate({ judge });
  expect(evaluation.problems.reduce((sum, problem) => sum + problem.n, 0)).toBe(800 - evaluation.outcomes.infra_error!);
  const cut = await evaluate({ sampling: { ...options().sampling, maxNewTokens: 1 } });
  expect(cut.outcomes).toEqual({ truncated: 800 });
  expect(cut.passAt1.value).toBe(0);
});

test('an error of the policy comes through, after the judging that was under way', async () => {
  const policy = newPolicy();
  const sample = policy.sample.bind(policy);
  policy.sample = (prompts, given) =>
    policy.calls.sample === 1 ? Promise.reject(new Error('device lost')) : sample(prompts, given);
  const seen: number[] = [];
  const judge = newJudge();
  await expect(evaluate({ policy, judge, onProgress: noting(seen) })).rejects.toThrow('device lost');
  expect(seen).toEqual([0, 0]);
  // The first 320 samples are of problem 0, four letters among them.
  expect(judge.jobs).toHaveLength(4);
});

test('an engine that dies is told, even when the judging under way fails too', async () => {
  const policy = newPolicy();
  const sample = policy.sample.bind(policy);
  const lost = new EngineError('device-lost', 'the device was lost');
  policy.sample = (prompts, given) => (policy.calls.sample === 1 ? Promise.reject(lost) : sample(prompts, given));
  const judge: Judge = {
    judge: () => Promise.reject(new Error('the frame is gone')),
    [Symbol.asyncDispose]: async () => {},
  };
  await expect(evaluate({ policy, judge })).rejects.toBe(lost);
  await expect(evaluate({ judge })).rejects.toThrow('the frame is gone');
});

test('runs each program of a problem once, though its samples are spread over batches', async () => {
  const judge = newJudge();
  const evaluation = await evaluate({ judge, greedy: true });
  const programs = judge.jobs.map(({ problem, code }) => `${problem.id} ${code}`);
  expect([...programs].sort()).toEqual(
    ['a', 'b', 'c', 'd'].flatMap((code) => [`word-0 ${code}`, `word-1 ${code}`]).sort(),
  );
  expect(evaluation.problems.map(({ n }) => n)).toEqual([400, 400]);
});

test('ends when told to, before the next batch', async () => {
  const policy = newPolicy();
  expect(await evaluatePolicy(options({ policy, onProgress: () => policy.calls.sample < 2 }))).toBeNull();
  expect(policy.calls.sample).toBe(2);
});

test('counts samples that only lack an import, beside their outcomes', async () => {
  const failing = (error: string) => ({ ...verdict('runtime_error', 0, 1), error });
  const judge: Judge = {
    judge: async (jobs) =>
      jobs.map(({ code, kinds }) => {
        const one = failing(`NameError: name '${code === 'a' ? 'math' : 'x'}' is not defined`);
        return Object.fromEntries(kinds.map((kind) => [kind, one]));
      }),
    [Symbol.asyncDispose]: async () => {},
  };
  const { outcomes, missingImports } = await evaluate({ judge });
  const favourites = (await evaluate()).problems[0]!.correct + (await evaluate()).problems[1]!.correct;
  expect(outcomes).toEqual({ runtime_error: 800 });
  expect(missingImports).toBe(favourites);
  expect((await evaluate()).missingImports).toBe(0);
});
