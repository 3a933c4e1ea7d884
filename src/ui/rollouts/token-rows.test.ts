import { expect, test } from 'vitest';
import type { TrainedTurn } from '../../core/records.ts';
import { tokenRows, visibleText } from './token-rows.ts';

const TURN: TrainedTurn = {
  turn: 0,
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

test('the step begins at the scores of the trainer where they are not those of the sampler', () => {
  expect(tokenRows(TURN, 1)[0]).toMatchObject({ old: -1, before: -1 });
  expect(tokenRows({ ...TURN, currentLogProbs: [-0.95, -0.45, -0.15] }, 1)[0]).toMatchObject({
    old: -1,
    before: -0.95,
  });
});

test('values stand only where they are learned, entropies where the loss asks for them', () => {
  const update = {
    ...TURN.updates[0]!,
    values: [0.25, 0.35, 0.45],
    dValue: [-0.1, 0, 0],
    entropy: [1.5, 0.5, 0.1],
    dEntropy: [-0.01, -0.01, -0.01],
  };
  const turn = { ...TURN, returns: [1, 1, 1], valueMask: [1, 0, 0], updates: [update] };
  const [first, second] = tokenRows(turn, 0);
  expect(first).toMatchObject({
    value: 0.2,
    valueNow: 0.25,
    returned: 1,
    valueSlope: -0.1,
    entropy: 1.5,
    entropySlope: -0.01,
  });
  expect(second).toMatchObject({ value: null, valueNow: null, returned: null, valueSlope: null, entropy: 0.5 });
  expect(tokenRows(TURN, 0)[0]).toMatchObject({ valueNow: null, valueSlope: null, entropy: null, entropySlope: null });
});

test('an attempt that met no optimiser step has no lines', () => {
  expect(tokenRows({ ...TURN, updates: [] }, 0)).toEqual([]);
});
