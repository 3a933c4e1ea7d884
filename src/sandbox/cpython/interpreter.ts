/** One CPython in its own linear memory: woken from the image, driven through the C API, put back byte for byte. */

import type { CApi, Pointer } from './capi.ts';
import { OFFSET } from './capi.ts';
import { MAP_BYTES, pendingFlag } from './dirty-map.ts';
import { type Link, sandboxImports } from './firewall.ts';
import { HOOK_BASE, type HookFunctions, installHooks } from './hooks.ts';
import { type ImageHeader, type SandboxImage, SCRATCH_BYTES } from './image.ts';
import { LinearMemory } from './memory.ts';
import type { Meter } from './meter.ts';
import { equalsBase, fingerprint, putBackAll, putBackMarked } from './undo.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class Interpreter {
  readonly api: CApi;
  readonly header: ImageHeader;
  readonly meter: Meter;
  readonly memory: LinearMemory;
  /** What `restore` writes back: at first the image itself, which is shared and never written to. */
  #base: Uint8Array<ArrayBuffer>;
  #break: number;
  #stackPointer: number;
  /** Where the allocator's memory would start if it were one piece: break minus footprint. */
  #heapStart: Pointer;

  private constructor(link: Link, image: SandboxImage, meter: Meter) {
    const { api } = link;
    const { header } = image;
    this.api = api;
    this.header = header;
    this.meter = meter;
    this.memory = link.memory;
    this.#base = image.memory;
    this.#break = image.memory.length;
    this.#stackPointer = header.stackPointer;
    this.#heapStart = this.#break - api.malloc_footprint();
  }

  /**
   * A running interpreter in the state of the image. `module` is the compiled module that was rewritten for it; Pyodide's
   * own works too, but its undo copies everything. `hooks` builds the callbacks once the C API is there.
   */
  static create(
    module: WebAssembly.Module,
    image: SandboxImage,
    meter: Meter,
    hooks: (api: CApi) => HookFunctions,
  ): Interpreter {
    const { header, memory } = image;
    // The imports need the instance and the instance its imports; none is called before both are there.
    const link = {} as Mutable<Link>;
    const instance = new WebAssembly.Instance(module, sandboxImports(module, header.gotFunctions, link, meter));
    const api = instance.exports as unknown as CApi;
    link.api = api;
    link.memory = new LinearMemory(api);
    if (link.memory.map !== undefined && link.memory.map !== header.dirtyMap) {
      throw new Error(`sandbox: expected a module with its map at ${header.dirtyMap}, got ${link.memory.map}`);
    }
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
    installHooks(table, header.wrapped, meter, hooks(api));
    if (!link.memory.grow(memory.length)) throw new Error(`sandbox: no room for an image of ${memory.length} bytes`);
    link.memory.bytes.set(memory);
    api.__stack_pointer.value = header.stackPointer;
    return new Interpreter(link, image, meter);
  }

  /** The linear memory as it is now, to read from; growing it detaches older views. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.memory.bytes;
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
    const { map } = this.memory;
    if (map !== undefined) this.bytes.fill(0, pendingFlag(map), map + MAP_BYTES);
    this.#break = this.api.sbrk(0) >>> 0;
    this.#stackPointer = this.api.__stack_pointer.value as number;
    this.#base = this.bytes.slice(0, this.#break);
    this.#heapStart = this.#break - this.api.malloc_footprint();
  }

  /** Puts memory, program break and stack pointer back to the checkpoint; costs what was written, not what is there. */
  restore(): void {
    const { map } = this.memory;
    if (map === undefined) putBackAll(this.bytes, this.#base);
    else putBackMarked(this.bytes, this.#base, map);
    this.api.__stack_pointer.value = this.#stackPointer;
  }

  /** True when memory, break and stack pointer equal the checkpoint exactly: the proof that undo left nothing behind. */
  isPristine(): boolean {
    return this.api.__stack_pointer.value === this.#stackPointer && equalsBase(this.bytes, this.#base);
  }

  /** Fingerprint of the used memory, from address 0 to the checkpoint's break; about 20 ms. */
  digest(): string {
    return fingerprint(this.bytes.subarray(0, this.#break));
  }

  /** After a trap: whether the module's guard ended a recursion that CPython does not look after. */
  get stackEnded(): boolean {
    return (this.api.__stack_pointer.value as number) < this.header.stackFloor;
  }

  u32(at: Pointer): number {
    return this.memory.u32(at);
  }

  i32(at: Pointer): number {
    return this.memory.i32(at);
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
    this.memory.write(at, bytes);
    this.memory.write(at + bytes.length, [0]);
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
    if (at !== 0) this.memory.write(at, bytes);
    return at;
  }
}
