/** What takes a dead engine's place, with which state, and what is said of it. */

import { describe, expect, test } from 'vitest';
import { mortalPolicy } from '../../test/support/mortal-policy.ts';
import { toyPolicy } from '../../test/support/toy-trainer.ts';
import { EngineError } from '../core/errors.ts';
import type { Policy, PolicyInfo, PolicyState } from '../core/policy.ts';
import { type KeptState, PolicyKeeper } from './policy-keeper.ts';

type Backend = PolicyInfo['backend'];
type Dies = Parameters<typeof mortalPolicy>[1];

const lost = () => new EngineError('device-lost', 'the device was lost');
const policyAt = (step: number): PolicyState => {
  const { length } = toyPolicy().weights;
  return { weights: new Float32Array(length).fill(step), step };
};
const stateOf = (step: number): KeptState => ({ policy: policyAt(step) });

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
    await expect(kept.use(work(0).do)).rejects.toThrow('no engine is left');
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

describe('a policy that is shared', () => {
  /** Two pieces of work that both fail on the first policy, `second` at once or after the policy was replaced. */
  async function sharing(second: Error, late: boolean, broken: readonly Backend[] = []) {
    const { kept, ...seen } = await keeper('webgpu', broken);
    kept.keep(stateOf(7));
    const doomed = kept.current!.policy;
    const failing = (error: Error, waits: boolean) => async (policy: Policy) => {
      if (policy !== doomed) return `${policy.info.backend} ${(await policy.save()).step}`;
      // All promises of a replacement without devices are settled by then.
      if (waits) await new Promise((resolve) => setTimeout(resolve));
      throw error;
    };
    const both = await Promise.allSettled([kept.use(failing(lost(), false)), kept.use(failing(second, late))]);
    return { ...seen, both };
  }

  test.each<[string, Error, boolean]>([
    ['at once', lost(), false],
    ['later', lost(), true],
    ['as its policy was let go', new Error('the arena is gone'), true],
  ])('is replaced once for all work that fails on it, %s, and all is done again', async (_, second, late) => {
    const { log, troubles, both } = await sharing(second, late);
    const done = { status: 'fulfilled', value: 'webgpu 7' };
    expect(both).toEqual([done, done]);
    expect(log).toEqual(['auto asked for', 'webgpu let go', 'webgpu asked for']);
    expect(troubles).toHaveLength(1);
  });

  test('fails with the same reasons for all where no engine is left', async () => {
    const { log, both } = await sharing(lost(), true, ['webgpu', 'wasm', 'cpu']);
    const reasons = both.map((one) => one.status === 'rejected' && one.reason.message);
    expect(reasons[0]).toContain('no engine is left');
    expect(reasons[1]).toBe(reasons[0]);
    expect(log.filter((line) => line.endsWith('asked for'))).toHaveLength(4);
  });

  test('keeps later work waiting while it is replaced', async () => {
    const { kept, log } = await keeper('webgpu');
    let late: Promise<string> | undefined;
    const job = work(1);
    const first = kept.use(async (policy) => {
      policy[Symbol.asyncDispose] = async () => {
        late = kept.use(async ({ info }) => info.backend);
      };
      return job.do(policy);
    });
    expect(await first).toBe('webgpu');
    expect(await late).toBe('webgpu');
    expect(log.filter((line) => line.endsWith('asked for'))).toHaveLength(2);
  });

  test('lets go of a replacement that comes after its own end', async () => {
    const { kept, log } = await keeper('webgpu');
    let ended: Promise<void> | undefined;
    const using = kept.use(async (policy) => {
      policy[Symbol.asyncDispose] = async () => {
        ended ??= kept[Symbol.asyncDispose]();
      };
      throw lost();
    });
    await expect(using).rejects.toThrow('none is left');
    await ended;
    expect(log).toEqual(['auto asked for', 'webgpu asked for', 'webgpu let go']);
    expect(kept.current).toBeUndefined();
  });
});

describe('start', () => {
  /** Starts a keeper whose engines die as they are made or tried out. */
  async function start(
    wanted: Backend | 'auto',
    dying: Partial<Record<Backend, 'made' | 'tried out'>>,
    error = lost(),
  ) {
    const log: string[] = [];
    const troubles: string[] = [];
    const kept = await PolicyKeeper.start({
      wanted,
      state: stateOf(0),
      make: async (asked) => {
        const backend = asked === 'auto' ? 'webgpu' : asked;
        log.push(`${asked} asked for`);
        if (dying[backend] === 'made') throw error;
        const policy = toyPolicy(backend);
        policy[Symbol.asyncDispose] = async () => void log.push(`${backend} let go`);
        return { policy };
      },
      tryOut: async ({ policy }) => {
        if (dying[policy.info.backend] === 'tried out') throw error;
      },
      onTrouble: (message) => troubles.push(message),
    });
    return { backend: kept.current!.policy.info.backend, log, troubles };
  }

  test.each(['auto', 'webgpu'] as const)(
    'steps down when the first engine of %s dies as it is tried out',
    async (wanted) => {
      const { backend, log, troubles } = await start(wanted, { webgpu: 'tried out' });
      expect(backend).toBe('wasm');
      expect(log).toEqual([
        ...[`${wanted} asked for`, 'webgpu let go', 'webgpu asked for', 'webgpu let go'],
        'wasm asked for',
      ]);
      expect(troubles).toEqual([
        'webgpu failed: the device was lost; webgpu did not start: the device was lost; wasm begins',
      ]);
    },
  );

  test('steps down when what was named dies as it is made', async () => {
    expect((await start('wasm', { wasm: 'made' })).backend).toBe('cpu');
  });

  test('fails with all reasons when all die, and by name when it is not the engine', async () => {
    const all = { webgpu: 'tried out', wasm: 'made', cpu: 'made' } as const;
    await expect(start('auto', all)).rejects.toThrow('cpu did not start: the device was lost; no engine is left');
    const missing = new Error('backend: webgpu is not available') as EngineError;
    await expect(start('webgpu', { webgpu: 'made' }, missing)).rejects.toBe(missing);
  });
});

test('a state that was loaded is the one that another policy begins with', async () => {
  const { kept } = await keeper('webgpu');
  await kept.load(stateOf(3));
  const job = work(1);
  await kept.use(job.do);
  expect(job.seen).toEqual(['webgpu 3', 'webgpu 3']);
});

describe('a critic beside the policy', () => {
  /** Both are engines of their own; `dying` names the calls that end the first of each. */
  async function pair(dying: { readonly policy?: Dies; readonly critic?: Dies }) {
    const log: string[] = [];
    const make = (name: 'policy' | 'critic', dies: Dies | undefined) => {
      const table = toyPolicy('webgpu');
      table[Symbol.asyncDispose] = async () => void log.push(`${name} let go`);
      return mortalPolicy(table, log.includes(`${name} made`) ? () => false : (dies ?? (() => false)));
    };
    const kept = await PolicyKeeper.start<{ policy: Policy; critic?: Policy }>({
      wanted: 'auto',
      state: { policy: policyAt(0), critic: policyAt(100) },
      make: async () => {
        const policy = make('policy', dying.policy);
        log.push('policy made');
        return { policy };
      },
      tryOut: async (made) => {
        made.critic = make('critic', dying.critic);
        log.push('critic made');
      },
      onTrouble: (message) => log.push(message),
    });
    return { kept, log };
  }

  const firstSave: Dies = (call) => call === 'save';

  test.each([{ policy: firstSave }, { critic: firstSave }, { policy: firstSave, critic: firstSave }])(
    'both are made anew and go on from where both were: %o',
    async (dying) => {
      const { kept, log } = await pair(dying);
      await kept.load({ policy: policyAt(1), critic: policyAt(101) });
      kept.keep({ policy: policyAt(2), critic: policyAt(102) });
      const steps = await kept.use(async (policy, critic) => [
        (await policy.save()).step,
        (await critic!.save()).step,
        (await critic!.save()).weights[0],
      ]);
      expect(steps).toEqual([2, 102, 102]);
      expect(log).toEqual([
        ...['policy made', 'critic made', 'policy let go', 'critic let go', 'policy made', 'critic made'],
        expect.stringContaining('webgpu, started anew, goes on from the last finished step'),
      ]);
    },
  );

  test('is loaded with the policy, and let go with it', async () => {
    const { kept, log } = await pair({});
    await kept.load({ policy: policyAt(1), critic: policyAt(101) });
    expect(await kept.use(async (_, critic) => (await critic!.save()).step)).toBe(101);
    expect((await kept.save()).step).toBe(1);
    await kept[Symbol.asyncDispose]();
    expect(log.slice(-2)).toEqual(['policy let go', 'critic let go']);
  });

  test('one that dies as it is made ends the policy too, and both start elsewhere', async () => {
    const log: string[] = [];
    const kept = await PolicyKeeper.start<{ policy: Policy; critic?: Policy }>({
      wanted: 'webgpu',
      state: { policy: policyAt(0), critic: policyAt(100) },
      make: async (backend) => {
        const policy = toyPolicy(backend as Backend);
        policy[Symbol.asyncDispose] = async () => void log.push(`${backend} let go`);
        return { policy };
      },
      tryOut: async (made) => {
        if (made.policy.info.backend === 'webgpu') throw lost();
        made.critic = toyPolicy(made.policy.info.backend);
      },
      onTrouble: (message) => log.push(message),
    });
    expect(log.slice(0, 2)).toEqual(['webgpu let go', 'webgpu let go']);
    expect(await kept.use(async (policy, critic) => [policy.info.backend, (await critic!.save()).step])).toEqual([
      'wasm',
      100,
    ]);
  });
});
