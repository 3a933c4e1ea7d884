/** The curve of a set: its points, and what each of them is given. */

import { expect, test } from 'vitest';
import { curvePoints, passCurve } from './curve.ts';
import { passAtK } from './pass-at-k.ts';

test('k runs over powers of two and n', () => {
  expect(curvePoints(8)).toEqual([1, 2, 4, 8]);
  expect(curvePoints(10)).toEqual([1, 2, 4, 8, 10]);
  expect(curvePoints(1)).toEqual([1]);
});

test('stops at the smallest n', () => {
  const curve = passCurve(
    [
      { n: 8, correct: 4 },
      { n: 4, correct: 0 },
    ],
    { seed: 0 },
  );
  expect(curve.map((point) => point.k)).toEqual([1, 2, 4]);
  expect(curve[1]!.pass.value).toBe(passAtK({ n: 8, correct: 4 }, 2) / 2);
});

test('every point has both bands and the plug-in estimate', () => {
  const alike = [1, 2, 3, 4].map(() => ({ n: 16, correct: 4 }));
  for (const { k, pass, samples, biased } of passCurve(alike, { seed: 0 })) {
    // Problems that agree leave nothing to other problems; their samples may still come out otherwise.
    expect([pass.low, pass.high]).toEqual([pass.value, pass.value]);
    expect(samples!.low).toBeLessThan(pass.value);
    expect(samples!.high).toBeGreaterThanOrEqual(pass.value);
    expect(biased).toBeCloseTo(1 - 0.75 ** k, 12);
  }
});

test('one sample of each problem, as greedy decoding gives, says pass@1 and nothing else', () => {
  const curve = passCurve(
    [1, 0, 1].map((correct) => ({ n: 1, correct })),
    { seed: 0 },
  );
  expect(curve.map(({ k, pass }) => [k, pass.value])).toEqual([[1, 2 / 3]]);
});

test('refuses an empty set', () => {
  expect(() => passCurve([], { seed: 0 })).toThrow('curve: expected at least one problem, got none');
});
