/** Marshal bytes against CPython's own, and a round trip over random values. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PyValue } from '../../core/value.ts';
import { MAX_DEPTH, NotPlainData, unmarshal } from './marshal-read.ts';
import { marshal } from './marshal-write.ts';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

// From CPython 3.14: marshal.dumps(value, 4).hex()
test.each<[string, string, PyValue]>([
  ['None', '4e', { type: 'none' }],
  ['-5', 'e9fbffffff', { type: 'int', value: -5n }],
  ['2**40', 'ec03000000000000000004', { type: 'int', value: 2n ** 40n }],
  ['-2**31 - 1', 'ecfdffffff010000000200', { type: 'int', value: -(2n ** 31n) - 1n }],
  ['1.5', 'e7000000000000f83f', { type: 'float', value: 1.5 }],
  ["'é'", 'f502000000c3a9', { type: 'str', value: 'é' }],
  ["'\\ud800'", 'f503000000eda080', { type: 'str', value: '\ud800' }],
  [
    "{'a': (1, [b'x'])}",
    'fbda01612902e9010000005b01000000f3010000007830',
    {
      type: 'dict',
      entries: [
        [
          { type: 'str', value: 'a' },
          {
            type: 'tuple',
            items: [
              { type: 'int', value: 1n },
              { type: 'list', items: [{ type: 'bytes', value: Uint8Array.of(120) }] },
            ],
          },
        ],
      ],
    },
  ],
])('reads what CPython writes for %s', (_, hex, value) => {
  expect(unmarshal(bytes(hex)).value).toEqual(value);
});

const value: fc.Arbitrary<PyValue> = fc.letrec<{ value: PyValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant<PyValue>({ type: 'none' }),
    fc.boolean().map<PyValue>((b) => ({ type: 'bool', value: b })),
    fc.bigInt().map<PyValue>((n) => ({ type: 'int', value: n })),
    fc.double().map<PyValue>((n) => ({ type: 'float', value: n })),
    fc.string({ unit: 'binary' }).map<PyValue>((s) => ({ type: 'str', value: s })),
    fc.uint8Array().map<PyValue>((b) => ({ type: 'bytes', value: b })),
    fc
      .tuple(fc.constantFrom('list', 'tuple', 'set', 'frozenset'), fc.array(tie('value'), { maxLength: 4 }))
      .map<PyValue>(([type, items]) => ({ type, items })),
    fc
      .array(fc.tuple(tie('value'), tie('value')), { maxLength: 3 })
      .map<PyValue>((entries) => ({ type: 'dict', entries })),
  ),
})).value;

test('what is written is read back', () => {
  fc.assert(
    fc.property(value, (v) => {
      expect(unmarshal(marshal(v)).value).toEqual(v);
    }),
  );
});

test.each([
  ['a code object', '63'],
  ['trailing bytes', '4e4e'],
  ['bytes that end early', 'f5ff000000'],
  ['a list that contains itself', 'db010000007200000000'],
  ['an end mark outside a dict', '5b0100000030'],
  ['a reference to nothing', '7205000000'],
])('refuses %s', (_, hex) => {
  expect(() => unmarshal(bytes(hex))).toThrow();
});

test('refuses nesting beyond its depth, with an error of its own', () => {
  let deep: PyValue = { type: 'none' };
  for (let i = 0; i < MAX_DEPTH; i++) deep = { type: 'list', items: [deep] };
  expect(() => unmarshal(marshal(deep))).toThrow(NotPlainData);
});

test('tells that a buffer was seen', () => {
  expect(unmarshal(bytes('f30100000078')).sawBuffer).toBe(true);
  expect(unmarshal(bytes('4e')).sawBuffer).toBe(false);
});
