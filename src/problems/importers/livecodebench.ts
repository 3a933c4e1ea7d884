/** LiveCodeBench, and TACO and DeepCoder in its manner: tests `{input, output, testtype}` of a function or on standard input. */

import type { TestCase } from '../../core/types.ts';
import {
  type Fields,
  fail,
  inside,
  type Place,
  readFields,
  readItems,
  readName,
  readNonEmpty,
  readOptionalText,
  readText,
} from '../fields.ts';
import { parseFile } from '../format.ts';
import type { JsonNode } from '../lossless.ts';
import { nameFrom } from '../own.ts';
import { readValue } from '../values.ts';
import {
  calledProblem,
  firstProgram,
  type ImportedRow,
  idOf,
  openSuite,
  placeText,
  readNested,
  readStream,
  splitSuite,
  stdinProblem,
  stdinTest,
} from './imported.ts';

type TypedTest =
  | { readonly type: 'stdin'; readonly test: TestCase }
  | { readonly type: 'functional'; readonly test: TestCase; readonly name: string | undefined };

/** Arguments, one JSON value a line. */
function readArguments(input: string, place: Place): TestCase['args'] {
  const lines = input.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, i) => {
    const at = inside(place, i);
    return readValue(parseFile(line, placeText(at)), at);
  });
}

function readFunctional(fields: Fields, at: Place): TestCase {
  const [inputAt, outputAt] = [inside(at, 'input'), inside(at, 'output')];
  const input = fields.get('input');
  const output = fields.get('output');
  return {
    args:
      input?.type === 'string'
        ? readArguments(input.value, inputAt)
        : readItems(input, inputAt).map((arg, i) => readValue(arg, inside(inputAt, i))),
    expected: readValue(output?.type === 'string' ? parseFile(output.value, placeText(outputAt)) : output, outputAt),
  };
}

function readTest(node: JsonNode, at: Place): TypedTest {
  const fields = readFields(node, at);
  const kind = readOptionalText(fields.get('testtype'), inside(at, 'testtype')) ?? 'stdin';
  if (kind === 'functional') {
    const metadata = readNested(fields.get('metadata'), inside(at, 'metadata'));
    const name = metadata?.type === 'object' ? functionName(metadata, inside(at, 'metadata')) : undefined;
    return { type: 'functional', test: readFunctional(fields, at), name };
  }
  if (kind !== 'stdin' && kind !== 'stdin_stdout') {
    fail(inside(at, 'testtype'), '"stdin" or "functional"', JSON.stringify(kind));
  }
  const [input, output] = (['input', 'output'] as const).map((name) => readStream(fields.get(name), inside(at, name)));
  return { type: 'stdin', test: stdinTest(input!, output!) };
}

function readTests(node: JsonNode | undefined, at: Place): TypedTest[] {
  const list = readNested(node, at);
  return list === undefined ? [] : readItems(list, at).map((item, i) => readTest(item, inside(at, i)));
}

function functionName(metadata: JsonNode, at: Place): string | undefined {
  const fields = readFields(metadata, at);
  const node = fields.get('func_name') ?? fields.get('fn_name');
  return node === undefined || node.type === 'null' ? undefined : readName(node, inside(at, 'func_name'));
}

const pick = (tests: readonly TypedTest[]): TestCase[] => tests.map(({ test }) => test);

/** All of one type: a problem is called, or it reads standard input. */
function typeOf(tests: readonly TypedTest[], place: Place): TypedTest['type'] {
  const [first] = tests;
  if (first === undefined) fail(place, 'at least one test', 'none');
  const other = tests.find(({ type }) => type !== first.type);
  if (other !== undefined) fail(place, 'tests of one type', `${first.type} and ${other.type}`);
  return first.type;
}

/**
 * A row of LiveCodeBench whose private tests are plain by now (`unpackRow`). What the benchmark shows is public and pays;
 * what it keeps private is hidden.
 */
export function readLiveCodeBenchRow(row: Fields, place: Place): ImportedRow {
  const shownAt = inside(place, 'public_test_cases');
  const shown = readTests(row.get('public_test_cases'), shownAt);
  const hidden = readTests(row.get('private_test_cases'), inside(place, 'private_test_cases'));
  const type = typeOf([...shown, ...hidden], shownAt);
  const suite = splitSuite({ public: pick(shown), reward: [], hidden: pick(hidden) }, place);
  const contentAt = inside(place, 'question_content');
  const parts = {
    id: idOf(row, place, ['question_id', 'task_id', 'id']) ?? fail(inside(place, 'question_id'), 'an id', 'none'),
    text: readNonEmpty(row.get('question_content'), contentAt).trim(),
    tests: suite,
    source: readOptionalText(row.get('platform'), inside(place, 'platform')),
  };
  if (type === 'stdin') return { form: 'LiveCodeBench', problem: stdinProblem(parts), notes: [] };
  const at = inside(place, 'metadata');
  const metadata = readNested(row.get('metadata'), at);
  const name = metadata === undefined ? undefined : functionName(metadata, at);
  if (name === undefined) fail(inside(at, 'func_name'), 'the name of the tested function', 'none');
  return { form: 'LiveCodeBench', problem: calledProblem({ ...parts, name }), called: name, notes: [] };
}

/** A row whose `tests` are such a list, or JSON of one: DeepCoder's and TACO's; all of them pay. */
export function readTypedTestsRow(row: Fields, tests: JsonNode, place: Place): ImportedRow {
  const at = inside(place, 'tests');
  const typed = readTests(tests, at);
  const type = typeOf(typed, at);
  const textAt = ['problem', 'question', 'prompt', 'text'].find((name) => row.has(name)) ?? 'problem';
  const text = readNonEmpty(row.get(textAt), inside(place, textAt)).trim();
  const solutionsAt = inside(place, 'solutions');
  const solutions = readNested(row.get('solutions'), solutionsAt);
  const programs = solutions === undefined ? [] : readItems(solutions, solutionsAt);
  const parts = {
    id: idOf(row, place, ['task_id', 'problem_id', 'id']) ?? nameFrom(text, new Set()),
    text,
    tests: openSuite(pick(typed), at),
    program: firstProgram(programs.map((item, i) => unfenced(readText(item, inside(solutionsAt, i))))),
  };
  if (type === 'stdin') return { form: 'TACO', problem: stdinProblem(parts), notes: [] };
  const metadataAt = inside(place, 'metadata');
  const metadata = readNested(row.get('metadata'), metadataAt);
  const inTests = typed
    .map((one) => (one.type === 'functional' ? one.name : undefined))
    .find((name) => name !== undefined);
  const name = inTests ?? (metadata?.type === 'object' ? functionName(metadata, metadataAt) : undefined);
  if (name === undefined) fail(inside(metadataAt, 'func_name'), 'the name of the tested function', 'none');
  return { form: 'TACO', problem: calledProblem({ ...parts, name }), called: name, notes: [] };
}

/** DeepCoder's solutions stand in fences of Markdown. */
function unfenced(program: string): string {
  return /^\s*```[^\n]*\n([\s\S]*?)\n?```\s*$/.exec(program)?.[1] ?? program;
}
