/** Random Python values for property tests: every kind of plain data, edge cases often, equal ones often where wished. */

import * as fc from 'fast-check';
import type { PyValue } from '../../src/core/value.ts';
import { hashKey } from '../../src/problems/hash-key.ts';

type Value = fc.Arbitrary<PyValue>;

const int = (value: bigint): PyValue => ({ type: 'int', value });
const float = (value: number): PyValue => ({ type: 'float', value });
const none: PyValue = { type: 'none' };

/** Integers near the places where representations change. */
const edgeInt: Value = fc
  .tuple(
    fc.constantFrom(
      0n,
      2n ** 15n,
      2n ** 30n,
      2n ** 31n,
      2n ** 32n,
      2n ** 53n,
      2n ** 60n,
      2n ** 63n,
      2n ** 64n,
      10n ** 400n,
    ),
    fc.bigInt({ min: -2n, max: 2n }),
    fc.boolean(),
  )
  .map(([near, off, negative]) => int(negative ? -near + off : near + off));

const edgeFloat: Value = fc
  .constantFrom(
    ...[0, -0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE, -Number.MIN_VALUE],
    ...[Number.MAX_VALUE, 2 ** -1022, 2 ** 53, 2 ** 53 + 2, 1e22, 1e23, 0.1, 1.5, -1.5],
  )
  .map(float);

/** UTF-16 code units at random, so that lone surrogates, pairs and NULs come. */
const text = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 8 }),
  fc.constantFrom(
    '',
    'a',
    '\0',
    '\ud800',
    '\udc00',
    '\udc00\ud800',
    '𝛑',
    'é',
    '\ufeff',
    'ÿ',
    'Ā',
    '\uffff',
    'x'.repeat(300),
  ),
);

const atom: Value = fc.oneof(
  fc.constant(none),
  fc.boolean().map((value): PyValue => ({ type: 'bool', value })),
  edgeInt,
  fc.bigInt().map(int),
  edgeFloat,
  fc.double().map(float),
  fc.tuple(fc.oneof(edgeFloat, fc.double().map(float)), edgeFloat).map(([re, im]) => complex(re, im)),
  text.map((value): PyValue => ({ type: 'str', value })),
  fc.uint8Array({ maxLength: 6 }).map((value): PyValue => ({ type: 'bytes', value: Uint8Array.from(value) })),
);

function complex(re: PyValue, im: PyValue): PyValue {
  return { type: 'complex', re: re.type === 'float' ? re.value : 0, im: im.type === 'float' ? im.value : 0 };
}

/** What equal values can be made of: few, and several of each value. */
const familiar: Value = fc.constantFrom<PyValue>(
  ...[
    none,
    int(0n),
    int(1n),
    int(2n),
    int(2n ** 53n),
    int(2n ** 53n + 1n),
    float(0),
    float(-0),
    float(1),
    float(2 ** 53),
  ],
  ...[float(Number.NaN), float(Number.POSITIVE_INFINITY), complex(float(1), float(0)), complex(float(1), float(1))],
  { type: 'bool', value: true },
  { type: 'bool', value: false },
  { type: 'str', value: '1' },
  { type: 'str', value: '' },
  { type: 'bytes', value: Uint8Array.of(49) },
  { type: 'bytes', value: new Uint8Array() },
);

const byKey = { selector: (value: PyValue) => hashKey(value), maxLength: 4 };

/** Nested values over the given atoms; sets and dicts hold distinct hashable members. */
function nested(leaf: Value): Value {
  const { hashable } = fc.letrec<{ hashable: PyValue }>((tie) => ({
    hashable: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      fc.array(tie('hashable'), { maxLength: 3 }).map((items): PyValue => ({ type: 'tuple', items })),
      fc.uniqueArray(tie('hashable'), byKey).map((items): PyValue => ({ type: 'frozenset', items })),
    ),
  }));
  return fc.letrec<{ value: PyValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.constantFrom('list', 'tuple'), fc.array(tie('value'), { maxLength: 4 }))
        .map(([type, items]): PyValue => ({ type, items })),
      fc
        .tuple(fc.constantFrom('set', 'frozenset'), fc.uniqueArray(hashable, byKey))
        .map(([type, items]): PyValue => ({ type, items })),
      fc
        .uniqueArray(fc.tuple(hashable, tie('value')), { selector: ([key]) => hashKey(key), maxLength: 4 })
        .map((entries): PyValue => ({ type: 'dict', entries })),
      // The same object twice: marshal writes the second one as a reference.
      tie('value').map((item): PyValue => ({ type: 'tuple', items: [item, item] })),
    ),
  })).value;
}

export const plainValue: Value = nested(atom);
export const familiarValue: Value = nested(familiar);

/** Text that tells every two values apart; the order of sets, which Python chooses, aside. */
export function exact(value: PyValue): string {
  switch (value.type) {
    case 'none':
      return 'None';
    case 'bool':
    case 'int':
      return `${value.type} ${value.value}`;
    case 'float':
      return `float ${exactFloat(value.value)}`;
    case 'complex':
      return `complex ${exactFloat(value.re)} ${exactFloat(value.im)}`;
    case 'str':
      return `str ${JSON.stringify(value.value)}`;
    case 'bytes':
      return `bytes ${value.value.join()}`;
    case 'list':
    case 'tuple':
      return `${value.type}(${value.items.map(exact).join('; ')})`;
    case 'set':
    case 'frozenset':
      return `${value.type}(${value.items.map(exact).sort().join('; ')})`;
    case 'dict':
      return `dict(${value.entries.map(([key, item]) => `${exact(key)}: ${exact(item)}`).join('; ')})`;
    default:
      return value satisfies never;
  }
}

const exactFloat = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));
