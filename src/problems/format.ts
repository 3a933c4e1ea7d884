/** The problem format: checks a file and turns it into problems (CONTRACTS §2), one clear sentence for whatever is wrong. */

import { MAX_HEAP_BYTES } from '../core/limits.ts';
import { NO_TESTS } from '../core/tests.ts';
import type {
  Comparison,
  Grant,
  Limits,
  Problem,
  TestCase,
  TestKind,
  TestSuite,
  Tolerance,
  UndoScope,
} from '../core/types.ts';
import { ASSERT_FIELDS, readAssertSuite } from './assert-suite.ts';
import {
  describe,
  type Fields,
  FormatError,
  fail,
  inside,
  type Place,
  readFields,
  readItems,
  readName,
  readNonEmpty,
  readNumber,
  readText,
} from './fields.ts';
import { type JsonNode, JsonSyntaxError, parseJson, writeJson } from './lossless.ts';
import { readValue, writeValue } from './values.ts';

const PROBLEM_FIELDS = [
  'id',
  'text',
  'entry_point',
  'call',
  'tests',
  ...ASSERT_FIELDS,
  'compare',
  'tolerance',
  'limits',
  'allow',
  'undo',
  'reference',
  'inputs',
  'license',
  'source',
] as const;

/** Names of the kinds of test, as they stand in files. */
export const TEST_KINDS = ['public', 'reward', 'hidden'] as const satisfies readonly TestKind[];

/** Names of budgets in files and in `Limits`. */
export const LIMIT_FIELDS: Readonly<Record<string, keyof Limits>> = {
  ticks_per_test: 'ticksPerTest',
  fuel_per_test: 'fuelPerTest',
  virtual_seconds_per_test: 'virtualSecondsPerTest',
  wall_ms: 'wallMs',
  heap_bytes: 'heapBytes',
  output_bytes: 'outputBytes',
  source_bytes: 'sourceBytes',
};

/** A list of `{"args": […], "expected": …}`. */
export function readTests(node: JsonNode | undefined, place: Place): TestCase[] {
  return readItems(node, place).map((item, i) => {
    const at = inside(place, i);
    const fields = readFields(item, at, ['args', 'expected']);
    const argsAt = inside(at, 'args');
    return {
      args: readItems(fields.get('args'), argsAt).map((argument, j) => readValue(argument, inside(argsAt, j))),
      expected: readValue(fields.get('expected'), inside(at, 'expected')),
    };
  });
}

/** Refuses a test that stands twice in one list, and two tests that ask different results of one call. */
function requireConsistent(suite: TestSuite, place: Place): void {
  const expected = new Map<string, string>();
  for (const kind of TEST_KINDS) {
    const seen = new Set<string>();
    for (const [i, test] of suite[kind].entries()) {
      const at = inside(inside(place, kind), i);
      const call = writeJson({ type: 'array', items: test.args.map(writeValue) });
      const result = writeJson(writeValue(test.expected));
      if (seen.has(call)) throw new FormatError(at, `expected every test once, got the arguments ${call} twice`);
      if ((expected.get(call) ?? result) !== result) {
        throw new FormatError(at, `expected one result for ${call}, got both ${expected.get(call)} and ${result}`);
      }
      seen.add(call);
      expected.set(call, result);
    }
  }
}

function readSuite(node: JsonNode | undefined, place: Place): TestSuite {
  if (node?.type === 'array') {
    const tests = readTests(node, place);
    if (tests.length === 0) fail(place, 'at least one test', describe(node));
    requireConsistent({ public: [], reward: tests, hidden: [] }, place);
    return { public: tests, reward: tests, hidden: [] };
  }
  if (node?.type !== 'object')
    fail(place, 'a list of tests, lists under public, reward and hidden, or asserts', describe(node));
  const fields = readFields(node, place, TEST_KINDS);
  const list = (kind: TestKind) => (fields.has(kind) ? readTests(fields.get(kind), inside(place, kind)) : []);
  const suite: TestSuite = { public: list('public'), reward: list('reward'), hidden: list('hidden') };
  if (TEST_KINDS.every((kind) => suite[kind].length === 0)) fail(place, 'at least one test', 'none');
  requireConsistent(suite, place);
  return suite;
}

/** `compare` and `tolerance` of a problem or a grade record. */
export function readComparison(fields: Fields, place: Place): { compare: Comparison; tolerance?: Tolerance } {
  const compare = fields.has('compare') ? readText(fields.get('compare'), inside(place, 'compare')) : 'python';
  if (compare !== 'python' && compare !== 'strict') {
    fail(inside(place, 'compare'), '"python" or "strict"', JSON.stringify(compare));
  }
  if (!fields.has('tolerance')) return { compare };
  const at = inside(place, 'tolerance');
  const parts = readFields(fields.get('tolerance'), at, ['rel', 'abs']);
  const part = (name: string) => (parts.has(name) ? readNumber(parts.get(name), inside(at, name), 0) : 0);
  return { compare, tolerance: { rel: part('rel'), abs: part('abs') } };
}

/** Budgets in the file's names; each must be a positive number. */
export function readLimits(node: JsonNode, place: Place): Partial<Limits> {
  const fields = readFields(node, place, Object.keys(LIMIT_FIELDS));
  return Object.fromEntries(
    [...fields].map(([name, value]) => {
      const at = inside(place, name);
      const budget = readNumber(value, at, 0);
      if (budget === 0) fail(at, 'a number above 0', '0');
      if (name === 'heap_bytes' && budget > MAX_HEAP_BYTES) fail(at, `at most ${MAX_HEAP_BYTES}`, String(budget));
      return [LIMIT_FIELDS[name], budget];
    }),
  );
}

/** `allow`: `"stdout"`, or `{"file": path, "text": content}`. */
export function readGrants(node: JsonNode | undefined, place: Place): Grant[] {
  return readItems(node, place).map((item, i) => {
    const at = inside(place, i);
    if (item.type === 'string') {
      if (item.value === 'stdout') return { type: 'stdout' };
      fail(at, '"stdout" or {"file": …, "text": …}', JSON.stringify(item.value));
    }
    const fields = readFields(item, at, ['file', 'text']);
    return {
      type: 'file',
      path: readNonEmpty(fields.get('file'), inside(at, 'file')),
      text: readText(fields.get('text'), inside(at, 'text')),
    };
  });
}

/** `undo`: `"program"` or `"test"`. */
export function readUndo(node: JsonNode | undefined, place: Place): UndoScope {
  const scope = readText(node, place);
  if (scope !== 'program' && scope !== 'test') fail(place, '"program" or "test"', JSON.stringify(scope));
  return scope;
}

/** `call`: `"function"`, the default, or `"stdin"`. */
function readCall(node: JsonNode | undefined, place: Place): { readonly call?: 'stdin' } {
  if (node === undefined) return {};
  const call = readText(node, place);
  if (call !== 'function' && call !== 'stdin') fail(place, '"function" or "stdin"', JSON.stringify(call));
  return call === 'stdin' ? { call } : {};
}

/** Refuses a test of a program that reads standard input unless it is a text and the text that must be printed. */
export function requireText({ args, expected }: TestCase, at: Place): void {
  const [input, ...others] = args;
  if (input?.type !== 'str' || others.length > 0) {
    const got = args.length === 1 ? `a ${input?.type}` : `${args.length} arguments`;
    fail(inside(at, 'args'), 'one text, for standard input', got);
  }
  if (expected.type !== 'str') fail(inside(at, 'expected'), 'the text that must be printed', `a ${expected.type}`);
}

function requireTexts(suite: TestSuite, place: Place): void {
  for (const kind of TEST_KINDS) {
    for (const [i, test] of suite[kind].entries()) requireText(test, inside(inside(place, kind), i));
  }
}

/** One problem object; `place` is where it stands. */
export function readProblem(node: JsonNode | undefined, place: Place): Problem {
  const anonymous = readFields(node, place);
  const id = readNonEmpty(anonymous.get('id'), inside(place, 'id'));
  const here: Place = { file: place.file, problem: id, path: '' };
  const fields = readFields(node, here, PROBLEM_FIELDS);
  const at = (name: (typeof PROBLEM_FIELDS)[number]) => inside(here, name);
  const text = (name: 'reference' | 'inputs' | 'license' | 'source') =>
    fields.has(name) ? { [name]: readText(fields.get(name), at(name)) } : {};
  const limits = fields.get('limits');
  const words = readNonEmpty(fields.get('text'), at('text'));
  const asserts = readAssertSuite(fields, here);
  const tests = asserts === undefined ? readSuite(fields.get('tests'), at('tests')) : NO_TESTS;
  const call = readCall(fields.get('call'), at('call'));
  if (call.call === 'stdin' && asserts !== undefined) fail(at('call'), '"function" beside asserts', '"stdin"');
  if (call.call === 'stdin') requireTexts(tests, at('tests'));
  return {
    id,
    text: words,
    entryPoint: fields.has('entry_point') ? readName(fields.get('entry_point'), at('entry_point')) : 'solution',
    ...call,
    tests,
    ...(asserts === undefined ? {} : { asserts }),
    ...readComparison(fields, here),
    ...(limits === undefined ? {} : { limits: readLimits(limits, at('limits')) }),
    ...(fields.has('allow') ? { allow: readGrants(fields.get('allow'), at('allow')) } : {}),
    ...(fields.has('undo') ? { undo: readUndo(fields.get('undo'), at('undo')) } : {}),
    ...text('reference'),
    ...text('inputs'),
    ...text('license'),
    ...text('source'),
  };
}

/** Reads JSON and names the file in a syntax error; `text` starts at line `firstLine` of it. */
export function parseFile(text: string, file: string, firstLine = 1): JsonNode {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const place = { file: `${file}, line ${firstLine + error.line - 1}, column ${error.column}`, path: '' };
    throw new FormatError(place, error.detail);
  }
}

/** Refuses two problems, or two records, of one id. */
export function requireUniqueIds(items: readonly { readonly id: string }[], file: string): void {
  const seen = new Set<string>();
  for (const { id } of items) {
    if (seen.has(id)) fail({ file, path: '' }, 'every id once', `${JSON.stringify(id)} twice`);
    seen.add(id);
  }
}

/**
 * Reads a problem file: a list of problems, `{"problems": […]}`, or one problem.
 *
 * @param file name for errors
 * @throws FormatError, one sentence with file, problem id and path
 */
export function parseProblems(text: string, file: string): Problem[] {
  const node = parseFile(text, file);
  const place: Place = { file, path: '' };
  const wrapped = node.type === 'object' ? new Map(node.entries).get('problems') : undefined;
  if (wrapped !== undefined) readFields(node, place, ['problems', 'name', 'description', 'license']);
  const list = wrapped ?? node;
  const at = wrapped === undefined ? place : inside(place, 'problems');
  if (list.type === 'object' && wrapped === undefined) return [readProblem(list, place)];
  if (list.type !== 'array') fail(at, 'a list of problems, {"problems": […]} or one problem', describe(list));
  const problems = list.items.map((item, i) => readProblem(item, inside(at, i)));
  if (problems.length === 0) fail(at, 'at least one problem', 'an empty list');
  requireUniqueIds(problems, file);
  return problems;
}
