/** The sealed sandbox in real Chromium: same verdicts as in Node, stuck and dead workers, assert tests, and closed doors. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GradeRecord } from '../../src/core/grade.ts';
import type { Verdict } from '../../src/core/types.ts';
import { py } from '../../src/core/value-make.ts';
import { connect, gradeRecords, judgeWith, type SandboxClient } from '../../src/sandbox/client.ts';
import { mountSandbox, type SandboxFrame } from '../../src/sandbox/frame.ts';
import { ASSIGNMENTS, CASES, DIGEST, digest, PROBE } from '../support/sandbox-corpus.ts';
import { SERVICES_REPORT, servicesReport } from '../support/sandbox-jobs.ts';
import { STUCK_PROGRAM, stuckAmong, WATCHDOG } from '../support/stuck-programs.ts';

let frame: SandboxFrame;
let client: SandboxClient;

beforeAll(async () => {
  frame = await mountSandbox({ baseUrl: '/sandbox/', workers: 1 });
  client = connect(frame.port);
  console.info(`sandbox: first worker ready ${Math.round(await client.ready)} ms after the frame had its files`);
});

afterAll(() => {
  client[Symbol.dispose]();
  frame[Symbol.dispose]();
});

test('verdicts are those of Node, and sealed', async () => {
  const verdicts = (await client.run([...ASSIGNMENTS, PROBE])) as Verdict[];
  expect(verdicts.slice(0, -1).map((verdict) => verdict.outcome)).toEqual(CASES.map((c) => c.outcome));
  expect(verdicts.every((verdict) => verdict.integrity === 'sealed')).toBe(true);
  expect(await digest(verdicts)).toBe(DIGEST);
});

test('analyses, fresh tests, growth and behaviours are those of Node, and every worker tells that it left nothing behind', async () => {
  expect(await servicesReport(client)).toEqual(SERVICES_REPORT);
  await client.run(ASSIGNMENTS.slice(0, 5));
  const states = await client.digest();
  expect(states.length).toBeGreaterThan(0);
  for (const state of states) expect(state).toEqual({ pristine: true, digest: states[0]!.digest });
});

test('no special headers are needed', () => {
  expect(crossOriginIsolated).toBe(false);
});

test('the page cannot look into the frame, nor the frame into the page', () => {
  const iframe = document.querySelector('iframe[title="Python sandbox"]') as HTMLIFrameElement;
  expect(iframe.getAttribute('sandbox')).toBe('allow-scripts');
  expect(iframe.contentDocument).toBeNull();
  expect(iframe.srcdoc).toContain("default-src 'none'");
});

test('the judge answers in order and per kind', async () => {
  const judge = judgeWith(client);
  const cases = [1, 2, 3].map((n) => ({ args: [py(n)], expected: py(n * n) }));
  const problem = {
    id: 'square',
    text: 'Square.',
    entryPoint: 'solution',
    compare: 'python',
    tests: { public: cases.slice(0, 1), reward: cases.slice(1, 2), hidden: cases.slice(2) },
  } as const;
  const codes = ['return n * n', 'return n', 'return n * n', 'return 4'];
  const kinds = ['public', 'reward', 'hidden'] as const;
  const jobs = codes.map((line) => ({ problem, code: `def solution(n):\n    ${line}\n`, kinds }));
  const got = await judge.judge(jobs);
  expect(got.map((v) => kinds.map((kind) => v[kind]?.outcome === 'passed'))).toEqual([
    [true, true, true],
    [true, false, false],
    [true, true, true],
    [false, true, false],
  ]);
});

test('assert tests run in a second interpreter', async () => {
  const record = (id: string, code: string, tests: GradeRecord['tests']): GradeRecord => ({
    id,
    problem: 'p',
    entryPoint: 'f',
    code,
    tests,
  });
  const asserts = {
    type: 'asserts',
    setup: 'import math',
    asserts: ['assert f(4) == math.sqrt(16)', 'assert f(0) == 1'],
  } as const;
  const check = {
    type: 'check',
    setup: '',
    check:
      'def check(candidate):\n    assert candidate(1) == 1\n    assert sorted(candidate(2) for _ in range(2)) == [2, 2]\n',
  } as const;
  const results = await gradeRecords(client, [
    record('a', 'def f(x):\n    return x\n', asserts),
    record('b', 'def f(x):\n    return x\n', check),
    record('c', 'class E:\n    def __eq__(self, other): return True\ndef f(x):\n    return E()\n', asserts),
    record('d', 'def f(x):\n    raise KeyError(x)\n', check),
  ]);
  expect(results.map(({ id, outcome, passed, total, reward }) => [id, outcome, passed, total, reward])).toEqual([
    ['a', 'wrong_answer', 1, 2, 0.5],
    ['b', 'passed', 2, 2, 1],
    ['c', 'wrong_answer', 0, 2, 0],
    ['d', 'runtime_error', 0, 2, 0],
  ]);
});

test('200 programs of five tests', async () => {
  const tests = {
    type: 'values',
    compare: 'python',
    tests: [[3, 1], [5], [9, 8, 7], [], [2, 2]].map((xs) => ({
      args: [py(xs)],
      expected: py(xs.toSorted((a, b) => a - b)),
    })),
  } as const;
  // The first batch still runs code that the browser has not optimised yet.
  for (const batch of ['first', 'second', 'third']) {
    const programs = Array.from({ length: 200 }, (_, i) => ({
      code: `def solution(xs):\n    # ${batch} ${i}\n    return sorted(xs)\n`,
      entryPoint: 'solution',
      tests,
    }));
    const started = performance.now();
    const verdicts = await client.run(programs);
    const each = (performance.now() - started) / programs.length;
    console.info(`sandbox: ${each.toFixed(2)} ms a program of 5 tests, one worker, ${batch} batch`);
    expect(verdicts.every((verdict) => verdict.passed === 5)).toBe(true);
  }
});

test('a program that no budget ends is ended from outside; its neighbours are judged and the spare goes on', async () => {
  const troubles: string[] = [];
  using frame = await mountSandbox({ baseUrl: '/sandbox/', workers: 1 });
  using client = connect(frame.port, (message) => troubles.push(message));
  await client.ready;
  const [before] = await client.digest();
  const verdicts = await client.run(stuckAmong(STUCK_PROGRAM));
  expect(verdicts.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['passed', undefined],
    ['timeout', WATCHDOG],
    ['passed', undefined],
  ]);
  // Once among its neighbours, once alone.
  expect(troubles).toEqual(new Array(2).fill('the watchdog gave up a stuck worker'));
  expect(await digest((await client.run([...ASSIGNMENTS, PROBE])) as Verdict[])).toBe(DIGEST);
  for (const state of await client.digest()) expect(state).toEqual({ pristine: true, digest: before!.digest });
});
