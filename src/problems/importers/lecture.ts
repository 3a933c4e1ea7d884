/** The lecture's problem style: a prompt, and tests as argument lists with expected values, in JSON or as Python literals. */

import type { Problem, TestCase } from '../../core/types.ts';
import {
  describe,
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
import { parseFile, readComparison, requireUniqueIds } from '../format.ts';
import type { JsonNode } from '../lossless.ts';
import { nameFrom } from '../own.ts';
import { readLiteral, readValue } from '../values.ts';
import { requireId } from './imported.ts';

/** `args_python` and `expected_python`: Python literals as text, for tuples, sets and keys that are not strings. */
function readLiteralTest(fields: ReadonlyMap<string, JsonNode>, at: Place): TestCase {
  const argsAt = inside(at, 'args_python');
  const args = readLiteral(fields.get('args_python'), argsAt);
  if (args.type !== 'list' && args.type !== 'tuple') fail(argsAt, 'a list of arguments', `a ${args.type}`);
  return { args: args.items, expected: readLiteral(fields.get('expected_python'), inside(at, 'expected_python')) };
}

/** The items of a list, or of the tuple that stands for one where the file is Python. */
function readSequence(node: JsonNode | undefined, place: Place): readonly JsonNode[] {
  const [only] = node?.type === 'object' && node.entries.length === 1 ? node.entries : [];
  return only?.[0] === '$tuple' ? readItems(only[1], inside(place, '$tuple')) : readItems(node, place);
}

/** Whether a test is one of the lecture's own pairs `((2, 3), 5)`, a list or a tuple of two. */
function isPair(node: JsonNode): boolean {
  if (node.type === 'array') return node.items.length === 2;
  const [only] = node.type === 'object' && node.entries.length === 1 ? node.entries : [];
  return only?.[0] === '$tuple' && only[1].type === 'array' && only[1].items.length === 2;
}

function readPair(pair: readonly JsonNode[], at: Place): TestCase {
  const [args, expected] = pair;
  const argsAt = inside(at, 0);
  return {
    args: readSequence(args, argsAt).map((argument, i) => readValue(argument, inside(argsAt, i))),
    expected: readValue(expected, inside(at, 1)),
  };
}

/** Tests in any of the three spellings, which may be mixed. */
export function readLectureTests(node: JsonNode | undefined, place: Place): TestCase[] {
  const tests = readSequence(node, place).map((item, i) => {
    const at = inside(place, i);
    if (isPair(item)) return readPair(readSequence(item, at), at);
    if (item.type !== 'object') fail(at, 'a test {"args": […], "expected": …}', describe(item));
    const fields = new Map(item.entries);
    if (fields.has('args_python') || fields.has('expected_python')) return readLiteralTest(fields, at);
    const argsAt = inside(at, 'args');
    return {
      args: readSequence(fields.get('args'), argsAt).map((argument, j) => readValue(argument, inside(argsAt, j))),
      expected: readValue(fields.get('expected'), inside(at, 'expected')),
    };
  });
  if (tests.length === 0) fail(place, 'at least one test', 'an empty list');
  return tests;
}

/** One row; every test becomes public and reward. */
export function importLectureRow(node: JsonNode, at: Place): Problem {
  const row = readFields(node, at);
  const text = row.has('prompt') ? 'prompt' : 'text';
  // The lecture's own problems have no names.
  const id = ['id', 'task_id', 'problem_id'].some((name) => row.has(name))
    ? requireId(row, at)
    : nameFrom(readNonEmpty(row.get(text), inside(at, text)), new Set());
  const place: Place = { file: at.file, problem: id, path: '' };
  const tests = row.has('test_cases') ? 'test_cases' : 'tests';
  const cases = readLectureTests(row.get(tests), inside(place, tests));
  const reference = readOptionalText(row.get('reference'), inside(place, 'reference'));
  const source = readOptionalText(row.get('source'), inside(place, 'source'));
  return {
    id,
    text: readText(row.get(text), inside(place, text)),
    entryPoint: row.has('entry_point') ? readName(row.get('entry_point'), inside(place, 'entry_point')) : 'solution',
    tests: { public: cases, reward: cases, hidden: [] },
    ...readComparison(row, place),
    ...(reference === undefined ? {} : { reference }),
    ...(source === undefined ? {} : { source }),
  };
}

/**
 * Imports a lecture-style file, a list of rows or `{"problems": [rows]}`; every test becomes public and reward.
 *
 * @throws FormatError
 */
export function importLecture(text: string, file: string): Problem[] {
  const node = parseFile(text, file);
  const place: Place = { file, path: '' };
  const wrapped = node.type === 'object' ? readFields(node, place).get('problems') : undefined;
  const at = wrapped === undefined ? place : inside(place, 'problems');
  const problems = readItems(wrapped ?? node, at).map((row, i) => importLectureRow(row, inside(at, i)));
  requireUniqueIds(problems, file);
  return problems;
}
