/** One program as a process of its own: it runs whole, reads standard input and prints; every run starts from the same bytes. */

import { WALL_CLOCK } from '../../core/same-verdict.ts';
import type { Limits } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Pointer } from '../cpython/capi.ts';
import { HeapPeak } from '../cpython/heap-peak.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { Kill } from '../cpython/kill.ts';
import { type Failure, failureOf, takeExit, takeFailure } from './failure.ts';
import { compileSource, sourceFailure } from './load.ts';
import { type Conditions, PROGRAM_FILE } from './program.ts';

/** What one run gave: all bytes on standard output when it ended as a process should, with status 0. */
export type RunResult = { readonly ticks: number } & (
  | { readonly type: 'ended'; readonly printed: Uint8Array }
  | { readonly type: 'failed'; readonly failure: Failure }
);

/** What was printed as a value: text, or the bytes themselves where they are no UTF-8. */
export function printedValue(printed: Uint8Array): PyValue & { readonly type: 'str' | 'bytes' } {
  try {
    return { type: 'str', value: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(printed) };
  } catch {
    return { type: 'bytes', value: printed };
  }
}

const MAIN = '__main__';

export class Process implements Disposable {
  readonly limits: Limits;
  readonly #python: Interpreter;
  readonly #source: string;
  readonly #thread: Pointer;
  readonly #heap: HeapPeak;
  /** Address of the name that the program was compiled under. */
  #fileName: Pointer = 0;

  /** The interpreter must be at its checkpoint; it is back there after `dispose`. */
  constructor(python: Interpreter, source: string, limits: Limits, { allow = [] }: Conditions = {}) {
    this.limits = limits;
    this.#python = python;
    this.#source = source;
    this.#thread = python.api.PyThreadState_Get();
    this.#heap = new HeapPeak(python.api);
    python.meter.startProgram(limits, allow, true);
  }

  [Symbol.dispose](): void {
    this.#reset();
    this.#python.meter.unlimited();
  }

  /** Ticks of the last run. */
  get ticks(): number {
    return this.#python.meter.ticks;
  }

  /** Most memory that a run had beyond the interpreter's own, bytes, in steps of 64 KiB. */
  get heapBytes(): number {
    return this.#heap.bytes;
  }

  /** Why the program does not compile; nothing of it runs. */
  check(): Failure | undefined {
    const refused = sourceFailure(this.#source, this.limits);
    if (refused !== undefined) return refused;
    this.#python.meter.startTest();
    this.#python.limitHeap(this.limits.heapBytes);
    try {
      const code = this.#compile();
      return typeof code === 'number' ? undefined : code;
    } catch (error) {
      return this.#failureOf(error);
    } finally {
      this.#reset();
    }
  }

  /** Runs the whole program, which compiles, under a fresh budget. Nothing of earlier runs is left. */
  run(input: Uint8Array, outputBytes: number): RunResult {
    const { meter } = this.#python;
    if (meter.exhausted) {
      const failure: Failure = { outcome: 'timeout', error: `${WALL_CLOCK} the program used up its time` };
      return { type: 'failed', failure, ticks: 0 };
    }
    meter.startRun(input, outputBytes);
    try {
      const failure = this.#main();
      const { ticks } = this;
      if (failure !== undefined) return { type: 'failed', failure, ticks };
      return { type: 'ended', printed: meter.granted.printedNow(), ticks };
    } catch (error) {
      const { ticks } = this;
      // What was printed but not written yet is lost, as it is for any process that ends so.
      if (error instanceof Kill && error.exitStatus === 0) {
        return { type: 'ended', printed: meter.granted.printedNow(), ticks };
      }
      return { type: 'failed', failure: this.#failureOf(error), ticks };
    } finally {
      this.#reset();
    }
  }

  #compile(): Pointer | Failure {
    const python = this.#python;
    this.#fileName = python.api.PyUnicode_FromString(python.putString(PROGRAM_FILE));
    return compileSource(python, this.#source, this.#fileName);
  }

  /** From the first line to what happens behind the last one. */
  #main(): Failure | undefined {
    const python = this.#python;
    const { api } = python;
    python.limitHeap(this.limits.heapBytes);
    const stdout = this.#openOutput();
    if (stdout === 0) return takeFailure(python, 0);
    const atExit = this.#attribute(api.PyImport_AddModule(python.putString('atexit')), '_run_exitfuncs');
    const code = this.#compile();
    if (typeof code !== 'number') return code;
    const modules = api.PyImport_GetModuleDict();
    // The one of the image is Pyodide's, and held for ever.
    api.PyDict_DelItemString(modules, python.putString(MAIN));
    const globals = api.PyModule_GetDict(api.PyImport_AddModule(python.putString(MAIN)));
    const set = (name: string, value: Pointer) => api.PyDict_SetItemString(globals, python.putString(name), value);
    set('__builtins__', api.PyEval_GetBuiltins());
    set('__file__', this.#fileName);
    const result = api.PyEval_EvalCode(code, globals, globals);
    const failure = result === 0 ? takeExit(python, this.#fileName) : undefined;
    if (failure !== undefined) return failure;
    if (result !== 0) api.Py_DecRef(result);
    api.Py_DecRef(code);
    return this.#finish(atExit, stdout);
  }

  /**
   * Standard output as a process has it when nobody watches: full of what was printed until it is flushed. The image's own
   * writes at once, because a function that was called has no end at which somebody could flush. 0 with an exception set.
   */
  #openOutput(): Pointer {
    const python = this.#python;
    const { api } = python;
    const [mode, encoding, errors, newline] = ['w', 'utf-8', 'strict', '\n'].map((text) => python.newString(text));
    const stream = api.PyFile_FromFd(1, 0, mode!, -1, encoding!, errors!, newline!, 0);
    if (stream === 0) return 0;
    const raw = this.#attribute(this.#attribute(stream, 'buffer'), 'raw');
    const name = api.PyUnicode_FromString(python.putString('<stdout>'));
    api.PyObject_SetAttrString(raw, python.putString('name'), name);
    for (const place of ['stdout', '__stdout__']) api.PySys_SetObject(python.putString(place), stream);
    return stream;
  }

  /** What CPython does when a script is over (Py_FinalizeEx), as far as a program can make it print. */
  #finish(atExit: Pointer, stdout: Pointer): Failure | undefined {
    const python = this.#python;
    const { api } = python;
    api.PyObject_CallObject(atExit, 0);
    api.PyErr_Clear();
    const failure = this.#flush();
    if (failure !== undefined) return failure;
    // Files that nobody closed are written, and finalizers run, when the module goes; then nothing but the first stream is left.
    api.PyDict_DelItemString(api.PyImport_GetModuleDict(), python.putString(MAIN));
    api.PyErr_Clear();
    api.PyGC_Enable();
    api.PySys_SetObject(python.putString('stdout'), stdout);
    api.PyGC_Collect();
    return this.#flush();
  }

  /** Flushes `sys.stdout`, whatever it is by now; where that fails, a process ends with status 120. */
  #flush(): Failure | undefined {
    const python = this.#python;
    const { api } = python;
    const stream = api.PySys_GetObject(python.putString('stdout'));
    if (stream === 0 || stream === api._Py_NoneStruct.value) return undefined;
    const closed = this.#attribute(stream, 'closed');
    const isClosed = closed !== 0 && api.PyObject_IsTrue(closed) > 0;
    api.PyErr_Clear();
    if (isClosed) return undefined;
    const flush = this.#attribute(stream, 'flush');
    const result = flush === 0 ? 0 : api.PyObject_CallObject(flush, 0);
    return result === 0 ? takeExit(python, this.#fileName) : undefined;
  }

  #attribute(object: Pointer, name: string): Pointer {
    return this.#python.api.PyObject_GetAttrString(object, this.#python.putString(name));
  }

  #failureOf(error: unknown): Failure {
    return failureOf(error, { python: this.#python, thread: this.#thread, fileName: this.#fileName });
  }

  #reset(): void {
    this.#heap.keep();
    this.#python.restore();
    this.#python.meter.granted.rewind();
  }
}
