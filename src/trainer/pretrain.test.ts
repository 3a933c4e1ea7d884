import { describe, expect, it } from 'vitest';
import type { Coefficients, OptimizerStep, Policy, Sequence, TokenBatch } from '../core/policy.ts';
import { CATALOGUE } from '../corpus/catalogue.ts';
import { createCorpus } from '../corpus/generator.ts';
import {
  corpusSequences,
  corpusTokenizer,
  learningRateAt,
  PRETRAIN_DEFAULTS,
  type PretrainOptions,
  type PretrainProgress,
  pretrain,
  type SequenceSource,
} from './pretrain.ts';

interface Call {
  readonly batch: TokenBatch;
  readonly coefficients: Coefficients;
  readonly step: OptimizerStep;
}

/** A policy that writes down its updates and gives every completion token log-probability −2. */
function recordingPolicy(applied = true): { policy: Policy; calls: Call[] } {
  const calls: Call[] = [];
  const refuse = () => Promise.reject(new Error('unexpected call'));
  const policy: Policy = {
    info: { engine: 'tfjs', backend: 'cpu', adapter: 'none', parameters: 0 },
    memory: () => ({ bytes: 0, peakBytes: 0, allocations: 0 }),
    sample: refuse,
    score: refuse,
    setReference: refuse,
    save: refuse,
    load: refuse,
    update: async (batch, coefficients, step) => {
      calls.push({ batch, coefficients, step });
      const logProb = coefficients.logProb.map((coefficient) => (coefficient === 0 ? 0 : -2));
      const scores = { width: coefficients.width, logProb, entropy: new Float32Array(logProb.length) };
      return { gradNorm: applied ? 0.5 : Number.NaN, applied, scores };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { policy, calls };
}

/** Sequences of different lengths whose first prompt token is their index. */
const source: SequenceSource = (index): Sequence => ({
  prompt: [index, ...Array<number>(index % 5).fill(7)],
  completion: [...Array<number>((index * 7) % 11).fill(8), 1],
});

const OPTIONS = { batchSize: 4, steps: 40, seed: 3, warmupSteps: 5, checkpoints: [10, 20] };

async function run(options: Partial<PretrainOptions>) {
  const { policy, calls } = recordingPolicy();
  const progress: Omit<PretrainProgress, 'secondsLeft'>[] = [];
  for await (const { secondsLeft: _, ...rest } of pretrain(policy, source, options)) progress.push(rest);
  return { calls, progress };
}

describe('pretrain', () => {
  it('minimises the mean negative log-likelihood of the completion tokens', async () => {
    const { calls, progress } = await run(OPTIONS);
    for (const { batch, coefficients } of calls) {
      const tokens = batch.sequences.reduce((sum, { completion }) => sum + completion.length, 0);
      expect(coefficients.logProb.reduce((sum, value) => sum + value, 0)).toBeCloseTo(-1, 5);
      batch.sequences.forEach(({ completion }, row) => {
        const slots = coefficients.logProb.slice(row * coefficients.width, (row + 1) * coefficients.width);
        slots.forEach((slot, t) => {
          expect(slot).toBeCloseTo(t < completion.length ? -1 / tokens : 0, 6);
        });
      });
      expect(batch.temperature).toBe(1);
    }
    expect(progress.every(({ nll }) => Math.abs(nll - 2) < 1e-6)).toBe(true);
  });

  it('reads every document once, with batches of similar length', async () => {
    const { calls } = await run({ ...OPTIONS, steps: 32 });
    const indices = calls.flatMap(({ batch }) => batch.sequences.map(({ prompt }) => prompt[0]!));
    expect([...indices].sort((a, b) => a - b)).toEqual(Array.from({ length: 128 }, (_, i) => i));
    const spread = calls.map(({ batch }) => {
      const lengths = batch.sequences.map(({ prompt, completion }) => prompt.length + completion.length);
      return Math.max(...lengths) - Math.min(...lengths);
    });
    expect(Math.max(...spread)).toBeLessThanOrEqual(5);
    expect(indices.slice(0, 64)).not.toEqual([...indices.slice(0, 64)].sort((a, b) => a - b));
  });

  it('marks checkpoints and the end, and counts tokens', async () => {
    const { calls, progress } = await run(OPTIONS);
    expect(progress.filter(({ checkpoint }) => checkpoint).map(({ step }) => step)).toEqual([10, 20, 40]);
    const all = calls.flatMap(({ batch }) => batch.sequences);
    expect(progress.at(-1)!.tokens).toBe(all.reduce((sum, s) => sum + s.prompt.length + s.completion.length, 0));
  });

  it('goes on exactly where it was interrupted', async () => {
    const whole = await run(OPTIONS);
    const { step, tokens } = whole.progress[20]!;
    const rest = await run({ ...OPTIONS, resume: { step, tokens } });
    expect(rest.progress).toEqual(whole.progress.slice(21));
    expect(rest.calls).toEqual(whole.calls.slice(21));
  });

  it('stops at a gradient that is not finite', async () => {
    const { policy } = recordingPolicy(false);
    await expect(pretrain(policy, source, OPTIONS).next()).rejects.toThrow('finite gradient at step 1');
  });

  it('warms up and decays to the final share', () => {
    const at = (step: number) => learningRateAt(step, PRETRAIN_DEFAULTS);
    expect(at(0)).toBeCloseTo(2e-5, 8);
    expect(at(99)).toBeGreaterThan(1.9e-3);
    const last = PRETRAIN_DEFAULTS.steps - 1;
    expect(at(last)).toBeGreaterThan(1e-4 - 1e-9);
    expect(at(last)).toBeLessThan(1.02e-4);
    expect(Math.max(...Array.from({ length: PRETRAIN_DEFAULTS.steps }, (_, step) => at(step)))).toBeLessThanOrEqual(
      2e-3,
    );
  });
});

describe('corpusSequences', () => {
  it('replaces documents that do not fit in the context, always by the same ones', () => {
    const corpus = createCorpus(CATALOGUE, null);
    const tokenizer = corpusTokenizer(corpus);
    const indices = Array.from({ length: 200 }, (_, i) => i);
    const length = ({ prompt, completion }: Sequence) => prompt.length + completion.length;
    const roomy = indices.map(corpusSequences(corpus, tokenizer, 5, 256));
    const tight = indices.map(corpusSequences(corpus, tokenizer, 5, 30));
    expect(Math.max(...roomy.map(length))).toBeGreaterThan(30);
    expect(Math.max(...tight.map(length))).toBeLessThanOrEqual(30);
    expect(tight).toEqual(indices.map(corpusSequences(corpus, tokenizer, 5, 30)));
    for (const i of indices) if (length(roomy[i]!) <= 30) expect(tight[i]).toEqual(roomy[i]);
  });
});
