/**
 * One row of somebody's file as a problem: Greenbar's own form, the lecture's, and the published forms of HumanEval, MBPP,
 * EvalPlus, APPS, LiveCodeBench, code_contests and TACO, as far as their tests can be told as values.
 */

import { NO_TESTS } from '../../core/tests.ts';
import type { AssertSuite, Problem } from '../../core/types.ts';
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
} from '../fields.ts';
import { readProblem } from '../format.ts';
import type { JsonNode } from '../lossless.ts';
import { readAppsRow } from './apps.ts';
import { AssertError, type AssertedCalls, readAsserts } from './asserts.ts';
import { readCodeContestsRow } from './code-contests.ts';
import { readEvalPlusRow } from './evalplus.ts';
import { canonicalProgram, readCheck } from './humaneval.ts';
import { calledProblem, type ImportedRow, openSuite, readNested, requireId, splitSuite } from './imported.ts';
import { importLectureRow } from './lecture.ts';
import { readLiveCodeBenchRow, readTypedTestsRow } from './livecodebench.ts';
import { readAssertTests } from './mbpp.ts';
import { taskOf } from './task-text.ts';
import { programClasses, testedFunction } from './tested-function.ts';

/** @throws FormatError where no problem can be made of the row */
export function readAnyProblem(node: JsonNode, place: Place): ImportedRow {
  const row = readFields(node, place);
  const exchanged = fromExchanges(row, place);
  if (exchanged !== undefined) return exchanged;
  if (row.has('test_list')) return fromMbpp(row, place);
  if (row.get('test')?.type === 'string') return fromHumanEval(row, place);
  const published = fromPublishedTests(row, place);
  if (published !== undefined) return published;
  if (row.has('prompt') || row.has('test_cases') || hasSpelledTests(row)) return fromLecture(node, place);
  return { form: 'Greenbar', problem: readProblem(node, place), notes: [] };
}

/** Rows whose tests are inputs, or inputs with outputs, in a field that only one of the published forms has. */
function fromExchanges(row: Fields, place: Place): ImportedRow | undefined {
  if (row.has('public_test_cases') || row.has('private_test_cases')) return readLiveCodeBenchRow(row, place);
  if (row.has('base_input') || row.has('plus_input')) return readEvalPlusRow(row, place);
  if (row.has('input_output')) return readAppsRow(row, place);
  if (row.has('public_tests') || row.has('generated_tests')) return readCodeContestsRow(row, place);
  return undefined;
}

/** Fields in which published forms have inputs, or inputs with outputs. */
export const EXCHANGE_FIELDS: readonly string[] = [
  ...['public_test_cases', 'private_test_cases', 'base_input', 'plus_input', 'input_output'],
  ...['public_tests', 'generated_tests'],
];

/**
 * A row whose tests are inputs with outputs, as APPS, LiveCodeBench, EvalPlus, code_contests and TACO publish them.
 *
 * @throws FormatError where it has none
 */
export function readExchanges(row: Fields, place: Place): ImportedRow {
  const read = fromExchanges(row, place) ?? fromPublishedTests(row, place);
  return read ?? fail(inside(place, 'tests'), 'inputs with outputs', describe(row.get('tests')));
}

/** Rows whose `tests` are inputs and outputs, as in TACO and DeepCoder, perhaps as JSON in a string. */
function fromPublishedTests(row: Fields, place: Place): ImportedRow | undefined {
  const node = row.get('tests');
  const isText = node?.type === 'string' && /^\s*[[{]/.test(node.value);
  const tests = isText ? readNested(node, inside(place, 'tests')) : node;
  if (tests?.type === 'object' && tests.entries.some(([name]) => name === 'inputs'))
    return readAppsRow(row, place, 'tests');
  if (tests?.type !== 'array') return undefined;
  const isTyped = tests.items.some(
    (test) => test.type === 'object' && test.entries.some(([name]) => name === 'testtype' || name === 'output'),
  );
  return isTyped ? readTypedTestsRow(row, tests, place) : undefined;
}

/** Whether tests are pairs or Python literals, as only the lecture's form has them. */
function hasSpelledTests(row: Fields): boolean {
  const tests = row.get('tests');
  if (tests?.type !== 'array') return false;
  return tests.items.some(
    (test) =>
      test.type === 'array' ||
      (test.type === 'object' && test.entries.some(([name]) => name.endsWith('_python') || name === '$tuple')),
  );
}

function fromLecture(node: JsonNode, place: Place): ImportedRow {
  const problem = importLectureRow(node, place);
  const { tests } = problem;
  const at: Place = { file: place.file, problem: problem.id, path: 'tests' };
  const suite = tests.public === tests.reward ? openSuite(tests.reward, at) : splitSuite(tests, at);
  return { form: 'lecture', problem: { ...problem, tests: suite }, notes: [] };
}

/** All asserts as calls of one function. */
function callsOf(source: string, place: Place): AssertedCalls {
  try {
    return readAsserts(source) ?? fail(place, 'at least one assert', 'none');
  } catch (error) {
    if (!(error instanceof AssertError)) throw error;
    const line = error.line.length > 100 ? `${error.line.slice(0, 97)}…` : error.line;
    return fail(place, 'asserts that compare a call with literals', `${line} (${error.why})`);
  }
}

/** A problem of asserts, under the name and with the program that the row gives. */
function asserted(
  row: Fields,
  place: Place,
  calls: AssertedCalls,
  parts: { readonly text: string; readonly name: string; readonly program: string | undefined },
): Problem {
  const { tests, tolerance } = calls;
  return calledProblem({ id: requireId(row, place), tests: openSuite(tests, place), tolerance, ...parts });
}

/** Imports that the asserts need for what is read here without them. */
const IMPORTS_ONLY = /^\s*(?:import\s+math\s*;?\s*)*$/;

/** MBPP's tests as values, or, where some cannot be told so, all of them as the asserts that they are. */
function fromMbpp(row: Fields, place: Place): ImportedRow {
  const suite = readAssertTests(row, place);
  const at = inside(place, 'test_list');
  const field = row.has('text') ? 'text' : 'prompt';
  const text = readNonEmpty(row.get(field), inside(place, field)).trim();
  const program = readOptionalText(row.get('code'), inside(place, 'code'));
  try {
    // A helper of the tests is Python that runs beside them, and no value.
    if (!IMPORTS_ONLY.test(suite.setup)) {
      fail(at, 'asserts without Python of their own to run first', JSON.stringify(suite.setup.slice(0, 40)));
    }
    const calls = callsOf(suite.asserts.join('\n'), at);
    const problem = asserted(row, place, calls, { text, name: calls.name, program });
    return { form: 'MBPP', problem, notes: [] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const name = testedFunction(suite.asserts, suite.setup, text);
    if (name === undefined) throw error;
    const [needed] = programClasses(suite.asserts, suite.setup).filter((one) => one !== name);
    if (needed !== undefined) fail(at, 'asserts that need no class of the program', needed);
    return {
      form: 'MBPP',
      problem: withAsserts(row, place, suite, { text, name, program }),
      notes: [whyAsserts(error)],
    };
  }
}

/** A problem whose tests stay Python, and ask ours by their own name for it. */
function withAsserts(
  row: Fields,
  place: Place,
  suite: AssertSuite,
  parts: { readonly text: string; readonly name: string; readonly program: string | undefined },
): Problem {
  const problem = calledProblem({ id: requireId(row, place), tests: NO_TESTS, ...parts });
  const called = parts.name === problem.entryPoint ? {} : { called: parts.name };
  return { ...problem, asserts: { ...suite, ...called } };
}

const whyAsserts = ({ detail }: FormatError): string => `its tests stay asserts: ${detail}`;

/** What stands in `def check(candidate):`, and what stands in front of it but the notes about the problem. */
function bodyOf(check: string): string {
  const lines = check.replace(/\r\n?/g, '\n').split('\n');
  const at = lines.findIndex((line) => /^def check\s*\(/.test(line));
  const before = lines
    .slice(0, at)
    .join('\n')
    .replace(/^METADATA\s*=\s*\{[^}]*\}/m, '');
  return `${before}\n${lines.slice(at + 1).join('\n')}`;
}

function fromHumanEval(row: Fields, place: Place): ImportedRow {
  const at = inside(place, 'test');
  const name = readName(row.get('entry_point'), inside(place, 'entry_point'));
  const suite = readCheck(row, name, place);
  const parts = {
    text: taskOf(readNonEmpty(row.get('prompt'), inside(place, 'prompt'))),
    name,
    program: canonicalProgram(row, place),
  };
  try {
    const calls = callsOf(bodyOf(suite.check), at);
    if (calls.name !== 'candidate' && calls.name !== name)
      fail(at, 'asserts that call candidate', `calls of ${calls.name}`);
    return { form: 'HumanEval', problem: asserted(row, place, calls, parts), notes: [] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { form: 'HumanEval', problem: withAsserts(row, place, suite, parts), notes: [whyAsserts(error)] };
  }
}
