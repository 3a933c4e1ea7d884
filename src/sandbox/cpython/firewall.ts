/** Every import of the interpreter's WebAssembly module: about thirty harmless ones are answered here, all others end the program. */

import type { CApi, Pointer } from './capi.ts';
import { ERRNO, fileCalls } from './file-calls.ts';
import { Kill } from './kill.ts';
import type { LinearMemory } from './memory.ts';
import type { Meter } from './meter.ts';

type Import = (...args: never[]) => unknown;

/** File descriptor of standard output. */
const STDOUT = 1;

/** What the imports need from the instance that they are imported into. */
export interface Link {
  readonly api: CApi;
  readonly memory: LinearMemory;
}

/** Writes a `struct tm` (UTC) for seconds since 1970. */
function writeBrokenDownTime(link: Link, seconds: number, tm: Pointer): void {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000);
  const fields = [
    date.getUTCSeconds(),
    date.getUTCMinutes(),
    date.getUTCHours(),
    date.getUTCDate(),
    date.getUTCMonth(),
    year - 1900,
    date.getUTCDay(),
    dayOfYear,
    0,
    0,
  ];
  link.memory.setWords(tm, fields);
}

/** Seconds since 1970 of a `struct tm` taken as UTC; normalises the struct as `mktime` does. */
function readBrokenDownTime(link: Link, tm: Pointer): bigint {
  const field = (i: number) => link.memory.i32(tm + 4 * i);
  const seconds = Date.UTC(field(5) + 1900, field(4), field(3), field(2), field(1), field(0)) / 1000;
  if (Number.isNaN(seconds)) return -1n;
  writeBrokenDownTime(link, seconds, tm);
  return BigInt(seconds);
}

/**
 * The imports that a running program may reach. Time is virtual, randomness a fixed stream, output counted (and kept
 * where that was granted), files only those that were granted.
 */
function allowed(link: Link, meter: Meter): Record<string, Import> {
  /** Counts what is written before any of it is kept: beyond the budget the program has ended. */
  const write = (file: number, vectors: Pointer, count: number): number => {
    const pieces = Array.from({ length: count }, (_, i) => {
      const at = link.memory.u32(vectors + 8 * i);
      return [at, at + link.memory.u32(vectors + 8 * i + 4)] as const;
    });
    const bytes = pieces.reduce((sum, [start, end]) => sum + end - start, 0);
    meter.write(bytes, file === STDOUT ? pieces.map(([start, end]) => link.memory.bytes.subarray(start, end)) : []);
    return bytes;
  };
  const store = (at: Pointer, value: number) => link.memory.setU32(at, value);
  return {
    ...fileCalls(link, meter),
    _Py_CheckEmscriptenSignals_Helper: () => {
      meter.tick();
      return 0;
    },
    _PyEM_TrampolineCall_JS: (index: number, a: number, b: number, c: number) =>
      link.api.__indirect_function_table.get(index)(a, b, c),
    __call_sighandler: (index: number, signal: number) => link.api.__indirect_function_table.get(index)(signal),
    emscripten_resize_heap: (requested: number) => {
      const bytes = requested >>> 0;
      // A refusal is a MemoryError in the program.
      return meter.allowHeap(bytes) && link.memory.grow(bytes) ? 1 : 0;
    },
    emscripten_get_heap_max: () => 0xffff0000,
    random_get: (at: Pointer, length: number) => {
      meter.note('random', 'os.urandom', false);
      const count = Math.min(length >>> 0, link.memory.bytes.length);
      link.memory.write(
        at,
        Uint8Array.from({ length: count }, () => meter.randomByte()),
      );
      return 0;
    },
    clock_time_get: (_clock: number, _precision: bigint, at: Pointer) => {
      link.memory.setU64(at, BigInt(meter.now()) * 1000n);
      return 0;
    },
    clock_res_get: (_clock: number, at: Pointer) => {
      link.memory.setU64(at, 1000n);
      return 0;
    },
    emscripten_date_now: () => meter.now() / 1000,
    emscripten_get_now: () => meter.now() / 1000,
    _gmtime_js: (seconds: bigint, tm: Pointer) => writeBrokenDownTime(link, Number(seconds), tm >>> 0),
    _localtime_js: (seconds: bigint, tm: Pointer) => writeBrokenDownTime(link, Number(seconds), tm >>> 0),
    _mktime_js: (tm: Pointer) => readBrokenDownTime(link, tm >>> 0),
    _timegm_js: (tm: Pointer) => readBrokenDownTime(link, tm >>> 0),
    _tzset_js: (timezone: Pointer, daylight: Pointer, standardName: Pointer, summerName: Pointer) => {
      store(timezone >>> 0, 0);
      store(daylight >>> 0, 0);
      for (const at of [standardName, summerName]) link.memory.write(at, [85, 84, 67, 0]);
    },
    fd_write: (file: number, vectors: Pointer, count: number, written: Pointer) => {
      if (meter.granted.isClosed(file)) return ERRNO.badFile;
      store(written >>> 0, write(file, vectors >>> 0, count));
      return 0;
    },
    fd_pread: () => ERRNO.badFile,
    fd_pwrite: () => ERRNO.badFile,
    fd_sync: () => ERRNO.badFile,
    fd_fdstat_get: () => ERRNO.badFile,
    environ_sizes_get: (count: Pointer, size: Pointer) => {
      store(count >>> 0, 0);
      store(size >>> 0, 0);
      return 0;
    },
    environ_get: () => 0,
    __syscall_getcwd: (at: Pointer) => {
      link.memory.write(at, [47, 0]);
      return 2;
    },
    __syscall_ioctl: () => -ERRNO.notTerminal,
    __syscall_getuid32_js: () => 0,
    can_run_sync_js: () => 0,
    emscripten_runtime_keepalive_push: () => undefined,
    emscripten_runtime_keepalive_pop: () => undefined,
  };
}

/** System calls that would reach the network. */
const SOCKET_CALLS: ReadonlySet<string> = new Set([
  ...['socket', 'bind', 'listen', 'accept4', 'connect', 'sendto', 'sendmsg', 'recvfrom', 'recvmsg'],
  ...['getsockname', 'getpeername', 'getsockopt'],
]);

function refused(field: string, meter: Meter): Import {
  if (field === 'exit' || field === 'proc_exit') {
    return (status: number) => {
      // A program that is a process of its own may end itself.
      meter.note('exit', 'hard exit of the interpreter', !(meter.granted.isProcess && status === 0));
      throw new Kill('exit', 'the program ended the interpreter', status);
    };
  }
  if (field === '_abort_js' || field === '__assert_fail') {
    return () => {
      meter.note('exit', 'abort of the interpreter', true);
      throw new Kill('exit', 'the interpreter aborted');
    };
  }
  if (field.startsWith('__syscall_')) {
    const call = field.slice('__syscall_'.length);
    const kind = SOCKET_CALLS.has(call) ? 'network' : 'file';
    return () => {
      meter.note(kind, call, true);
      return -ERRNO.noEntry;
    };
  }
  return () => {
    meter.note('javascript', field, true);
    throw new Kill('forbidden', `${field}: not available in the sandbox`);
  };
}

/**
 * Import object for `module`. `gotFunctions` are the values of its `GOT.func` globals, from the image. Nothing of the
 * surrounding JavaScript world is among the imports.
 */
export function sandboxImports(
  module: WebAssembly.Module,
  gotFunctions: Readonly<Record<string, number>>,
  link: Link,
  meter: Meter,
): WebAssembly.Imports {
  const open = allowed(link, meter);
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {};
    const target = imports[space];
    if (kind === 'function') target[name] = open[name] ?? refused(name, meter);
    else if (kind === 'global')
      target[name] = new WebAssembly.Global({ value: 'i32', mutable: true }, gotFunctions[name] ?? 0);
    else throw new Error(`sandbox: expected function and global imports only, got ${kind} ${space}.${name}`);
  }
  return imports;
}

/** The imports whose answers must not differ between two builds of the image. */
export const REPRODUCIBLE = ['random_get', 'clock_time_get', 'emscripten_date_now', 'emscripten_get_now'] as const;

export function reproducibleImports(link: Link, meter: Meter): Record<string, Import> {
  const open = allowed(link, meter);
  return Object.fromEntries(REPRODUCIBLE.map((field) => [field, open[field]!]));
}
