/** Frames of the program's own source: of a traceback, or of what runs right now. Memory is read; no code of the program runs. */

import type { TracebackFrame } from '../../core/types.ts';
import { OFFSET, type Pointer } from './capi.ts';
import type { Interpreter } from './interpreter.ts';

/** Frames that are kept, the innermost ones. */
const MAX_KEPT = 20;
/** Frames that are looked at. */
const MAX_FRAMES = 5000;
/** Characters of a function's name. */
const MAX_NAME = 100;
/** Bits of `PyASCIIObject.state`; two bits of interning and three of width come before. */
const STR_COMPACT = 0x20;
const STR_ASCII = 0x40;
/** Programs can make up line numbers; none of a real source is larger. */
const MAX_LINE = 2 ** 20;

/**
 * The characters of a compact `str` as they lie in memory, 1, 2 or 4 bytes each; encoding them would allocate. `?` for
 * any other object.
 */
function readStr(python: Interpreter, object: Pointer): string {
  const { state, length, ascii, wide } = OFFSET.str;
  const flags = python.u32(object + state);
  const width = (flags >>> 2) & 7;
  if ((flags & STR_COMPACT) === 0 || ![1, 2, 4].includes(width)) return '?';
  const count = Math.min(python.u32(object + length), MAX_NAME);
  const at = object + ((flags & STR_ASCII) === 0 ? wide : ascii);
  const mask = width === 4 ? 0x1fffff : 2 ** (8 * width) - 1;
  const codes = Array.from({ length: count }, (_, i) => python.u32(at + width * i) & mask);
  return codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : '?';
}

const nameOf = (python: Interpreter, code: Pointer): string => readStr(python, python.u32(code + OFFSET.code.name));

function isOwn(python: Interpreter, code: Pointer, fileName: Pointer): boolean {
  return python.u32(code + OFFSET.code.fileName) === fileName;
}

/**
 * The program's frames in the traceback of an exception, outermost first. `fileName` is the address of the str object
 * that the program was compiled under.
 */
export function tracebackFrames(python: Interpreter, exception: Pointer, fileName: Pointer): TracebackFrame[] {
  const { api } = python;
  const found: { line: number; code: Pointer }[] = [];
  let entry = api.PyException_GetTraceback(exception);
  for (let i = 0; entry !== 0 && i < MAX_FRAMES; i++, entry = python.u32(entry + OFFSET.traceback.next)) {
    const code = api.PyFrame_GetCode(python.u32(entry + OFFSET.traceback.frame));
    if (!isOwn(python, code, fileName)) continue;
    const stored = python.i32(entry + OFFSET.traceback.line);
    const line = stored > 0 ? stored : api.PyCode_Addr2Line(code, python.i32(entry + OFFSET.traceback.lasti));
    if (line > 0 && line <= MAX_LINE) found.push({ line, code });
    if (found.length > MAX_KEPT) found.shift();
  }
  return found.map(({ line, code }) => ({ line, name: nameOf(python, code) }));
}

/**
 * The program's frames that were running when a budget ended it, outermost first; to be asked before the memory is put
 * back. `thread` is the thread state, which may not be CPython's current one: a kill can strike while the interpreter
 * lock is released (during a write). So nothing is allocated and nobody is asked that needs the lock.
 */
export function runningFrames(python: Interpreter, thread: Pointer, fileName: Pointer): TracebackFrame[] {
  const { api } = python;
  const found: { line: number; code: Pointer }[] = [];
  let frame = python.u32(thread + OFFSET.thread.frame);
  for (let i = 0; frame !== 0 && i < MAX_FRAMES && found.length < MAX_KEPT; i++) {
    const code = api.PyUnstable_InterpreterFrame_GetCode(frame);
    if (isOwn(python, code, fileName)) {
      const line = api.PyUnstable_InterpreterFrame_GetLine(frame);
      if (line > 0 && line <= MAX_LINE) found.push({ line, code });
    }
    frame = python.u32(frame + OFFSET.frame.previous);
  }
  return found.toReversed().map(({ line, code }) => ({ line, name: nameOf(python, code) }));
}
