import { describe, expect, it } from 'vitest';
import type { Policy } from '../../core/policy.ts';
import { MODEL_PRESETS } from '../spec.ts';
import { createTfjsPolicy } from '../tfjs/policy.ts';
import { type Contestant, type Measurement, policyContestant, race, raceLength, TASKS, type Task } from './race.ts';
import { createWorkload } from './workload.ts';

const RESULTS: Readonly<Record<Task, (meanLogProb: number) => Partial<Measurement>>> = {
  update: () => ({}),
  score: (meanLogProb) => ({ meanLogProb }),
  sample: () => ({ tokens: 10 }),
};

/** Plays back wall times, one for each run of any task. */
function scripted(name: string, log: string[], walls: readonly number[], meanLogProb = -6): Contestant {
  const left: Record<Task, number[]> = { update: [...walls], score: [...walls], sample: [...walls] };
  return {
    name,
    async run(task) {
      log.push(`${name} ${task}`);
      return { wall: left[task].shift()!, cpu: null, dispatches: null, ...RESULTS[task](meanLogProb) };
    },
    peakBytes: () => null,
    [Symbol.asyncDispose]: async () => {},
  };
}

describe('race', () => {
  it('lets everybody run in every round and keeps the least, warm-ups left out', async () => {
    const log: string[] = [];
    const timings = await race([scripted('a', log, [1, 30, 20]), scripted('b', log, [2, 40, 50])], { rounds: 2 });
    const round = ['a', 'b'].flatMap((name) => TASKS.map((task) => `${name} ${task}`));
    expect(log).toEqual([...round, ...round, ...round]);
    expect(timings.map(({ update, sample }) => [update.wall, sample?.wall])).toEqual([
      [20, 20],
      [40, 40],
    ]);
    expect(timings.map(({ sample }) => sample?.tokensPerSecond)).toEqual([500, 250]);
  });

  it('asks nobody to sample who cannot', async () => {
    const log: string[] = [];
    const [timing] = await race([{ ...scripted('a', log, [1, 2]), samples: false }], { rounds: 1 });
    expect(log).toEqual(['a update', 'a score', 'a update', 'a score']);
    expect(timing).toMatchObject({ update: { wall: 2 }, sample: null });
  });

  it('says after each task how far it is, warm-ups and what somebody cannot do counted', async () => {
    const seen: string[] = [];
    const onProgress = (done: number, total: number) => void seen.push(`${done}/${total}`);
    await race([{ ...scripted('a', [], [1, 1]), samples: false }], { rounds: 1, onProgress });
    expect(seen).toEqual(['1/6', '2/6', '3/6', '4/6', '5/6', '6/6']);
    expect(raceLength(1, { rounds: 1 })).toBe(6);
  });

  it('refuses to time an engine that computes something else', async () => {
    const contestants = [scripted('right', [], [1, 1], -6.3), scripted('wrong', [], [1, 1], -6.2)];
    await expect(race(contestants, { rounds: 1 })).rejects.toThrow(
      'benchmark: right and wrong: expected equal log-probs after equal updates, got -6.3 and -6.2',
    );
  });

  it('refuses log-probs that are not numbers', async () => {
    const contestants = [scripted('broken', [], [1], Number.NaN)];
    await expect(race(contestants, { rounds: 0 })).rejects.toThrow('got NaN and NaN');
  });
});

describe('policyContestant', () => {
  const workload = createWorkload(
    { ...MODEL_PRESETS.nano, vocabSize: 40 },
    { sequences: 4, tokens: 8, promptTokens: 3, sharedBy: 2 },
  );
  const { spec, weights } = workload;

  it('runs all three tasks, and the update moves what the score sees', async () => {
    await using one = policyContestant('cpu', await createTfjsPolicy({ spec, weights, backend: 'cpu' }), workload);
    const before = await one.run('score');
    await one.run('update');
    const after = await one.run('score');
    const { tokens } = await one.run('sample');
    // The coefficients are those of a mean that is to rise.
    expect(after.meanLogProb).toBeGreaterThan(before.meanLogProb!);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(4 * 6);
    expect(one.peakBytes()).toBeGreaterThan(4 * weights.length);
  });

  it('reads the dispatch counter of an engine that has one', async () => {
    const policy = await createTfjsPolicy({ spec, weights, backend: 'cpu' });
    let dispatches = 100;
    const counting: Policy & { readonly dispatches: number } = Object.assign(Object.create(policy), {
      score: async () => {
        dispatches += 7;
        return { width: 6, logProb: new Float32Array(24), entropy: new Float32Array(24) };
      },
      [Symbol.asyncDispose]: () => policy[Symbol.asyncDispose](),
    });
    Object.defineProperty(counting, 'dispatches', { get: () => dispatches });
    await using one = policyContestant('counted', counting, workload);
    expect((await one.run('score')).dispatches).toBe(7);
  });
});
