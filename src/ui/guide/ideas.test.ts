import { expect, test } from 'vitest';
import { chosenConfig, DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { changedPaths, withSetting } from '../controls/choice.ts';
import { IDEAS, ideaChoice, ideaOf } from './ideas.ts';

test.each(IDEAS)('%s is a run that can begin', (name) => {
  expect(() => chosenConfig(ideaChoice(name, DEFAULT_CHOICE))).not.toThrow();
});

test.each(IDEAS)('%s says where it is set', (name) => {
  const { control, setting } = ideaOf(name);
  expect(control.length).toBeGreaterThan(0);
  if (setting !== undefined) expect(control[0]).toContain(setting);
});

test('keeps seed, epochs and device, and puts everything else back first', () => {
  let mine = withSetting(DEFAULT_CHOICE, 'seed', 7);
  mine = withSetting(withSetting(mine, 'epochs', 12), 'backend', 'wasm');
  mine = { ...withSetting(mine, 'groupSize', 4), algorithm: 'ppo' };
  const config = chosenConfig(ideaChoice('no-kl', mine));
  expect(changedPaths(config, chosenConfig(DEFAULT_CHOICE)).toSorted()).toEqual([
    'algorithm.beta',
    'backend',
    'epochs',
    'seed',
  ]);
});

test('changes one thing, so that what is seen follows from it', () => {
  const single = {
    'no-kl': 'algorithm.beta',
    pairs: 'groupSize',
    hot: 'sampling.temperature',
    'weak-grader': 'harness',
  };
  for (const [name, path] of Object.entries(single)) {
    const config = chosenConfig(ideaChoice(name as keyof typeof single, DEFAULT_CHOICE));
    expect(changedPaths(config, chosenConfig(DEFAULT_CHOICE))).toEqual([path]);
  }
});

test('a problem of one’s own leaves the settings as they are', () => {
  const mine = withSetting(DEFAULT_CHOICE, 'groupSize', 4);
  expect(ideaChoice('own-problem', mine)).toBe(mine);
});
