/** Streams of measurements: as ever for the first 256 problems, and none that two samples share for any more. */

import { describe, expect, test } from 'vitest';
import { RUN_SETS } from '../../core/records.ts';
import { EVALUATION_STREAMS } from '../../rl/rollout/sampling.ts';
import { checkStreams, firstStreamOf, SAMPLES_PER_PROBLEM, streamOffsetOf } from './streams.ts';

/** Most samples of a problem that are not refused. */
function roomFor(problems: number): number {
  let [room, refused] = [0, SAMPLES_PER_PROBLEM + 1];
  while (refused - room > 1) {
    const middle = Math.floor((room + refused) / 2);
    try {
      checkStreams(problems, middle);
      room = middle;
    } catch {
      refused = middle;
    }
  }
  return room;
}

test('the first 256 problems of a set have the streams that they always had', () => {
  const offsets = Array.from({ length: 256 }, (_, problem) => streamOffsetOf(problem));
  expect(offsets).toEqual(offsets.map((_, problem) => problem * 2 ** 20));
  expect(roomFor(256)).toBe(2 ** 20);
  expect(RUN_SETS.map((set) => firstStreamOf(set) - EVALUATION_STREAMS)).toEqual(
    [0, 1, 2, 6].map((region) => region * 2 ** 28),
  );
});

describe.each([10, 256, 257, 427, 512, 513, 971, 5_000, 10_000])('of %i problems', (problems) => {
  test('no two share a stream, and none leaves its set', () => {
    const room = roomFor(problems);
    expect(room).toBeGreaterThanOrEqual(2 ** 14);
    const offsets = Array.from({ length: problems }, (_, problem) => streamOffsetOf(problem)).sort((a, b) => a - b);
    expect(offsets.every(Number.isInteger)).toBe(true);
    const gaps = offsets.map((offset, i) => (offsets[i + 1] ?? 2 ** 28) - offset);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(room);
  });
});

test('more samples than there are streams are refused before any is drawn', () => {
  expect(() => checkStreams(971, 300_000)).toThrow(
    'evaluate: expected at most 262144 samples of each of 971 problems, got 300000',
  );
  expect(() => checkStreams(10, 2 ** 20)).not.toThrow();
});
