/**
 * Rewrites the module so that a tick stands for about the same work everywhere: some fifty steps of a loop.
 *
 * CPython asks for signals, which is our tick, once in 51 steps of its evaluation loop; but also once for every object
 * that it turns into text, and once in 4,096 steps of a regular expression. Honest programs that print many numbers paid
 * fifty times too much, and a pattern that backtracks for ever a hundredth.
 */

import { exportedFunction, importedFunctions, sectionBody } from './module-parts.ts';
import { OPCODE, readInstruction } from './opcodes.ts';
import { readSections, SECTION, WasmReader, WasmWriter, writeSections } from './wasm-binary.ts';

/** `PyErr_CheckSignals` (Modules/signalmodule.c): the call that ends in a tick. */
const POLL = 'PyErr_CheckSignals';
/** Turn an object into text (Objects/object.c); code of the program that they call has ticks of its own. */
const TEXT = ['PyObject_Str', 'PyObject_Repr'] as const;
/** `0 == (++sigcount & 0xfff)` of Modules/_sre/sre_lib.h, in the matchers for the three widths of text. */
const SRE = { matchers: 3, mask: 0xfff, ours: 0x3f } as const;

interface Scan {
  readonly polls: number;
  readonly masks: number;
  /** The body with calls of the poll dropped, or with the other mask. */
  readonly rewritten: Uint8Array;
}

type Change = 'drop' | 'mask';

/** Copies a body instruction by instruction; `change` says what is written otherwise. */
function scan(body: Uint8Array, poll: number, change: Change): Scan {
  const reader = new WasmReader(body);
  for (let groups = reader.u32(); groups > 0; groups--) {
    reader.u32();
    reader.skip(1);
  }
  const out = new WasmWriter().append(body.subarray(0, reader.at));
  let [polls, masks] = [0, 0];
  while (!reader.atEnd) {
    const from = reader.at;
    const { opcode } = readInstruction(reader);
    const bytes = body.subarray(from, reader.at);
    const immediate = () => new WasmReader(body, from + 1);
    const isPoll = opcode === OPCODE.call && immediate().u32() === poll;
    const isMask = opcode === OPCODE.i32Const && immediate().s32() === SRE.mask && body[reader.at] === OPCODE.i32And;
    polls += Number(isPoll);
    masks += Number(isMask);
    if (isPoll && change === 'drop') out.u8(OPCODE.i32Const).s32(0);
    else if (isMask && change === 'mask') out.u8(OPCODE.i32Const).s32(SRE.ours);
    else out.append(bytes);
  }
  return { polls, masks, rewritten: out.bytes };
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
  const reader = new WasmReader(sectionBody(sections, SECTION.code));
  const count = reader.u32();
  const out = new WasmWriter().u32(count);
  let matchers = 0;
  for (let i = 0; i < count; i++) {
    const body = reader.take(reader.u32());
    if (texts.has(first + i)) {
      const { polls, rewritten } = scan(body, poll, 'drop');
      if (polls !== 1) throw new Error(`wasm: expected one poll in each of ${TEXT.join(', ')}, got ${polls}`);
      out.sized(rewritten);
      continue;
    }
    const { polls, masks, rewritten } = scan(body, poll, 'mask');
    const isMatcher = polls === 1 && masks > 0;
    if (isMatcher) matchers++;
    out.sized(isMatcher ? rewritten : body);
  }
  if (matchers !== SRE.matchers) {
    throw new Error(`wasm: expected ${SRE.matchers} matchers of regular expressions that poll, got ${matchers}`);
  }
  return writeSections(
    sections.map((section) => (section.id === SECTION.code ? { ...section, body: out.bytes } : section)),
  );
}
