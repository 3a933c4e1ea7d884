/** What is written for a value is read as that value, and what cannot be read says where and why. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyValue } from './arbitrary.testing.ts';
import { parseLiteral } from './literal.ts';
import { readTypedArguments, readTypedValue, typedArguments, typedText } from './typed-value.ts';

test('any value typed and read is the same value', () => {
  fc.assert(
    fc.property(anyValue, (value) => {
      expect(readTypedValue(typedText(value))).toStrictEqual({ type: 'read', value });
    }),
    { numRuns: 1000 },
  );
});

test('so are any arguments', () => {
  fc.assert(
    fc.property(fc.array(anyValue, { maxLength: 4 }), (values) => {
      expect(readTypedArguments(typedArguments(values))).toStrictEqual({ type: 'read', value: values });
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['1', { type: 'int', value: 1n }],
  ['1.0', { type: 'float', value: 1 }],
  ['-0.0', { type: 'float', value: -0 }],
  ['nan', { type: 'float', value: Number.NaN }],
  ['-inf', { type: 'float', value: Number.NEGATIVE_INFINITY }],
  ['float("-inf")', { type: 'float', value: Number.NEGATIVE_INFINITY }],
  ["- float ( 'inf' )", { type: 'float', value: Number.NEGATIVE_INFINITY }],
  ['complex(0, -2)', { type: 'complex', re: 0, im: -2 }],
  [
    '1, 2',
    {
      type: 'tuple',
      items: [
        { type: 'int', value: 1n },
        { type: 'int', value: 2n },
      ],
    },
  ],
  ['frozenset()', { type: 'frozenset', items: [] }],
  ["b'a' # why", { type: 'bytes', value: Uint8Array.of(97) }],
])('%s', (text, value) => {
  expect(readTypedValue(text)).toStrictEqual({ type: 'read', value });
});

test('integers that Python would not print are kept', () => {
  const value = { type: 'int', value: -(10n ** 5000n) } as const;
  expect(readTypedValue(typedText(value))).toStrictEqual({ type: 'read', value });
});

test.each([
  ['', 'expected plain data, got the end', 1],
  ['[1, 2', 'expected , or ], got the end', 6],
  ['abc', 'expected plain data, got abc', 1],
  ['float(1)', "expected float('nan'), float('inf') or float('-inf')", 7],
  ['-abc', 'expected a number, got abc', 2],
  ['complex(1)', 'expected complex(real, imaginary) with two numbers', 1],
])('refuses %s', (text, message, column) => {
  expect(readTypedValue(text)).toEqual({ type: 'wrong', message, line: 1, column });
});

test.each([
  ['1) + (2', 'expected arguments up to the end, got one ) too many', 2],
  ['n=1', 'expected plain data, got n', 1],
  ['1 2', 'expected , or ), got 2', 3],
  ['[1, 2', 'expected , or ], got the end', 6],
  ["'a", 'expected the closing quote before the end of the line', 1],
])('refuses the arguments %s', (text, message, column) => {
  expect(readTypedArguments(text)).toEqual({ type: 'wrong', message, line: 1, column });
});

test('a comment hides nothing, and no argument is none', () => {
  expect(readTypedArguments('1 # one')).toEqual({ type: 'read', value: [{ type: 'int', value: 1n }] });
  expect(readTypedArguments('  ')).toEqual({ type: 'read', value: [] });
});

test('literals of files and of models know no names for NaN and infinity', () => {
  for (const text of ['nan', '-inf', 'float("nan")', 'complex(1, 2)']) expect(() => parseLiteral(text)).toThrow();
});
