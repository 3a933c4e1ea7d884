/** The printed form of an evaluation. */

import { describe, expect, test } from 'vitest';
import type { Evaluation } from '../core/records.ts';
import { describeEvaluation, summarizeCriticSampling, summarizeEvaluation } from './evaluation-summary.ts';

const passAt1 = { value: 0.25, low: 0.2, high: 0.3 };
const EVALUATION: Evaluation = {
  epoch: 0,
  sets: [
    {
      set: 'lecture',
      temperature: 1,
      n: 8,
      problems: [
        { id: 'sum', n: 8, correct: 2, visible: 4 },
        { id: 'lost', n: 0, correct: 0, visible: 0 },
      ],
      curve: [
        { k: 1, pass: passAt1, samples: { low: 0.1, high: 0.4 } },
        { k: 4, pass: passAt1 },
        { k: 8, pass: { value: 1, low: 1, high: 1 }, problems: 1 },
      ],
      passAt1,
      visibleAt1: 0.5,
      greedy: 0,
      outcomes: { syntax_error: 2 },
      missingImports: 1,
    },
  ],
};

test('sets by name, null where there are too few samples', () => {
  expect(summarizeEvaluation(EVALUATION)).toEqual({
    lecture: {
      'pass@1': passAt1,
      'pass@8': 1,
      'pass@64': null,
      bands: {
        'pass@1': { problems: [0.2, 0.3], samples: [0.1, 0.4] },
        'pass@8': { problems: [1, 1], samples: null, over: 1 },
      },
      greedy: 0,
      'visible@1': 0.5,
      n: 8,
      temperature: 1,
      syntaxErrors: 2,
      missingImports: 1,
      problems: { sum: 0.25, lost: null },
    },
  });
});

test('the temperature nearest to 1 comes first, whatever the order, and greedy comes from where it was noted', () => {
  const [one] = EVALUATION.sets;
  const { greedy: _, ...warm } = { ...one!, temperature: 1.2, passAt1: { value: 0.5, low: 0.4, high: 0.6 } };
  const sets = [{ ...one!, temperature: 0.5, greedy: 0.75 }, warm, { ...warm, temperature: 2 }];
  const { lecture } = summarizeEvaluation({ epoch: 0, sets });
  expect(lecture).toMatchObject({ temperature: 1.2, 'pass@1': warm.passAt1, greedy: 0.75 });
  expect(lecture!.other_temperatures).toMatchObject({
    0.5: { 'pass@1': passAt1, 'pass@8': 1, n: 8, bands: { 'pass@1': { samples: [0.1, 0.4] } } },
    2: { 'pass@1': warm.passAt1 },
  });
  expect(describeEvaluation({ epoch: 0, sets })).toBe('lecture 50.0 % (40.0–60.0)');
});

test('one line for people', () => {
  expect(describeEvaluation(EVALUATION)).toBe('lecture 25.0 % (20.0–30.0)');
});

describe('critic sampling', () => {
  const better = { value: 0.5, low: 0.4, high: 0.6 };
  const criticSampling = {
    samples: 64,
    plain: { passAt1, solved: 0.8 },
    guided: { passAt1: better, solved: 0.9 },
    ways: { refine: 8, repair: 2, anew: 0 },
  };

  test('stands beside plain sampling', () => {
    expect(summarizeCriticSampling({ ...EVALUATION, criticSampling })).toEqual({
      samples: 64,
      plain: { 'pass@1': passAt1, solved: 0.8 },
      guided: { 'pass@1': better, solved: 0.9 },
      ways: { refine: 8, repair: 2, anew: 0 },
    });
    expect(describeEvaluation({ ...EVALUATION, criticSampling })).toBe(
      'lecture 25.0 % (20.0–30.0); 64 programs each: 50.0 % (40.0–60.0) steered by the critic, 25.0 % (20.0–30.0) plain',
    );
  });

  test('is left out where it was not measured', () => {
    expect(summarizeCriticSampling(EVALUATION)).toBeUndefined();
  });
});
