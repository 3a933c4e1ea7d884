/** Tests on standard input in a row of programs: how they are told from others, and read. */

import type { TestCase } from '../core/types.ts';
import { type Fields, fail, inside, type Place, readFields, readItems, readOptionalText } from './fields.ts';
import { requireText } from './format.ts';
import { readStream, stdinTest } from './importers/imported.ts';
import { readLectureTests } from './importers/lecture.ts';
import type { JsonNode } from './lossless.ts';

const hasField = (node: JsonNode | undefined, name: string): boolean =>
  node?.type === 'object' && node.entries.some(([field]) => field === name);

/** Whether a test is an input with an output, as LiveCodeBench, TACO and DeepCoder write them. */
const isExchange = (test: JsonNode | undefined): boolean => hasField(test, 'input') && hasField(test, 'output');

/** Whether the tests of a row are run on standard input: it says so, or they are inputs with outputs. */
export function readsInput(row: Fields, tests: JsonNode): boolean {
  const call = row.get('call');
  return (call?.type === 'string' && call.value === 'stdin') || (tests.type === 'array' && isExchange(tests.items[0]));
}

function readExchange(node: JsonNode, at: Place): TestCase {
  const fields = readFields(node, at);
  const kind = readOptionalText(fields.get('testtype'), inside(at, 'testtype')) ?? 'stdin';
  if (kind !== 'stdin') fail(inside(at, 'testtype'), '"stdin"', JSON.stringify(kind));
  const text = (name: 'input' | 'output') => readStream(fields.get(name), inside(at, name));
  return stdinTest(text('input'), text('output'));
}

/** Tests as `{"args": [text], "expected": text}` or `{"input": text, "output": text}`. */
export function readStdinTests(node: JsonNode | undefined, place: Place): TestCase[] {
  const items = readItems(node, place);
  const tests = isExchange(items[0])
    ? items.map((item, i) => readExchange(item, inside(place, i)))
    : readLectureTests(node, place);
  tests.forEach((test, i) => {
    requireText(test, inside(place, i));
  });
  return tests;
}
