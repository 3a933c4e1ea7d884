/** A tiny WebAssembly module, written byte by byte, that lets the interpreter call back: fuel for C code, audit hook, own functions. */

import type { Pointer } from './capi.ts';
import { SECTION, type Section, VALUE_TYPE, WasmWriter, writeSections } from './wasm-binary.ts';

/**
 * First slot of our functions in the interpreter's function table. The image holds these numbers, so they must be the
 * same in every browser; Pyodide's own slots end well below.
 */
export const HOOK_BASE = 16384;
/** Slots of our functions, relative to HOOK_BASE; the wrapped iterators follow, then the wrapped comparisons. */
export const HOOK = { audit: 0, sleep: 1, call: 2, malloc: 3, calloc: 4, realloc: 5, wrapped: 6 } as const;

/**
 * What a step of C code costs, in units of fuel. One step of an iterator is what budgets are given in; a comparison takes
 * about a sixteenth of its time, and so does copying 128 bytes.
 */
export const FUEL_PER_STEP = 16;
const FUEL_PER_COMPARISON = 1;
const BYTES_PER_FUEL_LOG2 = 7;

/** Table indices of the functions that our wrappers stand in front of. */
export interface WrappedFunctions {
  /** `tp_iternext` of types that can be iterated over without end and without a tick. */
  readonly iterators: readonly number[];
  /** `tp_richcompare` of types whose comparison visits other objects. */
  readonly comparisons: readonly number[];
  /** `malloc`, `calloc` and `realloc` of CPython's memory domains. */
  readonly allocator: readonly [malloc: number, calloc: number, realloc: number];
}

export interface HookFunctions {
  /** `Py_AuditHookFunction`: event name (C string), arguments (tuple), user data; −1 with an exception set refuses. */
  audit(event: Pointer, args: Pointer, data: Pointer): number;
  /** `time.sleep(seconds)` as a `METH_O` function. */
  sleep(self: Pointer, seconds: Pointer): Pointer;
  /** A `METH_VARARGS | METH_KEYWORDS` function: the stubs of the trusted checker. */
  call(self: Pointer, args: Pointer, keywords: Pointer): Pointer;
}

/** What the wrappers draw from, `refuel` is called when `fuel` is below zero; they set `refused` to 1 when memory ends. */
export interface Tank {
  readonly fuel: WebAssembly.Global;
  readonly refused: WebAssembly.Global;
  refuel(): void;
}

const I32 = VALUE_TYPE.i32;
const OP = {
  ...{ if: 0x04, end: 0x0b, call: 0x10, callIndirect: 0x11, localGet: 0x20, localTee: 0x22, globalGet: 0x23 },
  ...{
    globalSet: 0x24,
    const: 0x41,
    equalsZero: 0x45,
    notEqual: 0x47,
    less: 0x48,
    subtract: 0x6b,
    multiply: 0x6c,
    and: 0x71,
    shiftRight: 0x76,
  },
} as const;
const EMPTY_BLOCK = 0x40;
/** Index of the global that notes a refused allocation; that of the fuel is 0. */
const REFUSED = 1;
/** Indices of the function types that the module declares first. */
const TYPE = { oneToOne: 0, nothing: 1, threeToOne: 2, twoToOne: 3 } as const;

const leb = (value: number): number[] => [...new WasmWriter().s32(value).bytes];
const uleb = (value: number): number[] => [...new WasmWriter().u32(value).bytes];
const vector = (items: readonly number[][]): number[] => [...uleb(items.length), ...items.flat()];
const name = (text: string): number[] => vector([...text].map((c) => [c.charCodeAt(0)]));
const section = (id: number, entries: readonly number[][]): Section => ({ id, body: Uint8Array.from(vector(entries)) });
const functionType = (parameters: number, results: number): number[] => [
  0x60,
  ...vector(new Array(parameters).fill([I32])),
  ...vector(new Array(results).fill([I32])),
];

/** Takes what `amount` pushes from the fuel, and asks for more below zero. */
const charge = (amount: readonly number[]): number[] => [
  ...[OP.globalGet, 0, ...amount, OP.subtract, OP.globalSet, 0],
  ...[OP.globalGet, 0, OP.const, 0, OP.less, OP.if, EMPTY_BLOCK, OP.call, 0, OP.end],
];

const constant = (value: number): number[] => [OP.const, ...leb(value)];
const parameters = (count: number): number[] => Array.from({ length: count }, (_, i) => [OP.localGet, i]).flat();
const callOriginal = (index: number, type: number): number[] => [...constant(index), OP.callIndirect, type, 0];

/** A body that pays a fixed price and goes on to the original. */
function priced(original: number, parameterCount: number, type: number, price: number): number[] {
  const code = [...charge(constant(price)), ...parameters(parameterCount), ...callOriginal(original, type), OP.end];
  return [...uleb(code.length + 1), 0, ...code];
}

/**
 * An allocating body that pays for the bytes it gave: `size` pushes how many. A `realloc` that stays in place copies
 * nothing and is free; one that fails costs nothing either, but is noted.
 */
function allocating(
  original: number,
  parameterCount: 2 | 3,
  size: readonly number[],
  old: readonly number[],
): number[] {
  const result = parameterCount;
  const type = parameterCount === 2 ? TYPE.twoToOne : TYPE.threeToOne;
  const code = [
    ...[
      ...parameters(parameterCount),
      ...callOriginal(original, type),
      OP.localTee,
      result,
      ...constant(0),
      OP.notEqual,
    ],
    ...[OP.localGet, result, ...old, OP.notEqual, OP.and, OP.if, EMPTY_BLOCK],
    ...charge([...size, ...constant(BYTES_PER_FUEL_LOG2), OP.shiftRight]),
    ...[OP.end, OP.localGet, result, OP.equalsZero, OP.if, EMPTY_BLOCK, ...constant(1), OP.globalSet, REFUSED, OP.end],
    ...[OP.localGet, result, OP.end],
  ];
  return [...uleb(code.length + 3), 1, 1, I32, ...code];
}

/** The module's bytes. Export `i{i}` is the wrapper of the i-th iterator, `c{i}` that of the i-th comparison. */
export function hookModule({ iterators, comparisons, allocator }: WrappedFunctions): Uint8Array<ArrayBuffer> {
  const types = [functionType(1, 1), functionType(0, 0), functionType(3, 1), functionType(2, 1)];
  const imported = (field: string, description: number[]) => [...name('e'), ...name(field), ...description];
  const functions = [
    ['refuel', TYPE.nothing],
    ['audit', TYPE.threeToOne],
    ['sleep', TYPE.twoToOne],
    ['call', TYPE.threeToOne],
  ] as const;
  const [malloc, calloc, realloc] = allocator;
  const own = [
    ['malloc', TYPE.twoToOne, allocating(malloc, 2, [OP.localGet, 1], constant(0))],
    ['calloc', TYPE.threeToOne, allocating(calloc, 3, [OP.localGet, 1, OP.localGet, 2, OP.multiply], constant(0))],
    ['realloc', TYPE.threeToOne, allocating(realloc, 3, [OP.localGet, 2], [OP.localGet, 1])],
    ...iterators.map((at, i) => [`i${i}`, TYPE.oneToOne, priced(at, 1, TYPE.oneToOne, FUEL_PER_STEP)] as const),
    ...comparisons.map(
      (at, i) => [`c${i}`, TYPE.threeToOne, priced(at, 3, TYPE.threeToOne, FUEL_PER_COMPARISON)] as const,
    ),
  ] as const;
  const imports = [
    imported('table', [0x01, 0x70, 0x00, 0x01]),
    imported('fuel', [0x03, I32, 0x01]),
    imported('refused', [0x03, I32, 0x01]),
    ...functions.map(([field, type]) => imported(field, [0x00, type])),
  ];
  const exports = [
    ...functions.slice(1).map(([field], i) => [...name(field), 0x00, i + 1]),
    ...own.map(([field], i) => [...name(field), 0x00, ...uleb(functions.length + i)]),
  ];
  return writeSections([
    section(SECTION.type, types),
    section(SECTION.import, imports),
    section(
      SECTION.function,
      own.map(([, type]) => [type]),
    ),
    section(SECTION.export, exports),
    section(
      SECTION.code,
      own.map(([, , body]) => body),
    ),
  ]);
}

/** Puts our functions into the interpreter's table at HOOK_BASE. */
export function installHooks(
  table: WebAssembly.Table,
  wrapped: WrappedFunctions,
  tank: Tank,
  functions: HookFunctions,
): void {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(hookModule(wrapped)), {
    e: { table, fuel: tank.fuel, refused: tank.refused, refuel: () => tank.refuel(), ...functions },
  });
  const { iterators, comparisons } = wrapped;
  const end = HOOK_BASE + HOOK.wrapped + iterators.length + comparisons.length;
  if (table.length < end) table.grow(end - table.length);
  const set = (slot: number, field: string) => table.set(HOOK_BASE + slot, instance.exports[field]);
  for (const field of ['audit', 'sleep', 'call', 'malloc', 'calloc', 'realloc'] as const) set(HOOK[field], field);
  iterators.forEach((_, i) => {
    set(HOOK.wrapped + i, `i${i}`);
  });
  comparisons.forEach((_, i) => {
    set(HOOK.wrapped + iterators.length + i, `c${i}`);
  });
}
