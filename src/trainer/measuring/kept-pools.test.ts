/** Pools that are kept: what is drawn again and what is not, what a stop and a full disk leave, what a key depends on. */

import { expect, test, vi } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../../test/support/letters.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import { TOY_SPEC } from '../../../test/support/toy-trainer.ts';
import { buildTokenizer } from '../../model/tokenizer.ts';
import { memoryPoolStore, type PoolStore, roomOf } from '../../store/pools.ts';
import { fillKeptPools, type KeptFillOptions, modelDigest, poolKey, weightsDigest } from './kept-pools.ts';
import { firstStreamOf } from './streams.ts';

const newPolicy = () =>
  new TabularPolicy({ prompts: 2, vocabulary: VOCABULARY, positions: 2, endOfText: END_OF_TEXT, backend: 'cpu' });

const options = (store: PoolStore, more: Partial<KeptFillOptions> = {}): KeptFillOptions => ({
  policy: newPolicy(),
  judge: new RuleJudge((_, code) => Number(code === 'a')),
  codec: letterCodec,
  problems: [letterProblem(0), letterProblem(1)],
  sampling: { temperature: 1, topP: 1, topK: 0, maxNewTokens: 4 },
  seed: 7,
  firstStream: firstStreamOf('lecture'),
  store,
  model: 'abc',
  judgedBy: 'build 1',
  inUse: new Set(),
  onNotice: () => {},
  ...more,
});

test('what was measured once is not drawn again, and a larger measurement draws the rest', async () => {
  const store = memoryPoolStore();
  const first = await fillKeptPools(options(store), 100);
  expect(first).toMatchObject({ sampled: 200, kept: 0 });
  const policy = newPolicy();
  expect(await fillKeptPools(options(store, { policy }), 100)).toEqual({ ...first, sampled: 0, kept: 200, judged: 0 });
  expect(policy.calls.sample).toBe(0);
  expect(await fillKeptPools(options(store), 150)).toMatchObject({ sampled: 100, kept: 200 });
  expect(await fillKeptPools(options(store), 30)).toMatchObject({ sampled: 0, kept: 60 });
});

test('a stopped measurement is gone on with', async () => {
  const store = memoryPoolStore();
  const policy = newPolicy();
  expect(await fillKeptPools(options(store, { policy, onProgress: () => policy.calls.sample < 1 }), 400)).toBeNull();
  const rest = await fillKeptPools(options(store), 400);
  expect(rest).toMatchObject({ sampled: 480, kept: 320 });
  expect(rest!.pools).toEqual((await fillKeptPools(options(memoryPoolStore()), 400))!.pools);
});

test('a pause leaves nothing unsaved', async () => {
  const policy = newPolicy();
  const store = memoryPoolStore();
  let kept = 0;
  const counted: PoolStore = {
    ...store,
    save: async (key, pool, inUse) => {
      kept += pool.draws.length;
      await store.save(key, pool, inUse);
    },
  };
  const keptAtPause: number[] = [];
  await fillKeptPools(
    options(counted, {
      policy,
      onProgress: async (done) => {
        if (done === 0 || keptAtPause.length > 0) return true;
        await vi.waitFor(() => expect(kept).toBeGreaterThanOrEqual(done), { timeout: 5000 });
        keptAtPause.push(kept);
        return true;
      },
    }),
    600,
  );
  expect(keptAtPause).toHaveLength(1);
});

test('what a measurement drew for one temperature does not give way to what it draws for another', async () => {
  const probe = memoryPoolStore();
  const [pool] = (await fillKeptPools(options(probe), 100))!.pools;
  // Room for the pools of one temperature, and half of another's.
  const store = memoryPoolStore(3 * roomOf(pool!));
  const notices: string[] = [];
  const more = { inUse: new Set<string>(), onNotice: (message: string) => notices.push(message) };
  const cool = { temperature: 0.5, topP: 1, topK: 0, maxNewTokens: 4 };
  await fillKeptPools(options(store, more), 100);
  await fillKeptPools(options(store, { ...more, sampling: cool }), 100);
  expect(notices).toHaveLength(1);
  expect(await fillKeptPools(options(store, more), 100)).toMatchObject({ kept: 200 });
  // Another measurement may have the room.
  await fillKeptPools(options(store, { sampling: cool }), 100);
  expect(await fillKeptPools(options(store, { sampling: cool }), 100)).toMatchObject({ kept: 200 });
});

test('storage that refuses is told once, and the measurement goes on', async () => {
  const notices: string[] = [];
  const broken: PoolStore = {
    load: () => Promise.reject(new Error('blocked')),
    save: () => Promise.reject(new Error('quota exceeded')),
  };
  const filled = await fillKeptPools(options(broken, { onNotice: (message) => notices.push(message) }), 50);
  expect(filled).toMatchObject({ sampled: 100, kept: 0 });
  expect(notices).toEqual(['samples could not be kept (quota exceeded): another measurement will draw them again']);
});

test('a key changes with all that the samples and their verdicts depend on, and with nothing else', () => {
  const info = { engine: 'wasm', backend: 'wasm' } as const;
  const about = options(memoryPoolStore());
  const problem = letterProblem(0);
  const prompt = [3, 4];
  const key = poolKey(about, info, prompt, problem, 0);
  expect(poolKey(options(memoryPoolStore()), info, [3, 4], letterProblem(0), 0)).toBe(key);
  const hidden = [...problem.tests.hidden, ...problem.tests.hidden];
  const others = [
    poolKey({ ...about, model: 'abd' }, info, prompt, problem, 0),
    poolKey({ ...about, judgedBy: 'build 2' }, info, prompt, problem, 0),
    poolKey({ ...about, seed: 8 }, info, prompt, problem, 0),
    poolKey({ ...about, sampling: { ...about.sampling, temperature: 0.8 } }, info, prompt, problem, 0),
    poolKey({ ...about, sampling: { ...about.sampling, maxNewTokens: 5 } }, info, prompt, problem, 0),
    poolKey({ ...about, firstStream: firstStreamOf('phrasings') }, info, prompt, problem, 0),
    poolKey(about, { ...info, backend: 'cpu' }, prompt, problem, 0),
    poolKey(about, info, [3, 5], problem, 0),
    poolKey(about, info, [34], problem, 0),
    poolKey(about, info, prompt, problem, 1),
    poolKey(about, info, prompt, { ...problem, text: 'another' }, 0),
    poolKey(about, info, prompt, { ...problem, tests: { ...problem.tests, hidden } }, 0),
  ];
  expect(new Set([key, ...others]).size).toBe(13);
});

test('what could not be judged is judged by the next measurement, and that is kept', async () => {
  const store = memoryPoolStore();
  const broken = new RuleJudge((_, code) => (code === 'a' ? 'infra' : 0));
  await fillKeptPools(options(store, { judge: broken }), 100);
  const judge = new RuleJudge((_, code) => Number(code === 'a'));
  const second = await fillKeptPools(options(store, { judge }), 100);
  expect(second).toMatchObject({ sampled: 0, judged: 2 });
  expect(judge.jobs.map(({ code }) => code)).toEqual(['a', 'a']);
  expect(await fillKeptPools(options(store), 100)).toEqual({ ...second, judged: 0 });
});

test('a model is told apart by its weights, its shape and its tokenizer', () => {
  const tokenizerOf = (text: string) => buildTokenizer([text], { size: 200, minimumCount: 1 });
  const loaded = { spec: TOY_SPEC, tokenizer: tokenizerOf('one') };
  const digests = [
    modelDigest('1', loaded),
    modelDigest('2', loaded),
    modelDigest('1', { ...loaded, spec: { ...TOY_SPEC, heads: 2 } }),
    modelDigest('1', { ...loaded, tokenizer: tokenizerOf('two') }),
  ];
  expect(new Set(digests).size).toBe(4);
  expect(modelDigest('1', { ...loaded, tokenizer: tokenizerOf('one') })).toBe(digests[0]);
});

test('weights are told apart by every bit', () => {
  const weights = new Float32Array([1, -0, Number.NaN]);
  expect(weightsDigest(weights)).toBe(weightsDigest(weights.slice()));
  expect(weightsDigest(weights.subarray(1))).toBe(weightsDigest(new Float32Array([-0, Number.NaN])));
  expect(weightsDigest(new Float32Array([1, 0, Number.NaN]))).not.toBe(weightsDigest(weights));
});
