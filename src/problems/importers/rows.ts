/**
 * One row of somebody's file as a problem whose tests are values: Greenbar's own form, the lecture's, and the published
 * forms of MBPP, HumanEval and APPS as far as their tests can be told as calls with literals.
 */

import type { Problem, TestCase } from '../../core/types.ts';
import { readExamples } from '../examples.ts';
import {
  type Fields,
  fail,
  inside,
  type Place,
  readFields,
  readItems,
  readNonEmpty,
  readOptionalText,
} from '../fields.ts';
import { parseFile, readProblem } from '../format.ts';
import { readId } from '../grade-row.ts';
import type { JsonNode } from '../lossless.ts';
import { readValue } from '../values.ts';
import { canonicalProgram } from './humaneval.ts';
import { importLectureRow } from './lecture.ts';
import { readAssertTests } from './mbpp.ts';

/** The name that the model gives to every function, and so the one that tests must call. */
const ENTRY_POINT = 'solution';

/** @throws FormatError where no problem can be made of the row */
export function readAnyProblem(node: JsonNode, place: Place): Problem {
  const row = readFields(node, place);
  if (row.has('input_output')) return fromApps(row, place);
  if (row.has('test_list')) return fromMbpp(row, place);
  if (row.get('test')?.type === 'string') return fromHumanEval(row, place);
  if (row.has('prompt') || row.has('test_cases')) return importLectureRow(node, place);
  return hasSpelledTests(row) ? importLectureRow(node, place) : readProblem(node, place);
}

/** Whether tests are pairs or Python literals, as only the lecture's form has them. */
function hasSpelledTests(row: Fields): boolean {
  const tests = row.get('tests');
  if (tests?.type !== 'array') return false;
  return tests.items.some(
    (test) =>
      test.type === 'array' || (test.type === 'object' && test.entries.some(([name]) => name.endsWith('_python'))),
  );
}

/** A problem of tests that name a function of their own: they ask ours, and the reference answers by both names. */
function renamed(
  row: Fields,
  place: Place,
  parts: {
    readonly text: string;
    readonly tests: readonly TestCase[];
    readonly name: string;
    readonly program?: string | undefined;
  },
): Problem {
  const { text, tests, name, program } = parts;
  const id = readId(row, 'task_id', place) ?? readId(row, 'problem_id', place) ?? readId(row, 'id', place);
  if (id === undefined) fail(inside(place, 'task_id'), 'an id', 'none');
  const alias = name === ENTRY_POINT ? '' : `\n\n${ENTRY_POINT} = ${name}\n`;
  return {
    id,
    text,
    entryPoint: ENTRY_POINT,
    tests: { public: tests, reward: tests, hidden: [] },
    compare: 'python',
    ...(program === undefined ? {} : { reference: `${program.replaceAll('\r\n', '\n').trimEnd()}${alias}` }),
  };
}

/** Tests out of assert lines, all or none: a problem with part of its tests would be another one. */
function testsOf(
  asserts: readonly string[],
  place: Place,
): { readonly tests: readonly TestCase[]; readonly name: string } {
  const { tests, refused, names } = readExamples(asserts.join('\n'));
  const [first] = refused;
  if (first !== undefined) fail(place, 'asserts that compare a call with literals', `${first.text} (${first.why})`);
  const [name, other] = names;
  if (name === undefined) fail(place, 'at least one assert', 'none');
  if (other !== undefined) fail(place, 'asserts that call one function', `calls of ${name} and ${other}`);
  return { tests, name };
}

function fromMbpp(row: Fields, place: Place): Problem {
  const { asserts, setup } = readAssertTests(row, place);
  const at = inside(place, 'test_list');
  // A helper of the tests is Python that runs beside them, and no value.
  if (setup.trim() !== '')
    fail(at, 'asserts without Python of their own to run first', JSON.stringify(setup.slice(0, 40)));
  const text = row.has('text') ? 'text' : 'prompt';
  return renamed(row, place, {
    text: readNonEmpty(row.get(text), inside(place, text)),
    ...testsOf(
      asserts.map((line) => line.replaceAll(/\s*\n\s*/g, ' ')),
      at,
    ),
    program: readOptionalText(row.get('code'), inside(place, 'code')),
  });
}

function fromHumanEval(row: Fields, place: Place): Problem {
  const at = inside(place, 'test');
  const check = readNonEmpty(row.get('test'), at);
  const lines = check.split('\n').map((line) => line.trim());
  const body = lines.slice(lines.findIndex((line) => /^def check\s*\(/.test(line)) + 1);
  const asserts = body.filter((line) => line !== '' && !line.startsWith('#') && !/^assert (?:True|1)\b/.test(line));
  const program = canonicalProgram(row, place);
  return renamed(row, place, {
    text: taskOf(readNonEmpty(row.get('prompt'), inside(place, 'prompt'))),
    tests: testsOf(asserts, at).tests,
    name: readNonEmpty(row.get('entry_point'), inside(place, 'entry_point')),
    program,
  });
}

/** What the last docstring of a prompt asks for, without its examples. */
function taskOf(prompt: string): string {
  const texts = [...prompt.matchAll(/"""([\s\S]*?)"""|'''([\s\S]*?)'''/g)];
  const found = texts.at(-1);
  const told = found?.[1] ?? found?.[2] ?? prompt;
  const words = told.split(/^\s*>>>|^\s*(?:For )?[Ee]xamples?:?\s*$/m)[0]!;
  return (words.trim() === '' ? told : words).replaceAll(/\s+/g, ' ').trim();
}

/** The call-based problems of APPS; those that read standard input have no function to call. */
function fromApps(row: Fields, place: Place): Problem {
  const at = inside(place, 'input_output');
  const node = row.get('input_output')!;
  const told = node.type === 'string' ? parseFile(node.value, `${place.file}, ${at.path}`) : node;
  const fields = readFields(told, at);
  if (!fields.has('fn_name'))
    fail(inside(at, 'fn_name'), 'a function to call', 'none: this program reads standard input');
  const inputs = readItems(fields.get('inputs'), inside(at, 'inputs'));
  const outputs = readItems(fields.get('outputs'), inside(at, 'outputs'));
  if (inputs.length !== outputs.length) {
    fail(inside(at, 'outputs'), `as many outputs as inputs (${inputs.length})`, `${outputs.length}`);
  }
  const tests = inputs.map((input, i): TestCase => {
    const [argsAt, resultAt] = [inside(inside(at, 'inputs'), i), inside(inside(at, 'outputs'), i)];
    const args = readItems(input, argsAt).map((arg, j) => readValue(arg, inside(argsAt, j)));
    const output = outputs[i]!;
    // Results stand in lists of one.
    const result = output.type === 'array' && output.items.length === 1 ? output.items[0] : output;
    return { args, expected: readValue(result, resultAt) };
  });
  if (tests.length === 0) fail(inside(at, 'inputs'), 'at least one test', 'none');
  return renamed(row, place, {
    text: readNonEmpty(row.get('question'), inside(place, 'question')),
    tests,
    name: readNonEmpty(fields.get('fn_name'), inside(at, 'fn_name')),
  });
}
