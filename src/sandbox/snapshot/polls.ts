/**
 * Rewrites the module so that a tick stands for about the same work everywhere: some fifty steps of a loop.
 *
 * CPython asks for signals, which is our tick, once in 51 steps of its evaluation loop; but also once for every object
 * that it turns into text, for every digit of an int that becomes text (30 bits; it hands ints of more than a thousand
 * to Python code), and once in 4,096 steps of a regular expression. Honest programs that print many numbers paid fifty
 * times too much, and a pattern that backtracks for ever a sixtieth.
 */

import { readSections, SECTION, WasmReader, WasmWriter, writeSections } from '../cpython/wasm-binary.ts';
import { exportedFunction, importedFunctions, mapBodies, readLocals, sectionBody } from './module-parts.ts';
import { OPCODE, readInstruction } from './opcodes.ts';

/** `PyErr_CheckSignals` (Modules/signalmodule.c): the call that ends in a tick. */
const POLL = 'PyErr_CheckSignals';
/** Turn an object into text (Objects/object.c); code of the program that they call has ticks of its own. */
const TEXT = ['PyObject_Str', 'PyObject_Repr'] as const;
/** `_PyLong_DECIMAL_BASE` (Objects/longobject.c): of the functions that poll, only the one that writes ints has it. */
const DECIMAL_BASE = 1_000_000_000;
/** `0 == (++sigcount & 0xfff)` of Modules/_sre/sre_lib.h, in the matchers for the three widths of text. */
const SRE = { matchers: 3, mask: 0xfff, ours: 0x3f } as const;

/** What an instruction is to us, and how the other kinds are found in a body. */
type Sight = 'poll' | 'mask' | 'base' | 'other';

/** Hands over every instruction of a body with what it is to us; returns where the instructions begin. */
function look(body: Uint8Array, poll: number, visit: (sight: Sight, bytes: Uint8Array) => void): number {
  const reader = new WasmReader(body);
  readLocals(reader);
  const start = reader.at;
  while (!reader.atEnd) {
    const from = reader.at;
    const { opcode } = readInstruction(reader);
    const immediate = new WasmReader(body, from + 1);
    let sight: Sight = 'other';
    if (opcode === OPCODE.call && immediate.u32() === poll) sight = 'poll';
    else if (opcode === OPCODE.i32Const) {
      const value = immediate.s32();
      if (value === SRE.mask && body[reader.at] === OPCODE.i32And) sight = 'mask';
      else if (value === DECIMAL_BASE) sight = 'base';
    }
    visit(sight, body.subarray(from, reader.at));
  }
  return start;
}

/** The body with `i32.const value` in the place of every instruction of one sight. */
function replaced(body: Uint8Array, poll: number, wanted: Sight, value: number): Uint8Array {
  const code = new WasmWriter();
  const start = look(body, poll, (sight, bytes) => {
    if (sight === wanted) code.u8(OPCODE.i32Const).s32(value);
    else code.append(bytes);
  });
  return new WasmWriter().append(body.subarray(0, start)).append(code.bytes).bytes;
}

/**
 * The module with even ticks.
 *
 * @throws Error when the places are not where this version of CPython has them
 */
export function evenOutPolls(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const sections = readSections(wasm);
  const exported = (name: string) => exportedFunction(sectionBody(sections, SECTION.export), name);
  const first = importedFunctions(sections);
  const poll = exported(POLL);
  const texts = new Set(TEXT.map(exported));
  const found = { texts: 0, decimals: 0, matchers: 0 };
  const rewritten = mapBodies(sections, (body, index) => {
    const seen = { poll: 0, mask: 0, base: 0, other: 0 };
    look(body, poll, (sight) => seen[sight]++);
    const isText = texts.has(first + index);
    if (seen.poll === 1 && (isText || seen.base > 0)) {
      found[isText ? 'texts' : 'decimals']++;
      return replaced(body, poll, 'poll', 0);
    }
    if (seen.poll !== 1 || seen.mask === 0) return body;
    found.matchers++;
    return replaced(body, poll, 'mask', SRE.ours);
  });
  const { texts: textual, decimals, matchers } = found;
  if (textual !== TEXT.length || decimals !== 1 || matchers !== SRE.matchers) {
    throw new Error(
      `wasm: expected ${TEXT.length} functions that make text, 1 that writes ints and ${SRE.matchers} matchers to poll, got ${textual}, ${decimals} and ${matchers}`,
    );
  }
  return writeSections(rewritten);
}
