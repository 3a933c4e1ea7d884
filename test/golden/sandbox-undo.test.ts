/** Undo on the real interpreter: exact after whatever a program wrote, cheap after an honest one, and never a changed verdict. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_HEAP_BYTES, withDefaults } from '../../src/core/limits.ts';
import { createRng } from '../../src/core/rng.ts';
import type { Verdict } from '../../src/core/types.ts';
import { py } from '../../src/core/value-make.ts';
import type { CApi } from '../../src/sandbox/cpython/capi.ts';
import { MAP_BYTES, PAGE_BYTES } from '../../src/sandbox/cpython/dirty-map.ts';
import type { Interpreter } from '../../src/sandbox/cpython/interpreter.ts';
import { marshal } from '../../src/sandbox/cpython/marshal-write.ts';
import { Engine } from '../../src/sandbox/judging/engine.ts';
import { Program } from '../../src/sandbox/judging/program.ts';
import { createSealedInterpreter } from '../../src/sandbox/judging/sealed.ts';
import { loadSandboxFiles } from '../../src/sandbox/snapshot/files.ts';
import { pyodideFolder } from '../../src/sandbox/snapshot/image-build.ts';
import { evenOutPolls } from '../../src/sandbox/snapshot/polls.ts';
import { addStackGuard } from '../../src/sandbox/snapshot/stack-guard.ts';
import { addStoreBarrier } from '../../src/sandbox/snapshot/store-barrier.ts';
import { ASSIGNMENTS } from '../support/sandbox-corpus.ts';
import { randomWrites, WRITES, writingProgram } from '../support/writing-programs.ts';

/** Step budgets decide, not a busy machine. */
const LIMITS = { ticksPerTest: 3_000, fuelPerTest: 300_000, wallMs: 120_000 };
const tests = { type: 'values', tests: [{ args: [py(1)], expected: py(2) }], compare: 'python' } as const;

let files: Awaited<ReturnType<typeof loadSandboxFiles>>;
let pyodide: Uint8Array<ArrayBuffer>;
let engine: Engine;
let untouched: string;
beforeAll(async () => {
  files = await loadSandboxFiles();
  // Without the barrier, but with the rest: how deep a recursion goes, and what a tick is worth, is their doing.
  pyodide = addStackGuard(
    evenOutPolls(readFileSync(join(pyodideFolder(), 'pyodide.asm.wasm'))),
    files.image.header.stackFloor,
  );
  engine = new Engine(files.module, files.image, 'node');
  untouched = engine.sealed.digest();
});

const judge = (names: readonly string[], on = engine) =>
  on.judge({ code: writingProgram(names), entryPoint: 'solution', tests, limits: LIMITS });

function expectUntouched(python: Interpreter): void {
  expect(python.isPristine()).toBe(true);
  expect(python.digest()).toBe(untouched);
}

/** What must not depend on the machine. */
const lasting = ({ wallMs: _, ...rest }: Verdict) => rest;

describe('after a program that writes', () => {
  test.each(Object.keys(WRITES))('%s', (name) => {
    expect(judge([name]).outcome).not.toBe('infra_error');
    expectUntouched(engine.sealed);
  });

  test('several of them in one program, in any order', () => {
    const rng = createRng('tests', 1);
    for (let i = 0; i < 40; i++) {
      const names = randomWrites(rng);
      expect([names, judge(names).outcome]).not.toEqual([names, 'infra_error']);
      expect([names, engine.sealed.isPristine()]).toEqual([names, true]);
    }
    expectUntouched(engine.sealed);
  });
});

/** The C library's own functions inside the module: what a program with a write primitive could call. */
type CLibrary = CApi & {
  memset(at: number, byte: number, length: number): number;
  memcpy(to: number, from: number, length: number): number;
};

describe('a program that can write anywhere', () => {
  const library = () => engine.sealed.api as CLibrary;
  const map = () => engine.sealed.memory.map!;

  test('leaves nothing at page borders, beyond the heap, or at the end of memory', () => {
    const end = engine.sealed.bytes.length;
    for (const page of [300, 2_000, 6_000]) library().memset(page * PAGE_BYTES - 3, 0xee, 7);
    library().memset(engine.sealed.api.sbrk(0) + 100_000, 1, 5_000);
    library().memcpy(end - 700, 1_000_000, 700);
    library().memset(end - 1, 1, 1);
    engine.sealed.restore();
    expectUntouched(engine.sealed);
  });

  test.each([
    ['all of it, and the page in front', -PAGE_BYTES, MAP_BYTES + PAGE_BYTES],
    ['all of it', 0, MAP_BYTES],
    ['the entries of its own pages', 0, 2 * PAGE_BYTES],
  ])('cannot hide by clearing the map: %s', (_, from, length) => {
    library().memset(5_000_000, 0xee, 30_000);
    library().memset(map() + from, 0, length);
    engine.sealed.restore();
    expectUntouched(engine.sealed);
  });

  test('cannot hide by clearing the map byte by byte', () => {
    library().memset(5_000_000, 0xee, 3);
    const ownPages = [map() / PAGE_BYTES - 1, map() / PAGE_BYTES, map() / PAGE_BYTES + 1];
    for (const page of [Math.floor(5_000_000 / PAGE_BYTES), ...ownPages, ...ownPages])
      library().memset(map() + page, 0, 1);
    engine.sealed.restore();
    expectUntouched(engine.sealed);
  });
});

test('an honest program marks a few hundred pages and none of the map', () => {
  const python = engine.sealed;
  using program = new Program(python, 'def solution(n):\n    return n + 1\n', 'solution', withDefaults(LIMITS));
  program.load();
  expect(program.test(marshal({ type: 'tuple', items: [py(1)] }))).toMatchObject({ type: 'value' });
  const map = python.memory.map!;
  const marks = python.bytes.subarray(map, map + MAP_BYTES);
  const marked = [...marks.keys()].filter((page) => marks[page] !== 0);
  expect(marked.length).toBeGreaterThan(10);
  expect(marked.length).toBeLessThan(600);
  expect(marked.filter((page) => page >= map / PAGE_BYTES - 1 && page <= (map + MAP_BYTES) / PAGE_BYTES)).toEqual([]);
});

test('verdicts and ticks are those of the module without a barrier', async () => {
  const plain = new Engine(await WebAssembly.compile(pyodide), files.image, 'node');
  expect(plain.sealed.memory.map).toBeUndefined();
  for (const assignment of ASSIGNMENTS) {
    expect(lasting(engine.judge(assignment))).toEqual(lasting(plain.judge(assignment)));
  }
  // Undone by the plain copy, which the fallback uses too.
  expectUntouched(plain.sealed);
});

test('a module with its map elsewhere is not taken for this image', async () => {
  const other = await WebAssembly.compile(addStoreBarrier(pyodide, files.image.header.dirtyMap + PAGE_BYTES));
  expect(() => createSealedInterpreter(other, files.image)).toThrow('expected a module with its map at');
});

test('the memory never grows beyond what the map covers', () => {
  const python = createSealedInterpreter(files.module, files.image);
  expect(python.memory.grow(MAX_HEAP_BYTES + 1)).toBe(false);
  expect(python.memory.grow(MAX_HEAP_BYTES)).toBe(true);
  (python.api as CLibrary).memset(MAX_HEAP_BYTES - 10, 1, 10);
  python.restore();
  expectUntouched(python);
});
