/** Presets are valid configurations, and the documented defaults are the defaults. */

import { expect, test } from 'vitest';
import { ALGORITHM_NAMES, ALGORITHMS } from './algorithms.ts';
import { parseConfig } from './config.ts';
import { diffConfig, layerConfig } from './config-diff.ts';
import { PRESET_NAMES, PRESETS } from './presets.ts';

test.each(Object.entries(PRESETS))('%s parses', (_, preset) => {
  expect(() => parseConfig(preset.config)).not.toThrow();
  expect(preset.help).toMatch(/\.$/);
});

test('the default preset has the measured settings', () => {
  expect(parseConfig(PRESETS.default.config)).toMatchObject({
    epochs: 50,
    lectureProblems: 10,
    auxiliaryProblems: 10,
    groupSize: 8,
    reward: 'binary',
    algorithm: {
      advantage: 'group-std',
      clipLow: 0.2,
      clipHigh: 0.2,
      beta: 0.04,
      aggregation: 'token-mean',
      dropZeroVariance: true,
      maskTruncated: true,
      minibatches: 2,
      innerEpochs: 1,
    },
    optimizer: { learningRate: 3e-4, beta1: 0.9, beta2: 0.95, weightDecay: 0, clipNorm: 1 },
    sampling: { temperature: 1, topP: 1, topK: 0, maxNewTokens: 48 },
  });
});

test('the lecture preset has the lecture’s settings', () => {
  expect(parseConfig(PRESETS.lecture.config)).toMatchObject({
    lectureProblems: 4,
    auxiliaryProblems: 0,
    reward: 'fraction',
    sampling: { temperature: 0.8, topP: 0.95 },
  });
});

test('the smoke test runs on the small model', () => {
  expect(parseConfig(PRESETS['nano-test'].config)).toMatchObject({ model: 'small', epochs: 2 });
});

test('the lessons change what they are about, and nothing else', () => {
  expect(diffConfig(parseConfig(PRESETS['lost-problem'].config))).toEqual({
    model: 'small',
    auxiliaryProblems: 0,
    reward: 'fraction',
  });
  expect(diffConfig(parseConfig(PRESETS.forgetting.config))).toEqual({ auxiliaryProblems: 0 });
  expect(diffConfig(parseConfig(PRESETS['weak-tests'].config))).toEqual({ rollout: { visibleTests: 1 } });
});

test('every algorithm runs on every exercise, but for a warm start that is longer than the smoke test', () => {
  const refused: string[] = [];
  for (const preset of PRESET_NAMES) {
    for (const algorithm of ALGORITHM_NAMES) {
      try {
        parseConfig(layerConfig(PRESETS[preset].config, ALGORITHMS[algorithm].config));
      } catch (error) {
        refused.push(`${preset} with ${algorithm}: ${(error as Error).message}`);
      }
    }
  }
  expect(refused).toEqual([
    'nano-test with warm-start: config: rollout.warmStart: expected at most epochs, which are all imitation then, got 5 with epochs 2',
  ]);
});
