/** The JSON reader keeps literals and surrogates, and names the place of every mistake. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonNode, JsonSyntaxError, parseJson, writeJson } from './lossless.ts';

/** What `JSON.parse` would give, for comparison. */
function plain(node: JsonNode): unknown {
  if (node.type === 'null') return null;
  if (node.type === 'number') return Number(node.literal);
  if (node.type === 'non-finite') return Number(node.name);
  if (node.type === 'array') return node.items.map(plain);
  if (node.type === 'object') {
    const out: Record<string, unknown> = Object.create(null);
    for (const [key, value] of node.entries) out[key] = plain(value);
    return out;
  }
  return node.value;
}

test.each(['123456789012345678901234567890', '1.0', '1', '-0', '-0.0', '1e400', '0.1000'])(
  'keeps the literal %s',
  (literal) => {
    expect(parseJson(` ${literal}\n`)).toEqual({ type: 'number', literal });
  },
);

test('keeps lone surrogates, escapes and the order of keys', () => {
  expect(parseJson('"\\ud800x\\u00e9\\n\\/"')).toEqual({ type: 'string', value: '\ud800xé\n/' });
  expect(writeJson(parseJson('{"b": 1, "a": [true, null], "": {}}'))).toBe('{"b": 1, "a": [true, null], "": {}}');
  expect(writeJson(parseJson('"\\ud800"'))).toBe('"\\ud800"');
});

test('reads and writes the numbers that Python’s json writes and JSON does not have', () => {
  const text = '{"a": NaN, "b": [Infinity, -Infinity, -1]}';
  expect(writeJson(parseJson(text))).toBe(text);
  expect(plain(parseJson(text))).toEqual({
    a: Number.NaN,
    b: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1],
  });
});

test('agrees with JSON.parse on any JSON, however it is spaced', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 2, '\t'), (text, space) => {
      const pretty = JSON.stringify(JSON.parse(text), null, space);
      expect(JSON.stringify(plain(parseJson(pretty)))).toBe(JSON.stringify(JSON.parse(text)));
      expect(writeJson(parseJson(writeJson(parseJson(text))))).toBe(writeJson(parseJson(text)));
    }),
  );
});

test('refuses whatever JSON.parse refuses, and repeated keys besides', () => {
  const unit = fc.constantFrom(...'{}[]",:0123.eE+-tfn \\u"\n');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      if (!accepted) expect(() => parseJson(text)).toThrow(JsonSyntaxError);
    }),
    { numRuns: 2000 },
  );
});

describe('mistakes', () => {
  test.each([
    ['{"a": 1,\n "b" 2}', 'JSON, line 2, column 6: expected : after a key, got "2"'],
    ['[1, 2', 'JSON, line 1, column 6: expected , or ], got the end of the text'],
    ['[1,\n\n  ]', 'JSON, line 3, column 3: expected a value, got "]"'],
    ['{"a": 1, "a": 2}', 'JSON, line 1, column 10: expected every key once, got "a" twice'],
    ['01', 'JSON, line 1, column 1: expected a JSON number such as -12 or 1.5e3, got 01'],
    ['[1_000]', 'JSON, line 1, column 2: expected a JSON number such as -12 or 1.5e3, got 1_000'],
    ['"abc', 'JSON, line 1, column 1: expected the closing quote of this string, got the end'],
    ['"a\\x"', 'JSON, line 1, column 3: expected an escape such as \\n or \\u00e9, got \\x'],
    ['"a\nb"', 'JSON, line 1, column 3: expected a printable character in a string, got "\\n": escape it'],
    ['-Inf', 'JSON, line 1, column 1: expected a value, got -Inf'],
    ['nan', 'JSON, line 1, column 1: expected a value, got nan'],
    ['None', 'JSON, line 1, column 1: expected a value, got None'],
    ['1 2', 'JSON, line 1, column 3: expected the end after the value, got "2"'],
    ['', 'JSON, line 1, column 1: expected a value, got the end of the text'],
  ])('%j', (text, message) => {
    expect(() => parseJson(text)).toThrow(message);
  });

  test('too deep', () => {
    expect(() => parseJson('['.repeat(100_000))).toThrow('expected at most 200 levels of nesting, got more');
  });
});
