/** Verdicts are the same whatever the machine's clock said, and different as soon as anything else differs. */

import { expect, test } from 'vitest';
import { type GradeRecord, toGradeResult } from './grade.ts';
import { agreedResult, sameVerdict, steadyText } from './same-verdict.ts';
import type { Verdict } from './types.ts';

const VERDICT: Verdict = {
  outcome: 'wrong_answer',
  passed: 1,
  total: 2,
  perTest: [
    { outcome: 'passed', got: '1', ticks: 3 },
    { outcome: 'wrong_answer', got: '2', ticks: 4 },
  ],
  ticks: 7,
  heapBytes: 65536,
  wallMs: 12.5,
  ledger: [{ kind: 'clock', detail: 'time.sleep', count: 2, refused: false }],
  integrity: 'sealed',
};

test('wall time and the order of fields do not count', () => {
  const { outcome, ...rest } = VERDICT;
  expect(sameVerdict(VERDICT, { ...rest, wallMs: 900, outcome })).toBe(true);
  expect(steadyText(VERDICT)).not.toContain('wall');
});

test.each<[string, Partial<Verdict>]>([
  ['ticks', { ticks: 8 }],
  ['heap', { heapBytes: 131072 }],
  ['ledger', { ledger: [] }],
  ['a shown value', { perTest: [VERDICT.perTest[0]!, { outcome: 'wrong_answer', got: '3', ticks: 4 }] }],
  ['outcome', { outcome: 'timeout' }],
  ['a watchdog in one of them', { outcome: 'timeout', error: 'wall clock: the watchdog ended the test' }],
])('%s counts', (_, change) => {
  expect(sameVerdict(VERDICT, { ...VERDICT, ...change })).toBe(false);
});

test('two watchdog kills at different ticks are the same verdict', () => {
  const killed = (ticks: number): Verdict => ({
    ...VERDICT,
    outcome: 'timeout',
    error: 'wall clock: the watchdog ended the test',
    perTest: [VERDICT.perTest[0]!, { outcome: 'timeout', error: 'wall clock: the watchdog ended the test', ticks }],
    ticks,
  });
  expect(sameVerdict(killed(5), killed(9))).toBe(true);
  expect(sameVerdict(killed(5), { ...killed(5), passed: 0 })).toBe(false);
});

test('an exception that is named like a watchdog is none', () => {
  const raised = (ticks: number): Verdict => ({
    ...VERDICT,
    outcome: 'runtime_error',
    error: 'wall clock:: 1',
    perTest: [{ outcome: 'runtime_error', error: 'wall clock:: 1', ticks }],
  });
  expect(sameVerdict(raised(5), raised(9))).toBe(false);
});

test('results that agree stand; results that differ are flaky, without a reward', () => {
  const tests = { type: 'asserts', asserts: ['assert f(1)', 'assert f(2)'], setup: '' } as const;
  const record: GradeRecord = { id: 'a', problem: 'p', entryPoint: 'f', code: '', tests };
  const result = (change: Partial<Verdict> = {}) => toGradeResult(record, { ...VERDICT, ...change });
  const first = result();
  expect(agreedResult(first, result({ wallMs: 99 }))).toBe(first);
  expect(agreedResult(first, result({ passed: 2, outcome: 'passed' }))).toMatchObject({
    id: 'a',
    outcome: 'infra_error',
    reward: null,
    flaky: true,
    total: 2,
    error: 'two runs of the program disagree: wrong_answer and passed',
  });
});
