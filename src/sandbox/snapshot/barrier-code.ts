/** Function bodies of a module that keeps a map of its written pages: marks behind every store, and the two bulk helpers. */

import { IGNORED_OFFSETS, PAGE_BITS, pendingFlag } from '../cpython/dirty-map.ts';
import { VALUE_TYPE, type ValueType, WasmReader, WasmWriter } from '../cpython/wasm-binary.ts';
import { readLocals } from './module-parts.ts';
import { BULK, EMPTY_BLOCK, type Instruction, OPCODE, readInstruction, storedType } from './opcodes.ts';

/** Alignment exponent in the memory argument of a byte access. */
const BYTE_ALIGNED = 0;

/** Indices that the rewritten bodies refer to. */
export interface Added {
  /** Address of the map. */
  readonly map: number;
  /** Functions `(destination, source or value, length)` that do a bulk operation and mark its range. */
  readonly copy: number;
  readonly fill: number;
}

/** Marks the page whose number lies on the stack as an address: `map[address >>> PAGE_BITS] = 1`. */
function emitMark(out: WasmWriter, map: number): void {
  out.u8(OPCODE.i32Const).s32(PAGE_BITS).u8(OPCODE.i32ShrU);
  out.u8(OPCODE.i32Const).s32(1).u8(OPCODE.i32Store8).u32(BYTE_ALIGNED).u32(map);
}

/** Instructions that push one value and do nothing else. */
function isPush({ opcode }: Instruction): boolean {
  return opcode === OPCODE.localGet || (opcode >= OPCODE.i32Const && opcode <= OPCODE.f64Const);
}

/** The local that holds what the instruction leaves on the stack, where that is so. */
function pushedLocal({ opcode, operand }: Instruction): number | undefined {
  return opcode === OPCODE.localGet || opcode === OPCODE.localTee ? operand : undefined;
}

/** Extra locals of one function, made when first asked for. */
class Spares {
  readonly #first: number;
  readonly #types: (ValueType | 'address')[] = [];

  /** `first`: index of the first free local. */
  constructor(first: number) {
    this.#first = first;
  }

  get(type: ValueType | 'address'): number {
    const found = this.#types.indexOf(type);
    return this.#first + (found < 0 ? this.#types.push(type) - 1 : found);
  }

  get types(): readonly ValueType[] {
    return this.#types.map((type) => (type === 'address' ? VALUE_TYPE.i32 : type));
  }
}

/** Copies the instructions of a function and adds marks. */
export class BodyRewriter {
  readonly #added: Added;
  readonly #code = new WasmWriter();

  constructor(added: Added) {
    this.#added = added;
  }

  /** `body`: local declarations and instructions; `parameters`: how many parameters the function has. */
  rewrite(body: Uint8Array, parameters: number): Uint8Array {
    const reader = new WasmReader(body);
    const { groups, from, count } = readLocals(reader);
    const declared = body.subarray(from, reader.at);
    const spares = new Spares(parameters + count);
    this.#code.clear();
    this.#instructions(reader, spares);
    const out = new WasmWriter().u32(groups + spares.types.length).append(declared);
    for (const type of spares.types) out.u32(1).u8(type);
    return out.append(this.#code.bytes).bytes;
  }

  #instructions(reader: WasmReader, spares: Spares): void {
    let [address, value]: (Instruction | undefined)[] = [];
    while (!reader.atEnd) {
      const from = reader.at;
      const instruction = readInstruction(reader);
      const bytes = reader.bytes.subarray(from, reader.at);
      const type = storedType(instruction.opcode);
      if (type !== undefined) {
        const held = address !== undefined && value !== undefined && isPush(value) ? pushedLocal(address) : undefined;
        this.#store(bytes, instruction.operand, type, held, spares);
      } else if (instruction.opcode === OPCODE.prefix && instruction.second === BULK.memoryCopy) {
        this.#code.u8(OPCODE.call).u32(this.#added.copy);
      } else if (instruction.opcode === OPCODE.prefix && instruction.second === BULK.memoryFill) {
        this.#code.u8(OPCODE.call).u32(this.#added.fill);
      } else {
        this.#code.append(bytes);
      }
      [address, value] = [value, instruction];
    }
  }

  /** A store and its mark. `held`: local that still holds the address, when the two operands were pushed right before. */
  #store(bytes: Uint8Array, offset: number, type: ValueType, held: number | undefined, spares: Spares): void {
    const code = this.#code;
    const address = held ?? spares.get('address');
    if (held === undefined) {
      const value = spares.get(type);
      code.u8(OPCODE.localSet).u32(value).u8(OPCODE.localTee).u32(address).u8(OPCODE.localGet).u32(value);
    }
    code.append(bytes).u8(OPCODE.localGet).u32(address);
    // The store did not trap, so the sum is an address within the memory and cannot overflow.
    if (offset >= IGNORED_OFFSETS) code.u8(OPCODE.i32Const).s32(offset).u8(OPCODE.i32Add);
    emitMark(code, this.#added.map);
  }
}

/**
 * Body of a helper `(destination, source or value, length)`: the bulk operation, then marks on its pages. A flag stands
 * while it runs, so that undo takes nothing for granted after a trap in the middle.
 */
export function bulkHelper(operation: readonly number[], map: number): Uint8Array {
  const [destination, source, length, flagBefore, first, last] = [0, 1, 2, 3, 4, 5];
  const flag = pendingFlag(map);
  const out = new WasmWriter().u32(1).u32(3).u8(VALUE_TYPE.i32);
  const get = (local: number) => out.u8(OPCODE.localGet).u32(local);
  const set = (local: number) => out.u8(OPCODE.localSet).u32(local);
  const constant = (value: number) => out.u8(OPCODE.i32Const).s32(value);
  const storeByte = (at: number) => out.u8(OPCODE.i32Store8).u32(BYTE_ALIGNED).u32(at);

  constant(0).u8(OPCODE.i32Load8U).u32(BYTE_ALIGNED).u32(flag);
  set(flagBefore);
  constant(0);
  constant(1);
  storeByte(flag);
  for (const operand of [destination, source, length]) get(operand);
  out.u8(...operation);
  get(length).u8(OPCODE.if, EMPTY_BLOCK);
  get(destination);
  constant(PAGE_BITS).u8(OPCODE.i32ShrU);
  set(first);
  get(destination);
  get(length).u8(OPCODE.i32Add);
  constant(1).u8(OPCODE.i32Sub);
  constant(PAGE_BITS).u8(OPCODE.i32ShrU);
  set(last);
  // Nearly all operations touch one or two pages; only long ones are worth a call into the engine.
  for (const page of [first, last]) {
    get(page);
    constant(1);
    storeByte(map);
  }
  get(last);
  get(first).u8(OPCODE.i32Sub);
  constant(1).u8(OPCODE.i32GtU, OPCODE.if, EMPTY_BLOCK);
  get(first);
  constant(map).u8(OPCODE.i32Add);
  constant(1);
  get(last);
  get(first).u8(OPCODE.i32Sub, OPCODE.prefix).u32(BULK.memoryFill).u8(0);
  out.u8(OPCODE.end);
  out.u8(OPCODE.end);
  constant(0);
  get(flagBefore);
  storeByte(flag);
  return out.u8(OPCODE.end).bytes;
}
