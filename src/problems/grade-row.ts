/** One row of a file of programs: its program, and its tests in any form in which they are published. */

import type { GradeRecord, GradeTests } from '../core/grade.ts';
import type { ReferenceRequest } from '../core/own-problems.ts';
import type { Problem, TestCase } from '../core/types.ts';
import { hasExchanges, readExchangeRow } from './exchange-row.ts';
import {
  describe,
  type Fields,
  FormatError,
  fail,
  inside,
  type Place,
  readFields,
  readId,
  readName,
  readOptionalText,
} from './fields.ts';
import { readComparison, readGrants, readLimits, readProblem, readUndo } from './format.ts';
import { canonicalProgram, readCheck } from './importers/humaneval.ts';
import { calledProgram } from './importers/imported.ts';
import { readLectureTests } from './importers/lecture.ts';
import { readAssertTests } from './importers/mbpp.ts';
import { testedFunction } from './importers/tested-function.ts';
import { type JsonNode, writeJson } from './lossless.ts';
import { readStdinTests, readsInput } from './stdin-tests.ts';
import { writeValue } from './values.ts';

/** Finds the problem that a row names by id; asked only when a row brings no tests of its own. */
export type FindProblem = (id: string) => Problem | undefined;

function callKey(test: TestCase): string {
  return writeJson({ type: 'array', items: [...test.args, test.expected].map(writeValue) });
}

/** All tests of a problem, each once. The visible ones pay, as in training: what is public and reward both pays twice. */
export function problemTests(problem: Problem): GradeTests {
  if (problem.asserts !== undefined) return problem.asserts;
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
  const within = problem.tolerance === undefined ? {} : { tolerance: problem.tolerance };
  if (problem.call === 'stdin') return { type: 'stdin', tests, ...within, paying };
  return { type: 'values', tests, compare: problem.compare, ...within, paying };
}

/** Whether a prompt is the beginning of a program, and no sentence as MBPP's prompts are. */
const isPython = (prompt: string): boolean =>
  /^(?:(?:async )?def \w+\s*\(|class \w|import \w|from [\w.]+ import |"""|'''|#|@\w)/m.test(prompt);

/** The program: `code` or `solution`, a `completion` of the prompt, or the reference that came with the problem. */
export function readCode(row: Fields, place: Place, reference: string | undefined): string {
  const text = (name: string) => readOptionalText(row.get(name), inside(place, name));
  const completion = text('completion');
  const prompt = text('prompt') ?? '';
  const code =
    text('code') ??
    text('solution') ??
    (completion === undefined ? undefined : (isPython(prompt) ? prompt : '') + completion) ??
    text('reference') ??
    canonicalProgram(row, place) ??
    reference;
  if (code === undefined) fail(inside(place, 'code'), 'the program as a string', describe(row.get('code')));
  return code;
}

type TestForm = 'check' | 'asserts' | 'values' | 'stdin' | 'exchanges';

/** Which form the tests of a row have, by their first item; undefined when the row has none. */
function testForm(row: Fields): TestForm | undefined {
  if (row.has('test_list')) return 'asserts';
  const tests = row.get('tests') ?? row.get('test_cases') ?? row.get('test');
  if (hasExchanges(row, tests)) return 'exchanges';
  if (tests === undefined) return undefined;
  if (tests.type === 'string') return 'check';
  if (readsInput(row, tests)) return 'stdin';
  return tests.type === 'array' && tests.items[0]?.type === 'string' ? 'asserts' : 'values';
}

/** The place and what is wrong there, for a row that is not run: other rows of the file may be fine. */
const unclear = (place: Place, expected: string, got: string): string =>
  new FormatError(place, `expected ${expected}, got ${got}`).message;

/** What a row is held against that has inputs with outputs, in the manner of APPS, LiveCodeBench, EvalPlus and others. */
function readExchangeTarget(row: Fields, place: Place, named: string | undefined): Target {
  const { problem, called, awaits } = readExchangeRow(row, place);
  const { id, reference, limits } = problem;
  return {
    tests: problemTests(problem),
    entryPoint: named ?? called ?? problem.entryPoint,
    label: id,
    published: true,
    ...(reference === undefined ? {} : { reference }),
    ...(limits === undefined ? {} : { limits }),
    ...(awaits === undefined
      ? {}
      : {
          awaits: { problem, calls: awaits },
          unclear: unclear(place, 'results beside the inputs', 'none: only a run of the reference can tell them'),
        }),
  };
}

/** Tests that stand in the row itself, with the name of the function they call. */
function readOwnTests(row: Fields, form: TestForm, place: Place): Target {
  const at = inside(place, 'entry_point');
  const named = row.has('entry_point') ? readName(row.get('entry_point'), at) : undefined;
  switch (form) {
    case 'values': {
      const field = row.has('test_cases') ? 'test_cases' : 'tests';
      const tests = readLectureTests(row.get(field), inside(place, field));
      return { tests: { type: 'values', tests, ...readComparison(row, place) }, entryPoint: named ?? 'solution' };
    }
    case 'stdin': {
      const field = row.has('test_cases') ? 'test_cases' : 'tests';
      const tests = readStdinTests(row.get(field), inside(place, field));
      const { tolerance } = readComparison(row, place);
      return { tests: { type: 'stdin', tests, ...(tolerance && { tolerance }) }, entryPoint: named ?? 'solution' };
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
    case 'exchanges':
      return readExchangeTarget(row, place, named);
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

/** What a row's program is held against: everything of a record but the program and its name. */
export type Target = Omit<GradeRecord, 'id' | 'problem' | 'code'> & {
  /** Id of the problem, where the row has one. */
  readonly label?: string;
  /** Of the problem that the row brings or names. */
  readonly reference?: string;
  /** Tests of a published form, whose programs may be LeetCode's `class Solution`. */
  readonly published?: boolean;
  /** Calls whose results only the reference can tell; until then the tests are `unclear`. */
  readonly awaits?: ReferenceRequest;
};

/**
 * The tests of a row, in whichever form, and the conditions under which they run; undefined when it neither has tests nor
 * names a problem.
 */
export function readTarget(row: Fields, place: Place, known: FindProblem): Target | undefined {
  const form = testForm(row);
  if (form === undefined && !row.has('problem')) return undefined;
  const problem = readRowProblem(row, place, known, form === undefined);
  const limits = row.get('limits');
  const own: Target =
    form === undefined
      ? { tests: problemTests(problem!), entryPoint: problem!.entryPoint } // readRowProblem saw to it that there is one.
      : readOwnTests(row, form, place);
  const label = problem?.id ?? own.label ?? readId(row, 'problem', place) ?? readId(row, 'task_id', place);
  const budgets = limits === undefined ? (problem?.limits ?? own.limits) : readLimits(limits, inside(place, 'limits'));
  return {
    ...own,
    ...(label === undefined ? {} : { label }),
    ...(problem?.reference === undefined ? {} : { reference: problem.reference }),
    ...(budgets === undefined ? {} : { limits: budgets }),
    ...readConditions(row, place, problem),
  };
}

/** The name of a row: its own, or that of its problem. */
export const readRowId = (row: Fields, place: Place, label: string | undefined): string =>
  readId(row, 'id', place) ??
  label ??
  fail(place, 'a row that names its problem (task_id or problem), or itself (id)', 'one without any of these');

/** A program with what it is held against. */
export function recordOf(
  { label: _, reference: __, published, awaits: ___, ...rest }: Target,
  names: Pick<GradeRecord, 'id' | 'problem'>,
  code: string,
): GradeRecord {
  const isCalled = published === true && rest.tests.type === 'values';
  return { ...names, code, ...rest, ...(isCalled ? calledProgram(code, rest.entryPoint) : {}) };
}

/** A record whose tests may still have to be told by a reference. */
export interface GradeRow {
  readonly record: GradeRecord;
  readonly awaits?: ReferenceRequest;
}

/** One program with its tests, from one row of a file. */
export function readRow(node: JsonNode, place: Place, known: FindProblem): GradeRow {
  const row = readFields(node, place);
  const target = readTarget(row, place, known);
  if (target === undefined) fail(inside(place, 'tests'), 'tests, or a problem that has them', 'neither');
  const { label, reference, awaits } = target;
  const id = readRowId(row, place, label);
  const record = recordOf(target, { id, problem: label ?? id }, readCode(row, place, reference));
  return { record, ...(awaits === undefined ? {} : { awaits }) };
}
