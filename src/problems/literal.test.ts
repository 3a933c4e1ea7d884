/** Python literals: the expected values were printed by CPython's `ast.literal_eval`. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PyValue } from '../core/value.ts';
import { anyValue } from './arbitrary.testing.ts';
import { parseLiteral } from './literal.ts';
import { parseJson } from './lossless.ts';
import { readValue } from './values.ts';

const value = (json: string) => readValue(parseJson(json), { file: 'test', path: '' });

test.each([
  ['1', '1'],
  ['-1', '-1'],
  ['0x_ff', '255'],
  ['0b1_0', '2'],
  ['0o17', '15'],
  ['1_000', '1000'],
  ['00', '0'],
  ['12345678901234567890123', '12345678901234567890123'],
  ['1.', '1.0'],
  ['-.5', '-0.5'],
  ['1e5', '100000.0'],
  ['1_0.0_1e-1_0', '1.001e-09'],
  ['1e999', '{"$float": "inf"}'],
  ['2j', '{"$complex": [0, 2]}'],
  ['1+2j', '{"$complex": [1, 2]}'],
  ['-1-2j', '{"$complex": [-1, -2]}'],
  ['( -1.5 - 2.5j )', '{"$complex": [-1.5, -2.5]}'],
  ['True', 'true'],
  ['None', 'null'],
  ["'a' \"b\" '''c\nd'''", '"abc\\nd"'],
  ["r'\\n\\''", '"\\\\n\\\\\'"'],
  ["u'x'", '"x"'],
  ["b'\\x00\\377\\u0041'", '{"$bytes": "AP9cdTAwNDE="}'],
  ["rb'\\x'", '{"$bytes": "XHg="}'],
  ["b'a' b'b'", '{"$bytes": "YWI="}'],
  ["'\\u00e9\\U0001F600\\x41\\101\\q\\\n!'", '"é😀AA\\\\q!"'],
  ["'\\7\\77\\777'", '"\\u0007?ǿ"'],
  ["'\\ud800'", '"\\ud800"'],
  ["'''a\r\nb'''", '"a\\nb"'],
  ['[]', '[]'],
  ['[1,]', '[1]'],
  ['()', '{"$tuple": []}'],
  ['(1,)', '{"$tuple": [1]}'],
  ['(1)', '1'],
  ['1,2', '{"$tuple": [1, 2]}'],
  ['1,', '{"$tuple": [1]}'],
  ['{}', '{}'],
  ['{1,2,1,True}', '{"$set": [1, 2]}'],
  ['{1.0, 1}', '{"$set": [1.0]}'],
  ["{'a':1,'a':2,}", '{"a": 2}'],
  ["{1:'a',True:'b'}", '{"$dict": [[1, "b"]]}'],
  ['{(1,2):[3]}', '{"$dict": [[{"$tuple": [1, 2]}, [3]]]}'],
  ['set()', '{"$set": []}'],
  ['frozenset({1, 2})', '{"$frozenset": [1, 2]}'],
  ['frozenset()', '{"$frozenset": []}'],
  ['[ # one\n 1,\n 2]', '[1, 2]'],
  ['  7 ', '7'],
])('%j is %s', (literal, json) => {
  expect(parseLiteral(literal)).toStrictEqual(value(json));
});

test.each([
  ['', 'Python literal, line 1, column 1: expected plain data, got the end'],
  ['[1, 2', 'Python literal, line 1, column 6: expected , or ], got the end'],
  ['[1 2]', 'Python literal, line 1, column 4: expected , or ], got 2'],
  ['[1,\n x]', 'Python literal, line 2, column 2: expected plain data, got x'],
  ['{1: 2, 3}', 'Python literal, line 1, column 9: expected : after a dict key, got }'],
  ['{[1]}', 'expected items that Python can hash, got a list'],
  ['{[1]: 2}', 'expected a key that Python can hash, got a list'],
  ["'abc", 'expected the closing quote of this string'],
  ["'a\nb'", 'expected the closing quote before the end of the line'],
  ["f'{1}'", 'expected a plain string, got the prefix f'],
  ["b'é'", 'expected only ASCII characters in bytes'],
  ["'a' b'b'", 'expected strings of one kind side by side, got text and bytes'],
  ["'\\x4'", 'expected 2 hexadecimal digits after \\x'],
  ["'\\U00110000'", 'expected a code point up to 10ffff, got 00110000'],
  ["'\\N{DASH}'", 'got a character by name'],
  ["'\\ud83d\\ude00'", 'got two surrogates side by side'],
  ['012', 'expected no leading zeros in an integer, got 012'],
  ['1_', 'expected a number, got 1_'],
  ['1__0', 'expected a number, got 1__0'],
  ['-True', 'expected a number, got True'],
  ['1 + 2', 'expected an imaginary number such as 2j after the sign'],
  ['...', 'expected plain data, got ...'],
  ["float('nan')", 'expected plain data, got float: write {"$float": "nan"}'],
  ['nan', 'write {"$float": "nan"}'],
  ['set(1)', 'expected one list, tuple or set in set(…)'],
  ['Counter({1: 2})', 'expected plain data, got Counter'],
  ['1 2', 'expected the end, got 2'],
  ['('.repeat(100_000), 'expected at most 200 levels of nesting, got more'],
])('refuses %j', (literal, message) => {
  expect(() => parseLiteral(literal)).toThrow(message);
});

/** A literal of the value; escapes everything, so that only the parser's own rules are tested. */
function spell(item: PyValue): string {
  const code = (unit: number) => `\\u${unit.toString(16).padStart(4, '0')}`;
  switch (item.type) {
    case 'none':
      return 'None';
    case 'bool':
      return item.value ? 'True' : 'False';
    case 'int':
      return String(item.value);
    case 'float':
      return Object.is(item.value, -0)
        ? '-0.0'
        : `${item.value}`.replace(/^(-?\d+)$/, '$1.0').replace('Infinity', '1e999');
    case 'complex':
      return `(${spell({ type: 'float', value: item.re })}${item.im < 0 || Object.is(item.im, -0) ? '-' : '+'}${spell({ type: 'float', value: Math.abs(item.im) })}j)`;
    case 'str':
      return `'${Array.from(item.value, (character) => (character.length > 1 ? character : code(character.charCodeAt(0)))).join('')}'`;
    case 'bytes':
      return `b'${Array.from(item.value, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`;
    case 'list':
      return `[${item.items.map(spell).join(', ')}]`;
    case 'tuple':
      return `(${item.items.map((member) => `${spell(member)},`).join(' ')})`;
    case 'set':
      return item.items.length === 0 ? 'set()' : `{${item.items.map(spell).join(', ')}}`;
    case 'frozenset':
      return `frozenset([${item.items.map(spell).join(', ')}])`;
    case 'dict':
      return `{${item.entries.map(([key, member]) => `${spell(key)}: ${spell(member)}`).join(', ')}}`;
    default:
      return item satisfies never;
  }
}

const holdsNaN = (item: PyValue) => spell(item).includes('NaN');

test('any value spelled as a literal reads back the same', () => {
  fc.assert(
    fc.property(
      anyValue.filter((item) => !holdsNaN(item)),
      (item) => {
        expect(parseLiteral(spell(item))).toStrictEqual(item);
      },
    ),
    { numRuns: 1000 },
  );
});
