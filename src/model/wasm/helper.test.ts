import { describe, expect, it } from 'vitest';
import type { ModelSpec } from '../spec.ts';
import { createHelper, type FromHelper, Helper, type Thread, type ToHelper } from './helper.ts';

const SPEC: ModelSpec = {
  vocabSize: 8,
  contextLength: 8,
  width: 8,
  layers: 1,
  heads: 1,
  activation: 'relu',
  layerNormEpsilon: 1e-5,
};
/** The smallest module there is: it never runs here. */
const EMPTY = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
const options = { maxNewTokens: 1, temperature: 1, topP: 1, topK: 0, seed: 0, streams: [] };
const job = { type: 'sample', rows: [], options } as const;

/** A thread whose other end the test holds. */
function fakeThread() {
  const sent: ToHelper[] = [];
  let answer: (message: FromHelper) => void = () => {};
  let fail: (reason: string) => void = () => {};
  const thread: Thread = {
    post: (message) => sent.push(message),
    onMessage: (listener) => {
      answer = listener;
    },
    onFailure: (listener) => {
      fail = listener;
    },
    terminate: async () => {},
  };
  return { thread, sent, answer: (m: FromHelper) => answer(m), fail: (reason: string) => fail(reason) };
}

describe('Helper', () => {
  it('matches answers with requests in any order', async () => {
    const { thread, sent, answer } = fakeThread();
    const helper = new Helper(thread, EMPTY, SPEC);
    const [first, second] = [helper.run([job]), helper.run([job])];
    expect(sent.map(({ type }) => type)).toEqual(['start', 'jobs', 'jobs']);
    answer({ id: 1, answers: [{ result: [{ ids: [2], logProbs: [0], truncated: true }] }] });
    answer({ id: 0, answers: [{ result: [] }] });
    expect(await first).toEqual([{ result: [] }]);
    expect(await second).toEqual([{ result: [{ ids: [2], logProbs: [0], truncated: true }] }]);
  });

  it('rejects what a dead thread owed, and everything after', async () => {
    const { thread, fail } = fakeThread();
    const helper = new Helper(thread, EMPTY, SPEC);
    const owed = helper.run([job]);
    fail('out of memory');
    await expect(owed).rejects.toThrow('it died: out of memory');
    await expect(helper.run([job])).rejects.toThrow('it died: out of memory');
  });

  it('refuses what is still owed when it is disposed', async () => {
    const { thread } = fakeThread();
    const helper = new Helper(thread, EMPTY, SPEC);
    const owed = helper.run([job]);
    await helper[Symbol.asyncDispose]();
    await expect(owed).rejects.toThrow('it was disposed');
  });

  it('sends vectors back and forth instead of making new ones', async () => {
    const { thread, sent } = fakeThread();
    const helper = new Helper(thread, EMPTY, SPEC);
    const [first, second] = [new Float32Array(3), new Float32Array(3)];
    helper.recycle(first);
    helper.recycle(second);
    helper.setWeights('policy', Float32Array.of(1, 2, 3));
    void helper.run([job]);
    expect(sent[1]).toEqual({ type: 'weights', which: 'policy', data: Float32Array.of(1, 2, 3) });
    expect(sent[1]).toHaveProperty('data', second);
    expect(sent[2]).toMatchObject({ type: 'jobs', spare: [first] });
  });

  it('asks nothing for no jobs', async () => {
    const { thread, sent } = fakeThread();
    expect(await new Helper(thread, EMPTY, SPEC).run([])).toEqual([]);
    expect(sent.length).toBe(1);
  });
});

it('answers a job that throws with the reason', () => {
  const posted: FromHelper[] = [];
  const handle = createHelper((message) => posted.push(message));
  handle({ type: 'jobs', id: 3, jobs: [job], spare: [] });
  expect(posted).toEqual([{ id: 3, error: 'wasm helper: expected a start message first' }]);
});
