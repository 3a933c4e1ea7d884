/** No setting is dropped in silence: each is mapped, named as missing, or says nothing outside this house. */

import { describe, expect, test } from 'vitest';
import { ALGORITHM_NAMES, type AlgorithmName } from '../core/algorithms.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import { chosenConfig } from '../core/config-choice.ts';
import type { Problem } from '../core/types.ts';
import { DEPENDENT_SETTINGS, gapList, LOCAL_SETTINGS, mappingTable, settingsOf } from './mapping.ts';
import { batchShape, largestDivisor } from './shape.ts';
import { trlSettings } from './trl/settings.ts';
import { verlSettings } from './verl/settings.ts';

const problem: Problem = {
  ...{ id: 'p', text: 'add', entryPoint: 'solution', compare: 'python' },
  tests: { public: [], reward: [{ args: [], expected: { type: 'none' } }], hidden: [] },
};
const steps = (prompts: number) => [Array.from({ length: prompts }, () => problem)];

const shapeOf = (config: ReturnType<typeof parseConfig>) => batchShape({ config, steps: steps(20) });

const mappings = {
  trl: (config: ReturnType<typeof parseConfig>) => trlSettings(config, shapeOf(config)),
  verl: (config: ReturnType<typeof parseConfig>) => verlSettings(config, shapeOf(config), 256),
};

/** Parts of the configuration that count for some advantages or models only. */
const CONDITIONAL = /^(?:value|critic|lora)\./;

/** What neither framework has a word for, so that the run is refused. */
const REFUSED: Record<keyof typeof mappings, readonly AlgorithmName[]> = {
  trl: ['maxrl', 'reinforce', 'ppo', 'rlef', 'coderl', 'rft', 'seed-002', 'seed-004'],
  verl: ['maxrl', 'rlef', 'coderl', 'rft', 'seed-002', 'seed-004'],
};

describe.each(['trl', 'verl'] as const)('%s', (to) => {
  test('every algorithm is mapped or refused in one sentence', () => {
    const refused = ALGORITHM_NAMES.filter((algorithm) => {
      const config = chosenConfig({ preset: 'default', algorithm, settings: {} });
      try {
        mappings[to](config);
        return false;
      } catch (error) {
        expect(String(error)).toMatch(/^Error: (?:trl|verl): \S+: expected .+, got \S+$/);
        return true;
      }
    });
    expect([...refused].sort()).toEqual([...REFUSED[to]].sort());
  });

  test('every setting is looked at', () => {
    for (const algorithm of ALGORITHM_NAMES.filter((name) => !REFUSED[to].includes(name))) {
      const config = chosenConfig({ preset: 'default', algorithm, settings: { algorithm: { beta: 0.1 } } });
      const { considered } = mappings[to](config);
      const missing = settingsOf(config)
        .map(([path]) => path)
        .filter((path) => {
          const looked = considered.has(path) || considered.has(DEPENDENT_SETTINGS[path] ?? '');
          return !looked && !LOCAL_SETTINGS.includes(path) && !CONDITIONAL.test(path);
        });
      expect(missing).toEqual([]);
    }
  });

  test.each<[string, RunConfigInput]>([
    ['harness', { harness: 'weak-exit' }],
    ['freshTests', { freshTests: 4 }],
    ['reward', { reward: 'four-layers' }],
    ['rollout.dynamicRounds', { rollout: { dynamicRounds: 2 } }],
    ['rollout.pipelined', { rollout: { pipelined: true } }],
    ['rollout.warmStart', { rollout: { warmStart: 3 } }],
    ['rollout.hardGroupSize', { rollout: { hardGroupSize: 16 } }],
    ['sampling.firstMaxNewTokens', { sampling: { firstMaxNewTokens: 24, lengthenAt: 3 } }],
    ['algorithm.deviation', { algorithm: { deviation: 'population' } }],
    ['algorithm.minibatches', { algorithm: { minibatches: 7 } }],
    ['algorithm.correction', { algorithm: { correction: 'token-mask' } }],
  ])('%s has no counterpart, and the README says so', (setting, input) => {
    const config = parseConfig(input);
    const mapping = mappings[to](config);
    expect(mapping.gaps.map((gap) => gap.setting)).toContain(setting);
    expect(gapList(mapping, config)).toContain(`- \`${setting}\` (here `);
  });

  test('no name there is set twice', () => {
    for (const algorithm of ALGORITHM_NAMES.filter((name) => !REFUSED[to].includes(name))) {
      const config = chosenConfig({ preset: 'default', algorithm, settings: {} });
      const mapping = mappings[to](config);
      const names = mapping.mapped.flatMap(({ theirs }) => theirs.map(([name]) => name));
      expect(names).toEqual([...new Set(names)]);
      expect(mappingTable(mapping, config).split('\n')).toHaveLength(mapping.mapped.length + 2);
    }
  });
});

test('a step there is a step here', () => {
  const config = parseConfig({ algorithm: { minibatches: 3, innerEpochs: 2 }, groupSize: 8 });
  const shape = batchShape({ config, steps: steps(6) });
  expect(shape).toEqual({ prompts: 6, completions: 48, parts: 3, updates: 6, steps: 1 });
  const { mapped } = trlSettings(config, shape);
  expect(Object.fromEntries(mapped.flatMap(({ theirs }) => theirs))).toMatchObject({
    ...{
      generation_batch_size: 48,
      per_device_train_batch_size: 16,
      num_generations: 8,
      num_iterations: 2,
      max_steps: 6,
    },
  });
});

test('batches are cut evenly', () => {
  expect([largestDivisor(20, 3), largestDivisor(20, 20), largestDivisor(7, 3)]).toEqual([2, 20, 1]);
});

test('steps of different size are refused', () => {
  const config = parseConfig({});
  const uneven = [...steps(2), ...steps(3)];
  expect(() => batchShape({ config, steps: uneven })).toThrow(
    'export: expected 2 problems in every step, got 3 in step 2',
  );
  expect(() => batchShape({ config, steps: [] })).toThrow('export: expected problems to train on, got none');
});
