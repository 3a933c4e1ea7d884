import { expect, test } from 'vitest';
import { ALGORITHM_NAMES } from './algorithms.ts';
import { parseConfig } from './config.ts';
import { chosenConfig } from './config-choice.ts';
import { flattenSettings } from './config-diff.ts';
import { nearestChoice } from './nearest-choice.ts';
import { PRESET_NAMES } from './presets.ts';

test('the defaults are the default choice, and one setting over an algorithm stays one setting', () => {
  expect(nearestChoice(parseConfig({}))).toEqual({ preset: 'default', algorithm: 'grpo', settings: {} });
  const config = chosenConfig({ preset: 'lecture', algorithm: 'dapo', settings: { seed: 3 } });
  expect(nearestChoice(config)).toEqual({ preset: 'lecture', algorithm: 'dapo', settings: { seed: 3 } });
});

test('of every exercise and algorithm that go together, the choice gives the configuration back and names nothing else', () => {
  for (const preset of PRESET_NAMES) {
    for (const algorithm of ALGORITHM_NAMES) {
      let config: ReturnType<typeof chosenConfig>;
      try {
        config = chosenConfig({ preset, algorithm, settings: {} });
      } catch {
        continue; // an algorithm that this exercise cannot be trained with
      }
      const nearest = nearestChoice(config);
      expect(flattenSettings(nearest.settings), `${preset}, ${algorithm}`).toEqual([]);
      expect(chosenConfig(nearest)).toEqual(config);
    }
  }
});
