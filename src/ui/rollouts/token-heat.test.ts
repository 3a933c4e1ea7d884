import { expect, test } from 'vitest';
import type { TrainedTurn } from '../../core/records.ts';
import { HEATS, type HeatSource, heatOf, neighbour, tokenLines } from './token-heat.ts';

const TURN: TrainedTurn = {
  turn: 0,
  prompt: [9],
  ids: [4, 5, 1],
  pieces: ['def', '\n  x', ''],
  oldLogProbs: [-1, -0.5, -4],
  referenceLogProbs: [-1.1, -0.6, -4],
  advantages: [0.7, 0.7, 0.7],
  updates: [
    {
      update: 1,
      logProbs: [-1, -0.5, -4],
      ratios: [1, 2, 0.5],
      clipped: ['no', 'high', 'no'],
      kl: [0.01, 0.02, 0],
      loss: [-0.3, -0.2, -0.1],
      dLogProb: [-0.3, 0, 0.1],
    },
  ],
};
const SOURCE: HeatSource = { pieces: TURN.pieces, logProbs: TURN.oldLogProbs, turn: TURN };

test('the darkest token is the least likely one', () => {
  expect(heatOf(SOURCE, 'logProb', 0)).toMatchObject({ shares: [0.25, 0.125, 1], diverging: false, strongest: -4 });
});

test('ratios go both ways on a log scale', () => {
  const heat = heatOf(SOURCE, 'ratio', 0)!;
  expect(heat.diverging).toBe(true);
  expect(heat.strongest).toBeCloseTo(2);
  expect(heat.shares).toEqual([0, 1, -1]);
});

test('the push is down the slope of the loss', () => {
  const heat = heatOf(SOURCE, 'push', 0)!;
  expect(heat.values).toEqual([0.3, 0, -0.1]);
  expect(heat.shares[0]).toBe(1);
  expect(heat.shares[1]).toBe(0);
});

test('only an estimate that can be negative has two colours', () => {
  expect(heatOf(SOURCE, 'kl', 0)!.diverging).toBe(false);
  const [update] = TURN.updates;
  const k1 = { ...TURN, updates: [{ ...update!, kl: [0.1, -0.2, 0] }] };
  expect(heatOf({ ...SOURCE, turn: k1 }, 'kl', 0)).toMatchObject({ diverging: true, shares: [0.5, -1, 0] });
});

test('noise is not blown up to a full colour', () => {
  const still = { ...TURN, updates: [{ ...TURN.updates[0]!, ratios: [1, 1.0001, 1] }] };
  expect(Math.max(...heatOf({ ...SOURCE, turn: still }, 'ratio', 0)!.shares)).toBeLessThan(0.01);
});

test('what is not recorded has no colours', () => {
  expect(HEATS.filter((name) => heatOf(SOURCE, name, 0) === null)).toEqual(['entropy']);
  const bare = HEATS.filter((name) => heatOf({ ...SOURCE, turn: null }, name, 0) !== null);
  expect(bare).toEqual(['logProb']);
  expect(heatOf({ pieces: [], logProbs: [], turn: null }, 'logProb', 0)).toBeNull();
});

const PIECES = ['def', ' f', '():', '\n    ', 'return', ' 1', '\n\n', 'x', ''];
const LINES = tokenLines(PIECES);

test('tokens are laid out line by line, and joined again they are the program', () => {
  expect(LINES.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(PIECES.join(''));
  expect(LINES.map((line) => line.map(({ token }) => token))).toEqual([[0, 1, 2, 3], [3, 4, 5, 6], [6], [7, 8]]);
  const heads = LINES.flat().filter(({ head }) => head);
  expect(heads.map(({ token }) => token)).toEqual(PIECES.map((_, token) => token));
});

test('arrow keys walk from token to token and from line to line', () => {
  expect(neighbour(LINES, 0, 'ArrowRight')).toBe(1);
  expect(neighbour(LINES, 0, 'ArrowLeft')).toBe(0);
  expect(neighbour(LINES, 8, 'ArrowRight')).toBe(8);
  expect(neighbour(LINES, 1, 'ArrowDown')).toBe(3);
  expect(neighbour(LINES, 5, 'ArrowUp')).toBe(0);
  expect(neighbour(LINES, 5, 'ArrowDown')).toBe(7);
  expect(neighbour(LINES, 8, 'ArrowDown')).toBe(8);
  expect([neighbour(LINES, 4, 'Home'), neighbour(LINES, 4, 'End')]).toEqual([0, 8]);
  expect(neighbour(LINES, 4, 'a')).toBeNull();
});
