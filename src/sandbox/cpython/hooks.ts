/** A tiny WebAssembly module, written byte by byte, that lets the interpreter call back: iterator fuel, audit hook, own functions. */

import type { Pointer } from './capi.ts';
import type { Meter } from './meter.ts';

/**
 * First slot of our functions in the interpreter's function table. The image holds these numbers, so they must be the
 * same in every browser; Pyodide's own slots end well below.
 */
export const HOOK_BASE = 16384;
/** Slots of the three callbacks, relative to HOOK_BASE; the wrapped iterators follow. */
export const HOOK = { audit: 0, sleep: 1, call: 2, iterators: 3 } as const;

export interface HookFunctions {
  /** `Py_AuditHookFunction`: event name (C string), arguments (tuple), user data; −1 with an exception set refuses. */
  audit(event: Pointer, args: Pointer, data: Pointer): number;
  /** `time.sleep(seconds)` as a `METH_O` function. */
  sleep(self: Pointer, seconds: Pointer): Pointer;
  /** A `METH_VARARGS | METH_KEYWORDS` function: the stubs of the trusted checker. */
  call(self: Pointer, args: Pointer, keywords: Pointer): Pointer;
}

const I32 = 0x7f;
const OP = { call: 0x10, callIndirect: 0x11, localGet: 0x20, globalGet: 0x23, globalSet: 0x24, const: 0x41 } as const;

/** Signed LEB128 of a 32-bit integer (also a valid unsigned one below 64). */
function leb(value: number): number[] {
  const out: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const done = rest >= -64 && rest < 64;
    out.push((rest & 0x7f) | (done ? 0 : 0x80));
    if (done) return out;
  }
}

/** Unsigned LEB128. */
function uleb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...uleb(value >>> 7)];
}

const vector = (items: readonly number[][]): number[] => [...uleb(items.length), ...items.flat()];
const name = (text: string): number[] => vector([...text].map((c) => [c.charCodeAt(0)]));
const section = (id: number, body: number[]): number[] => [id, ...uleb(body.length), ...body];
const functionType = (parameters: number, results: number): number[] => [
  0x60,
  ...vector(new Array(parameters).fill([I32])),
  ...vector(new Array(results).fill([I32])),
];

/**
 * The module's bytes. `iterators[i]` is the table index of the original `tp_iternext`; export `i{i}` counts one step of
 * fuel, calls `refuel` below zero, then calls the original.
 */
export function hookModule(iterators: readonly number[]): Uint8Array<ArrayBuffer> {
  const types = [functionType(1, 1), functionType(0, 0), functionType(3, 1), functionType(2, 1)];
  const imported = (field: string, description: number[]) => [...name('e'), ...name(field), ...description];
  const functions = [
    ['refuel', 1],
    ['audit', 2],
    ['sleep', 3],
    ['call', 2],
  ] as const;
  const imports = [
    imported('table', [0x01, 0x70, 0x00, 0x01]),
    imported('fuel', [0x03, I32, 0x01]),
    ...functions.map(([field, type]) => imported(field, [0x00, type])),
  ];
  const exports = [
    ...functions.slice(1).map(([field], i) => [...name(field), 0x00, i + 1]),
    ...iterators.map((_, i) => [...name(`i${i}`), 0x00, ...uleb(functions.length + i)]),
  ];
  const bodies = iterators.map((original) => {
    const code = [
      ...[OP.globalGet, 0, OP.const, 1, 0x6b, OP.globalSet, 0],
      ...[OP.globalGet, 0, OP.const, 0, 0x48, 0x04, 0x40, OP.call, 0, 0x0b],
      ...[OP.localGet, 0, OP.const, ...leb(original), OP.callIndirect, 0, 0, 0x0b],
    ];
    return [...uleb(code.length + 1), 0, ...code];
  });
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector(imports)),
    ...section(3, vector(iterators.map(() => [0]))),
    ...section(7, vector(exports)),
    ...section(10, vector(bodies)),
  ]);
}

/** Puts our functions into the interpreter's table at HOOK_BASE. */
export function installHooks(
  table: WebAssembly.Table,
  iterators: readonly number[],
  meter: Meter,
  functions: HookFunctions,
): void {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(hookModule(iterators)), {
    e: { table, fuel: meter.fuel, refuel: () => meter.refuel(), ...functions },
  });
  const end = HOOK_BASE + HOOK.iterators + iterators.length;
  if (table.length < end) table.grow(end - table.length);
  const set = (slot: number, field: string) => table.set(HOOK_BASE + slot, instance.exports[field]);
  set(HOOK.audit, 'audit');
  set(HOOK.sleep, 'sleep');
  set(HOOK.call, 'call');
  iterators.forEach((_, i) => {
    set(HOOK.iterators + i, `i${i}`);
  });
}
