import { describe, expect, it } from 'vitest';
import { createRng, uniform } from '../core/rng.ts';
import { drawToken } from './sampling.ts';

const off = { temperature: 1, topP: 1, topK: 0 };
const logitsOf = (probabilities: number[]) => Float32Array.from(probabilities, Math.log);

/** The draw in its plainest form: everything is ranked. */
function rankedDraw(logits: Float32Array, { temperature, topP, topK }: typeof off, u: number): number {
  const max = Math.max(...logits);
  const weights = Array.from(logits, (z) => Math.exp(z / temperature - max / temperature));
  const ranked = weights.map((_, id) => id).sort((a, b) => weights[b]! - weights[a]! || a - b);
  const first = ranked.slice(0, topK || ranked.length);
  const mass = first.reduce((sum, id) => sum + weights[id]!, 0);
  let reached = 0;
  const kept = first.filter((id, rank) => {
    const keeps = rank === 0 || topP >= 1 || reached < topP * mass;
    if (keeps) reached += weights[id]!;
    return keeps;
  });
  kept.sort((a, b) => a - b);
  let cumulative = 0;
  for (const id of kept) {
    cumulative += weights[id]!;
    if (cumulative > u * reached) return id;
  }
  return kept.at(-1)!;
}

describe('drawToken', () => {
  it('returns the first id whose cumulative probability exceeds u', () => {
    const logits = logitsOf([0.1, 0.2, 0.3, 0.4]);
    expect(
      [0, 0.0999, 0.1001, 0.2999, 0.3001, 0.5999, 0.6001, 0.9999].map((u) => drawToken(logits, off, u).id),
    ).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  });

  it('stores the log-prob of the untruncated, temperature-scaled distribution', () => {
    const logits = logitsOf([0.1, 0.2, 0.3, 0.4]);
    const cold = { temperature: 0.5, topP: 0.5, topK: 2 };
    const squares = [0.01, 0.04, 0.09, 0.16].map((p) => p / 0.3);
    const drawn = drawToken(logits, cold, 0.2);
    expect(drawn.id).toBe(3);
    expect(drawn.logProb).toBeCloseTo(Math.log(squares[3]!), 6);
  });

  it('is greedy at temperature 0, lowest id among equals, log-prob at temperature 1', () => {
    const drawn = drawToken(logitsOf([0.2, 0.4, 0.4]), { ...off, temperature: 0 }, 0.99);
    expect(drawn.id).toBe(1);
    expect(drawn.logProb).toBeCloseTo(Math.log(0.4), 6);
  });

  it('applies top-k, then top-p to what is left, ties by lowest id', () => {
    const logits = logitsOf([0.25, 0.25, 0.25, 0.2, 0.05]);
    const ids = (options: Partial<typeof off>) =>
      new Set(Array.from({ length: 400 }, (_, i) => drawToken(logits, { ...off, ...options }, i / 400).id));
    expect(ids({ topK: 2 })).toEqual(new Set([0, 1]));
    expect(ids({ topP: 0.7 })).toEqual(new Set([0, 1, 2]));
    expect(ids({ topP: 0.01 })).toEqual(new Set([0]));
    // Within the top three each holds a third: 0.6 of that mass needs two of them.
    expect(ids({ topK: 3, topP: 0.6 })).toEqual(new Set([0, 1]));
    expect(ids({ topK: 99 }).size).toBe(5);
  });

  it('keeps the same ids of a large vocabulary as ranking all of them would', () => {
    const rng = createRng('tests', 8);
    for (const spread of [0, 0.01, 1, 6, 40]) {
      const logits = Float32Array.from({ length: 3000 }, () => Math.round(4 * spread * rng.normal()) / 4);
      for (const options of [
        { ...off, topP: 0.95 },
        { ...off, topP: 0.999999 },
        { ...off, topK: 50 },
        { temperature: 0.7, topK: 400, topP: 0.8 },
      ]) {
        const u = rng.next();
        expect(drawToken(logits, options, u).id).toBe(rankedDraw(logits, options, u));
      }
    }
  });

  it('draws the right frequencies from counter-based uniforms (chi-square, 3 degrees of freedom)', () => {
    const p = [0.1, 0.2, 0.3, 0.4];
    const counts = [0, 0, 0, 0];
    const n = 20_000;
    for (let i = 0; i < n; i++) counts[drawToken(logitsOf(p), off, uniform(7, i, 0)).id]!++;
    const chi2 = p.reduce((sum, q, i) => sum + (counts[i]! - n * q) ** 2 / (n * q), 0);
    expect(chi2).toBeLessThan(16.27); // 0.999 quantile
  });

  it('says so when logits are not a distribution', () => {
    expect(() => drawToken(Float32Array.of(0, Number.NaN), off, 0.5)).toThrow('sampling: expected finite logits');
  });
});
