import { describe, expect, test } from 'vitest';
import {
  counted,
  decimal,
  duration,
  figure,
  inPoints,
  megabytes,
  memory,
  percent,
  points,
  rangeText,
  rateOf,
  sentence,
  short,
  signed,
  timeLeft,
} from './format.ts';

test('figures keep three digits that matter, whatever their size', () => {
  expect([0, 0.0123456, 4.5678, -0.0003, 0.00003, 12_345].map(figure)).toEqual([
    '0',
    '0.0123',
    '4.57',
    '−0.0003',
    '3e−5',
    '12k',
  ]);
});

test('a range is as coarse as a promise of time may be', () => {
  const texts = [
    [22, 41],
    [58, 61],
    [70, 200],
    [2, 3],
    [1800, 5000],
    [4000, 9000],
  ] as const;
  expect(texts.map(([low, high]) => rangeText({ low, high }))).toEqual([
    '20–40 s',
    '60 s',
    '1–3 min',
    '5 s',
    '30–83 min',
    '1–3 h',
  ]);
});

test('megabytes are those of a download', () => {
  expect([0, 1_810_848, 10_829_785].map(megabytes)).toEqual(['0.0', '1.8', '11']);
});

describe('percent', () => {
  test('rounds, but never claims all or nothing that is not so', () => {
    expect(percent(0.913)).toBe('91%');
    expect(percent(0.9996)).toBe('99%');
    expect(percent(1)).toBe('100%');
    expect(percent(0.001)).toBe('1%');
    expect(percent(0)).toBe('0%');
    expect(percent(0.9134, 1)).toBe('91.3%');
  });
  test('has a digit more where few programs make the rate', () => {
    expect(rateOf(0.225, 40)).toBe('22.5%');
    expect(rateOf(0.25, 40)).toBe('25%');
    expect(rateOf(0.2254, 1280)).toBe('23%');
  });
  test('shows a dash for what is not known', () => {
    expect(percent(undefined)).toBe('–');
    expect(percent(Number.NaN)).toBe('–');
  });
});

describe('numbers', () => {
  test('use a real minus sign and no negative zero', () => {
    expect(decimal(-0.531)).toBe('−0.53');
    expect(decimal(-0.001)).toBe('0.00');
    expect(signed(1.5)).toBe('+1.50');
    expect(signed(0)).toBe('0.00');
    expect(points(0.27, 0.91)).toBe('+64.0 points');
    expect(points(0.25, 0.225)).toBe('−2.5 points');
    expect(points(0.3, 0.3)).toBe('0.0 points');
    expect(points(0.25, 0.225)).toBe(`${inPoints(0.225 - 0.25)} points`);
  });
  test('a message becomes a sentence once', () => {
    expect([sentence('got 404'), sentence('Lost.')]).toEqual(['got 404.', 'Lost.']);
  });
  test('are shortened', () => {
    expect([short(812), short(8123), short(38214), short(880000), short(1880000)]).toEqual([
      '812',
      '8.1k',
      '38k',
      '880k',
      '1.88M',
    ]);
  });
});

describe('durations', () => {
  test('read like a clock', () => {
    expect([duration(45), duration(120), duration(125), duration(4200)]).toEqual([
      '45 s',
      '2 min',
      '2 min 5 s',
      '1 h 10 min',
    ]);
  });
  test('time left is coarse', () => {
    expect(timeLeft(3)).toBe('a few seconds left');
    expect(timeLeft(38)).toBe('about 40 s left');
    expect(timeLeft(121)).toBe('about 2 min 15 s left');
  });
});

test('counted says one thing or many', () => {
  expect(counted(1, 'tick')).toBe('1 tick');
  expect(counted(0, 'tick')).toBe('0 ticks');
  expect(counted(1204, 'tick')).toBe('1,204 ticks');
});

test('memory in KiB, MiB or GiB', () => {
  expect(memory(65_536)).toBe('64 KiB');
  expect(memory(3 * 2 ** 20)).toBe('3.0 MiB');
  expect(memory(2 ** 31)).toBe('2.0 GiB');
});
