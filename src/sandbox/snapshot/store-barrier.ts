/**
 * Rewrites a WebAssembly module so that it keeps a map of the pages that it writes to (`cpython/dirty-map.ts`). Undo
 * then puts back a few hundred pages instead of the whole memory.
 *
 * Behind every store its page is marked: behind, because the map lies in the same memory. Whoever overwrites the map
 * with a store marks the map's own page by that, and undo sees it. No index of the module changes: a type, two
 * functions and a global are added at the end of their spaces.
 */

import { MAP_EXPORT } from '../cpython/dirty-map.ts';
import {
  readSections,
  SECTION,
  type Section,
  VALUE_TYPE,
  WasmReader,
  WasmWriter,
  writeSections,
} from '../cpython/wasm-binary.ts';
import { type Added, BodyRewriter, bulkHelper } from './barrier-code.ts';
import { definedTypes, FUNCTION_TYPE, KIND, mapBodies, readImports, readTypes, sectionBody } from './module-parts.ts';
import { BULK, OPCODE } from './opcodes.ts';

/** A section that is a vector, with entries added at its end. */
function extended(body: Uint8Array, entries: readonly Uint8Array[]): Uint8Array {
  const reader = new WasmReader(body);
  const out = new WasmWriter().u32(reader.u32() + entries.length).append(body.subarray(reader.at));
  for (const entry of entries) out.append(entry);
  return out.bytes;
}

/**
 * The module with a barrier that marks pages in the map at address `map`. Custom sections but the first (`dylink.0`)
 * are dropped.
 *
 * @throws Error when the module grows its memory, or holds an instruction or a form that we do not know
 */
export function addStoreBarrier(wasm: Uint8Array, map: number): Uint8Array<ArrayBuffer> {
  const sections = readSections(wasm);
  const bodyOf = (id: number) => sectionBody(sections, id);
  const imports = readImports(bodyOf(SECTION.import));
  const types = readTypes(bodyOf(SECTION.type));
  const defined = definedTypes(sections);
  const helpers = imports.functions.length + defined.length;
  const added: Added = { map, copy: helpers, fill: helpers + 1 };

  const helperType = new WasmWriter().u8(FUNCTION_TYPE).u32(3);
  helperType.u8(VALUE_TYPE.i32, VALUE_TYPE.i32, VALUE_TYPE.i32).u32(0);
  const typeIndex = new WasmWriter().u32(types.length).bytes;
  const global = new WasmWriter().u8(VALUE_TYPE.i32, 0, OPCODE.i32Const).s32(map).u8(OPCODE.end);
  const globalIndex = imports.globals + new WasmReader(bodyOf(SECTION.global)).u32();
  const exported = new WasmWriter().name(MAP_EXPORT).u8(KIND.global).u32(globalIndex);

  const extend = ({ id, body }: Section): Uint8Array => {
    switch (id) {
      case SECTION.type:
        return extended(body, [helperType.bytes]);
      case SECTION.function:
        return extended(body, [typeIndex, typeIndex]);
      case SECTION.global:
        return extended(body, [global.bytes]);
      case SECTION.export:
        return extended(body, [exported.bytes]);
      case SECTION.code:
        return extended(body, [
          new WasmWriter().sized(bulkHelper([OPCODE.prefix, BULK.memoryCopy, 0, 0], map)).bytes,
          new WasmWriter().sized(bulkHelper([OPCODE.prefix, BULK.memoryFill, 0], map)).bytes,
        ]);
      default:
        return body;
    }
  };
  const rewriter = new BodyRewriter(added);
  const marked = mapBodies(sections, (body, index) => rewriter.rewrite(body, defined[index]!.parameters.length));
  return writeSections(
    marked
      .filter(({ id }, i) => id !== SECTION.custom || i === 0)
      .map((section) => ({ id: section.id, body: extend(section) })),
  );
}
