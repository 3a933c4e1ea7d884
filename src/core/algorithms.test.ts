/** Every algorithm is a valid configuration of its own, says where it comes from, and stays what its source calls for. */

import { describe, expect, test } from 'vitest';
import { ALGORITHM_NAMES, ALGORITHMS, type AlgorithmName, type AlgorithmPreset } from './algorithms.ts';
import { needsOutcomeCritic, needsValueHead, parseConfig } from './config.ts';
import { diffConfig } from './config-diff.ts';
import { REWARDS } from './rewards.ts';

const parsed = (name: AlgorithmName) => parseConfig(ALGORITHMS[name].config);

describe.each(ALGORITHM_NAMES)('%s', (name) => {
  const preset: AlgorithmPreset = ALGORITHMS[name];

  test('is told in sentences, with its source', () => {
    expect(preset.label).not.toBe('');
    expect(preset.source).toMatch(/arXiv:|document 00\d|TRL|veRL/);
    for (const text of [preset.help, preset.departs, preset.bug]) if (text !== undefined) expect(text).toMatch(/\.$/);
  });

  test('names no setting of a group that is the default already', () => {
    const defaults: Readonly<Record<string, unknown>> = parseConfig({});
    for (const [field, value] of Object.entries(preset.config)) {
      if (typeof value !== 'object') continue;
      for (const [inner, setting] of Object.entries(value)) {
        expect([field, inner, setting]).not.toEqual([
          field,
          inner,
          (defaults[field] as Record<string, unknown>)[inner],
        ]);
      }
    }
  });

  test('differs from every other algorithm', () => {
    for (const other of ALGORITHM_NAMES) if (other !== name) expect(parsed(name)).not.toEqual(parsed(other));
  });
});

test('grpo is the default', () => {
  expect(parsed('grpo')).toEqual(parseConfig({}));
});

test('a value head or a critic is made for those that have one', () => {
  expect(ALGORITHM_NAMES.filter((name) => needsValueHead(parsed(name)))).toEqual(['ppo', 'rlef']);
  expect(ALGORITHM_NAMES.filter((name) => needsOutcomeCritic(parsed(name)))).toEqual(['coderl']);
});

test('the code of every seed document has its errors named, and no paper has', () => {
  const wrong = ALGORITHM_NAMES.filter((name) => 'bug' in ALGORITHMS[name]);
  expect(wrong).toEqual(['seed-002', 'seed-003', 'seed-004']);
});

test('what people read names no seed but that of the random numbers', () => {
  const read = [...Object.values(ALGORITHMS), ...Object.values(REWARDS)].map((one) =>
    JSON.stringify({ ...one, config: null }),
  );
  expect(read.filter((text) => /\bseed 0\d\d\b/i.test(text))).toEqual([]);
});

test('what is said to differ from GRPO is what differs', () => {
  const truncatedCount = { beta: 0, maskTruncated: false };
  expect(diffConfig(parsed('cispo'))).toEqual({ algorithm: { surrogate: 'cispo', clipHigh: 4, ...truncatedCount } });
  expect(diffConfig(parsed('maxrl'))).toEqual({ algorithm: { advantage: 'maxrl', ...truncatedCount } });
  expect(ALGORITHMS.maxrl.config.reward).toBe('binary');
});

test('none claims that it differs from another by one thing alone', () => {
  for (const name of ALGORITHM_NAMES) {
    const { help, departs = '', bug = '' }: AlgorithmPreset = ALGORITHMS[name];
    expect(help + departs + bug).not.toMatch(/differ.* alone\./);
  }
});

test.each([
  ['dr-grpo', { algorithm: { advantage: 'group-mean', aggregation: 'constant-length', beta: 0 } }],
  ['dapo', { algorithm: { clipLow: 0.2, clipHigh: 0.28, beta: 0, aggregation: 'token-mean', maskTruncated: false } }],
  ['grpo-plus', { reward: 'binary', algorithm: { clipHigh: 0.28, beta: 0, entropyBonus: 0, maskTruncated: true } }],
  ['trl-grpo', { algorithm: { deviation: 'sample', delta: 1e-4, beta: 0, aggregation: 'token-mean' } }],
  ['verl-grpo', { algorithm: { deviation: 'sample', delta: 1e-6, dualClip: 3, beta: 0, minibatches: 4 } }],
  ['reinforce', { algorithm: { advantage: 'batch', beta: 0, dropZeroVariance: false } }],
  ['ppo', { value: { gamma: 1, lambda: 0.95, coefficient: 0.1, clip: 0.2, whiten: true } }],
  ['rlef', { rollout: { turns: 3 }, algorithm: { beta: 0.05, correction: 'off', minibatches: 4 } }],
  ['seed-002', { sampling: { temperature: 0.8, topP: 0.95 }, algorithm: { beta: 0.01, entropyBonus: 0.01 } }],
  ['seed-003', { algorithm: { deviation: 'population', delta: 1e-8, beta: 0.04, clipLow: 0.2, clipHigh: 0.2 } }],
  ['seed-004', { reward: 'rlef-article', algorithm: { delta: 0 } }],
] as const)('%s has the constants of its source', (name, constants) => {
  expect(parsed(name)).toMatchObject(constants);
});
