/** One CPython in its own linear memory: woken from the image, driven through the C API, put back byte for byte. */

import type { CApi, Pointer } from './capi.ts';
import { OFFSET } from './capi.ts';
import { type Link, sandboxImports } from './firewall.ts';
import { HOOK_BASE, type HookFunctions, installHooks } from './hooks.ts';
import { type ImageHeader, type SandboxImage, SCRATCH_BYTES } from './image.ts';
import type { Meter } from './meter.ts';

const PAGE = 65536;

export class Interpreter {
  readonly api: CApi;
  readonly header: ImageHeader;
  readonly meter: Meter;
  /** What `restore` writes back: at first the image itself, which is shared and never written to. */
  #base: Uint8Array<ArrayBuffer>;
  #break: number;
  #stackPointer: number;
  /** Where the allocator's memory would start if it were one piece: break minus footprint. */
  #heapStart: Pointer;

  private constructor(api: CApi, { header, memory }: SandboxImage, meter: Meter) {
    this.api = api;
    this.header = header;
    this.meter = meter;
    this.#base = memory;
    this.#break = memory.length;
    this.#stackPointer = header.stackPointer;
    this.#heapStart = this.#break - api.malloc_footprint();
  }

  /**
   * A running interpreter in the state of the image. `module` is the compiled `pyodide.asm.wasm`; `hooks` builds the
   * callbacks once the C API is there.
   */
  static create(
    module: WebAssembly.Module,
    image: SandboxImage,
    meter: Meter,
    hooks: (api: CApi) => HookFunctions,
  ): Interpreter {
    const { header, memory } = image;
    const link: { api: CApi } = { api: undefined as unknown as CApi };
    const instance = new WebAssembly.Instance(
      module,
      sandboxImports(module, header.gotFunctions, link satisfies Link, meter),
    );
    const api = instance.exports as unknown as CApi;
    link.api = api;
    api.emscripten_stack_init();
    const table = api.__indirect_function_table;
    if (table.length !== header.staticTable) {
      throw new Error(`sandbox: expected a module with ${header.staticTable} table slots, got ${table.length}`);
    }
    table.grow(HOOK_BASE - table.length);
    const exported = instance.exports as Record<string, unknown>;
    header.table.forEach((name, i) => {
      if (name !== null) table.set(header.staticTable + i, exported[name]);
    });
    installHooks(table, header.iterators, meter, hooks(api));
    const missing = Math.ceil((memory.length - api.memory.buffer.byteLength) / PAGE);
    if (missing > 0) api.memory.grow(missing);
    new Uint8Array(api.memory.buffer).set(memory);
    api.__stack_pointer.value = header.stackPointer;
    return new Interpreter(api, image, meter);
  }

  /** The linear memory as it is now; growing it detaches older views. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.api.memory.buffer as ArrayBuffer);
  }

  /**
   * Lets the heap end at address `bytes` until the next `restore`. Growing the WebAssembly memory is refused at the
   * same mark, but memory that an earlier program made grow never shrinks, so that alone would depend on history.
   */
  limitHeap(bytes: number): void {
    this.api.malloc_set_footprint_limit(Math.max(0, bytes - this.#heapStart));
  }

  /** Makes the present state the one that `restore` returns to. */
  checkpoint(): void {
    this.#break = this.api.sbrk(0) >>> 0;
    this.#stackPointer = this.api.__stack_pointer.value as number;
    this.#base = this.bytes.slice(0, this.#break);
    this.#heapStart = this.#break - this.api.malloc_footprint();
  }

  /** Puts memory, program break and stack pointer back to the checkpoint. */
  restore(): void {
    const bytes = this.bytes;
    // The heap may have been trimmed since its peak, so the break alone does not tell what was touched.
    const peak = Math.max(this.api.sbrk(0) >>> 0, this.#heapStart + this.api.malloc_max_footprint());
    bytes.set(this.#base);
    if (peak > this.#break) bytes.fill(0, this.#break, Math.min(peak, bytes.length));
    this.api.__stack_pointer.value = this.#stackPointer;
  }

  /** True when memory, break and stack pointer equal the checkpoint exactly: the proof that undo left nothing behind. */
  isPristine(): boolean {
    if (this.api.__stack_pointer.value !== this.#stackPointer) return false;
    const words = new Uint32Array(this.api.memory.buffer);
    // The break is 16-byte aligned, and so is the image within its file.
    const base = new Uint32Array(this.#base.buffer, this.#base.byteOffset, this.#break / 4);
    for (let i = 0; i < base.length; i++) if (words[i] !== base[i]) return false;
    for (let i = base.length; i < words.length; i++) if (words[i] !== 0) return false;
    return true;
  }

  u32(at: Pointer): number {
    return new DataView(this.api.memory.buffer).getUint32(at >>> 0, true);
  }

  i32(at: Pointer): number {
    return new DataView(this.api.memory.buffer).getInt32(at >>> 0, true);
  }

  typeOf(object: Pointer): Pointer {
    return this.u32(object + OFFSET.object.type);
  }

  /** `tp_name` of a type, without the module in front; at most 200 bytes. */
  typeName(type: Pointer): string {
    const name = this.cString(this.u32(type + OFFSET.type.name), 200);
    return name.slice(name.lastIndexOf('.') + 1);
  }

  /** The C string at `at`, cut to `limit` bytes; malformed UTF-8 is replaced. */
  cString(at: Pointer, limit: number): string {
    if (at === 0) return '';
    const bytes = this.bytes.subarray(at >>> 0, (at >>> 0) + limit);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  }

  /**
   * Copies bytes into the interpreter with a zero behind them. Small ones share one scratch block, which the next call
   * overwrites; large ones are allocated and go away with the next `restore`. 0 when the heap is full.
   */
  put(bytes: Uint8Array): Pointer {
    const at = bytes.length < SCRATCH_BYTES ? this.header.scratch : this.api.malloc(bytes.length + 1);
    if (at === 0) return 0;
    this.bytes.set(bytes, at);
    this.bytes[at + bytes.length] = 0;
    return at;
  }

  /** As `put`, for text; only one such string may be in use at a time. */
  putString(text: string): Pointer {
    return this.put(new TextEncoder().encode(text));
  }

  /** A C string that lives until the next `restore`. */
  newString(text: string): Pointer {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const at = this.api.malloc(bytes.length);
    if (at !== 0) this.bytes.set(bytes, at);
    return at;
  }
}
