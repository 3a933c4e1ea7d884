/** What crosses between Node and the page comes out as it went in, and is ASCII on the way. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWire, toWire } from './wire.ts';

const text = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

const { data } = fc.letrec((tie) => ({
  data: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.double(),
    fc.bigInt(),
    text,
    fc.uint8Array({ maxLength: 9 }).map((bytes) => Uint8Array.from(bytes)),
    fc.float32Array({ maxLength: 5 }).map((floats) => Float32Array.from(floats)),
    fc.array(tie('data'), { maxLength: 3 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('data'),
      { maxKeys: 3, noNullPrototype: true },
    ),
  ),
}));

test('any plain data survives', () => {
  fc.assert(
    fc.property(data, (value) => {
      const wire = toWire(value);
      expect(wire).toMatch(/^\p{ASCII}*$/u);
      expect(fromWire(wire)).toStrictEqual(value);
    }),
    { numRuns: 500 },
  );
});

test('large weights survive', () => {
  const weights = Float32Array.from({ length: 100_000 }, (_, i) => i / 7);
  expect(fromWire(toWire({ weights }))).toStrictEqual({ weights });
});

test('nothing comes back as null', () => {
  expect(fromWire(toWire(undefined))).toBeNull();
});
