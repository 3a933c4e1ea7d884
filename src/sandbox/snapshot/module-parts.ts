/** Reads what our rewriters need to know of a module: function types, imports, indices, exports (core specification 3.0, 5.5). */

import { SECTION, type Section, WasmReader, WasmWriter } from '../cpython/wasm-binary.ts';

export const FUNCTION_TYPE = 0x60;
/** What an import or export is (core specification, 5.5.5). */
export const KIND = {
  function: 0,
  table: 1,
  memory: 2,
  global: 3,
  tag: 4,
} as const;

/** Types of a function's parameters and results, as their bytes. */
export interface FunctionType {
  readonly parameters: Uint8Array;
  readonly results: Uint8Array;
}

/** @throws Error when the module has no such section */
export function sectionBody(sections: readonly Section[], id: number): Uint8Array {
  const found = sections.find((section) => section.id === id);
  if (found === undefined) throw new Error(`wasm: expected a module with a section ${id}`);
  return found.body;
}

/** All types; they are functions on numbers and references, without recursion groups. */
export function readTypes(body: Uint8Array): FunctionType[] {
  const reader = new WasmReader(body);
  return Array.from({ length: reader.u32() }, () => {
    const form = reader.u8();
    if (form !== FUNCTION_TYPE) throw new Error(`wasm: expected a function type, got form 0x${form.toString(16)}`);
    const parameters = reader.take(reader.u32());
    return { parameters, results: reader.take(reader.u32()) };
  });
}

/** Imported functions by type index, and the number of imported globals. */
export function readImports(body: Uint8Array): {
  readonly functions: readonly number[];
  readonly globals: number;
} {
  const reader = new WasmReader(body);
  const functions: number[] = [];
  let globals = 0;
  const skipLimits = () => {
    const flags = reader.u8();
    for (let i = 0; i <= (flags & 1); i++) reader.skipLeb();
  };
  for (let left = reader.u32(); left > 0; left--) {
    reader.name();
    reader.name();
    const kind = reader.u8();
    if (kind === KIND.function) functions.push(reader.u32());
    else if (kind === KIND.global) {
      globals++;
      reader.skip(2);
    } else if (kind === KIND.memory) skipLimits();
    else if (kind === KIND.table) {
      reader.skip(1);
      skipLimits();
    } else throw new Error(`wasm: expected to import functions, globals, tables or a memory, got kind ${kind}`);
  }
  return { functions, globals };
}

/** The type of every function that the module defines. */
export function definedTypes(sections: readonly Section[]): FunctionType[] {
  const types = readTypes(sectionBody(sections, SECTION.type));
  const reader = new WasmReader(sectionBody(sections, SECTION.function));
  return Array.from({ length: reader.u32() }, () => types[reader.u32()]!);
}

/** How many functions the module imports: the index of the first that it defines. */
export function importedFunctions(sections: readonly Section[]): number {
  return readImports(sectionBody(sections, SECTION.import)).functions.length;
}

/** Index of what the module exports as `name`, of the wanted kind. */
function exportedIndex(body: Uint8Array, name: string, wanted: number): number {
  const reader = new WasmReader(body);
  for (let left = reader.u32(); left > 0; left--) {
    const [exported, kind, index] = [reader.name(), reader.u8(), reader.u32()];
    if (exported === name && kind === wanted) return index;
  }
  throw new Error(`wasm: expected a module that exports ${name}`);
}

/** Index of the exported global `name`. */
export const exportedGlobal = (body: Uint8Array, name: string): number => exportedIndex(body, name, KIND.global);

/** Index of the exported function `name`. */
export const exportedFunction = (body: Uint8Array, name: string): number => exportedIndex(body, name, KIND.function);

/** The local declarations at the start of a body. */
export interface Locals {
  readonly groups: number;
  /** Where the first group begins, behind their number. */
  readonly from: number;
  readonly count: number;
}

/** `reader` stands behind the declarations afterwards. */
export function readLocals(reader: WasmReader): Locals {
  const groups = reader.u32();
  const from = reader.at;
  let count = 0;
  for (let left = groups; left > 0; left--) {
    count += reader.u32();
    reader.skip(1);
  }
  return { groups, from, count };
}

/** The sections with another body for every function; `index` counts those that the module defines. */
export function mapBodies(
  sections: readonly Section[],
  rewrite: (body: Uint8Array, index: number) => Uint8Array,
): Section[] {
  const reader = new WasmReader(sectionBody(sections, SECTION.code));
  const count = reader.u32();
  const out = new WasmWriter().u32(count);
  for (let index = 0; index < count; index++) out.sized(rewrite(reader.take(reader.u32()), index));
  return sections.map((section) => (section.id === SECTION.code ? { ...section, body: out.bytes } : section));
}
