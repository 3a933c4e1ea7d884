/** The reader of marshal texts against hostile bytes: it gives a value or NotPlainData, never anything else. */

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exact, plainValue } from '../../../test/support/python-values.ts';
import type { PyValue } from '../../core/value.ts';
import { NotPlainData, unmarshal } from './marshal-read.ts';
import { marshal } from './marshal-write.ts';

function read(bytes: Uint8Array): PyValue | undefined {
  try {
    return unmarshal(bytes).value;
  } catch (error) {
    if (error instanceof NotPlainData) return undefined;
    throw error;
  }
}

/** What came out is a real value: it can be written again, and means the same. */
function expectSound(value: PyValue | undefined): void {
  if (value !== undefined) expect(exact(unmarshal(marshal(value)).value)).toBe(exact(value));
}

const byte = fc.integer({ min: 0, max: 255 });
/** Bytes that mean something: type codes with and without the flag, small numbers, extreme ones. */
const telling = fc.oneof(
  fc.constantFrom(...'0NTFilgyutaAzZs()[<>{r?SI.fxcRP:'.split('').map((code) => code.charCodeAt(0))),
  fc.constantFrom(...'0NTFilgyusz()[<>{r'.split('').map((code) => code.charCodeAt(0) | 0x80)),
  fc.constantFrom(0, 1, 2, 3, 0x7f, 0x80, 0xff),
  byte,
);

test('any bytes', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(telling, { maxLength: 60 }).map((bytes) => Uint8Array.from(bytes)),
      ),
      (bytes) => {
        expectSound(read(bytes));
      },
    ),
    { numRuns: 5000 },
  );
});

test('real texts with a few bytes changed, cut or put in', () => {
  const edit = fc.record({
    at: fc.nat(),
    remove: fc.integer({ min: 0, max: 4 }),
    insert: fc.array(telling, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(plainValue, fc.array(edit, { minLength: 1, maxLength: 4 }), (value, edits) => {
      let bytes = [...marshal(value)];
      for (const { at, remove, insert } of edits) bytes = bytes.toSpliced(at % (bytes.length + 1), remove, ...insert);
      expectSound(read(Uint8Array.from(bytes)));
    }),
    { numRuns: 2000 },
  );
});

test('every beginning of a real text is refused', () => {
  fc.assert(
    fc.property(plainValue, fc.nat(), (value, at) => {
      const bytes = marshal(value);
      expect(read(bytes.subarray(0, at % bytes.length))).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test.each([
  ['an integer without its bytes', '6901'],
  ['a float without its bytes', '67000000'],
  ['a length without its bytes', '7301'],
  ['a list that claims two thousand million items', '5bffffff7f4e'],
  ['a list of negative length', '5bffffffff'],
  ['a tuple of negative length', '28000000804e'],
  ['a string of negative length', '75ffffffff'],
  ['bytes of negative length', '73ffffffff'],
  ['a long of two thousand million digits', '6cffffff7f0100'],
  ['a digit of sixteen bits', '6c01000000ffff'],
  ['a long of the least length', '6c000000800000'],
  ['a string that is no UTF-8', '7502000000ffff'],
  ['a string whose last character is cut', '7501000000c3'],
  ['a code point beyond Unicode', '7504000000f7bfbfbf'],
  ['one character as two surrogates', '7506000000eda0bdedb880'],
  ['a reference to what is not there', '72ffffffff'],
  ['a reference to itself', 'f200000000'],
  ['nothing', ''],
  ['only an end mark', '30'],
  ['a dict that does not end', '7b4e4e'],
  ['a key without value', '7b4e30'],
])('refuses %s', (_, text) => {
  expect(() => unmarshal(hex(text))).toThrow(NotPlainData);
});

test('a text of nothing but opening brackets costs no stack', () => {
  for (const code of ['[', '(', '<', '>', '{', ')']) {
    const bytes = new Uint8Array(1_000_000).fill(code.charCodeAt(0));
    expect(() => unmarshal(bytes)).toThrow(NotPlainData);
  }
});

test('what shares its parts exponentially often is read in linear space', () => {
  // A tuple of two: the first is built, the second refers to it; sixty levels deep.
  const levels = 60;
  let text = '';
  for (let i = 0; i < levels; i++) text += 'a902';
  text += '4e4e';
  // The innermost pair gets the last slot; every level refers to the one inside it.
  for (let i = levels - 1; i > 0; i--) text += `72${Buffer.from(Int32Array.of(i).buffer).toString('hex')}`;
  let depth = 0;
  for (let value = read(hex(text)); value?.type === 'tuple'; value = value.items[0]) {
    expect(value.items[1]).toBe(value.items[0]?.type === 'tuple' ? value.items[0] : value.items[1]);
    depth++;
  }
  expect(depth).toBe(levels);
});
