/** Programs in rows of every published form, graded as `grade` does: right ones pass, wrong ones fail, by the published name. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { GradeRecord } from '../../src/core/grade.ts';
import { toldRecords } from '../../src/problems/grade-answers.ts';
import { readGradeRows } from '../../src/problems/grade-file.ts';
import { askReference } from '../../src/problems/references.ts';
import { collectSamples } from '../../src/problems/samples/collect.ts';
import { readProblemFile } from '../../src/problems/samples/problem-file.ts';
import { rowsOf } from '../../src/problems/samples/rows.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine, nodeServices } from '../../src/sandbox/node.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

type Row = Record<string, unknown>;

const madeUp = (name: string): Row[] =>
  readFileSync(new URL(`../cases/problems/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The row of that index, with a program and whatever else. */
const made = (name: string, index: number, fields: Row): Row => ({ ...madeUp(name)[index], ...fields });

async function recordOf(row: Row): Promise<GradeRecord> {
  const rows = await readGradeRows(JSON.stringify(row), 'g.jsonl', () => undefined);
  const [record] = await toldRecords(rows, (requests) =>
    Promise.all(
      requests.map((one) =>
        askReference(one, (problem, count) => nodeServices.freshTests(problem, { seed: 0, count, size: 10 })),
      ),
    ),
  );
  return record!;
}

const outcomeOf = ({ code, entryPoint, tests, limits }: GradeRecord) =>
  engine.judge({ code, entryPoint, tests, limits: { ...limits, wallMs: 300_000 } });
const graded = async (row: Row) => {
  const { outcome, passed, total } = outcomeOf(await recordOf(row));
  return { outcome, passed, total };
};

const SUM = 'print(sum(map(int, input().split())))\n';
const EVEN = 'def is_even(n):\n    return n % 2 == 0\n';
const BUMP =
  'class Solution:\n    def bump(self, d: Dict[int, int]):\n        return {k: v + 1 for k, v in d.items()}\n';
const SHIFT =
  'class Solution:\n    def shift(self, nums: List[int], k: int) -> List[int]:\n        return [n + k for n in nums]\n';
const HALVE = '    return n / 2\n';
const exchange = [{ input: '1 2\n', output: '3\n' }];

describe.each<[form: string, right: Row, tests: number, wrong: string]>([
  ['APPS on standard input', made('apps', 0, { code: SUM }), 2, 'print(6)'],
  [
    'APPS, tests as an object',
    { id: 'a', input_output: { inputs: ['1 2\n'], outputs: ['3\n'] }, code: SUM },
    1,
    'pass',
  ],
  ['APPS, a function', made('apps', 1, { code: EVEN }), 3, 'def is_even(n):\n    return True'],
  ['APPS, a method', made('apps', 2, { code: BUMP }), 1, BUMP.replace('+ 1', '+ 2')],
  ['LiveCodeBench on standard input', made('livecodebench', 0, { code: SUM }), 3, 'print(5)'],
  ['LiveCodeBench, a method', made('livecodebench', 1, { code: SHIFT }), 2, SHIFT.replace('n + k', 'n')],
  [
    'EvalPlus, HumanEval',
    made('evalplus', 0, { solution: `def halve(n):\n${HALVE}` }),
    4,
    'def halve(n):\n    return n // 2',
  ],
  [
    'EvalPlus, a check besides',
    made('evalplus', 0, {
      test: 'def check(candidate):\n    assert candidate(2) == 1\n',
      code: `def halve(n):\n${HALVE}`,
    }),
    1,
    'def halve(n):\n    return 0',
  ],
  [
    'EvalPlus, MBPP',
    made('evalplus', 1, { code: 'def join(a, b):\n    return a + b' }),
    3,
    'def join(a, b):\n    return b + a',
  ],
  ['code_contests', made('code-contests', 0, { code: 'print(2 * int(input()))' }), 4, 'print(4)'],
  ['TACO on standard input', made('taco', 0, { code: 'print(input()[::-1])' }), 1, 'print(12)'],
  [
    'TACO, a function',
    made('taco', 1, { code: 'def greater(a, b):\n    return max(a, b)' }),
    1,
    'def greater(a, b):\n    return a',
  ],
  [
    'texts on standard input',
    { id: 'a', call: 'stdin', tests: [{ args: ['1 2\n'], expected: '3' }], code: SUM },
    1,
    'pass',
  ],
  ['inputs with outputs', { id: 'a', tests: exchange, code: SUM }, 1, 'print(4)'],
  ['inputs with outputs as JSON in a string', { id: 'a', tests: JSON.stringify(exchange), code: SUM }, 1, 'print(4)'],
])('%s', (_, row, total, wrong) => {
  test('a right program passes every test', async () => {
    expect(await graded(row)).toEqual({ outcome: 'passed', passed: total, total });
  });

  test('a wrong one does not', async () => {
    const { solution: __, ...rest } = row;
    expect(await graded({ ...rest, code: wrong })).toMatchObject({ outcome: 'wrong_answer', total });
  });
});

describe('programs', () => {
  test.each([
    ['apps', [0, 1, 2]],
    ['code-contests', [0]],
    ['taco', [0]],
    ['evalplus', [0, 1]],
  ] as const)('%s: the solution of the row itself, where it brings no other', async (name, rows) => {
    for (const at of rows) expect(await graded(made(name, at, {}))).toMatchObject({ outcome: 'passed' });
  });

  test('a method may call a function of its own name, and a completion of the starter code counts', async () => {
    const gcd = 'from math import gcd\nclass Solution:\n    def gcd(self, a, b):\n        return gcd(a, b)\n';
    const input_output = { fn_name: 'gcd', inputs: [[12, 18]], outputs: [6] };
    expect(await graded({ id: 'a', input_output, completion: gcd })).toMatchObject({ outcome: 'passed' });
  });

  test('a class without the method, and a function of another name, are not found', async () => {
    for (const code of [BUMP.replace('def bump', 'def other'), 'def solution(d):\n    return d']) {
      const verdict = outcomeOf(await recordOf(made('apps', 2, { code })));
      expect(verdict).toMatchObject({ outcome: 'runtime_error', error: "NameError: name 'bump' is not defined" });
    }
  });

  test('a row may name the function itself', async () => {
    const code = 'def solution(n):\n    return n % 2 == 0';
    expect(await graded(made('apps', 1, { code, entry_point: 'solution' }))).toMatchObject({ outcome: 'passed' });
  });

  test('one that is missing is told as for any row', async () => {
    await expect(recordOf(made('livecodebench', 0, {}))).rejects.toThrow('code: expected the program as a string');
  });
});

test('hidden tests run and do not pay, as in training', async () => {
  const { tests } = await recordOf(made('livecodebench', 0, { code: SUM }));
  expect(tests).toMatchObject({ type: 'stdin', paying: [0] });
});

test('inputs without results stay unclear where nobody asks the reference, and say so', async () => {
  const row = JSON.stringify(made('evalplus', 0, { completion: HALVE }));
  const [first] = await readGradeRows(row, 'g.jsonl', () => undefined);
  expect(first!.record.unclear).toBe(
    'g.jsonl, line 1: expected results beside the inputs, got none: only a run of the reference can tell them',
  );
});

describe('samples', () => {
  const streamOf = (rows: readonly Row[]) => new Blob([rows.map((row) => JSON.stringify(row)).join('\n')]).stream();

  test('rows with tests of their own', async () => {
    const samples = [
      made('apps', 0, { code: SUM }),
      made('apps', 0, { code: 'print(6)' }),
      made('apps', 2, { code: BUMP }),
    ];
    const { programs, rows } = await collectSamples(rowsOf(streamOf(samples), 's.jsonl'), { file: 's.jsonl' });
    expect(rows).toEqual([0, 1, 2]);
    expect(programs[0]!.tests).toBe(programs[1]!.tests);
    expect(programs.map((one) => outcomeOf(one).outcome)).toEqual(['passed', 'wrong_answer', 'passed']);
  });

  test('joined to a file of problems', async () => {
    const problems = await readProblemFile(rowsOf(streamOf(madeUp('livecodebench')), 'p.jsonl'), 'p.jsonl');
    const samples = [
      { task_id: '101', solution: SHIFT },
      { task_id: 'mu_a', completion: SUM },
    ];
    const { programs } = await collectSamples(rowsOf(streamOf(samples), 's.jsonl'), { file: 's.jsonl', problems });
    expect(programs.map((one) => outcomeOf(one).outcome)).toEqual(['passed', 'passed']);
  });

  test('problems in place of samples are refused', async () => {
    const rows = rowsOf(streamOf(madeUp('livecodebench')), 's.jsonl');
    await expect(collectSamples(rows, { file: 's.jsonl' })).rejects.toThrow('expected a sample');
  });
});
