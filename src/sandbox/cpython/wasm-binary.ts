/** Reads and writes the frame of a WebAssembly binary: LEB128 numbers and sections (core specification 3.0, chapter 5). */

/** Section ids that the sandbox's tools look into. */
export const SECTION = { custom: 0, type: 1, import: 2, function: 3, global: 6, export: 7, code: 10 } as const;

export const VALUE_TYPE = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c } as const;
/** The four number types; vectors and references are never stored by the modules we read. */
export type ValueType = (typeof VALUE_TYPE)[keyof typeof VALUE_TYPE];

const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00] as const;

/** A cursor over bytes. */
export class WasmReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get atEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  u8(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new Error(`wasm: expected more than ${this.bytes.length} bytes`);
    return byte;
  }

  /** An unsigned LEB128 number of at most 32 bits. */
  u32(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.u8();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (scale > 2 ** 28) throw new Error(`wasm: expected a 32-bit number at byte ${this.at}`);
    }
  }

  /** A signed LEB128 number of at most 32 bits. */
  s32(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.u8();
      value |= (byte & 127) << shift;
      if (byte < 128) return shift < 25 && (byte & 64) !== 0 ? value | (-1 << (shift + 7)) : value;
      if (shift > 28) throw new Error(`wasm: expected a 32-bit number at byte ${this.at}`);
    }
  }

  /** Passes over one LEB128 number of any width and sign. */
  skipLeb(): void {
    while (this.u8() >= 128);
  }

  skip(count: number): void {
    this.at += count;
  }

  /** A view of the next `count` bytes. */
  take(count: number): Uint8Array {
    const from = this.at;
    this.at += count;
    if (this.at > this.bytes.length)
      throw new Error(`wasm: expected ${count} bytes at byte ${from}, the end came first`);
    return this.bytes.subarray(from, this.at);
  }

  name(): string {
    return new TextDecoder().decode(this.take(this.u32()));
  }
}

/** Bytes that grow at the end. */
export class WasmWriter {
  #bytes = new Uint8Array(1 << 10);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written so far; a view that the next write may leave behind. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  u8(...bytes: readonly number[]): this {
    this.#reserve(bytes.length);
    for (const byte of bytes) this.#bytes[this.#length++] = byte;
    return this;
  }

  u32(value: number): this {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.u8((rest % 128) | 128);
    return this.u8(rest);
  }

  /** A signed LEB128 number of 32 bits. */
  s32(value: number): this {
    let rest = value | 0;
    for (; rest < -64 || rest >= 64; rest >>= 7) this.u8((rest & 127) | 128);
    return this.u8(rest & 127);
  }

  append(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** Bytes with their number in front. */
  sized(bytes: Uint8Array): this {
    return this.u32(bytes.length).append(bytes);
  }

  name(text: string): this {
    return this.sized(new TextEncoder().encode(text));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const grown = new Uint8Array(2 * (this.#length + count));
    grown.set(this.bytes);
    this.#bytes = grown;
  }
}

export interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

/** The sections of a module in file order. */
export function readSections(wasm: Uint8Array): Section[] {
  if (HEADER.some((byte, i) => wasm[i] !== byte)) throw new Error('wasm: expected a module of version 1');
  const reader = new WasmReader(wasm, HEADER.length);
  const sections: Section[] = [];
  while (!reader.atEnd) sections.push({ id: reader.u8(), body: reader.take(reader.u32()) });
  return sections;
}

export function writeSections(sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const out = new WasmWriter().u8(...HEADER);
  for (const { id, body } of sections) out.u8(id).sized(body);
  return out.bytes.slice();
}
