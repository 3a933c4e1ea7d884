/** What takes a dead engine's place, with which state, and what is said of it. */

import { describe, expect, test } from 'vitest';
import { toyPolicy } from '../../test/support/toy-trainer.ts';
import { EngineError } from '../core/errors.ts';
import type { Policy, PolicyInfo, PolicyState } from '../core/policy.ts';
import { PolicyKeeper } from './policy-keeper.ts';

type Backend = PolicyInfo['backend'];

const lost = () => new EngineError('device-lost', 'the device was lost');
const stateOf = (step: number): PolicyState => {
  const { length } = toyPolicy().weights;
  return { weights: new Float32Array(length).fill(step), step };
};

/** A keeper whose engines start unless their name is in `broken`, and what became of them. */
async function keeper(first: Backend, broken: readonly Backend[] = []) {
  const log: string[] = [];
  const troubles: string[] = [];
  const kept = await PolicyKeeper.start({
    wanted: 'auto',
    state: stateOf(0),
    make: async (wanted) => {
      const backend = wanted === 'auto' ? first : wanted;
      log.push(`${wanted} asked for`);
      if (wanted !== 'auto' && broken.includes(backend)) throw new Error(`no ${backend} here`);
      const policy = toyPolicy(backend);
      policy[Symbol.asyncDispose] = async () => void log.push(`${backend} let go`);
      return { policy };
    },
    onTrouble: (message) => troubles.push(message),
  });
  return { kept, log, troubles };
}

/** Work that meets so many dead engines before it can be done; it answers with where it was done. */
function work(deaths: number) {
  const seen: string[] = [];
  return {
    seen,
    do: async (policy: Policy) => {
      const { step } = await policy.save();
      seen.push(`${policy.info.backend} ${step}`);
      if (seen.length <= deaths) throw lost();
      return policy.info.backend;
    },
  };
}

describe('use', () => {
  test('does the work again on the same backend, from what was kept, and says so', async () => {
    const { kept, log, troubles } = await keeper('webgpu');
    kept.keep(stateOf(7));
    const job = work(1);
    expect(await kept.use(job.do)).toBe('webgpu');
    expect(job.seen).toEqual(['webgpu 0', 'webgpu 7']);
    expect(log).toEqual(['auto asked for', 'webgpu let go', 'webgpu asked for']);
    expect(troubles).toEqual([
      'webgpu failed: the device was lost; webgpu, started anew, goes on from the last finished step',
    ]);
  });

  test('steps down when the new engine dies before anything was finished', async () => {
    const { kept, troubles } = await keeper('webgpu');
    const job = work(2);
    expect(await kept.use(job.do)).toBe('wasm');
    expect(job.seen).toEqual(['webgpu 0', 'webgpu 0', 'wasm 0']);
    expect(troubles[1]).toBe('webgpu failed: the device was lost; wasm goes on from the last finished step');
  });

  test('keeps to the backend when something was finished in between', async () => {
    const { kept } = await keeper('webgpu');
    let tries = 0;
    const backend = await kept.use(async (policy) => {
      kept.keep(stateOf(++tries));
      if (tries < 4) throw lost();
      return policy.info.backend;
    });
    expect(backend).toBe('webgpu');
    expect((await kept.save()).step).toBe(3);
  });

  test('steps down past engines that do not start', async () => {
    const { kept, troubles } = await keeper('webgpu', ['webgpu', 'wasm']);
    expect(await kept.use(work(1).do)).toBe('cpu');
    expect(troubles).toEqual([
      'webgpu failed: the device was lost; webgpu did not start: no webgpu here; wasm did not start: no wasm here; cpu goes on from the last finished step',
    ]);
  });

  test('fails with all reasons when no engine is left, and keeps the state', async () => {
    const { kept, log } = await keeper('wasm', ['wasm', 'cpu']);
    kept.keep(stateOf(5));
    await expect(kept.use(work(1).do)).rejects.toThrow(
      'wasm failed: the device was lost; wasm did not start: no wasm here; cpu did not start: no cpu here; no engine is left',
    );
    expect(log.filter((line) => line.endsWith('let go'))).toEqual(['wasm let go']);
    expect(kept.current).toBeUndefined();
    expect((await kept.save()).step).toBe(5);
    await expect(kept.use(work(0).do)).rejects.toThrow('none is left');
  });

  test('does a small task again once only, and lets go of what died', async () => {
    const { kept, log } = await keeper('wasm');
    await expect(kept.use(work(2).do, 1)).rejects.toThrow('the device was lost');
    expect(log).toEqual(['auto asked for', 'wasm let go', 'wasm asked for', 'wasm let go']);
    expect(kept.current).toBeUndefined();
  });

  test('has nothing to do with other failures', async () => {
    const { kept, log } = await keeper('wasm');
    await expect(kept.use(() => Promise.reject(new Error('the frame is gone')))).rejects.toThrow('the frame is gone');
    expect(log).toEqual(['auto asked for']);
  });
});

test('a state that was loaded is the one that another policy begins with', async () => {
  const { kept } = await keeper('webgpu');
  await kept.load(stateOf(3));
  const job = work(1);
  await kept.use(job.do);
  expect(job.seen).toEqual(['webgpu 3', 'webgpu 3']);
});
