/** The rewriter on small modules: same results as before, every written byte found again, however hostile the writes are. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAP_BYTES, MAP_EXPORT, PAGE_BYTES } from '../cpython/dirty-map.ts';
import { putBackMarked } from '../cpython/undo.ts';
import { SECTION, VALUE_TYPE, WasmReader, WasmWriter, writeSections } from '../cpython/wasm-binary.ts';
import { OPCODE, storedType } from './opcodes.ts';
import { addStoreBarrier } from './store-barrier.ts';

const WASM_PAGE = 65536;
const MEMORY_PAGES = 20;
const MEMORY_BYTES = MEMORY_PAGES * WASM_PAGE;
/** A page in the middle of the small memory, with the guard page in front of it. */
const MAP = 0x80000;

const STORES = [0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e];
const OFFSETS = [0, 7, 255, 256, 5000];
/** How the operands of a store come about: pushed right before it, or computed. */
const SHAPES = ['pushed', 'teed', 'computed'] as const;
const BULK_BODIES = { copy: [0xfc, 10, 0, 0], fill: [0xfc, 11, 0] } as const;

interface StoreFunction {
  readonly name: string;
  readonly opcode: number;
  readonly code: Uint8Array;
}

const bytes = (...numbers: number[]) => Uint8Array.from(numbers);
const vector = (items: readonly Uint8Array[]) => {
  const out = new WasmWriter().u32(items.length);
  for (const item of items) out.append(item);
  return out.bytes;
};

/** `(address, value)`: one store. The value of a computed one is there twice, to see that both come back. */
function storeFunction(opcode: number, offset: number, shape: (typeof SHAPES)[number]): StoreFunction {
  const code = new WasmWriter().u32(0);
  const zero = bytes(OPCODE.i32Const, 0);
  const plus = bytes(OPCODE.i32Add);
  code.u8(OPCODE.localGet, 0);
  if (shape === 'teed') code.u8(OPCODE.localTee, 0);
  if (shape === 'computed') code.append(zero).append(plus);
  code.u8(OPCODE.localGet, 1);
  if (shape === 'computed') code.u8(0x02, storedType(opcode)!, OPCODE.localGet, 1, OPCODE.end, 0x1a);
  code.u8(opcode, 0).u32(offset).u8(OPCODE.end);
  return { name: `${opcode.toString(16)} ${offset} ${shape}`, opcode, code: code.bytes };
}

const FUNCTIONS = STORES.flatMap((opcode) =>
  OFFSETS.flatMap((offset) => SHAPES.map((shape) => storeFunction(opcode, offset, shape))),
);

/** A module with one memory, the store functions, `copy` and `fill`. `extra` is one more body, of type () → (). */
function assemble(extra: readonly number[] = [OPCODE.end]): Uint8Array<ArrayBuffer> {
  const valueTypes = [VALUE_TYPE.i32, VALUE_TYPE.i64, VALUE_TYPE.f32, VALUE_TYPE.f64];
  const types = [
    ...valueTypes.map((type) => bytes(0x60, 2, VALUE_TYPE.i32, type, 0)),
    bytes(0x60, 3, VALUE_TYPE.i32, VALUE_TYPE.i32, VALUE_TYPE.i32, 0),
    bytes(0x60, 0, 0),
  ];
  const bulk = Object.values(BULK_BODIES).map((operation) =>
    bytes(0, OPCODE.localGet, 0, OPCODE.localGet, 1, OPCODE.localGet, 2, ...operation, OPCODE.end),
  );
  const bodies = [...FUNCTIONS.map(({ code }) => code), ...bulk, bytes(0, ...extra)];
  const functionTypes = [...FUNCTIONS.map(({ opcode }) => valueTypes.indexOf(storedType(opcode)!)), 4, 4, 5];
  const names = [...FUNCTIONS.map(({ name }) => name), ...Object.keys(BULK_BODIES), 'extra'];
  const imports = [
    new WasmWriter().name('e').name('f').u8(0, 5).bytes,
    new WasmWriter().name('e').name('g').u8(3, VALUE_TYPE.i32, 0).bytes,
  ];
  return writeSections([
    { id: SECTION.type, body: vector(types) },
    { id: SECTION.import, body: vector(imports) },
    { id: SECTION.function, body: vector(functionTypes.map((type) => bytes(type))) },
    { id: 5, body: bytes(1, 0, MEMORY_PAGES) },
    { id: SECTION.global, body: vector([bytes(VALUE_TYPE.i32, 0, OPCODE.i32Const, 5, OPCODE.end)]) },
    {
      id: SECTION.export,
      body: vector([
        new WasmWriter().name('memory').u8(2, 0).bytes,
        ...names.map(
          (name, i) =>
            new WasmWriter()
              .name(name)
              .u8(0)
              .u32(1 + i).bytes,
        ),
      ]),
    },
    { id: SECTION.code, body: vector(bodies.map((body) => new WasmWriter().sized(body).bytes)) },
  ]);
}

interface Running {
  readonly memory: WebAssembly.Memory;
  call(name: string, ...args: unknown[]): 'done' | 'trap';
}

function run(wasm: Uint8Array<ArrayBuffer>): Running {
  const imports = { e: { f: () => undefined, g: new WebAssembly.Global({ value: 'i32' }, 0) } };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
  return {
    memory: exports.memory as WebAssembly.Memory,
    call: (name, ...args) => {
      try {
        (exports[name] as (...all: unknown[]) => void)(...args);
        return 'done';
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) return 'trap';
        throw error;
      }
    },
  };
}

/** Something in every page, nothing in the map. */
function checkpoint(): Uint8Array<ArrayBuffer> {
  const base = Uint8Array.from({ length: 15 * WASM_PAGE }, (_, i) => (i * 2654435761) >>> 24);
  return base.fill(0, MAP, MAP + MAP_BYTES).fill(0, MAP - 16, MAP);
}

/** Where a map would be overwritten, or a page border crossed, or the memory left. */
const addresses = fc.oneof(
  fc.nat(MEMORY_BYTES - 1),
  fc.tuple(fc.nat(MEMORY_BYTES / PAGE_BYTES), fc.integer({ min: -12, max: 12 })).map(([p, d]) => p * PAGE_BYTES + d),
  fc.integer({ min: -5300, max: 300 }).map((d) => MAP + d),
  // The entries of the map's own pages.
  fc.integer({ min: -20, max: 40 }).map((d) => MAP + MAP / PAGE_BYTES + d),
  fc.integer({ min: -300, max: 20 }).map((d) => MEMORY_BYTES + d),
);
const operations = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.constantFrom(...FUNCTIONS.map(({ name }) => name)), at: addresses }) },
  {
    weight: 1,
    arbitrary: fc.record({
      name: fc.constantFrom('copy', 'fill'),
      at: addresses,
      source: fc.constantFrom(0, 1),
      length: fc.oneof(fc.nat(20), fc.nat(3 * PAGE_BYTES), fc.nat(MEMORY_BYTES)),
    }),
  },
);
type Operation = { readonly name: string; readonly at: number; readonly source?: number; readonly length?: number };

/** Values are mostly 0: what somebody would write to hide. */
function apply(program: Running, { name, at, source, length }: Operation, value: number): 'done' | 'trap' {
  if (length !== undefined) return program.call(name, at, source, length);
  const type = storedType(FUNCTIONS.find((f) => f.name === name)!.opcode);
  return program.call(name, at, type === VALUE_TYPE.i64 ? BigInt(value) : value);
}

const plain = assemble();
const rewritten = addStoreBarrier(plain, MAP);

describe('a rewritten module', () => {
  const base = checkpoint();
  const fresh = (wasm: Uint8Array<ArrayBuffer>) => {
    const program = run(wasm);
    new Uint8Array(program.memory.buffer).set(base);
    return program;
  };
  const [original, barred] = [fresh(plain), fresh(rewritten)];
  const memoryOf = ({ memory }: Running) => new Uint8Array(memory.buffer as ArrayBuffer);
  const restored = new Uint8Array(MEMORY_BYTES);
  restored.set(base);

  test('writes what it wrote before, traps where it did, and every sequence of writes can be undone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(operations as fc.Arbitrary<Operation>, fc.constantFrom(0, 0, 1, -1)), { maxLength: 12 }),
        (steps) => {
          let beyondMap = true;
          for (const [operation, value] of steps) {
            expect(apply(barred, operation, value)).toBe(apply(original, operation, value));
            beyondMap &&= operation.at < MAP - 3 * PAGE_BYTES && (operation.length ?? 0) < PAGE_BYTES;
          }
          // The map itself differs, and what is copied out of it.
          if (beyondMap) {
            expect(
              Buffer.compare(memoryOf(barred).subarray(0, MAP - 16), memoryOf(original).subarray(0, MAP - 16)),
            ).toBe(0);
          }
          putBackMarked(memoryOf(barred), base, MAP);
          expect(Buffer.compare(memoryOf(barred), restored)).toBe(0);
          memoryOf(original).set(restored);
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each(FUNCTIONS.map(({ name }) => name))('store %s marks its page, and only that', (name) => {
    const program = fresh(rewritten);
    const at = 3 * PAGE_BYTES + 100;
    expect(apply(program, { name, at }, 1)).toBe('done');
    const map = memoryOf(program).subarray(MAP, MAP + MAP_BYTES);
    const offset = Number(name.split(' ')[1]);
    expect([...map.keys()].filter((page) => map[page] !== 0)).toEqual([
      offset < 256 ? 3 : Math.floor((at + offset) / PAGE_BYTES),
    ]);
  });

  test('bulk operations mark all their pages, and none when they are empty', () => {
    const program = fresh(rewritten);
    const map = memoryOf(program).subarray(MAP, MAP + MAP_BYTES);
    const marks = () => [...map.keys()].filter((page) => map[page] !== 0);
    program.call('fill', 5 * PAGE_BYTES, 7, 0);
    expect(marks()).toEqual([]);
    program.call('fill', 5 * PAGE_BYTES - 1, 7, 2);
    expect(marks()).toEqual([4, 5]);
    program.call('copy', 10 * PAGE_BYTES + 9, 0, 4 * PAGE_BYTES);
    expect(marks()).toEqual([4, 5, 10, 11, 12, 13, 14]);
  });

  test('after a bulk operation that trapped, undo takes nothing for granted', () => {
    const program = fresh(rewritten);
    const memory = memoryOf(program);
    expect(program.call('fill', MEMORY_BYTES - 10, 7, 20)).toBe('trap');
    // As if the engine had written a part.
    memory[100] = memory[100]! ^ 1;
    // Another operation that comes to its end does not hide it.
    expect(program.call('fill', 0, 7, 1)).toBe('done');
    putBackMarked(memory, base, MAP);
    expect(Buffer.compare(memory, restored)).toBe(0);
  });

  test('says where its map is and keeps all other exports', () => {
    const module = new WebAssembly.Module(rewritten);
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    const before = WebAssembly.Module.exports(new WebAssembly.Module(plain)).map(({ name }) => name);
    expect(names).toEqual([...before, MAP_EXPORT]);
  });
});

describe('what is refused', () => {
  test.each([
    ['growing the memory inside the module', [OPCODE.i32Const, 1, 0x40, 0, 0x1a, OPCODE.end], '0x40'],
    ['an atomic store', [0xfe, 0x17, 2, 0, OPCODE.end], '0xfe'],
    ['a vector store', [0xfd, 11, 0, 0, OPCODE.end], '0xfd'],
    ['memory.init', [0xfc, 8, 0, 0, OPCODE.end], '0xfc 0x8'],
    ['a store to a second memory', [0x36, 0x40, 1, 0, OPCODE.end], 'one memory'],
  ])('%s', (_, code, message) => {
    expect(() => addStoreBarrier(assemble(code), MAP)).toThrow(message);
  });

  test('what is no module', () => {
    expect(() => addStoreBarrier(bytes(1, 2, 3), MAP)).toThrow('expected a module');
  });
});

test('numbers come back from their LEB128 form', () => {
  fc.assert(
    fc.property(fc.nat(0xffffffff), (value) => {
      expect(new WasmReader(new WasmWriter().u32(value).bytes).u32()).toBe(value);
    }),
  );
});
