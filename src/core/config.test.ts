/** What a configuration may say, and the sentences that refuse the rest. */

import { describe, expect, test } from 'vitest';
import { checkSettings, parseConfig } from './config.ts';

describe('parseConfig', () => {
  test('fills what is left out, at every level', () => {
    expect(parseConfig({ sampling: { topP: 0.9 } })).toMatchObject({
      epochs: 50,
      sampling: { temperature: 1, topP: 0.9, maxNewTokens: 48 },
      optimizer: { clipNorm: 1 },
    });
  });

  test('keeps the ends of every range', () => {
    const config = { sampling: { temperature: 0.05, topK: 0 }, optimizer: { learningRate: 1 }, lectureProblems: 0 };
    expect(parseConfig(config)).toMatchObject(config);
  });

  test.each([
    [{ epochs: -1 }, 'config: epochs: expected an integer from 0 to 100000, got -1'],
    [{ epochs: 1.5 }, 'config: epochs: expected an integer from 0 to 100000, got 1.5'],
    [{ epochs: '3' }, 'config: epochs: expected an integer from 0 to 100000, got "3"'],
    [{ reward: 'sparse' }, 'config: reward: expected one of "binary", "fraction", "rlef-article", '],
    [{ freshTests: -1 }, 'config: freshTests: expected an integer from 0 to 1000, got -1'],
    [{ algorithm: { maskTruncated: 1 } }, 'config: algorithm.maskTruncated: expected true or false, got 1'],
    [{ optimizer: 3 }, 'config: optimizer: expected an object, got 3'],
    [
      { optimizer: { learningRate: 0 } },
      'config: optimizer.learningRate: expected a number above 0 and up to 1, got 0',
    ],
    [{ optimizer: { learningRate: 30 } }, 'optimizer.learningRate: expected a number above 0 and up to 1, got 30'],
    [{ optimizer: { beta2: 1 } }, 'config: optimizer.beta2: expected a number from 0 to below 1, got 1'],
    [{ sampling: { temperature: 0.001 } }, 'sampling.temperature: expected a number from 0.05 to 10, got 0.001'],
    [{ sampling: { temperature: 11 } }, 'config: sampling.temperature: expected a number from 0.05 to 10, got 11'],
    [{ sampling: { topk: 5 } }, 'config: sampling.topk: unknown field; expected temperature, topP, topK, maxNewTokens'],
    [{ epoch: 5 }, 'config: epoch: unknown field; expected seed, backend, model, epochs, '],
    [null, 'config: (root): expected an object, got null'],
    [[], 'config: (root): expected no list here, got one'],
    [{ optimizer: [] }, 'config: optimizer: expected no list here, got one'],
    [
      { lectureProblems: 0, auxiliaryProblems: 0 },
      'config: lectureProblems: expected lectureProblems or auxiliaryProblems above 0, got 0 for both',
    ],
    [
      { rollout: { hardGroupSize: 4 } },
      'config: rollout.hardGroupSize: expected 0 or at least groupSize, since harder problems get larger groups, got 4 with groupSize 8',
    ],
    [{ rollout: { pipelined: true, turns: 2 } }, 'config: rollout.pipelined: expected false with '],
    [{ rollout: { pipelined: true, dynamicRounds: 1 } }, 'config: rollout.pipelined: expected false with '],
    [
      { rollout: { overlongCache: 49 } },
      'config: rollout.overlongCache: expected at most sampling.maxNewTokens, got 49 with 48',
    ],
    [
      { rollout: { warmStart: 1 }, auxiliaryProblems: 0 },
      'config: rollout.warmStart: expected 0 without auxiliary problems, whose reference solutions it imitates, got 1',
    ],
    [
      { sampling: { firstMaxNewTokens: 49 } },
      'config: sampling.firstMaxNewTokens: expected at most sampling.maxNewTokens, got 49 with 48',
    ],
    [
      { algorithm: { advantage: 'accepted', klPlacement: 'reward' } },
      'config: algorithm.klPlacement: expected "loss" with the advantage accepted, which no reward changes, got "reward"',
    ],
  ])('%j is refused', (input, message) => {
    expect(() => parseConfig(input)).toThrow(message);
  });

  test('combinations at the border of the rules are fine', () => {
    const config = {
      groupSize: 8,
      rollout: { hardGroupSize: 8, overlongCache: 48 },
      sampling: { firstMaxNewTokens: 48 },
      algorithm: { advantage: 'accepted', klPlacement: 'reward', beta: 0 },
    };
    expect(parseConfig(config)).toMatchObject(config);
  });

  const defaults = parseConfig({});
  const numbers = Object.entries(defaults).flatMap(([key, value]) =>
    typeof value === 'number'
      ? [[key]]
      : typeof value === 'object'
        ? Object.entries(value).flatMap(([inner, leaf]) => (typeof leaf === 'number' ? [[key, inner]] : []))
        : [],
  );

  test.each(numbers)('%s %s must be finite', (key, inner) => {
    for (const value of [Number.POSITIVE_INFINITY, Number.NaN]) {
      const input = inner === undefined ? { [key!]: value } : { [key!]: { [inner]: value } };
      const path = inner === undefined ? key : `${key}.${inner}`;
      expect(() => parseConfig(input)).toThrow(
        new RegExp(`^config: ${path}: expected an? (number|integer) .*, got ${value}$`),
      );
    }
  });
});

test('a layer is checked by itself, without the rules that depend on others', () => {
  const layer = { rollout: { hardGroupSize: 4 } };
  expect(checkSettings(layer, 'file.json')).toBe(layer);
  expect(() => checkSettings({ rollout: { turns: 4 } }, 'file.json')).toThrow(
    'file.json: rollout.turns: expected an integer from 1 to 3, got 4',
  );
  expect(() => checkSettings({ rollout: [] }, 'file.json')).toThrow(
    'file.json: rollout: expected no list here, got one',
  );
});
