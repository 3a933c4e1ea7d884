import { expect, test } from 'vitest';
import type { Span } from '../../core/records.ts';
import { timelineOf } from './timeline.ts';

const SPANS: readonly Span[] = [
  { phase: 'sample', step: 3, from: 0, to: 1 },
  { phase: 'judge', step: 3, from: 0.5, to: 1.2 },
  { phase: 'judge', step: 3, from: 1, to: 2 },
  { phase: 'sample', step: 4, from: 1, to: 2.5 },
  { phase: 'update', step: 3, from: 2.5, to: 4 },
];

test('bars are shares of the whole, in the order of the loop, phases without work left out', () => {
  const timeline = timelineOf({ step: 3, spans: SPANS })!;
  expect(timeline.seconds).toBe(4);
  expect(
    timeline.lanes.map(({ phase, bars }) => [phase, bars.map(({ from, width, ahead }) => [from, width, ahead])]),
  ).toEqual([
    [
      'sample',
      [
        [0, 0.25, false],
        [0.25, 0.375, true],
      ],
    ],
    [
      'judge',
      [
        [0.125, 0.175, false],
        [0.25, 0.25, false],
      ].map((bar) => bar.map((x) => (typeof x === 'number' ? expect.closeTo(x) : x))),
    ],
    ['update', [[0.625, 0.375, false]]],
  ]);
  expect(timeline.lanes[0]!.bars[1]!.words).toBe('Sampling step 4 ahead: 1.0–2.5 s');
});

test('the overlap counts time in which both go on, once', () => {
  expect(timelineOf({ step: 3, spans: SPANS })!.overlap).toBeCloseTo(1);
  expect(timelineOf({ step: 3, spans: SPANS.filter(({ step }) => step === 3) })!.overlap).toBe(0);
});

test('a step without spans has no strip', () => {
  expect(timelineOf({ step: 3 })).toBeNull();
  expect(timelineOf({ step: 3, spans: [] })).toBeNull();
});
