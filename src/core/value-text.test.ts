/** Texts of values against the equality that judging uses: the same classes, whatever the types and orders. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { familiarValue, plainValue } from '../../test/support/python-values.ts';
import type { PyValue } from './value.ts';
import { pyEquals } from './value-equal.ts';
import { py } from './value-make.ts';
import { valueText } from './value-text.ts';

const float = (value: number): PyValue => ({ type: 'float', value });
const set = (...items: PyValue[]): PyValue => ({ type: 'set', items });
const tuple = (...items: PyValue[]): PyValue => ({ type: 'tuple', items });

const holdsNaN = (value: PyValue): boolean => {
  if (value.type === 'float') return Number.isNaN(value.value);
  if (value.type === 'complex') return Number.isNaN(value.re) || Number.isNaN(value.im);
  if (value.type === 'dict') return value.entries.flat().some(holdsNaN);
  return 'items' in value && value.items.some(holdsNaN);
};

describe.each(['python', 'strict'] as const)('%s', (comparison) => {
  test('equal texts exactly where values are equal', () => {
    let equal = 0;
    fc.assert(
      fc.property(fc.oneof(familiarValue, plainValue), fc.oneof(familiarValue, plainValue), (a, b) => {
        fc.pre(!holdsNaN(a) && !holdsNaN(b));
        const same = pyEquals(a, b, comparison);
        equal += Number(same);
        expect(valueText(a, comparison) === valueText(b, comparison)).toBe(same);
      }),
      { numRuns: 3000 },
    );
    expect(equal).toBeGreaterThan(5);
  });

  test('a copy has the same text, NaN and all', () => {
    fc.assert(
      fc.property(plainValue, (value) => {
        expect(valueText(structuredClone(value), comparison)).toBe(valueText(value, comparison));
      }),
    );
  });
});

test('what a person reads', () => {
  expect(valueText(py({ b: [1, null], a: 'é\n' }))).toBe('{"a": "é\\n", "b": [1, None]}');
  expect(valueText(set(py(2), float(1), py('x')))).toBe('set("x", 1, 2)');
  expect(valueText(tuple(float(0.1), float(-0), float(Number.NaN)))).toBe('(0.1, 0, nan)');
  expect(valueText(tuple(float(2), py(true), py(2)), 'strict')).toBe('(2.0, True, 2)');
  expect(valueText(set())).not.toBe(valueText(py({})));
});

test('long values are told by a digest that order and number types do not change', () => {
  const members = Array.from({ length: 1000 }, (_, i) => i);
  const text = valueText(set(...members.map(py)));
  expect(text).toMatch(/^#[0-9a-f]{64}$/);
  expect(valueText(set(...members.toReversed().map(float)))).toBe(text);
  expect(valueText(set(...members.slice(1).map(py)))).not.toBe(text);
  expect(valueText(py(text))).not.toBe(text);
  const frozen: PyValue = { type: 'frozenset', items: members.map(py) };
  expect(valueText(frozen)).toBe(text);
  expect(valueText(frozen, 'strict')).not.toBe(valueText(set(...members.map(py)), 'strict'));
});

test('large numbers: exact, and the same for int and float', () => {
  expect(valueText(py(2n ** 53n + 1n))).not.toBe(valueText(float(2 ** 53)));
  expect(valueText(py(2n ** 1000n))).toBe(valueText(float(2 ** 1000)));
  expect(valueText(py(10n ** 30n))).not.toBe(valueText(float(1e30)));
  expect(valueText(py(1n << 1_000_000n))).toMatch(/^#/);
});

test('a value that is shared exponentially often costs what it takes in memory', () => {
  let shared: PyValue = py([1]);
  for (let i = 0; i < 300; i++) shared = { type: 'list', items: [shared, shared] };
  expect(valueText(shared)).toMatch(/^#/);
});
