import { expect, test } from 'vitest';
import type { TrainedTurn } from '../core/records.ts';
import { tokenRows, visibleText } from './token-rows.ts';

const TURN: TrainedTurn = {
  prompt: [9],
  ids: [4, 5, 1],
  pieces: ['def', ' x', ''],
  oldLogProbs: [-1, -0.5, -0.1],
  referenceLogProbs: [-1.1, -0.6, -0.2],
  advantages: [0.7, 0.7, 0.7],
  updates: [1, 2].map((update) => ({
    update,
    logProbs: [-0.9, -0.4, -0.2],
    ratios: [1.1, 1.2, 0.9].map((ratio) => ratio * update),
    clipped: ['no', update === 2 ? 'high' : 'no', 'no'],
    kl: [0.01, 0.02, 0.03],
    loss: [-0.3, -0.2, -0.1],
    dLogProb: [-0.3, update === 2 ? 0 : -0.2, -0.1],
  })),
  after: [-0.8, -0.3, -0.2],
  values: [0.2, 0.3, 0.4],
};

test('spaces, line ends, and the end of text can be seen', () => {
  expect(['\n    return', ' =', ''].map(visibleText)).toEqual(['⏎␣␣␣␣return', '␣=', '⟨end⟩']);
});

test('one line per token with the numbers of the chosen pass', () => {
  const rows = tokenRows(TURN, 1);
  expect(rows.map(({ text, clipped, slope }) => [text, clipped, slope])).toEqual([
    ['def', 'no', -0.3],
    ['␣x', 'high', 0],
    ['⟨end⟩', 'no', -0.1],
  ]);
  expect(rows[0]).toMatchObject({ old: -1, now: -0.9, after: -0.8, ratio: 2.2, value: 0.2, correction: null });
  expect(tokenRows(TURN, 0)[1]).toMatchObject({ ratio: 1.2, clipped: 'no' });
});

test('an attempt that met no optimiser step has no lines', () => {
  expect(tokenRows({ ...TURN, updates: [] }, 0)).toEqual([]);
});
