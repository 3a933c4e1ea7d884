/** The interpreter's memory right before the first program, with the few numbers needed to wake it up in a fresh WebAssembly instance. */

import type { Pointer } from './capi.ts';
import type { WrappedFunctions } from './hooks.ts';

/** Size of the scratch block, bytes. */
export const SCRATCH_BYTES = 1 << 16;

export interface ImageHeader {
  /** Version of the `pyodide` package whose `pyodide.asm.wasm` the image belongs to. */
  readonly pyodide: string;
  readonly stackPointer: number;
  /** Address below which the module lets no function go that calls others (`snapshot/stack-guard.ts`). */
  readonly stackFloor: Pointer;
  /** Values of the `GOT.func` imports. */
  readonly gotFunctions: Readonly<Record<string, number>>;
  /** Length of the function table as the module declares it; later slots hold the exports named in `table`. */
  readonly staticTable: number;
  /** Export in slot `staticTable + i`; null where nothing may be called. */
  readonly table: readonly (string | null)[];
  /** The functions whose slots in the image point at our fuel wrappers. */
  readonly wrapped: WrappedFunctions;
  /** Addresses of the dict subclasses that count as plain data (CONTRACTS §1). */
  readonly plainDictTypes: readonly Pointer[];
  /** A block of SCRATCH_BYTES for short strings and small marshal texts. */
  readonly scratch: Pointer;
  /** Where the rewritten module keeps its map of written pages (`dirty-map.ts`); all zero in the image. */
  readonly dirtyMap: Pointer;
  /** Exception types that the sandbox raises when it refuses an import or another capability. */
  readonly refusedImport: Pointer;
  readonly refusedCapability: Pointer;
}

export interface SandboxImage {
  readonly header: ImageHeader;
  /** Linear memory from address 0 up to the program break. */
  readonly memory: Uint8Array<ArrayBuffer>;
}

/** `[header length: u32 LE][header: JSON, padded with spaces to a multiple of 8][memory]`. */
export function packImage({ header, memory }: SandboxImage): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(header));
  const padded = Math.ceil((json.length + 4) / 8) * 8 - 4;
  const out = new Uint8Array(4 + padded + memory.length).fill(32, 4, 4 + padded);
  new DataView(out.buffer).setUint32(0, padded, true);
  out.set(json, 4);
  out.set(memory, 4 + padded);
  return out;
}

export function unpackImage(bytes: Uint8Array<ArrayBuffer>): SandboxImage {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (4 + length > bytes.length)
    throw new Error(`sandbox image: expected ${4 + length} bytes or more, got ${bytes.length}`);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as ImageHeader;
  return { header, memory: bytes.subarray(4 + length) };
}
