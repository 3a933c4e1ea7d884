/** Files for `grade`: each published form is recognised, and a mistake names file, line and field. */

import { describe, expect, test } from 'vitest';
import { isMissing, sharedCase } from '../../test/support/shared-cases.ts';
import { py } from '../core/value-make.ts';
import { parseProblems } from './format.ts';
import { parseGradeFile } from './grade-file.ts';
import { importLecture } from './importers/lecture.ts';

const line = (value: unknown) => JSON.stringify(value);
const parse = (...rows: unknown[]) => parseGradeFile(rows.map(line).join('\n'), 's.jsonl');
const ADD = { id: 'a', code: 'def solution(a, b):\n    return a + b\n' };

test('lecture-style rows', () => {
  const [record] = parse({ ...ADD, problem: 'sum', tests: [{ args: [1, 2], expected: 3 }], extra: [1] });
  expect(record).toMatchObject({ id: 'a', problem: 'sum', entryPoint: 'solution', code: ADD.code });
  expect(record!.tests).toEqual({
    type: 'values',
    compare: 'python',
    tests: [
      {
        args: [
          { type: 'int', value: 1n },
          { type: 'int', value: 2n },
        ],
        expected: { type: 'int', value: 3n },
      },
    ],
  });
});

test('tests as Python literals, and as the pairs of the lecture', () => {
  const literal = parse({ ...ADD, tests: [{ args_python: "[(1,), {'a'}]", expected_python: '{1: 2}' }] })[0]!;
  expect(literal.tests).toMatchObject({
    tests: [{ args: [{ type: 'tuple' }, { type: 'set' }], expected: { type: 'dict' } }],
  });
  const pairs = parse({ ...ADD, test_cases: [[[2, 3], 5]] })[0]!;
  expect(pairs.tests).toMatchObject({ tests: [{ expected: { type: 'int', value: 5n } }] });
});

test('HumanEval as published: prompt and canonical body, and the prompt runs before the check', () => {
  const prompt = 'def helper(x):\n    return x\n\n\ndef f(x):\n    """Twice."""\n';
  const [record] = parse({
    task_id: 'HumanEval/0',
    prompt,
    entry_point: 'f',
    canonical_solution: '    return 2 * x\n',
    test: 'def check(candidate):\n    assert candidate(1) == 2\n',
  });
  expect(record).toMatchObject({ id: 'HumanEval/0', problem: 'HumanEval/0', entryPoint: 'f' });
  expect(record!.code).toBe(`${prompt}    return 2 * x\n`);
  expect(record!.tests).toMatchObject({ type: 'check', setup: prompt });
});

test('MBPP as published, both forms', () => {
  const [full, sanitized] = parse(
    {
      task_id: 1,
      text: 'x',
      code: 'def g(x):\r\n  return x',
      test_list: ['assert g(1) == 1'],
      test_setup_code: 'import math\r\nk = 1',
      challenge_test_list: ['assert g(2) == 2'],
    },
    {
      task_id: 2,
      prompt: 'x',
      code: 'def h(x):\n  return x',
      test_imports: ['import math'],
      test_list: ['assert set(h(1)) == {1}'],
    },
  );
  expect(full).toMatchObject({ id: '1', entryPoint: 'g' });
  expect(full!.tests).toEqual({
    type: 'asserts',
    asserts: ['assert g(1) == 1', 'assert g(2) == 2'],
    setup: 'import math\nk = 1',
  });
  expect(sanitized).toMatchObject({ id: '2', entryPoint: 'h', tests: { setup: 'import math' } });
});

test('a completion is put behind its prompt', () => {
  const [record] = parse({
    id: 1,
    prompt: 'def f():\n',
    completion: '    return 1',
    entry_point: 'f',
    tests: ['assert f() == 1'],
  });
  expect(record).toMatchObject({ id: '1', code: 'def f():\n    return 1' });
});

test('a problem object, or the id of a known problem: hidden tests run and do not pay', () => {
  const problem = {
    id: 'sum',
    text: 'x',
    tests: {
      public: [{ args: [1, 2], expected: 3 }],
      reward: [
        { args: [1, 2], expected: 3 },
        { args: [0, 0], expected: 0 },
      ],
      hidden: [{ args: [5, 5], expected: 10 }],
    },
    limits: { wall_ms: 100 },
  };
  const known = new Map(parseProblems(line(problem), 'p.json').map((one) => [one.id, one]));
  const text = [
    { ...ADD, problem },
    { ...ADD, problem: 'sum' },
  ]
    .map(line)
    .join('\n');
  const [object, id] = parseGradeFile(text, 's.jsonl', (id) => known.get(id));
  expect(object).toEqual(id);
  expect(object!.limits).toEqual({ wallMs: 100 });
  // [1, 2] is public and reward, so that training counts it twice; the hidden test is the third.
  expect(object!.tests).toMatchObject({ type: 'values', paying: [0, 0, 1] });
  expect(object!.tests.type === 'values' && object!.tests.tests).toHaveLength(3);
});

describe('one JSON value or JSON lines', () => {
  const tests = ['assert solution(1, 2) == 3'];

  test.each(['license', 'format', 'problems', 'licence'])('rows may begin with %s', (name) => {
    const records = parse({ [name]: 'MIT', ...ADD, tests }, { [name]: 'MIT', ...ADD, id: 'b', tests });
    expect(records.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(parse({ [name]: 'MIT', ...ADD, tests })).toHaveLength(1);
  });

  test.each([
    ['a list', JSON.stringify([{ ...ADD, tests }], null, 2)],
    ['an object with problems', JSON.stringify({ license: 'MIT', problems: [{ ...ADD, tests }] }, null, 2)],
    ['one row over several lines', JSON.stringify({ ...ADD, tests }, null, 2)],
    ['lines behind a byte-order mark', `\uFEFF${line({ ...ADD, tests })}`],
    ['lines that end as on Windows', `${line({ ...ADD, tests })}\r\n\r\n`],
  ])('%s', (_, text) => {
    expect(parseGradeFile(text, 's.jsonl').map(({ id }) => id)).toEqual(['a']);
  });

  test.each([
    ['[\n  {"id": "a",}\n]', 's.json, line 2, column 14: expected a key in double quotes'],
    ['{\n  "problems": [\n    {"id": "a",}\n  ]\n}', 's.json, line 3, column 16: expected a key in double quotes'],
    ['{\n  "problems": 3,}', 's.json, line 2, column 17: expected a key in double quotes'],
    ['{"id": "a"\n{"id": "b"}', 's.json, line 1, column 11: expected , or }, got the end of the text'],
    ['{"id": "a", "code": "x\n{"id": "b"}', 's.json, line 1, column 21: expected the closing quote'],
    ['[]', 's.json: expected at least one program, got an empty list'],
  ])('the place of a mistake in %j', (text, message) => {
    expect(() => parseGradeFile(text, 's.json')).toThrow(message);
  });
});

describe('mistakes', () => {
  test.each([
    ['{"id": "a"\n', 's.jsonl, line 1, column 11: expected , or }, got the end of the text'],
    [
      `${line({ ...ADD, tests: ['assert solution(1, 2) == 3'] })}\n\n{"id": 'a'}`,
      's.jsonl, line 3, column 8: expected a value, got "\'"',
    ],
    ['', 's.jsonl: expected at least one line, got an empty file'],
    [line([]).slice(1), 's.jsonl, line 1, column 1: expected a value, got "]"'],
    [
      line({ id: 'a', tests: ['assert f() == 1'] }),
      's.jsonl, line 1: code: expected the program as a string, got nothing: the field is missing',
    ],
    [
      line({ code: '', tests: ['assert f() == 1'] }),
      's.jsonl, line 1: expected a row that names its problem (task_id or problem), or itself (id), got one',
    ],
    [
      line({ ...ADD, id: '', tests: ['assert solution(1, 2) == 3'] }),
      's.jsonl, line 1: id: expected a string that is not empty, got the string ""',
    ],
    [line(ADD), 's.jsonl, line 1: tests: expected tests, or a problem that has them, got neither'],
    [
      line({ ...ADD, problem: 'nope' }),
      's.jsonl, line 1: problem: expected the id of a known problem, or tests beside it, got "nope"',
    ],
    [line({ ...ADD, tests: [] }), 's.jsonl, line 1: tests: expected at least one test, got an empty list'],
    [
      line({ ...ADD, tests: [3] }),
      's.jsonl, line 1: tests[0]: expected a test {"args": […], "expected": …}, got the number 3',
    ],
    [line({ ...ADD, tests: ['print(1)'] }), 's.jsonl, line 1: tests[0]: expected an assert statement, got "print(1)"'],
    [
      line({ ...ADD, entry_point: 'lambda', tests: ['assert solution(1, 2) == 3'] }),
      's.jsonl, line 1: entry_point: expected the name of a Python function, got the keyword lambda',
    ],
    [
      line({ ...ADD, tests: 'def check(c): pass' }),
      's.jsonl, line 1: entry_point: expected the name of the tested function, got nothing',
    ],
    [
      line({ ...ADD, entry_point: 'f', tests: 'assert f()' }),
      's.jsonl, line 1: tests: expected Python text that defines check(candidate), got none',
    ],
    [
      line({ ...ADD, tests: [{ args: [1], expected: { $object: 'x' } }] }),
      's.jsonl, line 1: tests[0].expected: expected plain data',
    ],
    [
      line({ ...ADD, tests: [{ args_python: '1', expected_python: '1' }] }),
      's.jsonl, line 1: tests[0].args_python: expected a list of arguments, got a int',
    ],
    [
      line({ ...ADD, code: 3, tests: ['assert solution(1, 1)'] }),
      's.jsonl, line 1: code: expected a string, got the number 3',
    ],
  ])('%s', (text, message) => {
    expect(() => parseGradeFile(text, 's.jsonl')).toThrow(message);
  });
});

test('a row whose asserts call no function of their own is unclear, and the others are read', () => {
  const [first, second] = parse(
    { ...ADD, tests: ['assert True'] },
    { ...ADD, id: 'b', tests: ['assert solution(1, 2) == 3'] },
  );
  expect(first).toMatchObject({
    id: 'a',
    unclear:
      's.jsonl, line 1: entry_point: expected the name of the tested function, ' +
      'got none, and the asserts do not call one function of their own',
  });
  expect(second!.entryPoint).toBe('solution');
  expect(second).not.toHaveProperty('unclear');
});

test('the program has no say in which function is tested', () => {
  const tests = ['assert sorted(uniq([3, 1, 1])) == [1, 3]'];
  const programs = ['def sorted(x):\n    return x\n', 'def uniq(x):\n    return x\n', 'x = 1\n'];
  const records = parse(...programs.map((code, id) => ({ id, code, tests })));
  expect(records.map(({ entryPoint }) => entryPoint)).toEqual(['uniq', 'uniq', 'uniq']);
});

const PUBLISHED = [
  ['data/HumanEval.jsonl', 164, 'check'],
  ['data/mbpp.jsonl', 974, 'asserts'],
  ['data/sanitized-mbpp.json', 427, 'asserts'],
  ['data/lecture_style_json.json', 244, 'values'],
  ['data/lecture_style_python.json', 55, 'values'],
  ['data/humanevalplus_sample.json', 82, 'values'],
  ['mutants_humaneval.jsonl', 261, 'check'],
  ['mutants_mbpp.jsonl', 693, 'asserts'],
  ['samples_codegen16b.jsonl', 240, 'check'],
  ['adversarial.jsonl', 85, 'values'],
] as const;

describe('published sets', () => {
  for (const [path, count, type] of PUBLISHED) {
    test.skipIf(isMissing(path))(path, () => {
      const records = parseGradeFile(sharedCase(path)!, path);
      expect(records).toHaveLength(count);
      expect(new Set(records.map((record) => record.tests.type))).toEqual(new Set([type]));
      expect(records.every((record) => record.entryPoint !== '')).toBe(true);
    });
  }

  for (const path of ['mutants_mbpp.jsonl', 'mutants_humaneval.jsonl', 'samples_codegen16b.jsonl']) {
    test.skipIf(isMissing(path))(`the function that ${path} names is the one that is found without the name`, () => {
      const rows = sharedCase(path)!.trim().split('\n');
      for (const { entry_point: named, ...row } of rows.map((one) => JSON.parse(one))) {
        // A check is told its function; where asserts are, nothing but they and the prompt is asked.
        const given = Array.isArray(row.tests) ? {} : { entry_point: named };
        expect(parse({ ...row, ...given })[0]).toMatchObject({ entryPoint: named });
      }
    });
  }

  for (const path of ['data/sanitized-mbpp.json', 'data/mbpp.jsonl']) {
    test.skipIf(isMissing(path))(`the function found in ${path} is one that the published solution defines`, () => {
      for (const { entryPoint, code } of parseGradeFile(sharedCase(path)!, path)) {
        expect(code).toMatch(new RegExp(`^(?:def|class) +${entryPoint}\\b`, 'm'));
      }
    });
  }

  const lecture = 'data/lecture_style_python.json';
  test.skipIf(isMissing(lecture))('lecture-style files are problems too', () => {
    const problems = importLecture(sharedCase(lecture)!, lecture);
    expect(problems).toHaveLength(55);
    expect(problems[0]!.tests.public).toBe(problems[0]!.tests.reward);
  });
});

describe('tests on standard input', () => {
  const texts = (input: string, expected: string) => ({ args: [py(input)], expected: py(expected) });
  const parse = (fields: object) =>
    parseGradeFile(JSON.stringify({ id: 'a', code: 'print(input())', ...fields }), 'g.jsonl')[0]!;

  test.each([
    ['that say so', { call: 'stdin', tests: [{ args: ['1\n'], expected: '2' }] }],
    ['of inputs with outputs', { tests: [{ input: '1\n', output: '2' }] }],
    ['with lines in lists', { tests: [{ input: ['1', ''], output: ['2'], testtype: 'stdin' }] }],
  ])('%s', (_, fields) => {
    expect(parse(fields).tests).toEqual({ type: 'stdin', tests: [texts('1\n', '2')] });
  });

  test('of a problem: those that are shown and those that pay, each once, the hidden ones beside them', () => {
    const tests = {
      public: [{ args: ['1'], expected: '1' }],
      reward: [{ args: ['1'], expected: '1' }],
      hidden: [{ args: ['3'], expected: '3' }],
    };
    const problem = { id: 'p', text: 't', call: 'stdin', tests, tolerance: { abs: 0.5 } };
    expect(parse({ problem }).tests).toEqual({
      ...{ type: 'stdin', tests: [texts('1', '1'), texts('3', '3')] },
      ...{ tolerance: { rel: 0, abs: 0.5 }, paying: [0, 0] },
    });
  });

  test.each([
    [
      { call: 'stdin', tests: [{ args: [1], expected: '2' }] },
      'tests[0].args: expected one text, for standard input, got a int',
    ],
    [
      { call: 'stdin', tests: [{ args: ['1'], expected: 2 }] },
      'tests[0].expected: expected the text that must be printed',
    ],
    [
      { tests: [{ input: '1', output: '1', testtype: 'functional' }] },
      'metadata.func_name: expected the name of the tested function, got none',
    ],
    [
      {
        tests: [
          { input: '1', output: '1' },
          { args: ['1'], expected: '1' },
        ],
      },
      'tests[1].input: expected a string',
    ],
  ])('%j is refused', (fields, why) => {
    expect(() => parse(fields)).toThrow(why);
  });
});
