import { describe, expect, test } from 'vitest';
import { ALGORITHM_NAMES, ALGORITHMS } from '../../core/algorithms.ts';
import { parseConfig } from '../../core/config.ts';
import { type ConfigChoice, chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { linkTo, PLAIN_ADDRESS, readAddress } from '../shell/address.ts';
import { PLAIN_VIEW } from '../shell/view.ts';
import { ALGORITHM_GROUPS } from './algorithm-groups.ts';
import {
  changedPaths,
  changesSince,
  differences,
  docOf,
  planOf,
  readTyped,
  readWhole,
  valueAt,
  valueText,
  withoutSetting,
  withSetting,
} from './choice.ts';

const DAPO: ConfigChoice = { preset: 'lecture', algorithm: 'dapo', settings: {} };

describe('a choice', () => {
  test('the reward follows preset and algorithm until somebody chooses one', () => {
    const reward = (choice: ConfigChoice) => planOf(choice).config.reward;
    expect(reward({ ...DAPO, algorithm: 'grpo' })).toBe('fraction');
    expect(reward(DAPO)).toBe('binary');
    const chosen = withSetting(DAPO, 'reward', 'coderl');
    expect(reward({ ...chosen, algorithm: 'rlef' })).toBe('coderl');
    expect(reward(withoutSetting({ ...chosen, algorithm: 'rlef' }, 'reward'))).toBe('rlef');
  });

  test('keeps no setting that is given anyway', () => {
    const changed = withSetting(withSetting(DAPO, 'algorithm.beta', 0.1), 'seed', 3);
    expect(changed.settings).toEqual({ algorithm: { beta: 0.1 }, seed: 3 });
    expect(withSetting(changed, 'algorithm.beta', 0).settings).toEqual({ seed: 3 });
    expect(withoutSetting(withoutSetting(changed, 'seed'), 'algorithm.beta')).toEqual(DAPO);
  });

  test('settings that do not go together are shown with what is wrong', () => {
    const { config, conflict } = planOf(withSetting(DAPO, 'rollout.pipelined', true));
    expect(conflict).toMatch(/^rollout.pipelined: expected false with rollout.dynamicRounds/);
    expect(config.rollout).toMatchObject({ pipelined: true, dynamicRounds: 4 });
    expect(config).toMatchObject({ lectureProblems: 4, epochs: 50 });
  });

  test('a sound plan is the configuration of the choice', () => {
    for (const algorithm of ALGORITHM_NAMES) {
      const choice = { ...DAPO, algorithm };
      expect(planOf(choice)).toEqual({ config: chosenConfig(choice), conflict: null });
    }
  });
});

describe('differences', () => {
  test('none by default', () => expect(differences(DEFAULT_CHOICE)).toEqual([]));

  test('each with default, value and who set it, in the order of the schema', () => {
    const rows = differences(withSetting(DAPO, 'algorithm.beta', 0.04));
    expect(rows.map(({ path, initial, value, from }) => [path, initial, value, from])).toEqual([
      ['lectureProblems', 10, 4, 'exercise'],
      ['auxiliaryProblems', 10, 0, 'exercise'],
      ['algorithm.clipHigh', 0.2, 0.28, 'algorithm'],
      // As the default has it, and yet a change of what the algorithm says.
      ['algorithm.beta', 0.04, 0.04, 'you'],
      ['algorithm.maskTruncated', true, false, 'algorithm'],
      ['rollout.dynamicRounds', 0, 4, 'algorithm'],
      ['rollout.overlongCache', 0, 10, 'algorithm'],
      ['sampling.temperature', 1, 0.8, 'exercise'],
      ['sampling.topP', 1, 0.95, 'exercise'],
    ]);
  });

  test('of a run on its way', () => {
    const run = parseConfig({ seed: 1 });
    expect(changedPaths(planOf(withSetting(DEFAULT_CHOICE, 'algorithm.beta', 0)).config, run)).toEqual([
      'seed',
      'algorithm.beta',
    ]);
  });
});

describe('what waits for the next run', () => {
  const began = withSetting(DEFAULT_CHOICE, 'seed', 3);
  const since = (now: ConfigChoice) => changesSince(began, now, changedPaths(planOf(now).config, planOf(began).config));

  test('is the algorithm alone, whatever settings it brings along', () =>
    expect(since({ ...began, algorithm: 'dapo' })).toEqual({ preset: false, algorithm: true, paths: [] }));

  test('is the preset, and what was set or given back besides', () => {
    const now = withSetting({ ...DEFAULT_CHOICE, preset: 'nano-test' }, 'algorithm.beta', 0.5);
    expect(since(now)).toEqual({ preset: true, algorithm: false, paths: ['seed', 'algorithm.beta'] });
  });

  test('is single settings where nothing else was changed', () => {
    expect(since(withSetting(began, 'algorithm.beta', 0.5))).toEqual({
      preset: false,
      algorithm: false,
      paths: ['algorithm.beta'],
    });
    expect(since(began).paths).toEqual([]);
  });
});

describe('what is typed', () => {
  test.each([
    ['algorithm.beta', ' 0.1 ', 0.1],
    ['optimizer.learningRate', '1e-4', 1e-4],
    ['rollout.pipelined', 'true', true],
    ['algorithm.advantage', 'gae', 'gae'],
  ])('%s takes %j', (path, text, value) => expect(readTyped(docOf(path), text)).toEqual({ value }));

  test.each([
    ['algorithm.beta', '200', 'expected a number from 0 to 100, got 200'],
    ['algorithm.beta', '', 'expected a number from 0 to 100, got ""'],
    ['algorithm.minibatches', '1.5', 'expected an integer from 1 to 100000, got 1.5'],
    ['optimizer.learningRate', 'fast', 'expected a number above 0 and up to 1, got "fast"'],
  ])('%s refuses %j as the schema does', (path, text, complaint) =>
    expect(readTyped(docOf(path), text)).toEqual({ complaint }),
  );

  test('the form takes whole numbers only, and says what it expected and what came', () => {
    expect(readWhole(docOf('epochs'), ' 5 ', 1)).toEqual({ value: 5 });
    expect(readWhole(docOf('seed'), '0', 0)).toEqual({ value: 0 });
    for (const [text, came] of [
      ['-3', '-3'],
      ['2.5', '2.5'],
      ['0', '0'],
      ['100001', '100001'],
      ['', 'no number'],
    ] as const) {
      expect(readWhole(docOf('epochs'), text, 1)).toEqual({
        complaint: `expected a whole number from 1 to 100000, got ${came}`,
      });
    }
    expect(readWhole(docOf('seed'), '-1', 0)).toEqual({
      complaint: 'expected a whole number from 0 to 2147483647, got -1',
    });
  });

  test('values are shown as people write them', () => {
    expect([1e-8, -1, true, false, 'group-std'].map(valueText)).toEqual(['1e−8', '−1', 'on', 'off', 'group-std']);
    expect(valueAt(parseConfig({}), 'sampling.topP')).toBe(1);
  });
});

describe('the address', () => {
  const choice = withSetting(DAPO, 'seed', 3);

  test('a link is read as the choice that it was made from', () => {
    const link = linkTo(choice, 'https://example.org/greenbar/?workers=2#rollouts');
    expect(link).toBe('https://example.org/greenbar/?v=1&preset=lecture&use=dapo&seed=3');
    expect(readAddress(new URL(link).search)).toEqual({ choice, view: PLAIN_VIEW, complaint: null });
  });

  test('of settings that do not go together there is an address all the same, which is refused', () => {
    const conflicting = withSetting(DAPO, 'rollout.pipelined', true);
    const link = linkTo(conflicting, 'https://example.org/greenbar/');
    expect(link).toBe('https://example.org/greenbar/?v=1&preset=lecture&use=dapo&rollout.pipelined=true');
    expect(readAddress(new URL(link).search).complaint).toMatch(/^rollout.pipelined: expected false/);
  });

  test('parameters of the page are not settings', () => {
    expect(readAddress('?workers=2')).toEqual(PLAIN_ADDRESS);
    expect(readAddress('?workers=2&v=1&seed=3').choice.settings).toEqual({ seed: 3 });
  });

  test('a bad one is told, and the defaults stand', () => {
    expect(readAddress('?v=1&algorithm.beta=-1')).toEqual({
      ...PLAIN_ADDRESS,
      complaint: 'algorithm.beta: expected a number from 0 to 100, got -1. All settings are the defaults.',
    });
  });
});

test('every algorithm stands in one group of the menu, code with errors apart', () => {
  expect(ALGORITHM_GROUPS.flatMap(({ names }) => names).toSorted()).toEqual(ALGORITHM_NAMES.toSorted());
  const wrong = ALGORITHM_GROUPS.find(({ name }) => name === 'wrong')!.names;
  expect(wrong).toEqual(ALGORITHM_NAMES.filter((name) => 'bug' in ALGORITHMS[name]));
  expect(ALGORITHM_GROUPS.every(({ names }) => names.length > 0)).toBe(true);
});
