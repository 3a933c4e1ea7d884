/** Equality of plain values (CONTRACTS §1) against the `==` of the real interpreter, by default and strict. */

import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { PyValue } from '../../src/core/value.ts';
import { pyEquals } from '../../src/core/value-equal.ts';
import { hashKey } from '../../src/problems/hash-key.ts';
import { nodeEngine, runCalls } from '../../src/sandbox/node.ts';
import { exact, familiarValue, plainValue } from '../support/python-values.ts';

beforeAll(async () => {
  await nodeEngine();
});

const CODE = `def strict(a, b):
    if type(a) is not type(b): return False
    if type(a) in (list, tuple): return len(a) == len(b) and all(map(strict, a, b))
    if type(a) is dict: return matched(list(a.items()), list(b.items()))
    if type(a) in (set, frozenset): return matched(list(a), list(b))
    return a == b
def matched(xs, ys):
    for x in xs:
        at = next((i for i, y in enumerate(ys) if strict(x, y)), None)
        if at is None: return False
        del ys[at]
    return ys == []
def solution(a, b): return (a == b, strict(a, b))
`;

/** The same number as another type, where there is one. */
function retyped(value: PyValue): PyValue {
  if (value.type === 'bool') return { type: 'int', value: value.value ? 1n : 0n };
  if (value.type === 'int') return { type: 'float', value: Number(value.value) };
  if (value.type === 'float') return { type: 'complex', re: value.value, im: 0 };
  if (value.type === 'list') return { type: 'tuple', items: value.items };
  if (value.type === 'set') return { type: 'frozenset', items: value.items };
  return value;
}

/** Sets and dicts whose members stay distinct and hashable. */
function isPossible(value: PyValue): boolean {
  const distinct = (keys: readonly PyValue[]) => {
    const texts = keys.map(hashKey);
    return !texts.includes(null) && new Set(texts).size === texts.length;
  };
  if (value.type === 'dict') {
    return distinct(value.entries.map(([key]) => key)) && value.entries.every((pair) => pair.every(isPossible));
  }
  if (!('items' in value)) return true;
  const isSet = value.type === 'set' || value.type === 'frozenset';
  return (!isSet || distinct(value.items)) && value.items.every(isPossible);
}

/** A relative of a value: some parts retyped, orders turned round. `bits` decides where. */
function relative(value: PyValue, bits: readonly boolean[], at = { next: 0 }): PyValue {
  const bit = () => bits[at.next++ % bits.length]!;
  const inner = (item: PyValue) => relative(item, bits, at);
  const turned = <T>(items: readonly T[]): readonly T[] => (bit() ? items.toReversed() : items);
  const here = bit() ? retyped(value) : value;
  if (here.type === 'dict') {
    return { type: 'dict', entries: turned(here.entries).map(([key, item]) => [inner(key), inner(item)] as const) };
  }
  if (!('items' in here)) return here;
  const isSet = here.type === 'set' || here.type === 'frozenset';
  return { type: here.type, items: (isSet ? turned(here.items) : here.items).map(inner) };
}

const related = fc
  .tuple(fc.oneof(familiarValue, plainValue), fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }))
  .map(([value, bits]) => [value, relative(value, bits)] as const)
  .filter((pair) => pair.every(isPossible));
const pair = fc.oneof(
  { weight: 3, arbitrary: related },
  { weight: 1, arbitrary: fc.tuple(familiarValue, familiarValue) },
  { weight: 1, arbitrary: familiarValue.map((value) => [value, value] as const) },
);

test('equal exactly where Python says so', async () => {
  let equal = 0;
  let onlyLoose = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(pair, { minLength: 60, maxLength: 60 }), async (pairs) => {
      const outcomes = await runCalls(CODE, 'solution', pairs);
      const found = outcomes.map((outcome) => ('value' in outcome ? exact(outcome.value) : outcome.error));
      const expected = pairs.map(([a, b]) => {
        const [loose, strict] = [pyEquals(a, b), pyEquals(a, b, 'strict')];
        equal += Number(loose);
        onlyLoose += Number(loose && !strict);
        return `tuple(bool ${loose}; bool ${strict})`;
      });
      expect(pairs.map(([a, b], i) => `${exact(a)} / ${exact(b)}: ${expected[i]}`)).toEqual(
        pairs.map(([a, b], i) => `${exact(a)} / ${exact(b)}: ${found[i]}`),
      );
    }),
    { numRuns: 15 },
  );
  // Pairs that are never equal would prove little.
  expect(equal).toBeGreaterThan(100);
  expect(onlyLoose).toBeGreaterThan(30);
});

test('and the other way round', () => {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      expect(pyEquals(b, a)).toBe(pyEquals(a, b));
      expect(pyEquals(b, a, 'strict')).toBe(pyEquals(a, b, 'strict'));
    }),
    { numRuns: 2000 },
  );
});
