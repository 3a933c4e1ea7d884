import { describe, expect, test } from 'vitest';
import { csvText } from '../../core/csv.ts';
import { fileName, legendPlaces, pngSize, wrapText } from './export.ts';
import { seriesRows } from './line-chart.tsx';
import { bandPath, linePath, nearest, nearestIndex } from './path.ts';
import { linearTicks, logTicks, makeScale, niceCeiling, niceDomain } from './scale.ts';

describe('scales', () => {
  test('linear maps both ways, downwards too', () => {
    const y = makeScale('linear', [0, 1], [100, 0]);
    expect([y(0), y(0.25), y(1)]).toEqual([100, 75, 0]);
    expect(y.invert(75)).toBe(0.25);
  });
  test('log2 gives each doubling the same width', () => {
    const x = makeScale('log2', [1, 64], [0, 60]);
    expect([x(1), x(2), x(8), x(64)]).toEqual([0, 10, 30, 60]);
    expect(x.invert(30)).toBeCloseTo(8);
  });
  test('an empty domain does not divide by zero; a log domain must be positive', () => {
    expect(makeScale('linear', [3, 3], [10, 20])(3)).toBe(10);
    expect(() => makeScale('log2', [0, 8], [0, 1])).toThrow('chart: log scale needs a positive domain, got 0');
  });
});

describe('ticks', () => {
  test('are round and inside the domain', () => {
    expect(linearTicks([0, 1], 4)).toEqual([0, 0.5, 1]);
    expect(linearTicks([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(linearTicks([0, 50], 5)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(logTicks([1, 128], 2, 20)).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    expect(logTicks([1, 1000], 10, 20)).toEqual([1, 10, 100, 1000]);
    expect(logTicks([3, 5000], 10, 20)).toEqual([10, 100, 1000]);
    expect(logTicks([1, 1024], 2, 6)).toEqual([1, 4, 16, 64, 256, 1024]);
  });
  test('the top of an axis covers the data', () => {
    expect(niceCeiling(0.147, 0.05)).toBe(0.15);
    expect(niceCeiling(0, 0.05)).toBeGreaterThanOrEqual(0.05);
    expect(niceCeiling(123, 0.05)).toBe(150);
  });
  test('both ends of an axis through 0 are round and cover the data', () => {
    expect(niceDomain(-0.013, 0.018)).toEqual([-0.02, 0.02]);
    expect(niceDomain(-0.06, 0)).toEqual([-0.06, 0]);
    expect(niceDomain(0, 3e-4)[1]).toBeCloseTo(3e-4, 12);
    expect(niceDomain(0, 0)).toEqual([0, 1]);
  });
});

describe('paths', () => {
  const x = makeScale('linear', [0, 10], [0, 100]);
  const y = makeScale('linear', [0, 1], [50, 0]);
  test('a line lifts the pen where a value is missing', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
      { x: 2, y: Number.NaN },
      { x: 3, y: 0.5 },
    ];
    expect(linePath(points, x, y)).toBe('M0,50L10,0M30,25');
  });
  test('a band goes out along the highs and back along the lows', () => {
    const points = [
      { x: 0, y: 0.5, low: 0.4, high: 0.6 },
      { x: 10, y: 0.5, low: 0.2, high: 0.8 },
    ];
    expect(bandPath(points, x, y)).toBe('M0,20L100,10L100,40L0,30Z');
    expect(bandPath(points.slice(1), x, y)).toBe('');
  });
  test('the nearest point follows the cursor', () => {
    const points = [
      { x: 0, y: 1 },
      { x: 4, y: 2 },
      { x: 9, y: 3 },
    ];
    expect(nearest(points, 5)).toBe(points[1]);
    expect(nearest([], 5)).toBeNull();
    for (let at = -3; at < 14; at += 0.25) {
      const slow = points.reduce((best, point) => (Math.abs(point.x - at) < Math.abs(best.x - at) ? point : best));
      expect(nearest(points, at), String(at)).toBe(slow);
    }
    expect(nearestIndex([4], 9, (place) => place)).toBe(0);
  });
});

describe('files', () => {
  test('cells that hold a comma, a quote or a line break are quoted', () => {
    const rows = [
      ['model', 'pass@k', 'note'],
      ['Base, cool', 0.25, 'says "yes"'],
      ['Trained', null, 'two\nlines'],
    ];
    expect(csvText(rows)).toBe('model,pass@k,note\r\n"Base, cool",0.25,"says ""yes"""\r\nTrained,,"two\nlines"\r\n');
  });
  test('a title becomes the name of a file', () => {
    expect(['KL (nats)', 'pass@8', 'Where the time goes (s)'].map(fileName)).toEqual([
      'kl-nats',
      'pass@8',
      'where-the-time-goes-s',
    ]);
  });
  test('the rows of a line chart have one point of one line each', () => {
    const points = [{ x: 1, y: 0.5, low: 0.4, high: 0.6 }];
    const other = { name: 'A', points, tone: 'ink' } as const;
    const series = [
      { ...other, backdrop: 'earlier' } as const,
      { ...other, backdrop: 'raw' } as const,
      { name: 'The ten', points, tone: 'accent' } as const,
    ];
    expect(seriesRows(series, 'step')).toEqual([
      ['line', 'step', 'value', 'low', 'high'],
      ['A, raw', 1, 0.5, 0.4, 0.6],
      ['The ten', 1, 0.5, 0.4, 0.6],
    ]);
  });
  test('keys of a legend stand in rows that fit', () => {
    const places = legendPlaces(['Training', 'The ten', 'Unseen compositions'], 200);
    expect(places.map(({ row }) => row)).toEqual([0, 0, 1]);
    expect(places[0]!.x).toBe(0);
    expect(places[1]!.x).toBeGreaterThan(24 + 8 * 6);
    expect(places[2]!.x).toBe(0);
  });
  test('pixels are twice as many to a side, and no side is longer than a canvas may be', () => {
    expect(pngSize({ width: 640, height: 400 })).toEqual({ width: 1280, height: 800 });
    expect(pngSize({ width: 8192, height: 2048 })).toEqual({ width: 8192, height: 2048 });
    expect(pngSize({ width: 20_000, height: 10 })).toEqual({ width: 8192, height: 4 });
  });
  test('a caption is broken between words', () => {
    expect(wrapText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  });
});
