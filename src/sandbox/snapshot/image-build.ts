/** Makes the sandbox image in Node: boots the full Pyodide once, prepares the interpreter, and copies its memory. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PRELOADED_MODULES, REFUSED_MODULES, STRUCK_BUILTINS } from '../cpython/capabilities.ts';
import type { CApi, Pointer } from '../cpython/capi.ts';
import { MAP_BLOCK_BYTES, mapInBlock } from '../cpython/dirty-map.ts';
import { reproducibleImports } from '../cpython/firewall.ts';
import { HOOK, HOOK_BASE, type WrappedFunctions } from '../cpython/hooks.ts';
import { type ImageHeader, type SandboxImage, SCRATCH_BYTES } from '../cpython/image.ts';
import { LinearMemory } from '../cpython/memory.ts';
import { Meter } from '../cpython/meter.ts';
import { scrub } from './scrub.ts';

/** Slot numbers of `PyType_GetSlot` (Include/typeslots.h). */
const TP_ITERNEXT = 63;
const TP_RICHCOMPARE = 67;
/** `PYMEM_DOMAIN_RAW` and the number of domains (Include/cpython/pymem.h); how far into `_PyRuntime` they are looked for. */
const PYMEM_DOMAIN_RAW = 0;
const MEMORY_DOMAINS = 3;
const RUNTIME_WORDS = 4096;
/** METH_VARARGS | METH_KEYWORDS and METH_O (Include/methodobject.h). */
const METH_O = 8;
/**
 * C stack that Python may use below the checkpoint, bytes; recursion through C ends 16 KiB earlier in a RecursionError. The
 * module's guard makes it stand for the engine's stack (`stack-guard.ts`), of which a worker in Chromium has the least of
 * all that we know: 500 kB.
 */
const C_STACK_BYTES = 520_000;
/** How far what CPython does not look after may go beyond that; the largest frames of functions that call others are 64 KiB. */
const C_STACK_RESERVE_BYTES = 40_000;

/** 2023-11-14T22:13:20Z, where the virtual clock starts too; milliseconds. */
const BUILD_TIME = 1_700_000_000_000;

/** C iterators that can spin without ever polling for ticks. */
const ITERATOR_TYPES = `
import itertools as I
_types = [type(iter(range(1))), type(iter(range(10**12, 10**12 + 1))), I.count, I.repeat, I.cycle, type(iter(int, 1)),
  I.product, I.permutations, I.combinations, I.combinations_with_replacement, I.chain, I.islice, I.accumulate, I.starmap,
  I.takewhile, I.dropwhile, I.filterfalse, I.compress, I.zip_longest, I.pairwise, I.batched, I.groupby, zip, map, filter,
  enumerate, reversed, type(iter([])), type(reversed([])), type(iter(())), type(iter('')), type(iter('\\xe9')),
  type(iter(b'')), type(iter({})), type(iter({}.items())), type(iter({}.values())), type(iter(set()))]
[id(t) for t in _types]`;

/** Types whose comparison can visit many other objects, or be asked for by C code any number of times, without a tick. */
const COMPARED_TYPES = `
import collections
[id(t) for t in (tuple, list, dict, set, frozenset, int, float, complex, str, bytes, bytearray, range, collections.deque)]`;

/** An event loop for `asyncio` that needs no files or sockets: all it can wait for is time, which is virtual. */
const EVENT_LOOP = `
import asyncio, time

class Waiting:
    """The selector: nothing ever becomes readable. Waiting without an end is a very long sleep."""
    def select(self, timeout=None):
        time.sleep(10**9 if timeout is None else max(timeout, 0))
        return []
    def close(self):
        pass

class Loop(asyncio.BaseEventLoop):
    def __init__(self):
        super().__init__()
        self._selector = Waiting()
    def _process_events(self, events):
        pass
    def _write_to_self(self):
        pass

def run(main, *, debug=None, loop_factory=None):
    """asyncio.run, which Pyodide replaces by one that needs JavaScript."""
    with asyncio.Runner(debug=debug, loop_factory=loop_factory or Loop) as runner:
        return runner.run(main)

asyncio.run = asyncio.runners.run = run
asyncio.new_event_loop = asyncio.events.new_event_loop = Loop
class Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop

# Pyodide's own loop counts as running all the time, and its policy makes others of that kind.
asyncio._set_running_loop(None)
asyncio.events._set_event_loop_policy(Policy())
`;

/**
 * `functools.lru_cache` in Python, as functools itself has it behind the version in C: calls from Python to Python take no
 * C stack, so that a memoised function recurses as deep as the recursion limit lets it, not 87 levels.
 */
const PYTHON_CACHE = `
import functools, types
_source = functools.__spec__.loader.get_code('functools')
_code = next(c for c in _source.co_consts if getattr(c, 'co_name', None) == '_lru_cache_wrapper')
functools._lru_cache_wrapper = types.FunctionType(_code, vars(functools), '_lru_cache_wrapper')
`;

const PREPARE = (modules: readonly string[], refused: readonly string[]) => `
import importlib, sys, warnings
for _name in ${JSON.stringify(modules)}:
    importlib.import_module(_name)
for _name in list(sys.modules):
    if _name.split('.')[0] in ${JSON.stringify([...refused, 'webbrowser'])}:
        del sys.modules[_name]
import _frozen_importlib as _f
sys.meta_path[:] = [_f.BuiltinImporter, _f.FrozenImporter]
sys.path[:] = []
sys.path_hooks[:] = []
sys.path_importer_cache.clear()
sys.excepthook = sys.__excepthook__
sys.unraisablehook = sys.__unraisablehook__
sys.argv[:] = ['program']
# Unbuffered, as under python -u: nobody flushes when a program has ended, and what was printed has to be written by then.
import io
for _number, _name in (1, 'stdout'), (2, 'stderr'):
    _raw = io.FileIO(_number, 'w', closefd=False)
    _raw.name = f'<{_name}>'
    _stream = io.TextIOWrapper(_raw, 'utf-8', 'strict' if _number == 1 else 'backslashreplace', write_through=True)
    _stream.mode = 'w'
    setattr(sys, _name, _stream)
    setattr(sys, f'__{_name}__', _stream)
warnings.filterwarnings('ignore', category=SyntaxWarning)
${PYTHON_CACHE}exec(${JSON.stringify(EVENT_LOOP)}, {'__name__': 'asyncio.waiting'})
import random
random.seed(0)
class RefusedImport(ImportError): pass
class RefusedCapability(PermissionError): pass
for _c in (RefusedImport, RefusedCapability):
    _c.__module__ = 'sandbox'
sys._greenbar = [RefusedImport, RefusedCapability]
import collections
`;

const FORGET = `
for _name in [n for n in globals() if not n.startswith('__')]:
    del globals()[_name]
import gc
gc.collect()
gc.freeze()
del gc
`;

// biome-ignore lint/suspicious/noExplicitAny: the experimental boot options of Pyodide are untyped
type Untyped = any;

interface Booted {
  readonly python: Untyped;
  readonly api: CApi;
  readonly imports: Record<string, Record<string, { value?: number }>>;
}

async function bootPyodide(folder: string, module: WebAssembly.Module): Promise<Booted> {
  const { loadPyodide } = await import('pyodide');
  // @ts-expect-error: the Emscripten glue has no types
  const { default: createPyodideModule } = await import('pyodide/pyodide.asm.mjs');
  const marker = Symbol('error marker');
  const meter = new Meter();
  const link = {} as { api: CApi; memory: LinearMemory };
  let imports: Booted['imports'] | undefined;
  const create = (settings: Untyped) => {
    // Else the path of the script that builds stands on the stack, and moves all that follows.
    settings.thisProgram = '/python';
    settings.instantiateWasm = (
      given: Untyped,
      receive: (instance: WebAssembly.Instance, m: WebAssembly.Module) => void,
    ) => {
      given.env.Jsv_GetError_import = () => marker;
      given.env.JsvError_Check = (value: unknown) => (value === marker ? 1 : 0);
      const steady = reproducibleImports(link, meter);
      for (const space of [given.env, given.wasi_snapshot_preview1]) {
        for (const field of Object.keys(steady)) if (field in space) space[field] = steady[field];
      }
      imports = given;
      const instance = new WebAssembly.Instance(module, given);
      link.api = instance.exports as unknown as CApi;
      link.memory = new LinearMemory(link.api);
      receive(instance, module);
      return {};
    };
    return createPyodideModule(settings);
  };
  // File times of Pyodide's in-memory file system end up in the image; a fixed clock makes builds reproducible.
  const { now } = Date;
  Date.now = () => BUILD_TIME;
  const lock = JSON.parse(readFileSync(join(folder, 'pyodide-lock.json'), 'utf8')) as { packages: unknown };
  const python = await loadPyodide({
    createPyodideModule: create,
    indexURL: folder,
    lockFileContents: JSON.stringify({ ...lock, packages: {} }),
    jsglobals: Object.create(null),
    // `_` would else be the path of the script that builds.
    env: { PYTHONHASHSEED: '0', HOME: '/', LANG: 'C.UTF-8', _: 'python' },
    stdin: () => null,
    stdout: () => undefined,
    stderr: () => undefined,
    enableRunUntilComplete: false,
  } as Untyped).finally(() => {
    Date.now = now;
  });
  if (imports === undefined) throw new Error('sandbox image: Pyodide did not instantiate its module through our hook');
  return { python, api: link.api, imports };
}

const memoryOf = (api: CApi) => new DataView(api.memory.buffer);

function cString(api: CApi, text: string): Pointer {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const at = api.malloc(bytes.length);
  new Uint8Array(api.memory.buffer).set(bytes, at);
  return at;
}

function readCString(api: CApi, at: Pointer): string {
  const memory = new Uint8Array(api.memory.buffer);
  return new TextDecoder().decode(memory.subarray(at, memory.indexOf(0, at)));
}

/**
 * Makes `import _ctypes` and the like find nothing: what was imported while Pyodide booted is forgotten, and names in
 * the table of built-in modules get a byte that no UTF-8 text holds, because a program can ask `_imp.create_builtin` for
 * any name that it can spell.
 */
function strikeBuiltins(api: CApi): void {
  for (const module of STRUCK_BUILTINS) {
    const name = api.PyUnicode_FromString(cString(api, module));
    if (api._PyImport_ClearExtension(name, name) < 0) throw new Error(`sandbox image: ${module} was not forgotten`);
  }
  const memory = memoryOf(api);
  for (let at = memory.getUint32(api.PyImport_Inittab.value, true); ; at += 8) {
    const name = memory.getUint32(at, true);
    if (name === 0) return;
    if (STRUCK_BUILTINS.includes(readCString(api, name))) memory.setUint8(name, 0xff);
  }
}

/**
 * Points a slot of every listed type at our wrappers, which begin at table index `first`; returns the originals in the
 * order of the wrappers.
 */
function wrapSlots(api: CApi, types: readonly Pointer[], slot: number, first: number): number[] {
  const originals: number[] = [];
  for (const type of types) {
    const original = api.PyType_GetSlot(type, slot);
    const words = new Uint32Array(api.memory.buffer, type, 90);
    const at = words.indexOf(original);
    if (original === 0 || original >= HOOK_BASE || at < 0) continue;
    words[at] = first + originals.length;
    originals.push(original);
  }
  return originals;
}

/**
 * Puts our wrappers in front of CPython's allocator, in every memory domain: this build has no pymalloc, so all three
 * hold the same functions, and so do the debug hooks that nobody uses (`PyMemAllocatorEx` in `_PyRuntime`: context, malloc,
 * calloc, realloc, free).
 */
function wrapAllocator(api: CApi): WrappedFunctions['allocator'] {
  const copy = api.malloc(20);
  api.PyMem_GetAllocator(PYMEM_DOMAIN_RAW, copy);
  const found = Array.from(new Uint32Array(api.memory.buffer, copy, 5));
  const [, malloc = 0, calloc = 0, realloc = 0] = found;
  const runtime = new Uint32Array(api.memory.buffer, api._PyRuntime.value, RUNTIME_WORDS);
  const places = [...runtime.keys()].filter((at) => found.every((word, i) => runtime[at + i] === word));
  if (places.length < MEMORY_DOMAINS) {
    throw new Error(`sandbox image: expected ${MEMORY_DOMAINS} allocators in _PyRuntime, got ${places.length}`);
  }
  const ours = [HOOK.malloc, HOOK.calloc, HOOK.realloc].map((slot) => HOOK_BASE + slot);
  for (const at of places) runtime.set(ours, at + 1);
  return [malloc, calloc, realloc];
}

/** Replaces `time.sleep` by a function that moves the virtual clock. */
function replaceSleep(api: CApi): void {
  const definition = api.malloc(16);
  const memory = memoryOf(api);
  const words = [cString(api, 'sleep'), HOOK_BASE + HOOK.sleep, METH_O, cString(api, 'Let virtual time pass.')];
  words.forEach((word, i) => {
    memory.setUint32(definition + 4 * i, word, true);
  });
  const time = api.PyModule_GetDict(api.PyImport_AddModule(cString(api, 'time')));
  api.PyDict_SetItemString(time, cString(api, 'sleep'), api.PyCFunction_NewEx(definition, 0, 0));
}

/** A block for the map of written pages, all zero. */
function allocateMap(api: CApi): Pointer {
  const block = api.malloc(MAP_BLOCK_BYTES);
  new Uint8Array(api.memory.buffer).fill(0, block, block + MAP_BLOCK_BYTES);
  return mapInBlock(block);
}

/** Names, for every slot behind the static table, the export that sits there. */
function describeTable(api: CApi, staticTable: number): (string | null)[] {
  const names = new Map<unknown, string>();
  for (const [name, value] of Object.entries(api)) if (typeof value === 'function') names.set(value, name);
  const table = api.__indirect_function_table;
  return Array.from({ length: table.length - staticTable }, (_, i) => names.get(table.get(staticTable + i)) ?? null);
}

/** Length of the function table that the module declares (the limits in its table section). */
function declaredTable(module: WebAssembly.Module, gotFunctions: readonly string[]): number {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: space, name, kind } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {};
    imports[space][name] =
      kind === 'global' ? new WebAssembly.Global({ value: 'i32', mutable: true }, gotFunctions.length) : () => 0;
  }
  const instance = new WebAssembly.Instance(module, imports);
  return (instance.exports as unknown as CApi).__indirect_function_table.length;
}

/** Folder of the installed `pyodide` package. */
export function pyodideFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));
}

/** Boots Pyodide (2–4 s) and returns the image; nothing of Pyodide's JavaScript is needed afterwards. */
export async function buildImage(): Promise<SandboxImage> {
  const folder = pyodideFolder();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const module = await WebAssembly.compile(readFileSync(join(folder, 'pyodide.asm.wasm')));
  const { python, api, imports } = await bootPyodide(folder, module);

  python.runPython(PREPARE(PRELOADED_MODULES, Object.keys(REFUSED_MODULES)));
  const addresses = (expression: string): number[] => {
    const proxy = python.runPython(expression);
    const list = proxy.toJs() as number[];
    proxy.destroy();
    return list;
  };
  const iteratorTypes = addresses(ITERATOR_TYPES);
  const comparedTypes = addresses(COMPARED_TYPES);
  const plainDictTypes = addresses(
    '[id(collections.Counter), id(collections.OrderedDict), id(collections.defaultdict)]',
  );
  const [refusedImport = 0, refusedCapability = 0] = addresses('[id(c) for c in sys._greenbar]');
  // The refusal types must outlive the module that named them.
  api.Py_IncRef(refusedImport);
  api.Py_IncRef(refusedCapability);
  python.runPython('del sys._greenbar');
  python.runPython(FORGET);

  // From here on only the C API: no proxy may die later and touch memory that was restored.
  const gotFunctions = Object.fromEntries(
    Object.entries(imports['GOT.func'] ?? {}).map(([name, global]) => [name, global.value ?? 0]),
  );
  const staticTable = declaredTable(module, Object.keys(gotFunctions));
  replaceSleep(api);
  api.PySys_AddAuditHook(HOOK_BASE + HOOK.audit, 0);
  const memory = memoryOf(api);
  memory.setUint8(api.Py_EMSCRIPTEN_SIGNAL_HANDLING.value, 1);
  const helper = memory.getInt32(api._PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET.value, true);
  memory.setUint32(api._PyRuntime.value + helper, 0, true);
  strikeBuiltins(api);
  const scratch = api.malloc(SCRATCH_BYTES);
  const stackPointer = api.__stack_pointer.value as number;
  api.PyUnstable_ThreadState_SetStackProtection(api.PyThreadState_Get(), stackPointer - C_STACK_BYTES, C_STACK_BYTES);
  // Nothing of Python may run from here on: our wrappers exist only where the image wakes up.
  const wrappers = HOOK_BASE + HOOK.wrapped;
  const iterators = wrapSlots(api, iteratorTypes, TP_ITERNEXT, wrappers);
  const comparisons = wrapSlots(api, comparedTypes, TP_RICHCOMPARE, wrappers + iterators.length);
  const wrapped: WrappedFunctions = { iterators, comparisons, allocator: wrapAllocator(api) };

  scrub(api);

  const header: ImageHeader = {
    pyodide: version,
    stackPointer,
    stackFloor: stackPointer - C_STACK_BYTES - C_STACK_RESERVE_BYTES,
    gotFunctions,
    staticTable,
    table: describeTable(api, staticTable),
    wrapped,
    plainDictTypes,
    scratch,
    dirtyMap: allocateMap(api),
    refusedImport,
    refusedCapability,
  };
  return { header, memory: new Uint8Array(api.memory.buffer).slice(0, api.sbrk(0) >>> 0) };
}
