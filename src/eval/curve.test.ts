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

test('goes on to what was asked for without the problems that lost samples, and says so', () => {
  const curve = passCurve(
    [
      { n: 64, correct: 4 },
      { n: 63, correct: 63 },
      { n: 64, correct: 0 },
    ],
    { seed: 0, asked: 64 },
  );
  expect(curve.map(({ k, problems }) => [k, problems])).toEqual([
    ...[1, 2, 4, 8, 16, 32].map((k) => [k, undefined]),
    [64, 2],
  ]);
  expect(curve.at(-1)!.pass.value).toBe(0.5);
  expect(curve.at(-2)!.pass.value).toBeGreaterThan(0.6);
  // No problem has what was asked for: the curve ends at the most that one has.
  const lost = [
    { n: 62, correct: 4 },
    { n: 61, correct: 3 },
  ];
  expect(passCurve(lost, { seed: 0, asked: 64 }).map(({ k }) => k)).toEqual([1, 2, 4, 8, 16, 32, 62]);
});

test('one problem: the band over problems is that of its samples', () => {
  for (const { pass, samples } of passCurve([{ n: 16, correct: 3 }], { seed: 0 })) {
    expect({ low: pass.low, high: pass.high }).toEqual(samples);
    expect(pass.high - pass.low).toBeGreaterThan(0.2);
  }
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
