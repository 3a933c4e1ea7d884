/** Captions say nothing that the measurement at hand does not bear out. */

import { describe, expect, test } from 'vitest';
import { FIXTURE_REQUEST, fixtureMeasure } from '../../../test/support/fixture-measure.ts';
import { GAINS, type MeasuredModel } from '../../core/measuring.ts';
import { costWords, curveLook, fewerWords, gainHelp, gainsLook, temperaturesLook } from './measure-captions.ts';

const { models } = FIXTURE_REQUEST;
const [base] = models;
const small: MeasuredModel = { label: 'Small', source: { type: 'bundled', name: 'small' } };

describe('gains', () => {
  test('speak of training only where the other model is the trained one', () => {
    for (const gain of GAINS) {
      const untrained = gainHelp({ gain, base: 'Base', other: 'Small' }, [...models, small]);
      expect(untrained, gain).not.toMatch(/train|before|already|lost/i);
      expect(untrained, gain).toContain('Small');
      expect(gainHelp({ gain, base: 'Base', other: 'Trained' }, [...models, small]), gain).not.toBe(untrained);
    }
    expect(gainsLook({ models, temperatures: [1] })).toContain('could write before');
    expect(gainsLook({ models: [base!, small], temperatures: [1] })).not.toMatch(/rose|before|lost/);
  });

  test('a second column is told of only where there is one', () => {
    expect(gainsLook({ models, temperatures: [0.5, 1] })).toContain('second column');
    expect(gainsLook({ models, temperatures: [1] })).not.toContain('second column');
  });
});

describe('curves', () => {
  test('are read both ways, whichever is above at the right', () => {
    const words = curveLook(models);
    expect(words).toContain(
      'where Trained stays above Base, it reaches more in as many tries; where it lies below, less',
    );
    expect(words).not.toMatch(/learned|sharpened/);
  });

  test('of one model are compared with nothing', () => {
    expect(curveLook([base!])).not.toMatch(/meet|above|below/);
    expect(curveLook([...models, small])).toContain('where another stays above Base');
  });
});

test('points over fewer problems are told', () => {
  expect(fewerWords('Base', [{ k: 1 }, { k: 64, problems: 9 }], 10)).toBe(
    ' Base is over fewer than all 10 problems where some lack judged samples (k = 64: 9).',
  );
  expect(fewerWords('Base', [{ k: 1 }, { k: 64 }], 10)).toBe('');
});

test('a trained model has a row to beat only where it and several temperatures were measured', () => {
  expect(temperaturesLook({ models, temperatures: [0.5, 1] })).toMatch(
    /best row of Base.*The trained model has to beat/,
  );
  expect(temperaturesLook({ models: [base!], temperatures: [0.5, 1] })).not.toContain('The trained model');
  expect(temperaturesLook({ models, temperatures: [1] })).toBe('One temperature was measured.');
});

test('the cost names every kind of run, and saves nothing on programs that were cut off', () => {
  expect(
    costWords({
      ...{ sampled: 60, kept: 50, cutOff: 10, judged: 25, seconds: 61 },
      ...{ tests: 1, keptTests: 9, cells: 1200, probed: 7 },
    }),
  ).toBe(
    '60 programs drawn for this, 50 kept from earlier, 10 of both cut off at the length limit and never run. ' +
      '25 different programs run with all tests: 75% of the runs were saved, since a program like it had been judged. ' +
      '1 completion of tests drawn, 9 kept; 1,200 runs of a program on a written test. ' +
      '7 programs run on generated inputs. 1 min 1 s, without pauses.',
  );
  const plain = { ...fixtureMeasure().cost, cutOff: 0, tests: 0, keptTests: 0, cells: 0, probed: 0 };
  expect(costWords(plain)).not.toMatch(/cut off|written test|generated inputs/);
});
