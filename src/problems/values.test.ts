/** Values in files: every Python value survives writing and reading, and what is not plain data is refused in one sentence. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyValue } from './arbitrary.testing.ts';
import { hashKey } from './hash-key.ts';
import { parseJson, writeJson } from './lossless.ts';
import { readValue, writeValue } from './values.ts';

const place = { file: 'p.json', problem: 'x', path: 'expected' };
const read = (text: string) => readValue(parseJson(text), place);

test('any value written and read is the same value', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(read(writeJson(writeValue(value)))).toStrictEqual(value);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['1', { type: 'int', value: 1n }],
  ['1.0', { type: 'float', value: 1 }],
  ['1e2', { type: 'float', value: 100 }],
  ['-0', { type: 'int', value: 0n }],
  ['-0.0', { type: 'float', value: -0 }],
  ['9007199254740993', { type: 'int', value: 9007199254740993n }],
  ['{"$tuple": [1]}', { type: 'tuple', items: [{ type: 'int', value: 1n }] }],
  ['{"$float": "-inf"}', { type: 'float', value: Number.NEGATIVE_INFINITY }],
  ['{"$float": "nan"}', { type: 'float', value: Number.NaN }],
  ['{"$bytes": "AP8="}', { type: 'bytes', value: Uint8Array.of(0, 255) }],
  ['{"$complex": [1, "inf"]}', { type: 'complex', re: 1, im: Number.POSITIVE_INFINITY }],
  ['{"$literal": "(1,)"}', { type: 'tuple', items: [{ type: 'int', value: 1n }] }],
  ['{"$dict": [[1, null]]}', { type: 'dict', entries: [[{ type: 'int', value: 1n }, { type: 'none' }]] }],
])('%s', (text, value) => {
  expect(read(text)).toStrictEqual(value);
});

test('an object of two keys is a dict, even where one looks like a tag', () => {
  expect(read('{"$tuple": 1, "b": 2}').type).toBe('dict');
});

test.each([
  [
    '{"$object": 1}',
    'expected: expected plain data ($tuple, $set, $frozenset, $dict, $bytes, $float, $complex or $literal), got an object with "$object"',
  ],
  ['{"$tuple": 1}', 'expected.$tuple: expected a list of items, got the number 1'],
  ['{"$set": [1, 1.0]}', 'expected.$set: expected items that differ from each other, got two that are equal'],
  ['{"$set": [[1]]}', 'expected.$set: expected items that Python can hash, got a list'],
  [
    '{"$dict": [[1, 2], [true, 3]]}',
    'expected.$dict: expected keys that differ from each other, got two that are equal',
  ],
  ['{"$dict": [[1]]}', 'expected.$dict[0]: expected a [key, value] pair, got a list of 1'],
  ['{"$bytes": "a"}', 'expected.$bytes: expected base64 text, got the string "a"'],
  ['{"$float": "1"}', 'expected.$float: expected "nan", "inf" or "-inf", got the string "1"'],
  ['{"$complex": [1]}', 'expected.$complex: expected [real, imaginary], got a list of 1'],
  ['[NaN]', 'expected[0]: expected a JSON value, such as {"$float": "nan"} or {"$float": "inf"}, got NaN'],
  ['{"$float": -Infinity}', 'expected.$float: expected "nan", "inf" or "-inf", got -Infinity'],
  ['1e999', 'expected: expected a float that fits 64 bits ({"$float": "inf"} for infinity), got 1e999'],
  [
    '[1, {"$literal": "open(1)"}]',
    'expected[1].$literal: Python literal, line 1, column 1: expected plain data, got open',
  ],
])('refuses %s', (text, message) => {
  expect(() => read(text)).toThrow(`p.json: problem "x": ${message}`);
});

test('keys of hashable values meet exactly where Python says equal', () => {
  const key = (text: string) => hashKey(read(text));
  expect(key('1')).toBe(key('true'));
  expect(key('1')).toBe(key('1.0'));
  expect(key('1')).toBe(key('{"$complex": [1, 0]}'));
  expect(key('0.0')).toBe(key('-0.0'));
  expect(key('9007199254740993')).not.toBe(key('9007199254740992.0'));
  expect(key('{"$frozenset": [1, 2]}')).toBe(key('{"$frozenset": [2, true]}'));
  expect(key('{"$tuple": [1, 2]}')).not.toBe(key('{"$tuple": [2, 1]}'));
  expect(key('"1"')).not.toBe(key('1'));
  expect(key('{"$bytes": "MQ=="}')).not.toBe(key('"1"'));
});
