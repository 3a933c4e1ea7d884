/** Random Python values for property tests. */

import fc from 'fast-check';
import type { PyValue } from '../core/value.ts';
import { hashKey } from './hash-key.ts';

/** Any JavaScript string, lone surrogates included. */
const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

const atom: fc.Arbitrary<PyValue> = fc.oneof(
  fc.constant<PyValue>({ type: 'none' }),
  fc.boolean().map((value): PyValue => ({ type: 'bool', value })),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((value): PyValue => ({ type: 'int', value })),
  fc.double().map((value): PyValue => ({ type: 'float', value })),
  fc.tuple(fc.double(), fc.double()).map(([re, im]): PyValue => ({ type: 'complex', re, im })),
  text.map((value): PyValue => ({ type: 'str', value })),
  fc.uint8Array({ maxLength: 8 }).map((value): PyValue => ({ type: 'bytes', value: Uint8Array.from(value) })),
);

const byKey = { selector: (value: PyValue) => hashKey(value), maxLength: 4 };

const { hashable } = fc.letrec<{ hashable: PyValue }>((tie) => ({
  hashable: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    atom,
    fc.array(tie('hashable'), { maxLength: 3 }).map((items): PyValue => ({ type: 'tuple', items })),
    fc.uniqueArray(tie('hashable'), byKey).map((items): PyValue => ({ type: 'frozenset', items })),
  ),
}));

/** Every kind of plain data, nested; sets and dicts hold distinct hashable members. */
export const { value: anyValue } = fc.letrec<{ value: PyValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    hashable,
    fc.array(tie('value'), { maxLength: 4 }).map((items): PyValue => ({ type: 'list', items })),
    fc.array(tie('value'), { maxLength: 4 }).map((items): PyValue => ({ type: 'tuple', items })),
    fc.uniqueArray(hashable, byKey).map((items): PyValue => ({ type: 'set', items })),
    fc
      .uniqueArray(fc.tuple(hashable, tie('value')), { ...byKey, selector: ([key]) => hashKey(key) })
      .map((entries): PyValue => ({ type: 'dict', entries })),
    fc
      .uniqueArray(fc.tuple(fc.oneof(text, fc.constantFrom('$tuple', '$float')), tie('value')), {
        selector: ([key]) => key,
        maxLength: 3,
      })
      .map(
        (entries): PyValue => ({
          type: 'dict',
          entries: entries.map(([key, item]) => [{ type: 'str', value: key }, item] as const),
        }),
      ),
  ),
}));
