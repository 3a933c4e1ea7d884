/** Equality of plain values, against what CPython's `==` says. */

import { describe, expect, test } from 'vitest';
import type { PyValue } from './value.ts';
import { pyEquals } from './value-equal.ts';

const int = (value: bigint | number): PyValue => ({ type: 'int', value: BigInt(value) });
const float = (value: number): PyValue => ({ type: 'float', value });
const bool = (value: boolean): PyValue => ({ type: 'bool', value });
const str = (value: string): PyValue => ({ type: 'str', value });
const complex = (re: number, im: number): PyValue => ({ type: 'complex', re, im });
const of = (type: 'list' | 'tuple' | 'set' | 'frozenset', ...items: PyValue[]): PyValue => ({ type, items });
const dict = (...entries: [PyValue, PyValue][]): PyValue => ({ type: 'dict', entries });
const none: PyValue = { type: 'none' };

test.each<[string, PyValue, PyValue, boolean, boolean]>([
  ['1 == 1.0', int(1), float(1), true, false],
  ['1 == True', int(1), bool(true), true, false],
  ['0.0 == -0.0', float(0), float(-0), true, true],
  ['1 == (1+0j)', int(1), complex(1, 0), true, false],
  ['1j == 1j', complex(0, 1), complex(0, 1), true, true],
  ['nan == nan', float(Number.NaN), float(Number.NaN), false, false],
  ['[nan] == [nan] (fresh objects)', of('list', float(Number.NaN)), of('list', float(Number.NaN)), false, false],
  ['2**53 + 1 == float(2**53)', int(2n ** 53n + 1n), float(2 ** 53), false, false],
  ['2**53 == float(2**53)', int(2n ** 53n), float(2 ** 53), true, false],
  ['10**400 == inf', int(10n ** 400n), float(Number.POSITIVE_INFINITY), false, false],
  ["'1' == 1", str('1'), int(1), false, false],
  ["'é' (composed) == 'é'", str('é'), str('e\u0301'), false, false],
  ["b'a' == 'a'", { type: 'bytes', value: Uint8Array.of(97) }, str('a'), false, false],
  ['None == False', none, bool(false), false, false],
  ['(1,) == [1]', of('tuple', int(1)), of('list', int(1)), false, false],
  ['[1, 2] == [2, 1]', of('list', int(1), int(2)), of('list', int(2), int(1)), false, false],
  ['{1, 2} == {2, 1}', of('set', int(1), int(2)), of('set', int(2), int(1)), true, true],
  ['{1} == frozenset({1})', of('set', int(1)), of('frozenset', int(1)), true, false],
  ['{1, 2} == {1, 3}', of('set', int(1), int(2)), of('set', int(1), int(3)), false, false],
  ['{1} == {1.0}', of('set', int(1)), of('set', float(1)), true, false],
  [
    '{(1, 2)} == {(1.0, 2)}',
    of('set', of('tuple', int(1), int(2))),
    of('set', of('tuple', float(1), int(2))),
    true,
    false,
  ],
  [
    'dicts ignore order',
    dict([str('a'), int(1)], [str('b'), int(2)]),
    dict([str('b'), int(2)], [str('a'), int(1)]),
    true,
    true,
  ],
  ['{1: 2} == {1: 3}', dict([int(1), int(2)]), dict([int(1), int(3)]), false, false],
  ['{1: 2} == {1: 2, 3: 4}', dict([int(1), int(2)]), dict([int(1), int(2)], [int(3), int(4)]), false, false],
  ['{} == set()', dict(), of('set'), false, false],
])('%s', (_, a, b, python, strict) => {
  expect([pyEquals(a, b), pyEquals(b, a)]).toEqual([python, python]);
  expect([pyEquals(a, b, 'strict'), pyEquals(b, a, 'strict')]).toEqual([strict, strict]);
});

describe('tolerance, as math.isclose', () => {
  const close = (a: PyValue, b: PyValue) => pyEquals(a, b, 'python', { rel: 1e-9, abs: 1e-6 });
  test.each<[PyValue, PyValue, boolean]>([
    [float(0.1 + 0.2), float(0.3), true],
    [float(1), float(1.1), false],
    [float(5e-7), int(0), true],
    [int(10n ** 12n), int(10n ** 12n + 1n), false],
    [float(Number.POSITIVE_INFINITY), float(1e308), false],
    [float(Number.NaN), float(Number.NaN), false],
    [of('set', float(0.1 + 0.2)), of('set', float(0.3)), true],
    [of('list', float(0.1 + 0.2), str('x')), of('list', float(0.3), str('x')), true],
  ])('%o %o', (a, b, expected) => {
    expect(close(a, b)).toBe(expected);
  });
});

test('values that share their parts exponentially often are compared with bounded work', () => {
  const tower = (leaf: PyValue) => {
    let value = leaf;
    for (let i = 0; i < 60; i++) value = of('tuple', value, value);
    return value;
  };
  expect(pyEquals(tower(int(1)), tower(int(2)))).toBe(false);
  expect(pyEquals(tower(int(1)), int(1))).toBe(false);
});

test('large sets are not compared pair by pair', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) => int(i));
  expect(pyEquals(of('set', ...numbers), of('set', ...numbers.toReversed()))).toBe(true);
});

describe('sets and dicts of every kind are compared by counting', () => {
  const range = (size: number) => Array.from({ length: size }, (_, i) => i);
  const huge = int(1n << 1_000_000n);
  const nest = (item: PyValue) => of('tuple', item, item, item, item, item, item, item, item);
  test.each<[string, (i: number) => PyValue]>([
    ['long tuples', (i) => of('tuple', ...Array<PyValue>(8).fill(int(0)), int(i))],
    ['deep tuples', (i) => of('tuple', of('tuple', of('tuple', of('tuple', int(i)))))],
    ['frozensets', (i) => of('frozenset', int(i), int(-i - 1))],
    ['bytes', (i) => ({ type: 'bytes', value: Uint8Array.of(i & 255, i >> 8) })],
    ['complex numbers', (i) => complex(1, i)],
    ['tuples with None', (i) => of('tuple', none, str(`${i}`))],
    ['integers that share their low words', (i) => int(BigInt(i) << 128n)],
    ['tuples of one huge integer', (i) => of('tuple', nest(nest(nest(huge))), int(i))],
  ])('%s', (_, member) => {
    const items = range(3000).map(member);
    const others = [...items.slice(1), member(3000)];
    const dictOf = (keys: PyValue[]) => dict(...keys.map((key): [PyValue, PyValue] => [key, int(1)]));
    for (const compare of ['python', 'strict'] as const) {
      expect(pyEquals(of('set', ...items), of('set', ...items.toReversed()), compare)).toBe(true);
      expect(pyEquals(of('set', ...items), of('set', ...others), compare)).toBe(false);
      expect(pyEquals(dictOf(items), dictOf(items.toReversed()), compare)).toBe(true);
      expect(pyEquals(dictOf(items), dictOf(others), compare)).toBe(false);
    }
  });

  test('within a tolerance, members are paired one to one', () => {
    const tolerance = { rel: 1e-9, abs: 1e-9 };
    const close = (a: PyValue[], b: PyValue[]) => pyEquals(of('set', ...a), of('set', ...b), 'python', tolerance);
    const thirds = range(5000).map((i) => float(i / 3));
    const shaken = range(5000).map((i) => float((i / 3) * (1 + 1e-12)));
    expect(close(thirds, shaken.toReversed())).toBe(true);
    expect(close(thirds, [...shaken.slice(1), float(-1)])).toBe(false);
    const points = (shift: number) => range(2500).map((i) => of('tuple', float((i % 50) / 3 + shift), float(i / 7)));
    expect(close(points(0), points(1e-12).toReversed())).toBe(true);
    expect(close([float(1), float(1 + 1e-10)], [float(1), float(2)])).toBe(false);
  });

  test('pairs that sorting does not find are found', () => {
    const wide = { rel: 0, abs: 1 };
    const point = (x: number, y: number) => of('tuple', float(x), float(y));
    const [a, b] = [of('set', point(0, 0), point(0.5, 1.8)), of('set', point(0.2, 1), point(0.1, -0.5))];
    expect(pyEquals(a, b, 'python', wide)).toBe(true);
    const far = of('set', point(0.2, 1), point(0.1, 1.1));
    expect(pyEquals(of('set', point(0, 0), point(0.5, 2.05)), far, 'python', wide)).toBe(true);
    expect(pyEquals(of('set', point(0, 0), point(0.5, 2.15)), far, 'python', wide)).toBe(false);
  });
});

describe('no text can be taken for another value', () => {
  // Classes are numbered from 1 in the order in which they are met.
  const numbers = Array.from({ length: 6 }, (_, i) => String(i + 1));
  const members = (count: number) => Array.from({ length: count }, (_, i) => int(i + 10));
  const others: readonly PyValue[] = [
    { type: 'set', items: members(1) },
    { type: 'frozenset', items: members(1) },
    { type: 'list', items: members(2) },
    { type: 'tuple', items: members(2) },
    { type: 'dict', entries: [[int(10), int(11)]] },
    { type: 'none' },
    int(1),
    bool(true),
    float(1.5),
  ];
  const heads = [
    'et:',
    'set:',
    'frozenset:',
    '[',
    '(',
    '{',
    'list:',
    'tuple:',
    'dict:',
    'n',
    'number:',
    'ooln',
    'N',
    '',
  ];
  const tails = [
    ...numbers,
    ...numbers.map((n) => `${n},${Number(n) + 1}`),
    ...numbers.map((n) => `${n}:${Number(n) + 1}`),
    '',
  ];
  test.each(['python', 'strict'] as const)('%s', (comparison) => {
    for (const text of heads.flatMap((head) => tails.map((tail) => head + tail))) {
      const made: readonly PyValue[] = [
        { type: 'str', value: text },
        { type: 'bytes', value: new TextEncoder().encode(text) },
      ];
      for (const one of made) {
        for (const other of others) {
          expect(pyEquals(one, other, comparison)).toBe(false);
          expect(pyEquals(other, one, comparison)).toBe(false);
          expect(pyEquals(one, other, comparison, { rel: 1e-9, abs: 0 })).toBe(false);
        }
      }
    }
  });
});
