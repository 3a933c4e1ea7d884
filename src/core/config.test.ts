/** What a configuration may say, and the sentences that refuse the rest. */

import { describe, expect, test } from 'vitest';
import { parseConfig } from './config.ts';

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
  ])('%j is refused', (input, message) => {
    expect(() => parseConfig(input)).toThrow(message);
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
