/** Packs: what is written is read back whole, every known form is read, and a damaged row says what is wrong and costs no other. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repr } from '../core/repr.ts';
import type { Problem } from '../core/types.ts';
import { py } from '../core/value-make.ts';
import { anyValue } from './arbitrary.testing.ts';
import { textFile } from './files/source.ts';
import { packJson, packLines, packOf, readProblemFiles } from './pack.ts';

const NONE: ReadonlySet<string> = new Set();
const file = (text: string, name = 'pack.json') => textFile(name, text);
const read = async (text: string, own: readonly Problem[] = [], reserved = NONE) =>
  packOf(await readProblemFiles([file(text)]), own, reserved);
const problemOf = (id: string, expected = py(2)): Problem => {
  const tests = { public: [{ args: [py(1)], expected }], reward: [], hidden: [{ args: [py(2)], expected }] };
  return { id, text: `task ${id}`, entryPoint: 'solution', tests, compare: 'python' };
};
/** Call and result of every test that pays, as Python. */
const calls = ({ tests }: Problem) =>
  tests.reward.map(({ args, expected }) => `${args.map(repr).join(', ')} → ${repr(expected)}`);

test('what is written is read back, whatever the values, as JSON and as JSON lines', async () => {
  await fc.assert(
    fc.asyncProperty(anyValue, anyValue, async (one, two) => {
      const problems = [
        problemOf('one', one),
        { ...problemOf('two', two), reference: 'def solution(n):\n    return n' },
      ];
      const expected = {
        problems: problems.map((problem) => ({ problem, form: 'Greenbar', notes: [], was: null, known: false })),
        refused: [],
      };
      expect(await read(packJson(problems))).toStrictEqual(expected);
      expect(await read(packLines(problems))).toStrictEqual(expected);
      expect(packLines(problems).trim().split('\n')).toHaveLength(2);
    }),
    { numRuns: 50 },
  );
});

describe('names', () => {
  test('a name that is taken gets a number, in the pack, among own problems and among those of the page', async () => {
    const { problems } = await read(
      packLines([problemOf('a'), problemOf('a', py(3)), problemOf('b')]),
      [problemOf('b', py(9))],
      new Set(['a']),
    );
    expect(problems.map(({ problem, was }) => [problem.id, was])).toEqual([
      ['a-2', 'a'],
      ['a-3', 'a'],
      ['b-2', 'b'],
    ]);
  });

  test('the same problem is known and not brought again; one with another value is', async () => {
    const own = [problemOf('a')];
    expect((await read(packJson(own), own)).problems).toMatchObject([{ known: true }]);
    expect((await read(packJson([problemOf('a', { type: 'float', value: 2 })]), own)).problems).toMatchObject([
      { known: false, was: 'a' },
    ]);
  });
});

describe('forms', () => {
  test('the lecture’s, with Python literals', async () => {
    const row =
      '{"id": "t", "prompt": "pairs", "test_cases": [{"args_python": "[(1, 2)]", "expected_python": "{3}"}, [[1], 2]]}';
    expect(calls((await read(`[${row}]`)).problems[0]!.problem)).toEqual(['(1, 2) → {3}', '1 → 2']);
  });

  test('MBPP’s, whose function is called as the model calls it', async () => {
    const row = {
      task_id: 7,
      text: 'Write a function to add.',
      code: 'def add(a, b):\r\n  return a + b',
      test_list: ['assert add(1, 2) == 3', 'assert add(1.5, 2) == 3.5, "float"'],
      test_setup_code: '',
      challenge_test_list: [],
    };
    const { problem } = (await read(JSON.stringify(row))).problems[0]!;
    expect(problem).toMatchObject({ id: '7', text: row.text, entryPoint: 'solution' });
    expect(problem.reference).toBe('def add(a, b):\n  return a + b\n\nsolution = add\n');
    expect(calls(problem)).toEqual(['1, 2 → 3', '1.5, 2 → 3.5']);
  });

  test('HumanEval’s, where every line of the check is a call', async () => {
    const row = {
      task_id: 'HumanEval/x',
      prompt: 'def inc(n: int):\n    """ Returns the next\n    number.\n    >>> inc(1)\n    2\n    """\n',
      canonical_solution: '    return n + 1\n',
      entry_point: 'inc',
      test: 'METADATA = {}\n\ndef check(candidate):\n    assert candidate(1) == 2\n    assert True\n    assert candidate(-1) == 0\n',
    };
    const { problem } = (await read(JSON.stringify(row))).problems[0]!;
    expect(problem.text).toBe('Returns the next number.');
    expect(calls(problem)).toEqual(['1 → 2', '-1 → 0']);
    expect(problem.reference).toContain('return n + 1\n\nsolution = inc');
  });

  test('APPS’s, where it calls a function', async () => {
    const told = '{"fn_name": "f", "inputs": [[1, 2.0], ["a", []]], "outputs": [[3], ["a"]]}';
    const { problem } = (await read(JSON.stringify({ problem_id: 3, question: 'Add.', input_output: told })))
      .problems[0]!;
    expect(problem.id).toBe('3');
    expect(calls(problem)).toEqual(['1, 2.0 → 3', "'a', [] → 'a'"]);
  });
});

describe('damage', () => {
  const good = packLines([problemOf('good')]).trim();
  test.each([
    ['a broken file', '[{"id": "a"', /^pack\.json, line 1, column \d+: expected/],
    ['no problems', '[]', /at least one problem, got an empty list/],
    ['a list of texts', '["a"]', /expected an object, got the string "a"/],
    [
      'a value that JSON would lose',
      '{"id": "a", "text": "t", "tests": [{"args": [NaN], "expected": 1}]}',
      /args\[0\]: expected a JSON value/,
    ],
    ['an unknown field', '{"id": "a", "text": "t", "tests": [], "foo": 1}', /expected only the fields .*, got "foo"/],
    [
      'no tests at all',
      '{"problem_id": 1, "question": "q", "input_output": "{\\"inputs\\": [], \\"outputs\\": []}"}',
      /input_output.inputs: expected at least one test, got none/,
    ],
  ])('%s', async (_, text, message) => {
    const { problems, refused } = await read(text);
    expect(problems).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatch(message);
  });

  test('a damaged line costs no other line, and says which it is', async () => {
    const { problems, refused } = await read(
      `${good}\n{"id": \n\n${packLines([problemOf('b')])}{"id": "c", "text": ""}`,
    );
    expect(problems.map(({ problem }) => problem.id)).toEqual(['good', 'b']);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatch(/^pack\.json, line 2, column \d+: /);
    expect(refused[1]).toMatch(/^pack\.json, line 5: problem "c": text: expected a string that is not empty/);
  });

  test('a damaged file costs no other file', async () => {
    const { rows, refused } = await readProblemFiles([file('{', 'broken.json'), file(good, 'good.jsonl')]);
    expect(rows).toHaveLength(1);
    expect(refused[0]).toMatch(/^broken\.json/);
  });
});

describe('tests that are no values stay Python', () => {
  const row = async (source: string) => {
    const { problems, refused } = await read(source);
    expect(refused).toEqual([]);
    return problems[0]!;
  };

  test.each([
    [
      'asserts that are no calls with literals',
      '["assert f(x) == 1", "assert f(2) == 1"]',
      undefined,
      /got assert f\(x\) == 1/,
    ],
    ['asserts with a helper', '["assert f(1) == y"]', 'y = 1', /without Python of their own/],
  ])('%s', async (_, list, setup = '', why) => {
    const { problem, notes } = await row(
      `{"task_id": 1, "text": "t", "test_list": ${list}, "test_setup_code": ${JSON.stringify(setup)}, "code": "def f(a):\\n    return 1"}`,
    );
    expect(problem).toMatchObject({
      entryPoint: 'solution',
      tests: { public: [], reward: [], hidden: [] },
      asserts: { type: 'asserts', asserts: JSON.parse(list), setup, called: 'f' },
      reference: 'def f(a):\n    return 1\n\nsolution = f\n',
    });
    expect(notes.join()).toMatch(why);
  });

  test('a check that loops, behind the prompt that it may lean on', async () => {
    const prompt = 'def help(n):\n    return n\n\ndef f(n):\n    """x"""\n';
    const check = 'def check(candidate):\n    for i in range(3):\n        assert candidate(i) == help(i)';
    const { problem } = await row(JSON.stringify({ task_id: 'h', prompt, entry_point: 'f', test: check }));
    expect(problem.asserts).toEqual({ type: 'check', check, setup: prompt, called: 'f' });
  });

  test('a class of the program is no plain data', async () => {
    const { problems, refused } = await read('{"task_id": 1, "text": "t", "test_list": ["assert f(Pair(1)) == 1"]}');
    expect([problems, refused.join()]).toEqual([
      [],
      expect.stringContaining('expected asserts that need no class of the program, got Pair'),
    ]);
  });
});
