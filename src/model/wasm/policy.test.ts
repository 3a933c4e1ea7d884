/** What only this engine promises: exact agreement between decoding, scoring and any number of workers. */

import { beforeAll, describe, expect, it } from 'vitest';
import { buildWasm } from '../../../scripts/build-wasm.ts';
import { randomWeights } from '../../../test/support/random-model.ts';
import { EngineError } from '../../core/errors.ts';
import type { Coefficients, Policy, SampleOptions, Sequence, TokenBatch } from '../../core/policy.ts';
import { createRng } from '../../core/rng.ts';
import { planBatch } from '../plan/plan.ts';
import { MODEL_PRESETS, type ModelSpec, parameterLayout } from '../spec.ts';
import { Arena } from './arena.ts';
import { workersFor } from './crew.ts';
import { Helper } from './helper.ts';
import { type Job, runJob } from './jobs.ts';
import { Network } from './network.ts';
import { createWasmPolicy } from './policy.ts';
import { currentPlatform } from './surroundings.ts';

const NANO: ModelSpec = { ...MODEL_PRESETS.nano, vocabSize: 53 };
const STEP = { learningRate: 1e-3, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.1, clipNorm: 1 };
const PROBE = { ...STEP, learningRate: 0, beta1: 0, beta2: 0, weightDecay: 0, clipNorm: Number.POSITIVE_INFINITY };

beforeAll(async () => {
  await buildWasm();
});

/** Groups of `shared` completions of one prompt, all of varying length. */
function groupedSequences(spec: ModelSpec, count: number, shared: number, seed = 3): Sequence[] {
  const rng = createRng('tests', seed);
  const tokens = (n: number) => Array.from({ length: n }, () => rng.int(2, spec.vocabSize - 1));
  let prompt: number[] = [];
  return Array.from({ length: count }, (_, i) => {
    if (i % shared === 0) prompt = tokens(rng.int(1, 13));
    return { prompt, completion: tokens(rng.int(1, 19)) };
  });
}

function randomCoefficients(batch: TokenBatch, seed = 5): Required<Omit<Coefficients, 'value'>> {
  const rng = createRng('tests', seed);
  const width = Math.max(...batch.sequences.map((s) => s.completion.length));
  const values = () =>
    Float32Array.from({ length: batch.sequences.length * width }, (_, i) =>
      i % width < batch.sequences[Math.floor(i / width)]!.completion.length ? rng.normal() / width : 0,
    );
  return { width, logProb: values(), entropy: values() };
}

function options(count: number, over: Partial<SampleOptions> = {}): SampleOptions {
  const streams = Array.from({ length: count }, (_, i) => 1000 + i);
  return { maxNewTokens: 20, temperature: 1, topP: 1, topK: 0, seed: 11, streams, ...over };
}

async function gradientOf(policy: Policy, batch: TokenBatch, coefficients: Coefficients): Promise<Float32Array> {
  await policy.update(batch, coefficients, PROBE);
  return (await policy.save()).moment1!;
}

it('refuses to end completions by another rule than the end of text', async () => {
  await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 1), workers: 1 });
  await expect(policy.sample([[2]], options(1, { ends: () => true }))).rejects.toThrow(
    'sample: expected completions that end at the end of text, the WebAssembly engine knows no other rule',
  );
});

describe('gradients', () => {
  it.each(['gelu_new', 'relu'] as const)(
    'match finite differences of log-probs and entropies (%s)',
    async (activation) => {
      const spec: ModelSpec = { ...NANO, activation, heads: 4, vocabSize: 29, contextLength: 40 };
      const weights = randomWeights(spec, 7);
      await using policy = await createWasmPolicy({ spec, weights, workers: 1 });
      const batch: TokenBatch = { sequences: groupedSequences(spec, 7, 3), temperature: 0.7 };
      const coefficients = randomCoefficients(batch);
      const gradient = await gradientOf(policy, batch, coefficients);
      const lossAt = async (moved: Float32Array) => {
        await policy.load({ weights: moved, step: 0 });
        const { logProb, entropy } = await policy.score(batch);
        let sum = 0;
        logProb.forEach((value, i) => {
          sum += value * coefficients.logProb[i]! + entropy[i]! * coefficients.entropy[i]!;
        });
        return sum;
      };
      // Along random directions within each tensor: a sum over many weights drowns the rounding of f32.
      const rng = createRng('tests', 9);
      for (const { name, offset, size } of parameterLayout(spec)) {
        const direction = Float32Array.from({ length: size }, () => Math.sign(rng.next() - 0.5));
        const h = 2e-3 / Math.sqrt(size);
        const moved = (sign: number) => {
          const copy = weights.slice();
          direction.forEach((d, i) => {
            copy[offset + i]! += sign * h * d;
          });
          return copy;
        };
        const numeric = ((await lossAt(moved(1))) - (await lossAt(moved(-1)))) / (2 * h);
        const analytic = direction.reduce((sum, d, i) => sum + d * gradient[offset + i]!, 0);
        const scale = Math.sqrt(gradient.subarray(offset, offset + size).reduce((sum, g) => sum + g * g, 0));
        expect(Math.abs(numeric - analytic), `${name}: ${numeric} against ${analytic}`).toBeLessThan(
          0.02 * scale + 2e-3,
        );
      }
    },
  );

  it('do not depend on how the batch is cut, up to rounding', async () => {
    const weights = randomWeights(NANO, 7);
    await using policy = await createWasmPolicy({ spec: NANO, weights, workers: 1 });
    const sequences = groupedSequences(NANO, 96, 4);
    const batch: TokenBatch = { sequences, temperature: 1 };
    const coefficients = randomCoefficients(batch);
    const whole = await gradientOf(policy, batch, coefficients);
    const sum = new Float64Array(whole.length);
    for (let i = 0; i < sequences.length; i++) {
      const width = sequences[i]!.completion.length;
      const row = (values: Float32Array) => values.subarray(i * coefficients.width, i * coefficients.width + width);
      const single = { width, logProb: row(coefficients.logProb), entropy: row(coefficients.entropy) };
      const part = await gradientOf(policy, { sequences: [sequences[i]!], temperature: 1 }, single);
      part.forEach((g, j) => {
        sum[j]! += g;
      });
    }
    const norm = Math.hypot(...sum);
    expect(Math.hypot(...sum.map((g, j) => g - whole[j]!)) / norm).toBeLessThan(1e-6);
  });
});

describe('scores', () => {
  it('are the same bits whatever else is in the batch', async () => {
    await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 1 });
    const sequences = groupedSequences(NANO, 120, 5);
    const together = await policy.score({ sequences, temperature: 0.9 });
    for (const i of [0, 1, 17, 63, 119]) {
      const alone = await policy.score({ sequences: [sequences[i]!], temperature: 0.9 });
      const start = i * together.width;
      expect(together.logProb.slice(start, start + alone.width)).toEqual(alone.logProb);
      expect(together.entropy.slice(start, start + alone.width)).toEqual(alone.entropy);
    }
  });

  it('of the reference stay when the policy moves', async () => {
    await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 2 });
    const batch: TokenBatch = { sequences: groupedSequences(NANO, 40, 4), temperature: 1 };
    const before = await policy.score(batch);
    const { scores } = await policy.update(batch, randomCoefficients(batch), STEP);
    expect(scores).toEqual(before);
    expect(await policy.score(batch, 'reference')).toEqual(before);
    const after = await policy.score(batch);
    expect(after).not.toEqual(before);
    await policy.setReference();
    expect(await policy.score(batch, 'reference')).toEqual(after);
  });

  it('refuse what the kernels would read out of bounds', async () => {
    await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 1 });
    const score = (sequence: Sequence) => policy.score({ sequences: [sequence], temperature: 1 });
    await expect(score({ prompt: [53], completion: [2] })).rejects.toThrow('below 53');
    await expect(score({ prompt: [], completion: [2] })).rejects.toThrow('at least one token');
    const long = new Array<number>(NANO.contextLength).fill(2);
    await expect(score({ prompt: long, completion: [2, 3] })).rejects.toThrow('at most 64');
    await expect(score({ prompt: long, completion: [2] })).resolves.toBeDefined();
  });
});

describe('sampling', () => {
  const prompts = groupedSequences(NANO, 300, 6).map(({ prompt }) => prompt);

  it('stores exactly the log-probs that scoring finds', async () => {
    await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 1 });
    for (const temperature of [1, 0.6]) {
      const completions = await policy.sample(prompts, options(prompts.length, { temperature }));
      const sequences = completions.map(({ ids }, i) => ({ prompt: prompts[i]!, completion: ids }));
      const { logProb, width } = await policy.score({ sequences, temperature });
      completions.forEach(({ logProbs }, i) => {
        expect(logProbs).toEqual([...logProb.subarray(i * width, i * width + logProbs.length)]);
      });
      expect(new Set(completions.map(({ ids }) => ids.length)).size).toBeGreaterThan(5);
    }
  });

  it('depends on seed, stream and prompt alone', async () => {
    await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 1 });
    const all = options(prompts.length);
    const together = await policy.sample(prompts, all);
    for (const i of [0, 5, 299]) {
      const [alone] = await policy.sample([prompts[i]!], { ...all, streams: [all.streams[i]!] });
      expect(alone).toEqual(together[i]);
    }
    expect(await policy.sample(prompts, { ...all, seed: 12 })).not.toEqual(together);
  });

  it('takes long prompts, many at once', async () => {
    const spec = { ...NANO, contextLength: 256 };
    await using policy = await createWasmPolicy({ spec, weights: randomWeights(spec, 7), workers: 1 });
    const rng = createRng('tests', 8);
    const long = Array.from({ length: 12 }, () => Array.from({ length: rng.int(230, 256) }, () => rng.int(2, 52)));
    const completions = await policy.sample(long, options(long.length));
    const sequences = completions.map(({ ids }, i) => ({ prompt: long[i]!, completion: ids }));
    const { logProb, width } = await policy.score({ sequences, temperature: 1 });
    completions.forEach(({ logProbs }, i) => {
      expect(logProbs).toEqual([...logProb.subarray(i * width, i * width + logProbs.length)]);
    });
  });

  it('filters by top-k and top-p', async () => {
    await using policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 1 });
    const greedy = await policy.sample(prompts, options(prompts.length, { temperature: 0 }));
    const one = await policy.sample(prompts, options(prompts.length, { topK: 1 }));
    expect(one.map(({ ids }) => ids)).toEqual(greedy.map(({ ids }) => ids));
    const nucleus = await policy.sample(prompts, options(prompts.length, { topP: 1e-9 }));
    expect(nucleus.map(({ ids }) => ids)).toEqual(greedy.map(({ ids }) => ids));
  });
});

describe('workers', () => {
  it('change no bit of samples, scores, updates or weights', async () => {
    const weights = randomWeights(NANO, 7);
    const batches = [3, 12, 150].map((count) => ({ sequences: groupedSequences(NANO, count, 6), temperature: 1 }));
    const runs = [];
    for (const workers of [1, 2, 3, 4]) {
      await using policy = await createWasmPolicy({ spec: NANO, weights, workers });
      const seen = [];
      for (const batch of batches) {
        for (let i = 0; i < 2; i++) seen.push(await policy.update(batch, randomCoefficients(batch, i), STEP));
        const prompts = batch.sequences.map(({ prompt }) => prompt);
        seen.push(await policy.sample(prompts, options(prompts.length)), await policy.score(batch));
      }
      runs.push([...seen, await policy.save()]);
    }
    for (const run of runs.slice(1)) expect(run).toEqual(runs[0]);
  });

  it('run jobs in helper threads, with the bits of this one', async () => {
    const platform = await currentPlatform();
    const module = await platform.loadModule();
    const weights = randomWeights(NANO, 7);
    const network = new Network(module, NANO);
    network.setWeights('policy', weights);
    await using helper = new Helper(await platform.spawnThread(), module, NANO);
    helper.setWeights('policy', network.weights('policy'));
    const sequences = groupedSequences(NANO, 12, 3);
    const [plan] = planBatch(sequences, Math.max(...sequences.map((s) => s.completion.length)), NANO);
    const ones = new Float32Array(plan!.headRows.length).fill(1);
    const job: Job = {
      type: 'gradient',
      parts: [{ plan: plan!, derivatives: { logProb: ones, entropy: ones } }],
      temperature: 1,
    };
    for (let round = 0; round < 2; round++) {
      const [answer] = await helper.run([job]);
      expect(answer!.result).toEqual(runJob(network, job));
      expect(answer!.gradient).toEqual(network.vector('gradient').slice());
      helper.recycle(answer!.gradient!);
    }
  });

  it('are as many as the machine can spare, at most four', () => {
    expect([1, 2, 4, 5, 6, 8, 64].map(workersFor)).toEqual([1, 2, 2, 2, 4, 4, 4]);
  });

  it('must be a whole number', async () => {
    const weights = randomWeights(NANO, 7);
    await expect(createWasmPolicy({ spec: NANO, weights, workers: 0 })).rejects.toThrow('whole number above 0, got 0');
  });
});

describe('memory', () => {
  it('stays flat over 1,000 updates with samples and scores between, and is given back', async () => {
    const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
    const before = threads();
    const policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 2 });
    const batch: TokenBatch = { sequences: groupedSequences(NANO, 6, 3), temperature: 1 };
    const large: TokenBatch = { sequences: groupedSequences(NANO, 60, 3), temperature: 1 };
    const start = policy.memory();
    expect(start.allocations).toBe(2);
    const running = threads();
    expect(running).toBeGreaterThan(before);
    for (let i = 0; i < 1000; i++) {
      const some = i % 50 === 0 ? large : batch;
      await policy.update(some, randomCoefficients(some, i), STEP);
      if (i % 10 === 0) {
        const prompts = some.sequences.map(({ prompt }) => prompt);
        await policy.sample(prompts, options(prompts.length, { maxNewTokens: 4 }));
        await policy.score(some, 'reference');
      }
    }
    expect(policy.memory()).toEqual(start);
    // Ports that are being closed still count for a moment.
    await expect.poll(threads).toBe(running);
    await policy[Symbol.asyncDispose]();
    expect(policy.memory()).toEqual({ bytes: 0, peakBytes: 0, allocations: 0 });
    await expect.poll(threads).toBe(before);
  });

  it('is refused in one sentence where there is not so much', () => {
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 2 });
    const arena = new Arena(memory, 64);
    arena.reserve('much', 1 << 20);
    expect(() => arena.commit()).toThrow(EngineError);
    expect(() => arena.commit()).toThrow('expected 5 MiB of memory to be free');
  });

  it('is gone after dispose, and every call is refused', async () => {
    const policy = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 7), workers: 2 });
    const batch: TokenBatch = { sequences: groupedSequences(NANO, 6, 3), temperature: 1 };
    const state = await policy.save();
    await policy[Symbol.asyncDispose]();
    await policy[Symbol.asyncDispose]();
    const calls = [
      policy.sample([[2]], options(1)),
      policy.score(batch),
      policy.update(batch, randomCoefficients(batch), STEP),
      policy.setReference(),
      policy.save(),
      policy.load(state),
    ];
    for (const call of calls) await expect(call).rejects.toThrow('alive, this one was disposed');
  });
});

describe('updates', () => {
  const batch: TokenBatch = { sequences: groupedSequences(NANO, 20, 4), temperature: 1 };

  it('decays matrices only', async () => {
    const weights = randomWeights(NANO, 7);
    await using policy = await createWasmPolicy({ spec: NANO, weights, workers: 1 });
    const none = { width: randomCoefficients(batch).width, logProb: randomCoefficients(batch).logProb.map(() => 0) };
    await policy.update(batch, none, { ...STEP, learningRate: 0.5, weightDecay: 0.2 });
    const { weights: after } = await policy.save();
    for (const { name, offset, size, decays } of parameterLayout(NANO)) {
      const expected = weights.slice(offset, offset + size).map((x) => (decays ? x * 0.9 : x));
      const worst = Math.max(...expected.map((x, i) => Math.abs(x - after[offset + i]!)));
      expect(worst, name).toBeLessThan(1e-7);
    }
  });
});
