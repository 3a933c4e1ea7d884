/** Every published form is read from small made-up files of its shape: names, tests of each kind, values to the last digit. */

import { describe, expect, test } from 'vitest';
import { madeUpFile, madeUpFolder } from '../../../test/support/problem-files.ts';
import { repr } from '../../core/repr.ts';
import type { Problem, TestKind } from '../../core/types.ts';
import { textFile } from '../files/source.ts';
import { readProblemFiles } from '../pack.ts';

const read = async (path: string) => readProblemFiles([madeUpFile(path)]);
const calls = ({ tests }: Problem, kind: TestKind) =>
  tests[kind].map(({ args, expected }) => `${args.map(repr).join(', ')} → ${repr(expected)}`);

test('LiveCodeBench: plain and packed private tests, on standard input and of a function', async () => {
  const { rows, refused } = await read('livecodebench.jsonl');
  expect(refused).toEqual([]);
  const [stdin, functional] = rows.map(({ problem }) => problem);
  expect(stdin).toMatchObject({ id: 'mu_a', call: 'stdin' });
  expect(calls(stdin!, 'public')).toEqual(["'2 3\\n' → '5\\n'"]);
  expect(calls(stdin!, 'hidden')).toEqual(["'10 -4\\n' → '6\\n'", "'0 0\\n' → '0\\n'"]);
  expect(functional).toMatchObject({ id: '101', entryPoint: 'solution' });
  expect(functional).not.toHaveProperty('call');
  expect(calls(functional!, 'public')).toEqual(['[3, 1, 2], 1 → [4, 2, 3]']);
  expect(calls(functional!, 'hidden')).toEqual(['[9007199254740993], 0 → [9007199254740993]']);
});

test('EvalPlus: inputs whose results the reference tells; what MBPP+ calls with tuples gets tuples', async () => {
  const { rows, refused } = await read('evalplus.jsonl');
  expect(refused).toEqual([]);
  const [humanEval, mbpp] = rows;
  expect(humanEval!.problem).toMatchObject({
    text: 'Returns half of n.',
    tolerance: { rel: 1e-7, abs: 1e-6 },
    tests: { public: [], reward: [], hidden: [] },
  });
  const shown = (list: readonly (readonly Parameters<typeof repr>[0][])[] | undefined) =>
    list?.map((args) => args.map(repr).join(', '));
  expect(shown(humanEval!.awaits?.public)).toEqual(['3', '8']);
  // An input that stands in both is asked once.
  expect(shown(humanEval!.awaits?.hidden)).toEqual(['-1', '9007199254740993']);
  expect(mbpp!.problem.text).toBe('Write a function to join two tuples.');
  expect(shown(mbpp!.awaits?.public)).toEqual(['(1, 2), (3,)']);
  expect(shown(mbpp!.awaits?.hidden)).toEqual(['(), (4,)', "('x',), ([5],)"]);
});

describe('APPS', () => {
  test('rows: standard input, functions, methods, integer keys, results in lists of one', async () => {
    const { rows, refused } = await read('apps.jsonl');
    const [stdin, even, bump, wrap] = rows.map(({ problem }) => problem);
    expect(refused).toEqual([
      'apps.jsonl, line 5: input_output: expected tests as {"inputs": […], "outputs": […]}, got none',
    ]);
    // The first solution is of Python 2.
    expect(stdin).toMatchObject({ id: '1', call: 'stdin', reference: 'print(sum(map(int, input().split())))\n' });
    expect(calls(even!, 'reward')).toEqual(['2 → True', '3 → False', '123456789012345678901 → False']);
    expect(calls(bump!, 'reward')).toEqual(['{1: 2, -3: 4} → {1: 3, -3: 5}']);
    expect(bump!.reference).toMatch(/def solution\(\*args\):\n {4}return Solution\(\)\.bump\(\*args\)/);
    // Its signature says that it returns a list.
    expect(calls(wrap!, 'reward')).toEqual(['5 → [5]', '6 → [6]']);
  });

  test('folders, each a problem', async () => {
    const { rows, refused } = await readProblemFiles(madeUpFolder('apps-folder'));
    expect(refused).toEqual([]);
    expect(rows.map(({ form, problem }) => [form, problem.id, problem.text, problem.call])).toEqual([
      ['APPS', '0001', 'Print the number of words.', 'stdin'],
      ['APPS', '0002', 'Return the last item.', undefined],
    ]);
    expect(rows[0]!.problem.source).toBe('https://example.org/words');
  });

  test('the files of one folder without their folder', async () => {
    const names = ['question.txt', 'input_output.json'];
    const { rows } = await readProblemFiles(names.map((name) => madeUpFile(`apps-folder/0002/${name}`, name)));
    expect(rows.map(({ problem }) => [problem.id, problem.tests.reward.length])).toEqual([['return-the-last-item', 1]]);
  });

  test.each([
    ['[[1], [2]]', 'def f(n):', ['1', '2']],
    ['[[1], [2, 3]]', 'def f(n):', ['[1]', '[2, 3]']],
    ['[[1], [2]]', 'def f(n) -> List[int]:', ['[1]', '[2]']],
    ['[[[1]], [[2]]]', 'def f(n) -> List[int]:', ['[1]', '[2]']],
    ['[1, [2]]', 'def f(n):', ['1', '2']],
  ])('results %s of %s', async (outputs, starter_code, expected) => {
    const input_output = `{"fn_name": "f", "inputs": [[1], [2]], "outputs": ${outputs}}`;
    const row = { problem_id: 1, question: 'q', input_output, starter_code };
    const { rows } = await readProblemFiles([textFile('a.json', JSON.stringify(row))]);
    expect(rows[0]!.problem.tests.reward.map((one) => repr(one.expected))).toEqual(expected);
  });
});

test('code_contests: lists of inputs and outputs; generated tests pay, private ones are hidden', async () => {
  const { rows } = await read('code-contests.jsonl');
  const { problem } = rows[0]!;
  expect(problem).toMatchObject({ id: '900_A. Double', call: 'stdin', reference: 'print(2 * int(input()))\n' });
  expect((['public', 'reward', 'hidden'] as const).map((kind) => calls(problem, kind))).toEqual([
    ["'2\\n' → '4\\n'"],
    ["'-1\\n' → '-2\\n'", "'0\\n' → '0\\n'"],
    ["'5\\n' → '10\\n'"],
  ]);
});

test('TACO and DeepCoder: both forms of their tests', async () => {
  const { rows } = await read('taco.jsonl');
  expect(rows.map(({ form, problem }) => [form, problem.call, problem.tests.reward.length])).toEqual([
    ['TACO', 'stdin', 1],
    ['TACO', undefined, 1],
  ]);
  expect(rows[0]!.problem.reference).toBe('print(input()[::-1])\n');
});

describe('Python', () => {
  test('dictionaries as the lecture writes them: comments, tuples, sets, keys of any kind, big integers', async () => {
    const { rows, refused } = await read('lecture.py');
    expect(refused).toEqual([]);
    expect(rows.map(({ problem }) => problem.id)).toEqual(['returns-the-sum-of-two-numbers', 'pairs', 'returns-2-64']);
    expect(calls(rows[0]!.problem, 'reward')).toEqual(['2, 3 → 5', '0, 0 → 0']);
    expect(calls(rows[1]!.problem, 'reward')).toEqual([
      "{1: 'a', (2, 3): None} → {(1, 'a'), ((2, 3), None)}",
      '{} → set()',
    ]);
    expect(calls(rows[2]!.problem, 'reward')).toEqual([' → 18446744073709551616']);
  });

  test.each([
    ["[{'text': 't', 'test_cases': [((1,), 2)]}]", 1],
    ["({'text': 't', 'test_cases': (((1,), 2),)},)", 1],
    ["{'text': 't', 'test_cases': [((1,), 2)]}", 1],
    ["problems: list[dict] = [{'text': 't', 'test_cases': [((1,), 2),],},]  # end", 1],
    ["{'text': 'a', 'test_cases': [((1,), 2)]}\n{'text': 'b', 'test_cases': [((1,), True)]}\n", 2],
    ["x = {'problems': [{'text': 't', 'test_cases': [((1,), 2)]}]}\r\n", 1],
  ])('%s', async (text, count) => {
    const { rows, refused } = await readProblemFiles([textFile('p.py', text)]);
    expect([rows.length, refused]).toEqual([count, []]);
  });

  test('a call in one of them is refused where it stands, and never made', async () => {
    const bad = "{'text': 'b', 'test_cases': [((__import__('os').getcwd(),), 2)]}";
    const text = `[\n{'text': 'a', 'test_cases': [((1,), 2)]},\n${bad},\n{'text': 'c', 'test_cases': [((3,), 4)]}]`;
    const { rows, refused } = await readProblemFiles([textFile('p.py', text)]);
    expect(rows.map(({ problem }) => problem.text)).toEqual(['a', 'c']);
    expect(refused).toEqual(['p.py, line 3, column 32: expected plain data, got __import__']);
  });
});
