/** The input of `grade`: JSON lines or a JSON list of programs with tests in any of the three forms, all checked first. */

import type { GradeRecord, GradeTests } from '../core/grade.ts';
import type { Problem, TestCase } from '../core/types.ts';
import {
  describe,
  type Fields,
  FormatError,
  fail,
  inside,
  type Place,
  readFields,
  readName,
  readNonEmpty,
  readOptionalText,
} from './fields.ts';
import { parseFile, readComparison, readGrants, readLimits, readProblem, readUndo } from './format.ts';
import { canonicalProgram, readCheck } from './importers/humaneval.ts';
import { readLectureTests } from './importers/lecture.ts';
import { readAssertTests } from './importers/mbpp.ts';
import { testedFunction } from './importers/tested-function.ts';
import { type JsonNode, JsonSyntaxError, parseJson, writeJson } from './lossless.ts';
import { writeValue } from './values.ts';

/** Finds the problem that a row names by id; asked only when a row brings no tests of its own. */
export type FindProblem = (id: string) => Problem | undefined;

function callKey(test: TestCase): string {
  return writeJson({ type: 'array', items: [...test.args, test.expected].map(writeValue) });
}

/** All tests of a problem, each once. The visible ones pay, as in training: what is public and reward both pays twice. */
export function problemTests(problem: Problem): GradeTests {
  const tests: TestCase[] = [];
  const positions = new Map<string, number>();
  const place = (test: TestCase): number => {
    const key = callKey(test);
    const at = positions.get(key) ?? tests.push(test) - 1;
    positions.set(key, at);
    return at;
  };
  const paying = [...problem.tests.public, ...problem.tests.reward].map(place);
  problem.tests.hidden.forEach(place);
  return {
    type: 'values',
    tests,
    compare: problem.compare,
    ...(problem.tolerance === undefined ? {} : { tolerance: problem.tolerance }),
    paying,
  };
}

/** `id`, `task_id` or `problem`: numbers are ids too, and an id says something. */
function readId(row: Fields, name: string, place: Place): string | undefined {
  const node = row.get(name);
  if (node === undefined || node.type === 'null') return undefined;
  return node.type === 'number' ? node.literal : readNonEmpty(node, inside(place, name));
}

/** The program: `code`, a `completion` of the prompt, or the reference that came with the problem. */
function readCode(row: Fields, place: Place, reference: string | undefined): string {
  const text = (name: string) => readOptionalText(row.get(name), inside(place, name));
  const completion = text('completion');
  const code =
    text('code') ??
    (completion === undefined ? undefined : (text('prompt') ?? '') + completion) ??
    text('reference') ??
    canonicalProgram(row, place) ??
    reference;
  if (code === undefined) fail(inside(place, 'code'), 'the program as a string', describe(row.get('code')));
  return code;
}

/** Which form the tests of a row have, by their first item; undefined when the row has none. */
function testForm(row: Fields): 'check' | 'asserts' | 'values' | undefined {
  if (row.has('test_list')) return 'asserts';
  const tests = row.get('tests') ?? row.get('test_cases') ?? row.get('test');
  if (tests === undefined) return undefined;
  if (tests.type === 'string') return 'check';
  return tests.type === 'array' && tests.items[0]?.type === 'string' ? 'asserts' : 'values';
}

/** The place and what is wrong there, for a row that is not run: other rows of the file may be fine. */
const unclear = (place: Place, expected: string, got: string): string =>
  new FormatError(place, `expected ${expected}, got ${got}`).message;

/** Tests that stand in the row itself, with the name of the function they call. */
function readOwnTests(
  row: Fields,
  form: 'check' | 'asserts' | 'values',
  place: Place,
): Pick<GradeRecord, 'tests' | 'entryPoint' | 'unclear'> {
  const at = inside(place, 'entry_point');
  const named = row.has('entry_point') ? readName(row.get('entry_point'), at) : undefined;
  switch (form) {
    case 'values': {
      const field = row.has('test_cases') ? 'test_cases' : 'tests';
      const tests = readLectureTests(row.get(field), inside(place, field));
      return { tests: { type: 'values', tests, ...readComparison(row, place) }, entryPoint: named ?? 'solution' };
    }
    case 'asserts': {
      const tests = readAssertTests(row, place);
      const prompt = row.get('prompt');
      const words = prompt?.type === 'string' ? prompt.value : '';
      const entryPoint = named ?? testedFunction(tests.asserts, tests.setup, words);
      if (entryPoint !== undefined) return { tests, entryPoint };
      const got = 'none, and the asserts do not call one function of their own';
      return { tests, entryPoint: '', unclear: unclear(at, 'the name of the tested function', got) };
    }
    case 'check': {
      const entryPoint = named ?? fail(at, 'the name of the tested function', describe(undefined));
      return { tests: readCheck(row, entryPoint, place), entryPoint };
    }
    default:
      return form satisfies never;
  }
}

/** The problem that a row brings along or names; undefined when it is only a label for the row's own tests. */
function readRowProblem(row: Fields, place: Place, known: FindProblem, required: boolean): Problem | undefined {
  const node = row.get('problem');
  if (node?.type === 'object') return readProblem(node, inside(place, 'problem'));
  const id = readId(row, 'problem', place);
  if (!required) return undefined;
  const problem = id === undefined ? undefined : known(id);
  if (problem === undefined) {
    if (id === undefined) fail(inside(place, 'tests'), 'tests, or a problem that has them', 'neither');
    fail(inside(place, 'problem'), 'the id of a known problem, or tests beside it', JSON.stringify(id));
  }
  return problem;
}

/** `allow` and `undo` of a row, else those of its problem. */
function readConditions(row: Fields, place: Place, problem: Problem | undefined): Pick<GradeRecord, 'allow' | 'undo'> {
  const allow = row.has('allow') ? readGrants(row.get('allow'), inside(place, 'allow')) : problem?.allow;
  const undo = row.has('undo') ? readUndo(row.get('undo'), inside(place, 'undo')) : problem?.undo;
  return { ...(allow === undefined ? {} : { allow }), ...(undo === undefined ? {} : { undo }) };
}

function readRow(node: JsonNode, place: Place, known: FindProblem): GradeRecord {
  const row = readFields(node, place);
  const form = testForm(row);
  const problem = readRowProblem(row, place, known, form === undefined);
  const code = readCode(row, place, problem?.reference);
  const label = problem?.id ?? readId(row, 'problem', place) ?? readId(row, 'task_id', place);
  const id = readId(row, 'id', place) ?? label ?? fail(inside(place, 'id'), 'an id', describe(undefined));
  const limits = row.get('limits');
  const budgets = limits === undefined ? problem?.limits : readLimits(limits, inside(place, 'limits'));
  const own =
    form === undefined
      ? { tests: problemTests(problem!), entryPoint: problem!.entryPoint } // readRowProblem saw to it that there is one.
      : readOwnTests(row, form, place);
  return {
    id,
    problem: label ?? id,
    code,
    ...own,
    ...(budgets === undefined ? {} : { limits: budgets }),
    ...readConditions(row, place, problem),
  };
}

/** Rows of a text that is one JSON value: a list, `{"problems": [rows]}`, or a single row on any number of lines. */
function readWhole(node: JsonNode, file: string, firstLine: number, known: FindProblem): GradeRecord[] {
  const wrapped = node.type === 'object' ? new Map(node.entries).get('problems') : undefined;
  const list = wrapped?.type === 'array' ? wrapped : node;
  if (list.type !== 'array') return [readRow(list, { file: `${file}, line ${firstLine}`, path: '' }, known)];
  if (list.items.length === 0) fail({ file, path: '' }, 'at least one program', 'an empty list');
  return list.items.map((row, i) => readRow(row, { file, path: `[${i}]` }, known));
}

/** Whether an error in a text that is not one JSON value is the error of one that was meant to be. */
function isMeantWhole(error: JsonSyntaxError, text: string): boolean {
  if (text.trimStart().startsWith('[')) return true;
  // A broken first row ends the whole where the second row starts; a value over several lines gets beyond that.
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  const second = lines.findIndex((line, i) => i > first && line.trim() !== '');
  if (second < 0 || error.line <= second) return false;
  return error.line > second + 1 || error.column > lines[second]!.search(/\S/) + 1;
}

/** The one JSON value that a text is or was meant to be; undefined for JSON lines. */
function wholeValue(text: string, file: string): JsonNode | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    // Read again, the error names the file.
    return isMeantWhole(error, text) ? parseFile(text, file) : undefined;
  }
}

/** Rows of JSON lines. */
function readLines(text: string, file: string, known: FindProblem): GradeRecord[] {
  const records = text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const name = `${file}, line ${i + 1}`;
    return [readRow(parseFile(line, file, i + 1), { file: name, path: '' }, known)];
  });
  if (records.length === 0) fail({ file, path: '' }, 'at least one line', 'an empty file');
  return records;
}

/**
 * Reads a whole file before anything runs, so that a mistake in the last line costs nothing.
 * Text that is one JSON value is taken as such, and any other as JSON lines.
 * Fields that `grade` does not know are let through: files of samples carry much else.
 *
 * @param file name for errors
 * @param known finds problems that rows name by id
 * @throws FormatError naming file and line
 */
export function parseGradeFile(text: string, file: string, known: FindProblem = () => undefined): GradeRecord[] {
  const node = wholeValue(text, file);
  if (node === undefined) return readLines(text, file, known);
  const firstLine = text.slice(0, text.search(/\S/)).split('\n').length;
  return readWhole(node, file, firstLine, known);
}
