/** Reading graded samples, and what a report refuses. */

import { describe, expect, test } from 'vitest';
import { UNKNOWN_ID } from '../core/samples.ts';
import { passReport, readGraded } from './graded.ts';

describe('readGraded', () => {
  test('reads lines of grade and of the HumanEval evaluator', () => {
    const text = [
      '{"id":"1","problem":"sum","outcome":"passed","passed":8,"total":8}',
      '{"id":"2","problem":"sum","outcome":"wrong_answer","passed":7,"total":8}',
      '',
      '{"task_id":"HumanEval/0","completion":"","passed":true}',
      '{"id":"3","problem":"sum","outcome":"infra_error","passed":0,"total":8}',
      '{"problem":"sum","outcome":"timeout","logprob":NaN}',
      '{"problem":"sum","outcome":"infra_error","passed":false}',
      `{"task_id":"else","outcome":"infra_error","passed":false,"result":"${UNKNOWN_ID}"}`,
    ].join('\n');
    expect(readGraded(text)).toEqual({
      samples: [
        { problem: 'sum', correct: true },
        { problem: 'sum', correct: false },
        { problem: 'HumanEval/0', correct: true },
        { problem: 'sum', correct: null },
        { problem: 'sum', correct: false },
        { problem: 'sum', correct: null },
      ],
      unknown: 1,
    });
  });

  test.each([
    ['{"problem"', 'passk: line 1: expected one JSON object, got text that does not parse'],
    ['[1]', 'passk: line 1: expected one JSON object, got [1]'],
    ['{"outcome":"passed"}', 'passk: line 1: expected "problem" or "task_id" to name the problem, got undefined'],
    ['{"problem":"a"}', 'passk: line 1: expected "outcome" or "passed" to tell whether the sample passed, got neither'],
    [
      '{"problem":"a","outcome":"passed","passed":1,"total":2}',
      'passk: line 1: expected outcome and "passed" to agree, got "passed" with 1 of 2',
    ],
    [
      '{"problem":"a","outcome":"pass","passed":true}',
      /line 1: expected an outcome \(passed, wrong_answer, .*infra_error\), got "pass"/,
    ],
    ['{"problem":"a","outcome":"timeout","passed":true}', /to agree, got "timeout" with "passed": true/],
    ['{"problem":"a","outcome":"passed","passed":false}', /to agree, got "passed" with "passed": false/],
    ['{"problem":"a","outcome":"infra_error","passed":true}', /to agree, got "infra_error" with "passed": true/],
    ['{"problem":"a","passed":3,"total":2}', /or a number of "total" tests, got 3 of 2/],
    ['{"problem":"a","passed":-1,"total":2}', /got -1 of 2/],
    ['{"problem":"a","passed":0.5,"total":2}', /got 0.5 of 2/],
    ['{"problem":"a","passed":"yes"}', /expected "passed" to be true, false, or a number of "total" tests, got "yes"/],
    ['{"problem":"a","passed":1}', /tests, got 1$/],
    ['{"problem":"a","outcome":"passed","passed":0,"total":0}', /agree, got "passed" with 0 of 0/],
  ])('refuses %s', (line, message) => {
    expect(() => readGraded(line)).toThrow(message);
  });
});

describe('passReport', () => {
  const samples = [true, false, false, false].map((correct) => ({ problem: 'a', correct }));

  test('gives pass@k per problem and the mean', () => {
    const other = [true, true].map((correct) => ({ problem: 'b', correct }));
    expect(passReport([...samples, ...other], [1, 2])).toMatchObject({
      problems: [
        { problem: 'a', n: 4, correct: 1, 'pass@1': 0.25, 'pass@2': 0.5 },
        { problem: 'b', n: 2, correct: 2, 'pass@1': 1, 'pass@2': 1 },
      ],
      mean: { 'pass@1': 0.625, 'pass@2': 0.75 },
      unscored: 0,
    });
  });

  test('gives both bands of every mean, and the plug-in estimate beside it', () => {
    const other = [true, true, true, true].map((correct) => ({ problem: 'b', correct }));
    const { mean, bands, biased } = passReport([...samples, ...other], [1, 2]);
    for (const at of ['pass@1', 'pass@2'] as const) {
      for (const band of [bands.problems[at]!, bands.samples[at]!]) {
        expect(band.low).toBeLessThan(mean[at]!);
        expect(band.high).toBeGreaterThan(mean[at]!);
      }
    }
    expect(biased).toEqual({ 'pass@1': 0.625, 'pass@2': (1 - 0.75 ** 2 + 1) / 2 });
  });

  test('samples that could not be judged do not count', () => {
    const report = passReport([...samples, { problem: 'a', correct: null }], [1]);
    expect(report.problems[0]).toMatchObject({ n: 4, 'pass@1': 0.25 });
    expect(report.unscored).toBe(1);
  });

  test('refuses k above the samples of any problem, and an empty file', () => {
    expect(() => passReport(samples, [1, 5])).toThrow('expected at least 5 judged samples of problem a, got 4');
    expect(() => passReport([], [1])).toThrow('passk: expected at least one graded sample, got none');
  });
});
