/** Files of samples as people have them: joined to their problems, streamed, noticed, written out. */

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type CollectOptions, collectSamples } from './collect.ts';
import { linesOf } from './lines.ts';
import { doubtfulReferences, sampledPrograms } from './order.ts';
import { isProblemRow, readProblemFile } from './problem-file.ts';
import { resultLine, verdictOf } from './results.ts';
import { rowsOf } from './rows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** A stream that hands over so many bytes at a time. */
function streamOf(content: Uint8Array, piece = 7): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= content.length) return controller.close();
      controller.enqueue(content.slice(at, at + piece));
      at += piece;
    },
  });
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const value of values) list.push(value);
  return list;
}

const rows = (text: string, file = 's.jsonl') => rowsOf(streamOf(bytes(text)), file);
const problemFile = (list: readonly object[]) => readProblemFile(rows(jsonl(list), 'p.jsonl'), 'p.jsonl');
const collect = (list: readonly object[], options: Partial<CollectOptions> = {}) =>
  collectSamples(rows(jsonl(list)), { file: 's.jsonl', ...options });

const PROMPT = 'import math\n\n\ndef area(r):\n    """Area of a circle."""\n';
const CIRCLE = {
  task_id: 'HumanEval/7',
  prompt: PROMPT,
  entry_point: 'area',
  canonical_solution: '    return math.pi * r * r\n',
  test: 'def check(candidate):\n    assert candidate(0) == 0\n',
};
const SQUARE = {
  task_id: 11,
  text: 'Write a function to square a number.',
  code: 'def square(n):\r\n  return n * n',
  test_setup_code: '',
  test_list: ['assert square(2) == 4'],
  challenge_test_list: ['assert square(3) == 9'],
};

describe('lines', () => {
  const text = '\ufeffein é\r\n\n漢字\nlast';
  const expected = ['ein é\r', '', '漢字', 'last'];

  test.each([1, 2, 3, 1000])('in pieces of %d bytes, plain and gzip', async (piece) => {
    for (const content of [bytes(text), gzipSync(bytes(text))]) {
      const lines = await all(linesOf(streamOf(content, piece), 'f'));
      expect(lines.map((line) => line.text)).toEqual(expected);
      expect(lines.map((line) => line.number)).toEqual([1, 2, 3, 4]);
    }
  });

  test('bytes that are no UTF-8, and gzip that is cut off', async () => {
    const bad = Uint8Array.of(0x61, 0x0a, 0xff, 0x0a);
    await expect(all(linesOf(streamOf(bad), 'f'))).rejects.toThrow('f, line 2: expected UTF-8 text');
    const replaced = await all(linesOf(streamOf(bad), 'f', 'replace'));
    expect(replaced.map(({ text }) => text)).toEqual(['a', '\ufffd']);
    const cut = gzipSync(bytes('a\n'.repeat(1000))).subarray(0, 30);
    await expect(all(linesOf(streamOf(cut), 'f'))).rejects.toThrow('f: expected a whole gzip file');
  });
});

test('rows of JSON lines, of a list, of {"problems": […]} and of one value over several lines are the same', async () => {
  const list = [{ id: 1 }, { id: 2 }];
  const texts = [`\n${jsonl(list)}\n\n`, JSON.stringify(list), JSON.stringify(list, null, 2)];
  for (const text of [...texts, JSON.stringify({ problems: list })]) {
    const nodes = (await all(rows(text))).map(({ node }) => node);
    expect(nodes).toHaveLength(2);
    expect(nodes[1]).toMatchObject({ entries: [['id', { literal: '2' }]] });
  }
  await expect(all(rows(' \n'))).rejects.toThrow('s.jsonl: expected at least one line, got an empty file');
  await expect(all(rows('{"id": 1}\n{"id": }'))).rejects.toThrow(/s\.jsonl, line 2, column 8/);
});

describe('joined to problems', () => {
  test('a completion runs behind the prompt; whole programs and repeated prompts are said', async () => {
    const body = '    return 3.14 * r * r\n';
    const whole = `def area(r):\n${body}`;
    const goesOn = `${body}\ndef area(r):\n    return 0\n`;
    const samples = [body, whole, PROMPT + body, `\n${goesOn}`].map((completion) => ({
      task_id: 'HumanEval/7',
      completion,
    }));
    const { programs, rows: indices, summary } = await collect(samples, { problems: await problemFile([CIRCLE]) });
    expect(indices.map((at) => programs[at]!.code)).toEqual(samples.map(({ completion }) => PROMPT + completion));
    expect(summary.notes).toEqual([
      expect.stringMatching(/^Completions that define the function themselves.*: 1\.$/),
      expect.stringMatching(/^Completions that begin with the prompt once more.*: 1\.$/),
    ]);
    expect(programs.every(({ entryPoint, tests }) => entryPoint === 'area' && tests.type === 'check')).toBe(true);
  });

  test.each(['11', 11, 'MBPP/11', 'Mbpp/11'])(
    'MBPP’s id written %j, and the program under each name',
    async (task_id) => {
      const code = 'def square(n):\n    return n ** 2\n';
      const samples = ['completion', 'code', 'solution'].map((name) => ({ task_id, [name]: code }));
      const { programs, rows: indices, summary } = await collect(samples, { problems: await problemFile([SQUARE]) });
      expect(new Set(indices).size).toBe(1);
      expect(programs[indices[0]!]).toMatchObject({ code, entryPoint: 'square', problem: '11' });
      // MBPP is measured on test_list alone.
      expect(programs[indices[0]!]!.tests).toEqual({ type: 'asserts', asserts: ['assert square(2) == 4'], setup: '' });
      expect(summary).toMatchObject({ rows: 3, programs: 1, problems: ['11'], fewest: 3, most: 3 });
      expect(summary.notes).toEqual([expect.stringMatching(/^Challenge tests of p\.jsonl.*: 1\.$/)]);
    },
  );

  test('ids that are not there, problems without samples, and the reference beside the samples', async () => {
    const problems = await problemFile([CIRCLE, SQUARE]);
    const samples = [
      { task_id: 'HumanEval/7', completion: CIRCLE.canonical_solution },
      { task_id: 'HumanEval/8', completion: '    return 0\n' },
    ];
    const set = await collect(samples, { problems });
    expect(set.summary).toMatchObject({ rows: 2, programs: 1, missing: ['11'], unknown: ['HumanEval/8'] });
    expect(set.rows).toEqual([set.references.get('HumanEval/7'), -1]);
    expect(sampledPrograms(set)).toEqual([0]);
    await expect(collect(samples.slice(1), { problems })).rejects.toThrow(
      's.jsonl: expected ids of p.jsonl, such as "HumanEval/7", got none; the first is "HumanEval/8"',
    );
  });

  test('a reference is in doubt where no sample passes', async () => {
    const samples = [
      { task_id: 'HumanEval/7', completion: '    return 1\n' },
      { task_id: 11, code: 'def square(n):\n    return n + n\n' },
    ];
    const set = await collect(samples, { problems: await problemFile([CIRCLE, SQUARE]) });
    const [circle, square] = set.rows;
    const outcomeOf = (at: number) => (at === square ? 'passed' : at === circle ? 'wrong_answer' : undefined);
    expect(doubtfulReferences(set, outcomeOf)).toEqual([set.references.get('HumanEval/7')]);
  });

  test.each([
    [[{ task_id: 1, prompt: 'x' }], 'p.jsonl, line 1: test: expected a problem with tests'],
    [[SQUARE, { ...SQUARE, task_id: 'Mbpp/11' }], 'p.jsonl, line 2: expected each id once, got "Mbpp/11" again'],
  ])('a problem file that is none: %#', async (list, message) => {
    await expect(problemFile(list)).rejects.toThrow(message);
  });

  test('the benchmark’s own problems are no samples, with and without themselves beside them', async () => {
    const sentence = 'expected a sample, with its program under completion or solution, got a problem of a benchmark';
    for (const problem of [CIRCLE, SQUARE]) {
      await expect(collect([problem])).rejects.toThrow(`s.jsonl, line 1: ${sentence}`);
      await expect(collect([problem], { problems: await problemFile([problem]) })).rejects.toThrow(sentence);
    }
    // Rows of MBPP into which a model's programs were written are samples where their problems are told.
    const problems = await problemFile([SQUARE]);
    const own = await collect([SQUARE, { ...SQUARE, code: 'def square(n):\n  return n' }], { problems });
    expect(own.summary).toMatchObject({ rows: 2, programs: 2 });
    const extra = await collect([{ ...SQUARE, model: 'm' }]);
    expect(extra.summary).toMatchObject({ rows: 1 });
  });

  test('a sample without a program', async () => {
    const problems = await problemFile([SQUARE]);
    await expect(collect([{ task_id: 11, text: 'x' }], { problems })).rejects.toThrow(
      's.jsonl, line 1: completion: expected a completion of the prompt, or the program under code or solution, got nothing',
    );
  });
});

describe('with tests of their own', () => {
  test('rows of one problem share its tests in memory, and equal programs are one', async () => {
    const row = (code: string) => ({ problem: 'p', code, tests: ['assert f(1) == 1'] });
    const set = await collect([row('def f(x): return x'), row('def f(x): return 1'), row('def f(x): return x')]);
    expect(set.rows).toEqual([0, 1, 0]);
    expect(set.programs[0]!.tests).toBe(set.programs[1]!.tests);
  });

  test('rows that name no problem are problems of their own', async () => {
    const row = { code: 'def f(x): return x', tests: ['assert f(1) == 1'] };
    const set = await collect([
      { id: 'a', ...row },
      { id: 'b', ...row },
    ]);
    expect(set.summary).toMatchObject({ problems: ['a', 'b'], programs: 2, fewest: 1 });
  });

  test('neither tests nor a problem file is one sentence', async () => {
    await expect(collect([{ task_id: 'HumanEval/0', completion: '    return 1' }])).rejects.toThrow(
      /^s\.jsonl, line 1: expected tests in the row, or the benchmark’s own file .*--problems FILE.*, got neither$/,
    );
  });
});

describe('known mistakes of importers', () => {
  const CASES = new URL('../../../test/cases/issues/issue_cases.json', import.meta.url);
  interface Input {
    readonly code?: string;
    readonly completion?: string;
    readonly prompt?: string;
    readonly canonical_solution?: string;
  }
  const cases: readonly { readonly area: string; readonly minimal_input: Input }[] = JSON.parse(
    readFileSync(CASES, 'utf8'),
  );
  const importer = cases.filter(({ area }) => area === 'importer').map(({ minimal_input }) => minimal_input);
  const has = (name: string) => importer.find((input) => name in input)!;

  test('a completion without any stop word stays whole', async () => {
    const { completion = '' } = has('stop');
    const sample = { task_id: 'HumanEval/7', completion };
    const { programs, rows: at } = await collect([sample], { problems: await problemFile([CIRCLE]) });
    expect(programs[at[0]!]!.code).toBe(PROMPT + completion);
  });

  test('no-break spaces are said and not repaired', async () => {
    const { code = '' } = importer.find((input) => input.code?.includes('\u00a0'))!;
    const set = await collect([{ problem: 'p', code, tests: ['assert solution(1, 2) == 3'] }]);
    expect(set.programs[0]!.code).toBe(code);
    expect(set.summary.notes).toEqual([expect.stringContaining('U+00A0')]);
  });

  test('a canonical solution that does not compile is there to be judged', async () => {
    const { canonical_solution = '', prompt = '' } = has('canonical_solution');
    const broken = { task_id: 'f', prompt, canonical_solution, entry_point: 'f', tests: ['assert f(2) == 4'] };
    const set = await collect([{ task_id: 'f', completion: '    return 0\n' }], {
      problems: await problemFile([broken]),
    });
    const [reference] = doubtfulReferences(set, (at) => (at === set.rows[0] ? 'wrong_answer' : undefined));
    expect(set.programs[reference!]!.code).toBe(prompt + canonical_solution);
  });
});

test('results keep every field of a sample and speak as HumanEval’s evaluator does', async () => {
  const [row] = await all(rows('{"task_id": 1.0, "completion": "x", "passed": 7}'));
  const verdict = (outcome: 'passed' | 'timeout' | 'wrong_answer', error?: string) => ({
    ...verdictOf({
      ...{ id: '', problem: '', outcome, passed: 1, total: 3, reward: 0, per_test: [], ticks: 0, integrity: 'sealed' },
      ...(error === undefined ? {} : { error }),
    }),
  });
  expect(resultLine(row!, verdict('wrong_answer', 'AssertionError'), { program_hash: 'h' })).toBe(
    '{"task_id": 1.0, "completion": "x", "given_passed": 7, "result": "failed: AssertionError", "passed": false, ' +
      '"outcome": "wrong_answer", "tests_passed": 1, "tests_total": 3, "program_hash": "h"}',
  );
  expect(JSON.parse(resultLine(row!, verdict('passed')))).toMatchObject({ result: 'passed', passed: true });
  expect(JSON.parse(resultLine(row!, verdict('timeout')))).toMatchObject({ result: 'timed out', passed: false });
  expect(JSON.parse(resultLine(row!, verdict('wrong_answer')))).toMatchObject({
    result: 'failed: 1 of 3 tests passed',
  });
  expect(JSON.parse(resultLine(row!, null))).toMatchObject({ passed: false, outcome: 'infra_error' });
});

test('problems and samples are told apart by what a row has', async () => {
  const is = async (row: object) => isProblemRow((await all(rows(JSON.stringify(row))))[0]!);
  expect(await is(CIRCLE)).toBe(true);
  expect(await is(SQUARE)).toBe(true);
  expect(await is({ task_id: 'HumanEval/0', completion: '' })).toBe(false);
  expect(await is({ ...CIRCLE, completion: '' })).toBe(false);
  // APPS and TACO: all solutions of a problem stand in one text.
  const apps = { problem_id: 1, question: 'Add.', solutions: '[]', input_output: '{"inputs": [], "outputs": []}' };
  const taco = { question: 'Add.', solutions: '["x"]', starter_code: '', input_output: '{}', difficulty: 'EASY' };
  const { solutions: _, ...bare } = apps;
  for (const problem of [apps, taco, bare, { id: 1, metadata: {}, input_output: {} }]) {
    expect(await is(problem)).toBe(true);
    expect(await is({ ...problem, completion: 'print(1)' })).toBe(false);
  }
});
