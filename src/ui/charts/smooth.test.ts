import { describe, expect, test } from 'vitest';
import { smoothed, thinned } from './smooth.ts';

const line = (...values: readonly number[]) => values.map((y, x) => ({ x, y }));

describe('smoothing', () => {
  test('weight 0 gives the very points back', () => {
    const points = line(3, 1, 2);
    expect(smoothed(points, 0)).toBe(points);
  });
  test('begins at the first value and stays on a constant', () => {
    expect(smoothed(line(4, 4, 4), 0.9).map(({ y }) => y)).toEqual([4, 4, 4].map((y) => expect.closeTo(y, 12)));
    // (0.5·0 + 0.5·1) / 0.75 after two points.
    expect(smoothed(line(0, 1), 0.5)[1]!.y).toBeCloseTo(2 / 3, 12);
  });
  test('a gap is passed on and does not spoil what follows', () => {
    const values = smoothed(line(2, Number.NaN, 2), 0.5).map(({ y }) => y);
    expect(values).toEqual([2, Number.NaN, 2]);
  });
  test('a weight of 1 would never move and is refused', () => {
    expect(() => smoothed(line(1), 1)).toThrow('chart: expected a smoothing weight from 0 to below 1, got 1');
  });
});

describe('thinning', () => {
  const wave = Array.from({ length: 5000 }, (_, x) => ({ x, y: Math.sin(x / 40) }));
  const spiked = wave.map((point) =>
    point.x === 1234 ? { x: 1234, y: 9 } : point.x === 4321 ? { x: 4321, y: -9 } : point,
  );

  test('keeps both ends and every extreme, in order, and few of the rest', () => {
    const kept = thinned(spiked, 100);
    expect(kept.length).toBeLessThanOrEqual(404);
    expect(kept[0]).toBe(spiked[0]);
    expect(kept.at(-1)).toBe(spiked.at(-1));
    expect(kept).toContain(spiked[1234]);
    expect(kept).toContain(spiked[4321]);
    expect(kept.map(({ x }) => x)).toEqual(kept.map(({ x }) => x).toSorted((a, b) => a - b));
  });
  test('leaves what is short as it is', () => {
    const points = line(1, 2, 3);
    expect(thinned(points, 300)).toBe(points);
    expect(thinned([], 3)).toEqual([]);
  });
  test('a gap stays a gap', () => {
    const gapped = wave.map((point) => (point.x === 2500 ? { x: 2500, y: Number.NaN } : point));
    expect(thinned(gapped, 100).filter(({ y }) => Number.isNaN(y))).toHaveLength(1);
  });
});
