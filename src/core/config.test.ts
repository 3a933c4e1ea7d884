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

  test.each<readonly [unknown, string]>([
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
      'config: lectureProblems: expected lectureProblems, auxiliaryProblems or ownProblems above 0, got 0 for all',
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
      { sampling: { lengthenAt: 2 } },
      'config: sampling.lengthenAt: expected above 0 with sampling.firstMaxNewTokens, and 0 without, got 2 with 0',
    ],
    [{ sampling: { firstMaxNewTokens: 24 } }, 'config: sampling.lengthenAt: expected above 0 with '],
    [
      { rollout: { overlongCache: 30 }, sampling: { firstMaxNewTokens: 24, lengthenAt: 1 } },
      'config: rollout.overlongCache: expected at most sampling.firstMaxNewTokens where that is set, got 30 with 24',
    ],
    [
      { rollout: { overlongCache: 1 }, algorithm: { advantage: 'accepted', dropZeroVariance: false } },
      'config: rollout.overlongCache: expected 0 with the advantage accepted, which no reward changes, got 1',
    ],
    [
      { rollout: { visibleTests: 2 }, freshTests: 3 },
      'config: rollout.visibleTests: expected 0 with freshTests above 0, which it would cut off again, got 2 with freshTests 3',
    ],
    [
      { rollout: { warmStart: 3 }, epochs: 2 },
      'config: rollout.warmStart: expected at most epochs, which are all imitation then, got 3 with epochs 2',
    ],
    [
      { optimizer: { warmup: 3 }, epochs: 3 },
      'config: optimizer.warmup: expected below epochs, so that the step size reaches its full value, got 3 with epochs 3',
    ],
    [
      { algorithm: { klTarget: 6, beta: 0 } },
      'config: algorithm.klTarget: expected 0 with algorithm.beta 0, which no controller moves, got 6',
    ],
    [
      { algorithm: { surrogate: 'log-likelihood', ratio: 'sequence' } },
      'config: algorithm.ratio: expected "token" with the surrogate log-likelihood, which has no ratio, got "sequence"',
    ],
    ...(['log-likelihood', 'cispo'] as const).map(
      (surrogate) =>
        [
          { algorithm: { surrogate, dualClip: 3 } },
          `config: algorithm.dualClip: expected 0 with a surrogate other than clip, which alone has it, got 3 with "${surrogate}"`,
        ] as const,
    ),
    ...(['batch', 'reward', 'accepted', 'gae', 'turn-value', 'outcome-critic'] as const).map(
      (advantage) =>
        [
          { algorithm: { advantage } },
          `config: algorithm.dropZeroVariance: expected false with an advantage that does not compare within groups and learns from equal rewards, too, got true with "${advantage}"`,
        ] as const,
    ),
    ...[{ dropZeroVariance: false }, { maskTruncated: false }].map(
      (one) =>
        [
          { algorithm: { klPlacement: 'reward', ...one } },
          'config: algorithm.klPlacement: expected "loss" unless algorithm.dropZeroVariance and algorithm.maskTruncated are false, since what is left out of the update pays no KL, got "reward"',
        ] as const,
    ),
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
      rollout: { hardGroupSize: 8, overlongCache: 48, warmStart: 2 },
      sampling: { firstMaxNewTokens: 48, lengthenAt: 1 },
      epochs: 2,
      optimizer: { warmup: 1 },
      algorithm: { klPlacement: 'reward', beta: 0, klTarget: 0 },
    };
    expect(parseConfig(config)).toMatchObject(config);
    const accepted = { advantage: 'accepted', klPlacement: 'reward', beta: 0, dropZeroVariance: false };
    expect(parseConfig({ algorithm: accepted }).algorithm).toMatchObject(accepted);
    const untrained = { epochs: 0, rollout: { warmStart: 5 }, optimizer: { warmup: 5 } };
    expect(parseConfig(untrained)).toMatchObject(untrained);
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
