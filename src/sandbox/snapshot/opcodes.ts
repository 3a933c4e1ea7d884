/** The instructions that the sandbox's module may hold: how many bytes follow each opcode, and which ones write to memory. */

import { VALUE_TYPE, type ValueType, type WasmReader } from '../cpython/wasm-binary.ts';

/** `leb`: so many LEB128 numbers; `bytes`: so many bytes; the others are lists or a memory argument (alignment, offset). */
type Immediates =
  | { readonly type: 'leb' | 'bytes'; readonly count: number }
  | { readonly type: 'memory' | 'branchTable' | 'selectTypes' };

const NONE: Immediates = { type: 'bytes', count: 0 };
const LEB: Immediates = { type: 'leb', count: 1 };
const TWO_LEBS: Immediates = { type: 'leb', count: 2 };

export const OPCODE = {
  unreachable: 0x00,
  block: 0x02,
  br: 0x0c,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  delegate: 0x18,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Load8U: 0x2d,
  i32Store8: 0x3a,
  i32Const: 0x41,
  i64Const: 0x42,
  f32Const: 0x43,
  f64Const: 0x44,
  i32Add: 0x6a,
  i32And: 0x71,
  i32Sub: 0x6b,
  i32LtU: 0x49,
  i32GtU: 0x4b,
  i32ShrU: 0x76,
  if: 0x04,
  end: 0x0b,
  prefix: 0xfc,
} as const;

/** Second numbers after `OPCODE.prefix`. */
export const BULK = { memoryCopy: 10, memoryFill: 11 } as const;

/** Block type of a block without parameters and results. */
export const EMPTY_BLOCK = 0x40;

/** block, loop, if, try: whatever `end` closes. */
export function isBlockStart(opcode: number): boolean {
  return (opcode >= 0x02 && opcode <= 0x04) || opcode === 0x06;
}

/** end, and delegate, which closes a try block. */
export function isBlockEnd(opcode: number): boolean {
  return opcode === OPCODE.end || opcode === OPCODE.delegate;
}

/** First and last opcode, and what follows. Legacy exception handling (try, catch, delegate) is among them. */
const PLAIN: readonly (readonly [number, number, Immediates])[] = [
  [0x00, 0x01, NONE], // unreachable, nop
  [0x02, 0x04, LEB], // block, loop, if: the block type
  [0x05, 0x05, NONE], // else
  [0x06, 0x09, LEB], // try, catch, throw, rethrow
  [0x0b, 0x0b, NONE], // end
  [0x0c, 0x0d, LEB], // br, br_if
  [0x0e, 0x0e, { type: 'branchTable' }],
  [0x0f, 0x0f, NONE], // return
  [0x10, 0x10, LEB], // call
  [0x11, 0x11, TWO_LEBS], // call_indirect
  [0x18, 0x18, LEB], // delegate
  [0x19, 0x1b, NONE], // catch_all, drop, select
  [0x1c, 0x1c, { type: 'selectTypes' }],
  [0x20, 0x26, LEB], // local, global and table access
  [0x28, 0x3e, { type: 'memory' }], // loads and stores
  [0x3f, 0x3f, LEB], // memory.size; memory.grow (0x40) is missing on purpose
  [0x41, 0x42, LEB], // i32.const, i64.const
  [0x43, 0x43, { type: 'bytes', count: 4 }],
  [0x44, 0x44, { type: 'bytes', count: 8 }],
  [0x45, 0xc4, NONE], // comparisons, arithmetic, conversions, sign extension
  [0xd0, 0xd0, LEB], // ref.null
  [0xd1, 0xd1, NONE], // ref.is_null
];

/** The same after the prefix 0xfc: saturating conversions, memory.copy and memory.fill, table.grow, table.size, table.fill. */
const PREFIXED: readonly (readonly [number, number, Immediates])[] = [
  [0, 7, NONE],
  [BULK.memoryCopy, BULK.memoryCopy, TWO_LEBS],
  [BULK.memoryFill, BULK.memoryFill, LEB],
  [15, 17, LEB],
];

function byOpcode(ranges: typeof PLAIN): readonly (Immediates | undefined)[] {
  const table = new Array<Immediates | undefined>(256).fill(undefined);
  for (const [first, last, immediates] of ranges) table.fill(immediates, first, last + 1);
  return table;
}

const PLAIN_TABLE = byOpcode(PLAIN);
const PREFIXED_TABLE = byOpcode(PREFIXED);

/** Type of the value that a store takes, by opcode; undefined for everything that is no store. */
export function storedType(opcode: number): ValueType | undefined {
  if (opcode < 0x36 || opcode > 0x3e) return undefined;
  if (opcode === 0x38) return VALUE_TYPE.f32;
  if (opcode === 0x39) return VALUE_TYPE.f64;
  return opcode === 0x36 || opcode === 0x3a || opcode === 0x3b ? VALUE_TYPE.i32 : VALUE_TYPE.i64;
}

/** One instruction without its bytes. */
export interface Instruction {
  readonly opcode: number;
  /** The number behind `OPCODE.prefix`, else 0. */
  readonly second: number;
  /** First immediate where it is an index (local.get, call …), offset of a memory argument, else 0. */
  readonly operand: number;
}

/**
 * Reads the instruction at the cursor.
 *
 * @throws Error for one that is not in the tables: what we do not know we do not let through
 */
export function readInstruction(reader: WasmReader): Instruction {
  const { at } = reader;
  const opcode = reader.u8();
  const second = opcode === OPCODE.prefix ? reader.u32() : 0;
  const immediates = opcode === OPCODE.prefix ? PREFIXED_TABLE[second] : PLAIN_TABLE[opcode];
  if (immediates === undefined) {
    const name = [opcode, ...(opcode === OPCODE.prefix ? [second] : [])].map((n) => `0x${n.toString(16)}`).join(' ');
    throw new Error(`wasm: expected an instruction that the sandbox knows, got ${name} at byte ${at}`);
  }
  return { opcode, second, operand: readImmediates(reader, opcode, immediates) };
}

function readImmediates(reader: WasmReader, opcode: number, immediates: Immediates): number {
  switch (immediates.type) {
    case 'bytes':
      reader.skip(immediates.count);
      return 0;
    case 'leb':
      if (opcode >= OPCODE.localGet && opcode <= OPCODE.localTee) return reader.u32();
      for (let i = 0; i < immediates.count; i++) reader.skipLeb();
      return 0;
    case 'memory': {
      const alignment = reader.u32();
      if (alignment >= 64) throw new Error(`wasm: expected one memory, got an access to another at byte ${reader.at}`);
      return reader.u32();
    }
    case 'branchTable':
      for (let left = reader.u32() + 1; left > 0; left--) reader.skipLeb();
      return 0;
    case 'selectTypes':
      reader.skip(reader.u32());
      return 0;
    default:
      return immediates satisfies never;
  }
}
