import { expect, test } from 'vitest';
import { repr } from './repr.ts';
import type { PyValue } from './value.ts';
import { py } from './value-make.ts';

const float = (value: number): PyValue => ({ type: 'float', value });

// Expected texts are what CPython 3.13 prints.
test.each([
  [py(null), 'None'],
  [py(true), 'True'],
  [py(-7), '-7'],
  [py(2n ** 70n), '1180591620717411303424'],
  [py("it's"), '"it\'s"'],
  [py('a\'b"c'), "'a\\'b\"c'"],
  [py('tab\t\u00a0\u{1f600}\ud800'), "'tab\\t\\xa0\u{1f600}\\ud800'"],
  [py([1, [], 'x']), "[1, [], 'x']"],
  [py({ a: [1] }), "{'a': [1]}"],
  [{ type: 'tuple', items: [py(1)] }, '(1,)'],
  [{ type: 'tuple', items: [] }, '()'],
  [{ type: 'set', items: [] }, 'set()'],
  [{ type: 'frozenset', items: [py(1)] }, 'frozenset({1})'],
  [{ type: 'bytes', value: new Uint8Array([65, 39, 0, 255]) }, 'b"A\'\\x00\\xff"'],
  [float(1), '1.0'],
  [float(-0), '-0.0'],
  [float(0.1), '0.1'],
  [float(1e16), '1e+16'],
  [float(123456789012345680), '1.2345678901234568e+17'],
  [float(0.00001), '1e-05'],
  [float(0.0001), '0.0001'],
  [float(Number.NaN), 'nan'],
  [{ type: 'complex', re: 0, im: 2 }, '2j'],
  [{ type: 'complex', re: 1.5, im: -1 }, '(1.5-1j)'],
] as const satisfies readonly (readonly [PyValue, string])[])('%o', (value, text) => {
  expect(repr(value)).toBe(text);
});
