/** Pools on a tabular policy: what is drawn, what is judged, what is kept, and what a larger pool shares with a smaller one. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../../test/support/letters.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import { drawCounts, firstDraws, type SamplePool } from '../../eval/pool.ts';
import { type FillOptions, fillPools } from './pools.ts';
import { firstStreamOf } from './streams.ts';

/** Writes one letter and stops, each as often. */
const newPolicy = () =>
  new TabularPolicy({
    prompts: 2,
    vocabulary: VOCABULARY,
    positions: 2,
    endOfText: END_OF_TEXT,
    initial: (_prompt, position, _previous, token) =>
      position === 1 ? (token === END_OF_TEXT ? 50 : 0) : token < 2 ? -50 : 0,
  });

const onlyA = () => new RuleJudge((_, code) => Number(code === 'a'));

const options = (more: Partial<FillOptions> = {}): FillOptions => ({
  policy: newPolicy(),
  judge: onlyA(),
  codec: letterCodec,
  problems: [letterProblem(0), letterProblem(1)],
  sampling: { temperature: 1, topP: 1, topK: 0, maxNewTokens: 4 },
  seed: 7,
  firstStream: firstStreamOf('lecture'),
  ...more,
});

async function filled(pools: readonly SamplePool[], samples: number, more: Partial<FillOptions> = {}) {
  const result = await fillPools(options(more), pools, samples);
  if (result === null) throw new Error('expected pools, got null');
  return result;
}

test('every different program is there once, in order of appearance, with its verdict', async () => {
  const judge = onlyA();
  const { pools, sampled, judged } = await filled([], 400, { judge });
  expect(sampled).toBe(800);
  expect(judged).toBe(8);
  expect(judge.jobs).toHaveLength(8);
  for (const pool of pools) {
    expect(pool.draws).toHaveLength(400);
    expect(pool.programs.map(({ code }) => code).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(pool.programs.map((_, at) => pool.draws.indexOf(at))).toEqual(
      pool.programs.map((_, at) => pool.draws.indexOf(at)).toSorted((a, b) => a - b),
    );
    for (const { code, judged: verdict, tokens, logProb } of pool.programs) {
      expect(verdict.correct).toBe(code === 'a');
      expect(tokens).toBe(2);
      expect(logProb).toBeCloseTo(Math.log(1 / 4), 3);
    }
    expect(drawCounts(pool).every((count) => count > 50)).toBe(true);
  }
});

test('a larger pool begins with the smaller one, and only what is missing is drawn', async () => {
  const whole = (await filled([], 500)).pools;
  const half = (await filled([], 200)).pools;
  expect(half).toEqual(whole.map((pool) => firstDraws(pool, 200)));
  const judge = onlyA();
  const grown = await filled(half, 500, { judge });
  expect(grown).toEqual({ pools: whole, sampled: 600, judged: 0 });
  expect(judge.jobs).toEqual([]);
  // One problem is ahead of the other.
  expect((await filled([whole[0]!, half[1]!], 500)).pools).toEqual(whole);
  const smaller = await filled(whole, 200);
  expect(smaller).toEqual({ pools: half, sampled: 0, judged: 0 });
});

test('what could not be judged is tried again by the next, without new samples', async () => {
  const broken = new RuleJudge((_, code) => (code === 'b' ? 'infra' : Number(code === 'a')));
  const first = await filled([], 50, { judge: broken });
  expect(first.pools[0]!.programs.find(({ code }) => code === 'b')!.judged.outcome).toBe('infra_error');
  const judge = onlyA();
  const second = await filled(first.pools, 50, { judge });
  expect(judge.jobs.map(({ code }) => code)).toEqual(['b', 'b']);
  expect(second.pools).toEqual((await filled([], 50)).pools);
});

test('a program that is known from other pools is not run again', async () => {
  const known = (await filled([], 100)).pools;
  const judge = onlyA();
  await filled([], 1, { known, judge, sampling: { temperature: 0, topP: 1, topK: 0, maxNewTokens: 4 } });
  expect(judge.jobs).toEqual([]);
});

test('problems that are judged in one batch are asked about in one call', async () => {
  const judge = onlyA();
  let calls = 0;
  const counting = {
    judge: (jobs: Parameters<typeof judge.judge>[0]) => {
      calls++;
      return judge.judge(jobs);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  await filled([], 100, { judge: counting });
  // All 200 samples make one batch; a last look finds nothing left, and asks for nothing.
  expect(calls).toBe(1);
});

describe('a stop', () => {
  test('keeps what was judged, and a second call goes on from there', async () => {
    const kept: SamplePool[] = [];
    const policy = newPolicy();
    const stopped = await fillPools(
      options({
        policy,
        onProgress: () => policy.calls.sample < 2,
        onGrown: (problem, pool) => {
          kept[problem] = pool();
        },
      }),
      [],
      500,
    );
    expect(stopped).toBeNull();
    expect(kept.map(({ draws }) => draws.length)).toEqual([500, 140]);
    const rest = await filled(kept, 500);
    expect(rest.sampled).toBe(360);
    expect(rest.pools).toEqual((await filled([], 500)).pools);
  });

  test('or a failure never hands on a draw that nobody judged', async () => {
    const grown: (() => SamplePool)[] = [];
    const judge = onlyA();
    let calls = 0;
    const failing = {
      judge: (jobs: Parameters<typeof judge.judge>[0]) =>
        ++calls === 2 ? Promise.reject(new Error('the frame is gone')) : judge.judge(jobs),
      [Symbol.asyncDispose]: async () => {},
    };
    const attempt = fillPools(
      options({
        judge: failing,
        onGrown: (problem, pool) => {
          grown[problem] = pool;
        },
      }),
      [],
      500,
    );
    await expect(attempt).rejects.toThrow('the frame is gone');
    // 320 draws of the first problem were judged, then 180 more were drawn.
    expect(grown.map((pool) => pool().draws.length)).toEqual([320]);
    expect(grown[0]!()).toEqual(firstDraws((await filled([], 500)).pools[0]!, 320));
  });

  test('before the first batch does nothing', async () => {
    const policy = newPolicy();
    expect(await fillPools(options({ policy, onProgress: () => false }), [], 10)).toBeNull();
    expect(policy.calls.sample).toBe(0);
  });
});

test('more samples than there are random numbers for are refused', async () => {
  await expect(fillPools(options(), [], 2 ** 20 + 1)).rejects.toThrow(
    'evaluate: expected at most 1048576 samples of each of 2 problems, got 1048577',
  );
});

test('more than 256 problems are drawn as ever, and the further ones share no random number with them', async () => {
  const streams: number[] = [];
  const watched = (): FillOptions['policy'] => {
    const policy = newPolicy();
    const sample = policy.sample.bind(policy);
    policy.sample = (prompts, rule) => {
      streams.push(...rule.streams);
      return sample(prompts, rule);
    };
    return policy;
  };
  const problems = Array.from({ length: 600 }, (_, i) => letterProblem(i % 2));
  const many = await filled([], 3, { policy: watched(), problems });
  expect(new Set(streams).size).toBe(600 * 3);
  expect(many.pools.slice(0, 2)).toEqual((await filled([], 3)).pools);
});
