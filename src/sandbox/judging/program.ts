/** One program inside one interpreter: compiled, its module body run, its function called with fresh arguments; undone at the end. */

import { WALL_CLOCK } from '../../core/same-verdict.ts';
import type { Grant, Limits, UndoScope } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Pointer } from '../cpython/capi.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { NotPlainData, TOO_DEEP } from '../cpython/marshal-read.ts';
import { takeValue } from '../cpython/values.ts';
import { type Failure, failureOf, isStackOverflow, takeFailure, takeSyntaxFailure } from './failure.ts';

export type { Failure } from './failure.ts';

/** Name that the program sees as its own `__name__`. */
const MODULE = 'program';
/** File name of the program's code objects. */
export const PROGRAM_FILE = '<program>';
/** `Py_file_input` (Include/compile.h) and the flags PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE. */
const FILE_INPUT = 257;
const COMPILE_FLAGS = 0x0900;
const FEATURE_VERSION = 14;

/** What one call gave. */
export type CallResult = { readonly ticks: number } & (
  | { readonly type: 'value'; readonly value: PyValue }
  /** The call returned, but not plain data: it equals nothing. */
  | { readonly type: 'opaque'; readonly reason: string }
  | { readonly type: 'failed'; readonly failure: Failure }
);

/** Grain of the memory high-water mark, bytes: what the allocator asks for at a time. */
const HEAP_GRAIN = 65536;

/** What a problem may change about how its programs run. */
export interface Conditions {
  /** Capabilities beyond computing; none by default. */
  readonly allow?: readonly Grant[];
  /** `test`: every test starts from a module body that has just run. */
  readonly undo?: UndoScope;
}

/** Addresses that are valid until the next undo. */
interface Loaded {
  readonly callable: Pointer;
}

export class Program implements Disposable {
  readonly #python: Interpreter;
  readonly #source: string;
  readonly #entryPoint: string;
  readonly limits: Limits;
  readonly #undo: UndoScope;
  readonly #thread: Pointer;
  /** Bytes that the allocator held before the program. */
  readonly #footprint: number;
  #heapPeak = 0;
  #loaded: Loaded | undefined;
  /** Address of the name that the program was compiled under, while there is a program. */
  #fileName: Pointer = 0;
  /** Whether the module body has run before. */
  #ranBefore = false;
  /** Whether the present module state has seen a call. */
  #called = false;

  /** The interpreter must be at its checkpoint; it is back there after `dispose`. */
  constructor(
    python: Interpreter,
    source: string,
    entryPoint: string,
    limits: Limits,
    { allow = [], undo = 'program' }: Conditions = {},
  ) {
    this.#python = python;
    this.#source = source;
    this.#entryPoint = entryPoint;
    this.limits = limits;
    this.#undo = undo;
    this.#thread = python.api.PyThreadState_Get();
    this.#footprint = python.api.malloc_footprint();
    python.meter.startProgram(limits, allow);
  }

  [Symbol.dispose](): void {
    this.#reset();
    this.#python.meter.unlimited();
  }

  /**
   * Compiles, runs the module body under a test's budget and finds the function; a failure means that no call can be
   * made. Every further time the body has such a budget to itself, and counts as nothing of the test that needs it.
   */
  load(): Failure | undefined {
    const refused = this.#sourceError();
    if (refused !== undefined) return refused;
    this.#python.meter.startBody(this.#ranBefore);
    this.#ranBefore = true;
    this.#python.limitHeap(this.limits.heapBytes);
    try {
      this.#fileName = this.#python.api.PyUnicode_FromString(this.#python.putString(PROGRAM_FILE));
      const failure = this.#compileAndRun();
      if (failure !== undefined) this.#reset();
      return failure;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Ticks of the module body or call that ran last. */
  get ticks(): number {
    return this.#python.meter.ticks;
  }

  /** Most memory so far beyond what the interpreter had before the program, bytes, in steps of 64 KiB. */
  get heapBytes(): number {
    const now = this.#python.api.malloc_max_footprint() - this.#footprint;
    return Math.ceil(Math.max(this.#heapPeak, now) / HEAP_GRAIN) * HEAP_GRAIN;
  }

  /** One test that is one call: `entryPoint(*args)` under a fresh budget. `args` is the marshalled tuple. */
  test(args: Uint8Array): CallResult {
    const failure = this.startTest();
    return failure === undefined ? this.call(args) : this.#failed(failure);
  }

  /**
   * Starts the budgets of a test. The module body runs again first if a kill has ended its state, or, where undo goes
   * between tests, if another test has used it.
   */
  startTest(): Failure | undefined {
    const { meter } = this.#python;
    if (meter.exhausted) return { outcome: 'timeout', error: `${WALL_CLOCK} the program used up its time` };
    if (this.#undo === 'test' && this.#called) this.#reset();
    const failure = this.#loaded === undefined ? this.load() : undefined;
    meter.startTest();
    return failure;
  }

  /**
   * `entryPoint(*args, **keywords)` under what is left of the test's budget, after `startTest`. A kill throws the
   * program's state away; a further call would start from a new one.
   */
  call(args: Uint8Array, keywords?: Uint8Array): CallResult {
    const failure = this.#loaded === undefined ? this.load() : undefined;
    if (failure !== undefined) return this.#failed(failure);
    this.#called = true;
    try {
      return this.#call(args, keywords);
    } catch (error) {
      const { ticks } = this;
      return { type: 'failed', failure: this.#fail(error), ticks };
    }
  }

  /** What compile() would refuse before it looks at the grammar. */
  #sourceError(): Failure | undefined {
    const source = this.#source;
    const refuse = (message: string): Failure => ({ outcome: 'syntax_error', error: `SyntaxError: ${message}` });
    if (!source.isWellFormed()) return refuse('the source holds a lone surrogate, which UTF-8 cannot encode');
    if (source.includes('\0')) return refuse('source code string cannot contain null bytes');
    if (source.length > this.limits.sourceBytes)
      return refuse(`the source is longer than ${this.limits.sourceBytes} bytes`);
    return undefined;
  }

  #compileAndRun(): Failure | undefined {
    const python = this.#python;
    const fileName = this.#fileName;
    const { api } = python;
    const flags = api.malloc(8);
    python.memory.setWords(flags, [COMPILE_FLAGS, FEATURE_VERSION]);
    const source = python.putString(this.#source);
    const code = source === 0 ? 0 : api.Py_CompileStringObject(source, fileName, FILE_INPUT, flags, -1);
    if (code === 0) return takeSyntaxFailure(python, fileName);
    const globals = api.PyModule_GetDict(api.PyImport_AddModule(python.putString(MODULE)));
    api.PyDict_SetItemString(globals, python.putString('__builtins__'), api.PyEval_GetBuiltins());
    if (api.PyEval_EvalCode(code, globals, globals) === 0) return takeFailure(python, fileName);
    const callable = api.PyDict_GetItemString(globals, python.putString(this.#entryPoint));
    if (callable === 0) {
      return { outcome: 'runtime_error', error: `NameError: name '${this.#entryPoint}' is not defined` };
    }
    // The program may unbind its function while it runs.
    api.Py_IncRef(callable);
    this.#loaded = { callable };
    return undefined;
  }

  #call(args: Uint8Array, keywords: Uint8Array | undefined): CallResult {
    const python = this.#python;
    const { api, meter } = python;
    const { callable } = this.#loaded!;
    const positional = this.#read(args);
    const named = keywords === undefined ? 0 : this.#read(keywords);
    const result = positional === 0 ? 0 : api.PyObject_Call(callable, positional, named);
    const ticks = meter.ticks;
    if (result === 0) return this.#failed(takeFailure(python, this.#fileName));
    try {
      const value = takeValue(python, result);
      // The result is not released: its destructor could run code of the program outside any budget.
      return { type: 'value', value, ticks };
    } catch (error) {
      if (error instanceof NotPlainData) return { type: 'opaque', reason: error.message, ticks };
      if (!isStackOverflow(error)) throw error;
      // Marshal recurses deeper than some browsers' stacks allow; the interpreter was left in the middle of it.
      this.#reset();
      return { type: 'opaque', reason: TOO_DEEP, ticks };
    }
  }

  #read(bytes: Uint8Array): Pointer {
    const at = this.#python.put(bytes);
    return at === 0 ? 0 : this.#python.api.PyMarshal_ReadObjectFromString(at, bytes.length);
  }

  #failed(failure: Failure): CallResult {
    return { type: 'failed', failure, ticks: this.#python.meter.ticks };
  }

  /** A JavaScript exception that came out of the interpreter ends the program's state. */
  #fail(error: unknown): Failure {
    const failure = failureOf(error, { python: this.#python, thread: this.#thread, fileName: this.#fileName });
    this.#reset();
    return failure;
  }

  /** Throws away the program's state, also what of it lies outside the interpreter; the next call loads it again. */
  #reset(): void {
    this.#heapPeak = this.heapBytes;
    this.#python.restore();
    this.#python.meter.granted.rewind();
    this.#loaded = undefined;
    this.#called = false;
  }
}
