/** Our own writes into the interpreter's memory: each marks its pages, and none goes past the class that marks. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_HEAP_BYTES } from '../../core/limits.ts';
import { MAP_BYTES, MAP_EXPORT, mapInBlock, PAGE_BYTES } from './dirty-map.ts';
import { LinearMemory } from './memory.ts';
import { fingerprint } from './undo.ts';

const WASM_PAGES = 8;
const MAP = 4 * 65536;
const END = WASM_PAGES * 65536;

function create(map: number | null = MAP) {
  const memory = new WebAssembly.Memory({ initial: WASM_PAGES });
  const global = map === null ? {} : { [MAP_EXPORT]: new WebAssembly.Global({ value: 'i32' }, map) };
  const linear = new LinearMemory({ memory, ...global });
  const marked = () =>
    [...linear.bytes.subarray(MAP, MAP + MAP_BYTES).entries()].flatMap(([page, m]) => (m ? [page] : []));
  return { linear, marked };
}

describe('a write', () => {
  test.each([
    ['setU32', (m: LinearMemory, at: number) => m.setU32(at, 0xfffffffe), [0xfe, 255, 255, 255]],
    ['setU64', (m: LinearMemory, at: number) => m.setU64(at, 5n), [5, 0, 0, 0, 0, 0, 0, 0]],
    ['setWords', (m: LinearMemory, at: number) => m.setWords(at, [-2, 1]), [0xfe, 255, 255, 255, 1, 0, 0, 0]],
    ['write', (m: LinearMemory, at: number) => m.write(at, [9, 8, 7]), [9, 8, 7]],
  ])('%s is there, and both pages it touches are marked', (_, write, bytes) => {
    const { linear, marked } = create();
    const at = 6 * PAGE_BYTES - 1;
    write(linear, at);
    expect([...linear.bytes.subarray(at, at + bytes.length)]).toEqual(bytes);
    expect(marked()).toEqual([5, 6]);
    expect(() => write(linear, END - 1)).toThrow(RangeError);
    expect(linear.bytes[END - 1]).toBe(0);
  });

  test('of nothing marks nothing; without a map nothing is marked', () => {
    const { linear, marked } = create();
    linear.write(100, []);
    expect(marked()).toEqual([]);
    const plain = create(null);
    plain.linear.write(100, [1]);
    expect(plain.marked()).toEqual([]);
  });

  test('into the map marks the map', () => {
    const { linear, marked } = create();
    linear.write(MAP + 3, [0]);
    expect(marked()).toEqual([MAP / PAGE_BYTES]);
  });
});

test('memory grows to what is asked, and not beyond the map', () => {
  const { linear } = create();
  expect(linear.grow(END + 1)).toBe(true);
  expect(linear.bytes.length).toBe(END + 65536);
  expect(linear.grow(100)).toBe(true);
  expect(linear.grow(MAX_HEAP_BYTES + 1)).toBe(false);
});

test('a map lies page-aligned in its block, with a whole page before and behind', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 28), (block) => {
      const map = mapInBlock(block);
      expect(map % PAGE_BYTES).toBe(0);
      expect(map - PAGE_BYTES).toBeGreaterThanOrEqual(block);
      expect(map + MAP_BYTES).toBeLessThanOrEqual(block + MAP_BYTES + 2 * PAGE_BYTES);
    }),
  );
});

test('a fingerprint changes with every byte and with the order of groups', () => {
  const random = fc.uint8Array({ minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(random, fc.nat(63), fc.integer({ min: 1, max: 255 }), (bytes, at, flip) => {
      const copy = Uint8Array.from(bytes);
      expect(fingerprint(copy)).toMatch(/^[0-9a-f]{32}$/);
      expect(fingerprint(copy)).toBe(fingerprint(Uint8Array.from(bytes)));
      const changed = Uint8Array.from(bytes);
      changed[at] = changed[at]! ^ flip;
      expect(fingerprint(changed)).not.toBe(fingerprint(copy));
    }),
  );
  const groups = Uint8Array.from({ length: 32 }, (_, i) => (i < 16 ? 1 : 2));
  expect(fingerprint(groups.toReversed())).not.toBe(fingerprint(groups));
});

test('no other file of the sandbox writes into linear memory', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const own = ['cpython/memory.ts', 'cpython/undo.ts', 'cpython/interpreter.ts'];
  const writes = /memory\.buffer|\b(python|memory|sealed)\.bytes(\.(set|fill|copyWithin)\(|\[[^\]]*\] *[-+^|&]?=[^=])/;
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => !path.startsWith('snapshot/') && !own.includes(path));
  const offenders = sources.filter((path) => writes.test(readFileSync(`${root}/${path}`, 'utf8')));
  expect(sources.length).toBeGreaterThan(20);
  expect(offenders).toEqual([]);
});
