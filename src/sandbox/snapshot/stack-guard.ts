/**
 * Rewrites a WebAssembly module so that every recursion takes C stack (the one in linear memory) and ends at a mark of
 * it. The engine's own stack, which is of another size in every engine and fills at another rate in every tier of its
 * compiler, is then never what ends a program.
 *
 * CPython measures how deep it is by the C stack, but a function that keeps nothing there takes none: nested lists were
 * freed 5,000 levels deep without any. Each function that calls others is made to take as much C stack as stands for its
 * frame on the engine's stack. CPython's own checks then see all that happens; where it has none, the module traps.
 */

import { readSections, SECTION, WasmReader, WasmWriter, writeSections } from '../cpython/wasm-binary.ts';
import { definedTypes, exportedGlobal, type FunctionType, mapBodies, readLocals, sectionBody } from './module-parts.ts';
import { EMPTY_BLOCK, isBlockEnd, isBlockStart, OPCODE, readInstruction } from './opcodes.ts';

/** The C stack's alignment in bytes, which every frame keeps. */
const ALIGNMENT = 16;
/**
 * What a frame takes of the engine's stack, bytes: a fixed part, a slot for each local, and slots for intermediate values
 * of an optimising compiler, which grow with the body. Fitted to the hungriest tier that we measured: 3.6 kB for the
 * function that evaluates Python's instructions (79 kB long), 90 to 210 bytes for most others (docs/notes/stack.md).
 */
const FIXED_BYTES = 112;
const SLOT_BYTES = 8;
const CODE_BYTES_PER_BYTE = 24;

/** Where the C stack pointer lives, and the address below which it must not go. */
interface Guard {
  readonly stackPointer: number;
  readonly floor: number;
}

/** A function's body, taken apart. */
interface Body {
  /** Local declarations, and the instructions behind them. */
  readonly declarations: Uint8Array;
  readonly code: Uint8Array;
  /** Number of parameters and locals. */
  readonly locals: number;
  readonly callsOthers: boolean;
  /** The C stack that it takes itself, bytes, and the length of the instructions that do so at its start; 0 for none. */
  readonly frame: number;
  readonly prologue: number;
}

/** Bytes that stand for an engine's frame of a function. */
function frameOf(locals: number, codeBytes: number): number {
  const bytes = FIXED_BYTES + SLOT_BYTES * locals + codeBytes / CODE_BYTES_PER_BYTE;
  return ALIGNMENT * Math.ceil(bytes / ALIGNMENT);
}

/** `global.get SP, i32.const frame, i32.sub, local.tee, global.set SP`: how compilers start a function with a frame. */
function readPrologue(code: Uint8Array, { stackPointer }: Guard): Pick<Body, 'frame' | 'prologue'> {
  const reader = new WasmReader(code);
  const is = (opcode: number) => !reader.atEnd && reader.u8() === opcode;
  if (is(OPCODE.globalGet) && reader.u32() === stackPointer && is(OPCODE.i32Const)) {
    const frame = reader.s32();
    if (is(OPCODE.i32Sub) && is(OPCODE.localTee)) {
      reader.u32();
      if (is(OPCODE.globalSet) && reader.u32() === stackPointer) return { frame, prologue: reader.at };
    }
  }
  return { frame: 0, prologue: 0 };
}

function readBody(body: Uint8Array, type: FunctionType, guard: Guard): Body {
  const reader = new WasmReader(body);
  const locals = type.parameters.length + readLocals(reader).count;
  const [declarations, code] = [body.subarray(0, reader.at), body.subarray(reader.at)];
  let callsOthers = false;
  while (!callsOthers && !reader.atEnd) {
    const { opcode } = readInstruction(reader);
    callsOthers = opcode === OPCODE.call || opcode === OPCODE.callIndirect;
  }
  return {
    declarations,
    code,
    locals,
    callsOthers,
    ...readPrologue(code, guard),
  };
}

/** Traps when the C stack pointer is below the floor. */
function emitCheck(out: WasmWriter, { stackPointer, floor }: Guard): void {
  out.u8(OPCODE.globalGet).u32(stackPointer).u8(OPCODE.i32Const).s32(floor).u8(OPCODE.i32LtU);
  out.u8(OPCODE.if, EMPTY_BLOCK, OPCODE.unreachable, OPCODE.end);
}

function emitMove(out: WasmWriter, { stackPointer }: Guard, operation: number, bytes: number): void {
  out.u8(OPCODE.globalGet).u32(stackPointer).u8(OPCODE.i32Const).s32(bytes).u8(operation);
  out.u8(OPCODE.globalSet).u32(stackPointer);
}

/** The target of the delegate instruction at `from`, one further out when it was the function itself. */
function moved(code: Uint8Array, from: number, depth: number): number {
  const target = new WasmReader(code, from + 1).u32();
  return target === depth ? target + 1 : target;
}

/** The instructions up to the last `end`, in a block of their own: what returned leaves the block instead. */
function emitInBlock(out: WasmWriter, code: Uint8Array, { results }: FunctionType): void {
  if (results.length > 1) throw new Error(`wasm: expected functions of at most one result, got ${results.length}`);
  out.u8(OPCODE.block, results[0] ?? EMPTY_BLOCK);
  const reader = new WasmReader(code);
  for (let depth = 0; !reader.atEnd; ) {
    const from = reader.at;
    const { opcode } = readInstruction(reader);
    if (isBlockStart(opcode)) depth++;
    else if (isBlockEnd(opcode)) depth--;
    if (opcode === OPCODE.return) out.u8(OPCODE.br).u32(depth);
    // An exception handed on to the function's caller passes the block too: engines differ in whether it may stop there.
    else if (opcode === OPCODE.delegate) out.u8(opcode).u32(moved(code, from, depth));
    else out.append(code.subarray(from, reader.at));
  }
}

function guarded(body: Uint8Array, type: FunctionType, guard: Guard): Uint8Array {
  const { declarations, code, locals, callsOthers, frame, prologue } = readBody(body, type, guard);
  if (!callsOthers) return body;
  const missing = frameOf(locals, code.length) - frame;
  const out = new WasmWriter().append(declarations);
  if (missing <= 0) {
    out.append(code.subarray(0, prologue));
    emitCheck(out, guard);
    return out.append(code.subarray(prologue)).bytes;
  }
  emitMove(out, guard, OPCODE.i32Sub, missing);
  emitCheck(out, guard);
  emitInBlock(out, code, type);
  emitMove(out, guard, OPCODE.i32Add, missing);
  return out.u8(OPCODE.end).bytes;
}

/**
 * The module with a guarded C stack. `floor`: address below which a call traps, and leaves the stack pointer there.
 *
 * @throws Error for an instruction or a form that we do not know
 */
export function addStackGuard(wasm: Uint8Array, floor: number): Uint8Array<ArrayBuffer> {
  const sections = readSections(wasm);
  const guard = {
    stackPointer: exportedGlobal(sectionBody(sections, SECTION.export), '__stack_pointer'),
    floor,
  };
  const types = definedTypes(sections);
  return writeSections(mapBodies(sections, (body, index) => guarded(body, types[index]!, guard)));
}
