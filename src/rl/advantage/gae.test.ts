/** Properties of generalised advantages, whitening and explained variance. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectClose } from '../../../test/support/loss-rows.ts';
import { explainedVariance, gae, whiten } from './gae.ts';

const number = fc.double({ min: -2, max: 2, noNaN: true });
const episode = fc.array(fc.record({ reward: number, value: number, mask: fc.constantFrom(0, 1) }), {
  minLength: 1,
  maxLength: 10,
});
const columns = (tokens: readonly { reward: number; value: number; mask: number }[]) => ({
  rewards: tokens.map(({ reward }) => reward),
  values: tokens.map(({ value }) => value),
  mask: tokens.map(({ mask }) => mask),
});

test('masked tokens are stepped over as if they were not there', () => {
  fc.assert(
    fc.property(episode, (tokens) => {
      const rule = { gamma: 0.9, lambda: 0.8 };
      const masked = gae({ ...columns(tokens), ...rule });
      const { rewards, values } = columns(tokens.filter(({ mask }) => mask === 1));
      const bare = gae({ rewards, values, ...rule });
      const real = (table: readonly number[]) => table.filter((_, t) => tokens[t]!.mask === 1);
      expectClose(real(masked.advantages), bare.advantages);
      expectClose(real(masked.returns), bare.returns);
      tokens.forEach(({ mask }, t) => {
        if (mask === 0) expect([masked.advantages[t], masked.returns[t]]).toEqual([0, 0]);
      });
    }),
  );
});

test('with λ = 1 the returns are the discounted rewards to come, whatever the values; with λ = 0 one step looks ahead', () => {
  fc.assert(
    fc.property(episode, fc.constantFrom(1, 0.9), (tokens, gamma) => {
      const { rewards, values } = columns(tokens);
      const whole = gae({ rewards, values, gamma, lambda: 1 });
      const step = gae({ rewards, values, gamma, lambda: 0 });
      rewards.forEach((_, t) => {
        const toCome = rewards.slice(t).reduce((sum, one, k) => sum + gamma ** k * one, 0);
        expect(whole.returns[t]).toBeCloseTo(toCome, 9);
        expect(step.returns[t]).toBeCloseTo(rewards[t]! + gamma * (values[t + 1] ?? 0), 9);
      });
    }),
  );
});

test('whitened over all rows together: mean 0, sample variance 1, order kept; equal numbers become 0', () => {
  fc.assert(
    fc.property(fc.array(fc.array(number, { maxLength: 6 }), { minLength: 1, maxLength: 5 }), (rows) => {
      const white = whiten(rows);
      expect(white.map(({ length }) => length)).toEqual(rows.map(({ length }) => length));
      const [before, after] = [rows.flat(), white.flat()];
      if (Math.max(...before) - Math.min(...before) < 0.1) return;
      expect(after.reduce((a, b) => a + b, 0)).toBeCloseTo(0, 8);
      expect(after.reduce((sum, one) => sum + one * one, 0) / (after.length - 1)).toBeCloseTo(1, 4);
    }),
  );
  expect(whiten([[0.5], [], [0.5, 0.5]])).toEqual([[0], [], [0, 0]]);
  expect(whiten([[3]])).toEqual([[0]]);
  expect(whiten([])).toEqual([]);
});

test('explained variance: 1 for what comes true, 0 for a constant, below for worse, nothing where nothing varies', () => {
  const returns = [0, 1, 1, 0];
  expect(explainedVariance(returns, returns)).toBe(1);
  expect(explainedVariance([0.3, 0.3, 0.3, 0.3], returns)).toBeCloseTo(0, 12);
  expect(explainedVariance([1, 0, 0, 1], returns)).toBe(-3);
  expect(explainedVariance([1, 0], [0.5, 0.5])).toBeNull();
  expect(explainedVariance([], [])).toBeNull();
});
