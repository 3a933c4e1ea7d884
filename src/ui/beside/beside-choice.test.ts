/** The two sides: each differs from the form in what it says, and in nothing else. */

import { describe, expect, test } from 'vitest';
import { DEFAULT_CHOICE } from '../../core/config-choice.ts';
import { planOf, withSetting } from '../controls/choice.ts';
import { besideConflict, besidePlan, choiceFor, offeredSides, SIDES } from './beside-choice.ts';

const ABOVE = withSetting(withSetting(DEFAULT_CHOICE, 'seed', 3), 'epochs', 12);

describe('a side', () => {
  test.each([
    ['no-kl', ['algorithm.beta']],
    ['more-kl', ['algorithm.beta']],
    ['small-groups', ['groupSize']],
    ['large-groups', ['groupSize']],
    ['hot', ['sampling.temperature']],
    ['fast', ['optimizer.learningRate']],
  ] as const)('%s changes one setting', (side, paths) => {
    expect(besidePlan('above', side, ABOVE).differences.map(({ path }) => path)).toEqual(paths);
  });

  test('keeps seed and epochs of the form, whatever it is', () => {
    for (const side of SIDES) expect(planOf(choiceFor(side, ABOVE)).config).toMatchObject({ seed: 3, epochs: 12 });
  });

  test('another algorithm differs as the algorithm does', () => {
    const { differences } = besidePlan('above', 'dr-grpo', ABOVE);
    expect(differences).toContainEqual({ path: 'algorithm.advantage', a: 'group-std', b: 'group-mean' });
  });
});

test('two equal sides are not trained', () => {
  expect(besideConflict(besidePlan('above', 'above', ABOVE))).toBe('same');
  expect(besideConflict(besidePlan('no-kl', 'no-kl', ABOVE))).toBe('same');
  expect(besideConflict(besidePlan('above', 'no-kl', ABOVE))).toBeNull();
});

test('sides whose settings do not go together are not offered, and the form says what is wrong with it', () => {
  const broken = withSetting(withSetting(ABOVE, 'algorithm.advantage', 'gae'), 'algorithm.klPlacement', 'loss');
  expect(offeredSides(ABOVE)).toEqual([...SIDES]);
  expect(offeredSides(broken)).toContain('above');
  const tooLong = withSetting(ABOVE, 'sampling.firstMaxNewTokens', 100);
  expect(planOf(tooLong).conflict).not.toBeNull();
  expect(offeredSides(tooLong)).toEqual(['above', 'plain']);
  expect(besideConflict(besidePlan('above', 'plain', tooLong))).toMatch(/^A: sampling/);
});
