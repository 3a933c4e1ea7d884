/** The sentence above the rail says what is so: what was asked, and where the run is. */

import { describe, expect, test } from 'vitest';
import { fixtureDraft } from '../../../test/support/fixture-draft.ts';
import { FIXTURE_CONFIG, fixtureEvents, phase } from '../../../test/support/fixture-run.ts';
import type { RunPhase } from '../../core/records.ts';
import { EMPTY_RUN, reduceAll, startRun } from '../state.ts';
import type { Asked } from './control-store.ts';
import { progressWords } from './progress-words.ts';

const NOTHING = { asked: 'run', draft: null, busy: true } as const;
const running = (name: RunPhase) =>
  reduceAll(startRun(FIXTURE_CONFIG), [...fixtureEvents(8), phase(name, '', 8, FIXTURE_CONFIG.epochs)]);
const asked = (wish: Asked, name: RunPhase) => progressWords(running(name), { ...NOTHING, asked: wish });

test('each part of a step has its words', () => {
  const said = (['sampling', 'judging', 'scoring', 'updating'] as const).map((name) => asked('run', name));
  expect(new Set(said).size).toBe(4);
  for (const words of said) expect(words).toContain('epoch 9 of 50');
});

test('an empty page is ready, or getting so', () => {
  expect(progressWords(EMPTY_RUN, { ...NOTHING, busy: false })).toMatch(/^Ready/);
  expect(progressWords(EMPTY_RUN, NOTHING)).toMatch(/^Getting ready/);
});

describe('a pause', () => {
  test('is not reached before the part in flight is over', () => {
    expect(asked('pause', 'judging')).toMatch(/^Pausing/);
    expect(asked('pause', 'paused')).toBe('Paused after 8 of 50 epochs.');
  });

  test.each([
    ['sampling', 'Paused in epoch 9 of 50, after sampling: nothing is judged yet.'],
    ['judging', 'Paused in epoch 9 of 50, after judging: rewards are not compared yet.'],
    ['scoring', 'Paused in epoch 9 of 50, after comparing: the weights have not moved yet.'],
  ] as const)('within a step says what is known: after %s', (done, words) => {
    const draft = fixtureDraft(9, done);
    expect(progressWords(running('paused'), { asked: 'pause', draft, busy: true })).toBe(words);
  });
});

test('a step that waits for a measurement says so', () => {
  expect(asked('step', 'evaluating')).toMatch(/Measuring comes first; the step follows\.$/);
  expect(asked('run', 'evaluating')).not.toMatch(/step/);
});

test('a run that is being ended says how', () => {
  expect(asked('stop', 'sampling')).toMatch(/^Stopping/);
  expect(asked('reset', 'sampling')).toMatch(/history/);
});
