/** Packed private tests: one text comes out of a pickle of any protocol, and nothing else does. */

import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { JsonNode } from '../lossless.ts';
import { PickleError, unpackRow, unpickleText } from './packed-tests.ts';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [...part])),
  );
const STOP = '.';

describe('pickles of a text', () => {
  test.each([
    ['protocol 2', bytes([0x80, 2], 'X', [3, 0, 0, 0], 'abc', 'q', [0], STOP)],
    ['protocol 3, far memo', bytes([0x80, 3], 'X', [3, 0, 0, 0], 'abc', 'r', [0, 0, 0, 0], STOP)],
    ['protocol 4', bytes([0x80, 4, 0x95, 8, 0, 0, 0, 0, 0, 0, 0, 0x8c, 3], 'abc', [0x94], STOP)],
    ['eight bytes of length', bytes([0x80, 4, 0x8d, 3, 0, 0, 0, 0, 0, 0, 0], 'abc', [0x94], STOP)],
  ])('%s', (_, pickle) => {
    expect(unpickleText(pickle)).toBe('abc');
  });
});

describe('refused by name', () => {
  test.each([
    ['a call', bytes([0x80, 0], 'cos\nsystem\n(S"true"\ntR.'), /opcode GLOBAL/],
    ['a global from the stack', bytes([0x80, 4, 0x93]), /opcode STACK_GLOBAL/],
    ['a list', bytes([0x80, 4], ']', STOP), /opcode EMPTY_LIST/],
    ['an unknown opcode', bytes([0x80, 4, 0xff]), /opcode 0xff/],
    ['two texts', bytes([0x80, 4, 0x8c, 1], 'a', [0x8c, 1], 'b', STOP), /expected one text, got another/],
    ['no text', bytes([0x80, 4], STOP), /expected a text, got none/],
    ['no end', bytes([0x80, 4, 0x8c, 1], 'a'), /got the end/],
    ['a length beyond the end', bytes([0x80, 4], 'X', [255, 255, 255, 255], 'a'), /expected 4294967295 more bytes/],
    ['a length of 2 ** 63', bytes([0x80, 4, 0x8d, 0, 0, 0, 0, 0, 0, 0, 0x80]), /more bytes, got the end/],
    ['no UTF-8', bytes([0x80, 4, 0x8c, 1, 0xff], STOP), /UTF-8/],
    ['nothing', bytes(), /got the end/],
  ])('%s', (_, pickle, message) => {
    expect(() => unpickleText(pickle)).toThrow(PickleError);
    expect(() => unpickleText(pickle)).toThrow(message);
  });
});

describe('rows', () => {
  const PLACE = { file: 'lcb.jsonl, line 1', path: '' };
  const row = (value: string): JsonNode => ({
    type: 'object',
    entries: [['private_test_cases', { type: 'string', value }]],
  });
  const packed = (plain: Uint8Array) => row(deflateSync(plain).toString('base64'));

  test.each([
    ['no base64', row('&&&'), /private_test_cases: expected tests as JSON, or base64 of them, got "&&&"/],
    ['no zlib', row('AAAA'), /expected zlib data/],
    [
      'zlib that is cut off',
      row(
        deflateSync(bytes('x'.repeat(999)))
          .toString('base64')
          .slice(0, 12),
      ),
      /expected zlib data/,
    ],
    ['a pickle of something else', packed(bytes([0x80, 4], ']', STOP)), /a pickle that is no text: .*EMPTY_LIST/],
    ['a bomb', packed(new Uint8Array(300 * 2 ** 20)), /expected at most 268435456 bytes of tests/],
  ])('%s', async (_, node, message) => {
    await expect(unpackRow(node, PLACE)).rejects.toThrow(message);
  });

  test('what is plain stays as it is', async () => {
    for (const node of [row('[]'), row(''), { type: 'object', entries: [] } as const]) {
      expect(await unpackRow(node, PLACE)).toBe(node);
    }
  });
});
