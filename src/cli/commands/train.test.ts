/** What `train` knows of a run that fails at its end, and what it says of more problems than an epoch may visit. */

import { expect, test } from 'vitest';
import { fixtureEvaluation, fixtureStep } from '../../../test/support/fixture-run.ts';
import { HeardRun } from './train.ts';
import { describeVisits } from './train-choice.ts';

test('a run that is not measured at its end is known by its steps and by what was measured before', () => {
  const heard = new HeardRun();
  const evaluation = fixtureEvaluation(0, 8);
  heard.hear([{ type: 'evaluation', when: 'before', evaluation }]);
  heard.hear([{ type: 'step', record: fixtureStep(1) }]);
  heard.hear([
    { type: 'evaluation', when: 'during', evaluation: fixtureEvaluation(1, 8) },
    { type: 'step', record: fixtureStep(2) },
  ]);
  expect(heard.epochs).toBe(2);
  expect(heard.measured).toEqual({ before: evaluation });
});

test('more problems than an epoch may visit are told, fewer or as many as were asked for are not', () => {
  expect(describeVisits(971, { ownProblems: 256 })).toMatch(/^an epoch visits 256 of the 971 problems/);
  expect(describeVisits(256, { ownProblems: 256 })).toBeNull();
  expect(describeVisits(971, { ownProblems: 20 })).toBeNull();
});
