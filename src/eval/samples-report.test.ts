/** Reports of made-up files. */

import { expect, test } from 'vitest';
import type { Outcome } from '../core/types.ts';
import { type GradedFile, samplesReport } from './samples-report.ts';

/** One different program per outcome. */
function file(problems: Readonly<Record<string, readonly (Outcome | undefined)[]>>): GradedFile {
  const programs = Object.entries(problems).flatMap(([problem, outcomes]) =>
    outcomes.map((outcome) => ({ problem, outcome })),
  );
  return { problems: Object.keys(problems), rows: [...programs.keys()], programs, references: new Map() };
}

test('pass@k is the mean over problems of the unbiased estimate, for the usual k that all problems reach', () => {
  const ten = Array.from({ length: 10 }, (_, i): Outcome => (i < 3 ? 'passed' : 'wrong_answer'));
  const report = samplesReport(file({ a: ten, b: [...ten, 'timeout', 'timeout'] }));
  expect(report.pass.map(({ k }) => k)).toEqual([1, 10]);
  expect(report.pass[0]!.pass.value).toBeCloseTo((3 / 10 + 3 / 12) / 2, 12);
  expect(report.curve.map(({ k }) => k)).toEqual([1, 2, 4, 8, 10]);
  expect(report.outcomes).toEqual({ passed: 6, wrong_answer: 14, timeout: 2 });
  expect(report.notes).toEqual([expect.stringContaining('from 10 to 12 judged samples')]);
});

test('a k that was asked for and that a problem has too few samples for is said', () => {
  const report = samplesReport(file({ a: ['passed', 'passed'], b: ['passed', 'wrong_answer', 'passed'] }), [1, 3, 5]);
  expect(report.pass.map(({ k }) => k)).toEqual([1]);
  expect(report.notes.at(-1)).toBe('pass@3, pass@5: not told, since a problem (a) has 2 judged samples only.');
});

test('what could not be judged is no sample, and a problem without any is left out', () => {
  const report = samplesReport(file({ a: ['passed', 'infra_error'], b: ['infra_error', undefined] }));
  expect(report.problems).toMatchObject([
    { id: 'a', n: 1, correct: 1, unjudged: 1 },
    { id: 'b', n: 0, correct: 0, unjudged: 2 },
  ]);
  expect(report.pass[0]!.pass.value).toBe(1);
  expect(report.graded).toBe(3);
  expect(report.notes).toEqual([expect.stringContaining('No sample is judged of b')]);
});

test('a problem whose own solution fails is broken and in no mean; one whose solution we could not judge is not', () => {
  const base = file({ a: ['wrong_answer'], b: ['wrong_answer'], c: ['passed'] });
  const programs = [
    ...base.programs,
    { problem: 'a', outcome: 'syntax_error' as const },
    { problem: 'b', outcome: 'infra_error' as const },
  ];
  const references = new Map([
    ['a', 3],
    ['b', 4],
  ]);
  const report = samplesReport({ ...base, programs, references });
  expect(report.problems.map(({ broken }) => broken)).toEqual([true, false, false]);
  expect(report.pass[0]!.pass.value).toBe(0.5);
  expect(report.notes[0]).toBe('The benchmark’s own solution fails on a: 1 problem left out.');
});

test('rows of one program share its verdict, and rows of unknown problems have none', () => {
  const report = samplesReport({ ...file({ a: ['passed', 'wrong_answer'] }), rows: [0, 0, 0, 1, -1] });
  expect(report).toMatchObject({ graded: 4, judged: 2, problems: [{ n: 4, correct: 3 }] });
});

test('nothing judged is an empty report and no error', () => {
  expect(samplesReport(file({ a: [undefined] }))).toMatchObject({ pass: [], curve: [], graded: 0, judged: 0 });
});
