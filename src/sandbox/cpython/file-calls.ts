/** The system calls that look files up and read them: granted files answer, everything else is not there. */

import type { Pointer } from './capi.ts';
import type { LinearMemory } from './memory.ts';
import type { Meter } from './meter.ts';

/** WASI and Emscripten share these numbers. */
export const ERRNO = { access: 2, badFile: 8, invalid: 28, noEntry: 44, notTerminal: 59 } as const;

/** musl's open flags: the access mode, and what creates, empties or appends. */
const O_ACCMODE = 3;
const WRITING_FLAGS = 0o100 | 0o1000 | 0o2000;
/** W_OK | X_OK of `access`. */
const WRITE_OR_EXECUTE = 3;

/** Whether flags of `open` ask for no more than reading. */
export function readsOnly(flags: number): boolean {
  return (flags & O_ACCMODE) === 0 && (flags & WRITING_FLAGS) === 0;
}

/** Type and permissions in `st_mode`. */
const REGULAR_READ_ONLY = 0o100444;
const CHARACTER_DEVICE = 0o020666;
const STAT_BYTES = 96;
/** Seconds since 1970 that files were made at: where the virtual clock starts. */
const FILE_TIME = 1_700_000_000;

/** Emscripten's `struct stat`. */
function writeStat(memory: LinearMemory, at: Pointer, mode: number, size: number): void {
  const stat = new DataView(new ArrayBuffer(STAT_BYTES));
  const words: readonly (readonly [number, number])[] = [
    [0, 1], // device
    [4, mode],
    [8, 1], // links
    [24, size],
    [32, 4096], // preferred block
    [36, Math.ceil(size / 512)],
    [40, FILE_TIME],
    [56, FILE_TIME],
    [72, FILE_TIME],
    [88, 1], // inode
  ];
  for (const [offset, value] of words) stat.setUint32(offset, value, true);
  memory.write(at, new Uint8Array(stat.buffer));
}

const NOTHING = new Uint8Array();

/** Longest path that is read out of the interpreter. */
const MAX_PATH = 200;

/** What the calls need; `memory` is asked for at each call, because the interpreter does not exist before its imports. */
export interface FileWorld {
  readonly memory: LinearMemory;
}

/** Imports by name; `meter` holds what is granted and writes refusals into the ledger. */
export function fileCalls(world: FileWorld, meter: Meter) {
  const { files } = meter.granted;
  const pathAt = (at: Pointer): string => {
    const bytes = world.memory.bytes.subarray(at >>> 0, (at >>> 0) + MAX_PATH);
    const end = bytes.indexOf(0);
    return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  };
  const refuse = (what: string, path: string): number => {
    meter.note('file', `${what} ${path}`.trim(), true);
    return -ERRNO.noEntry;
  };
  /** `what` is the call's name in the ledger. */
  const statPath = (what: string, at: Pointer, buffer: Pointer): number => {
    const path = pathAt(at);
    const content = files.find(path);
    if (content === undefined) return refuse(what, path);
    writeStat(world.memory, buffer >>> 0, REGULAR_READ_ONLY, content.length);
    return 0;
  };
  return {
    __syscall_openat: (_folder: number, at: Pointer, flags: number) => {
      const path = pathAt(at);
      return (readsOnly(flags) ? files.open(path) : undefined) ?? refuse('open', path);
    },
    __syscall_stat64: (at: Pointer, buffer: Pointer) => statPath('stat', at, buffer),
    __syscall_lstat64: (at: Pointer, buffer: Pointer) => statPath('stat', at, buffer),
    __syscall_newfstatat: (_folder: number, at: Pointer, buffer: Pointer) => statPath('stat', at, buffer),
    __syscall_fstat64: (descriptor: number, buffer: Pointer) => {
      const size = files.size(descriptor);
      if (size === undefined && (descriptor < 0 || descriptor > 2)) return -ERRNO.badFile;
      const mode = size === undefined ? CHARACTER_DEVICE : REGULAR_READ_ONLY;
      writeStat(world.memory, buffer >>> 0, mode, size ?? 0);
      return 0;
    },
    __syscall_faccessat: (_folder: number, at: Pointer, mode: number) => {
      const path = pathAt(at);
      if (files.find(path) === undefined) return refuse('access', path);
      return (mode & WRITE_OR_EXECUTE) === 0 ? 0 : -ERRNO.access;
    },
    /** Standard input that nothing was put on is at its end. */
    fd_read: (descriptor: number, vectors: Pointer, count: number, read: Pointer) => {
      const { memory } = world;
      let total = 0;
      for (let i = 0; i < count; i++) {
        const bytes =
          files.read(descriptor, memory.u32(vectors + 8 * i + 4)) ?? (descriptor === 0 ? NOTHING : undefined);
        if (bytes === undefined) return ERRNO.badFile;
        memory.write(memory.u32(vectors + 8 * i), bytes);
        total += bytes.length;
      }
      memory.setU32(read, total);
      return 0;
    },
    fd_seek: (descriptor: number, offset: bigint, whence: number, result: Pointer) => {
      const position = files.seek(descriptor, Number(offset), whence);
      if (position === undefined) return ERRNO.badFile;
      if (position === null) return ERRNO.invalid;
      world.memory.setU64(result, BigInt(position));
      return 0;
    },
    fd_close: (descriptor: number) => {
      if (!files.close(descriptor)) meter.granted.closeStream(descriptor);
      return 0;
    },
  };
}
