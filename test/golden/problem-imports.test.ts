/** The real files of public sets: how many rows become problems, and that their own solutions pass what was read of them. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { GradeTests } from '../../src/core/grade.ts';
import type { Problem } from '../../src/core/types.ts';
import { textFile } from '../../src/problems/files/source.ts';
import { answered, type Reading, readProblemFiles } from '../../src/problems/pack.ts';
import { askReference } from '../../src/problems/references.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine, nodeServices } from '../../src/sandbox/node.ts';
import { madeUpFile } from '../support/problem-files.ts';
import { sharedCase } from '../support/shared-cases.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

/** Null, with one visible line, where the file is not there. */
async function readShared(name: string): Promise<Reading | null> {
  const text = sharedCase(`data/${name}`);
  return text === null ? null : readProblemFiles([textFile(name, text)]);
}

const isCalled = ({ asserts, call }: Problem): boolean => asserts === undefined && call === undefined;

/** Every test of a problem, each once. */
function testsOf({ tests, compare, tolerance, call }: Problem): GradeTests {
  const all = [...new Set([...tests.public, ...tests.reward, ...tests.hidden])];
  const shared = { tests: all, ...(tolerance && { tolerance }) };
  return call === 'stdin' ? { type: 'stdin', ...shared } : { type: 'values', compare, ...shared };
}

/** Problems whose reference does not pass, with what became of it. */
function failing(problems: readonly Problem[]): string[] {
  return problems.flatMap((problem) => {
    const { id, entryPoint, reference } = problem;
    if (reference === undefined) return [];
    const { outcome, error } = engine.judge({
      code: reference,
      entryPoint,
      tests: testsOf(problem),
      limits: { wallMs: 300_000, ticksPerTest: 2_000_000 },
    });
    return outcome === 'passed' ? [] : [`${id}: ${outcome} ${error ?? ''}`];
  });
}

describe.each([
  // File, form, rows, and rows whose tests are values.
  ['HumanEval.jsonl', 'HumanEval', 164, 152],
  ['mbpp.jsonl', 'MBPP', 974, 968],
  ['sanitized-mbpp.json', 'MBPP', 427, 415],
  ['humanevalplus_sample.json', 'lecture', 82, 82],
  ['lecture_style_json.json', 'lecture', 244, 244],
  ['lecture_style_python.json', 'lecture', 55, 55],
  ['apps_format_sample.json', 'APPS', 5, 5],
])('%s', (name, form, rows, values) => {
  test('every row is a problem or is refused with a reason, and so many are told as values', async () => {
    const reading = await readShared(name);
    if (reading === null) return;
    expect(reading.rows.length + reading.refused.length).toBe(rows);
    expect(new Set(reading.rows.map((row) => row.form))).toEqual(new Set([form]));
    expect(reading.rows.filter(({ problem }) => problem.asserts === undefined)).toHaveLength(values);
    for (const why of reading.refused) expect(why).toMatch(/expected .*, got /s);
  });

  test('their own solutions pass', { timeout: 600_000 }, async () => {
    const reading = await readShared(name);
    if (reading === null) return;
    const problems = reading.rows.map(({ problem }) => problem).filter(isCalled);
    // Of the longest file every tenth: its rows are of one kind.
    expect(failing(name === 'mbpp.jsonl' ? problems.filter((_, i) => i % 10 === 0) : problems)).toEqual([]);
  });
});

describe('what is made up', () => {
  test('references tell results as they are, and pass them: tuples, floats, integers beyond 2 ** 53', async () => {
    const reading = await answered(await readProblemFiles([madeUpFile('evalplus.jsonl')]), (requests) =>
      Promise.all(
        requests.map((request) =>
          askReference(request, (problem, count) => nodeServices.freshTests(problem, { seed: 0, count, size: 10 })),
        ),
      ),
    );
    expect(reading.refused).toEqual([]);
    const [halve, join] = reading.rows.map(({ problem }) => problem);
    expect(halve!.tests.public.map(({ expected }) => expected)).toEqual([
      { type: 'float', value: 1.5 },
      { type: 'float', value: 4 },
    ]);
    expect(halve!.tests.hidden.map(({ args }) => args)).toEqual([
      [{ type: 'int', value: -1n }],
      [{ type: 'int', value: 9007199254740993n }],
    ]);
    expect(join!.tests.hidden.map(({ expected }) => expected.type)).toEqual(['tuple', 'tuple']);
    expect(failing([halve!, join!])).toEqual([]);
  });

  test('exact numbers, sets and keys of any type reach the program and are compared as they are', async () => {
    const { rows } = await readProblemFiles(
      ['lecture.py', 'apps.jsonl', 'livecodebench.jsonl'].map((name) => madeUpFile(name)),
    );
    const byId = new Map(rows.map(({ problem }) => [problem.id, problem]));
    const outcome = (id: string, code: string) => {
      const problem = byId.get(id)!;
      return engine.judge({ code, entryPoint: problem.entryPoint, tests: testsOf(problem) }).outcome;
    };
    expect(outcome('returns-2-64', 'def solution():\n    return 2 ** 64')).toBe('passed');
    expect(outcome('returns-2-64', 'def solution():\n    return 2 ** 64 + 1')).toBe('wrong_answer');
    expect(outcome('pairs', 'def solution(d):\n    return set(d.items())')).toBe('passed');
    expect(outcome('pairs', 'def solution(d):\n    return list(d.items())')).toBe('wrong_answer');
    expect(outcome('3', 'def solution(d):\n    return {k: v + 1 for k, v in d.items() if k == int(k)}')).toBe('passed');
    expect(outcome('3', 'def solution(d):\n    return {str(k): v + 1 for k, v in d.items()}')).toBe('wrong_answer');
    expect(outcome('101', 'def solution(nums, k):\n    return [n + k for n in nums]')).toBe('passed');
    expect(outcome('101', 'def solution(nums, k):\n    return [float(n + k) for n in nums]')).toBe('wrong_answer');
    expect(failing(rows.map(({ problem }) => problem))).toEqual([]);
  });

  test('a reference that fails on a call leaves it out, and is said to', async () => {
    const row = {
      ...{ task_id: 'P/1', prompt: 'def f(n):\n', entry_point: 'f', atol: 0, plus_input: [[0], [4], ['x']] },
      canonical_solution: '    return 8 // n\n',
      base_input: [[2], [5]],
    };
    const make = (problem: Problem, count: number) => nodeServices.freshTests(problem, { seed: 0, count, size: 10 });
    const ask = (text: string) =>
      readProblemFiles([textFile('p.json', text)]).then((reading) =>
        answered(reading, (requests) => Promise.all(requests.map((request) => askReference(request, make)))),
      );
    const { rows } = await ask(JSON.stringify(row));
    expect(rows[0]!.problem.tests.public).toHaveLength(2);
    expect(rows[0]!.problem.tests.hidden).toHaveLength(1);
    expect(rows[0]!.notes).toEqual([
      expect.stringMatching(/^2 of 5 calls are left out: .*ZeroDivisionError|TypeError/),
    ]);
    const broken = await ask(JSON.stringify({ ...row, canonical_solution: '    return lost\n' }));
    expect([broken.rows, broken.refused]).toEqual([[], [expect.stringMatching(/NameError/)]]);
  });
});
