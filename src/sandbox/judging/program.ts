/** One program inside one interpreter: compiled, its module body run, its function called with fresh arguments; undone at the end. */

import type { Limits, Outcome } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Pointer } from '../cpython/capi.ts';
import { describe, type Raised, takeException } from '../cpython/exceptions.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { Kill } from '../cpython/kill.ts';
import { NotPlainData, TOO_DEEP } from '../cpython/marshal-read.ts';
import { takeValue } from '../cpython/values.ts';

/** Name that the program sees as its own `__name__`. */
const MODULE = 'program';
/** File name of the program's code objects. */
export const PROGRAM_FILE = '<program>';
/** `Py_file_input` (Include/compile.h) and the flags PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE. */
const FILE_INPUT = 257;
const COMPILE_FLAGS = 0x0900;
const FEATURE_VERSION = 14;

/** Why a call (or the module body) gave no value. */
export interface Failure {
  readonly outcome: Exclude<Outcome, 'passed' | 'wrong_answer' | 'truncated' | 'infra_error'>;
  readonly error: string;
  readonly line?: number;
  /** The exception behind it, where there was one. */
  readonly raised?: Raised;
  /** The status of a hard exit (`os._exit`). */
  readonly exitStatus?: number;
}

export type CallResult = { readonly ticks: number } & (
  | { readonly type: 'value'; readonly value: PyValue }
  /** The call returned, but not plain data: it equals nothing. */
  | { readonly type: 'opaque'; readonly reason: string }
  | { readonly type: 'failed'; readonly failure: Failure }
);

const OUTCOME_OF_KILL = {
  timeout: 'timeout',
  memory_limit: 'memory_limit',
  output_limit: 'output_limit',
  forbidden: 'forbidden',
  exit: 'runtime_error',
} as const;

/** Too deep recursion through C code: RangeError in Chromium and WebKit, InternalError in Firefox. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

/** What a JavaScript exception that came out of the interpreter means for the program. */
function failureOf(error: unknown): Failure {
  if (error instanceof Kill) {
    const { reason, message, exitStatus } = error;
    return { outcome: OUTCOME_OF_KILL[reason], error: message, ...(exitStatus === undefined ? {} : { exitStatus }) };
  }
  if (isStackOverflow(error)) {
    return { outcome: 'runtime_error', error: 'RecursionError: the native stack is full' };
  }
  if (error instanceof WebAssembly.RuntimeError) {
    return { outcome: 'runtime_error', error: `the interpreter crashed: ${error.message}` };
  }
  throw error;
}

function failureOfException(raised: Raised): Failure {
  const outcome =
    raised.cause === 'memory' ? 'memory_limit' : raised.cause === 'refusal' ? 'forbidden' : 'runtime_error';
  return {
    outcome,
    error: describe(raised),
    raised,
    ...(raised.line === undefined ? {} : { line: raised.line }),
  };
}

/**
 * Whether compiling a source, which may be valid, needed more heap than a program has. CPython's parser also raises
 * MemoryError, but with a message, for nesting that is too deep for it (MAXSTACK of Parser/parser.c): such a source is
 * none that it accepts.
 */
function ranOutOfHeap({ cause, message }: Raised): boolean {
  return cause === 'memory' && message === '';
}

/** Addresses that are valid until the next undo. */
interface Loaded {
  readonly callable: Pointer;
  readonly fileName: Pointer;
}

export class Program implements Disposable {
  readonly #python: Interpreter;
  readonly #source: string;
  readonly #entryPoint: string;
  readonly #limits: Limits;
  #loaded: Loaded | undefined;

  /** The interpreter must be at its checkpoint; it is back there after `dispose`. */
  constructor(python: Interpreter, source: string, entryPoint: string, limits: Limits) {
    this.#python = python;
    this.#source = source;
    this.#entryPoint = entryPoint;
    this.#limits = limits;
    python.meter.startProgram(limits);
  }

  [Symbol.dispose](): void {
    this.#python.restore();
    this.#python.meter.unlimited();
  }

  /** Compiles, runs the module body under a test's budget and finds the function; a failure means that no call can be made. */
  load(): Failure | undefined {
    const refused = this.#sourceError();
    if (refused !== undefined) return refused;
    this.#python.meter.startTest();
    this.#python.limitHeap(this.#limits.heapBytes);
    try {
      const fileName = this.#python.api.PyUnicode_FromString(this.#python.putString(PROGRAM_FILE));
      return this.#compileAndRun(fileName);
    } catch (error) {
      const failure = failureOf(error);
      this.#reset();
      return failure;
    }
  }

  /** Ticks of the module body or call that ran last. */
  get ticks(): number {
    return this.#python.meter.ticks;
  }

  /** One test that is one call: `entryPoint(*args)` under a fresh budget. `args` is the marshalled tuple. */
  test(args: Uint8Array): CallResult {
    const failure = this.startTest();
    return failure === undefined ? this.call(args) : this.#failed(failure);
  }

  /** Starts the budgets of a test; rebuilds the program's state first if a kill has ended it. */
  startTest(): Failure | undefined {
    const { meter } = this.#python;
    if (meter.exhausted) return { outcome: 'timeout', error: 'wall clock: the program used up its time' };
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
    try {
      return this.#call(args, keywords);
    } catch (error) {
      const result = this.#failed(failureOf(error));
      this.#reset();
      return result;
    }
  }

  /** What compile() would refuse before it looks at the grammar. */
  #sourceError(): Failure | undefined {
    const source = this.#source;
    const refuse = (message: string): Failure => ({ outcome: 'syntax_error', error: `SyntaxError: ${message}` });
    if (!source.isWellFormed()) return refuse('the source holds a lone surrogate, which UTF-8 cannot encode');
    if (source.includes('\0')) return refuse('source code string cannot contain null bytes');
    if (source.length > this.#limits.sourceBytes)
      return refuse(`the source is longer than ${this.#limits.sourceBytes} bytes`);
    return undefined;
  }

  #compileAndRun(fileName: Pointer): Failure | undefined {
    const python = this.#python;
    const { api } = python;
    const flags = api.malloc(8);
    python.memory.setWords(flags, [COMPILE_FLAGS, FEATURE_VERSION]);
    const source = python.putString(this.#source);
    const code = source === 0 ? 0 : api.Py_CompileStringObject(source, fileName, FILE_INPUT, flags, -1);
    if (code === 0) {
      const raised = takeException(python, fileName);
      this.#reset();
      return {
        outcome: ranOutOfHeap(raised) ? 'memory_limit' : 'syntax_error',
        error: describe(raised),
        ...(raised.line === undefined ? {} : { line: raised.line }),
      };
    }
    const globals = api.PyModule_GetDict(api.PyImport_AddModule(python.putString(MODULE)));
    api.PyDict_SetItemString(globals, python.putString('__builtins__'), api.PyEval_GetBuiltins());
    if (api.PyEval_EvalCode(code, globals, globals) === 0) {
      const failure = failureOfException(takeException(python, fileName));
      this.#reset();
      return failure;
    }
    const callable = api.PyDict_GetItemString(globals, python.putString(this.#entryPoint));
    if (callable === 0) {
      this.#reset();
      return { outcome: 'runtime_error', error: `NameError: name '${this.#entryPoint}' is not defined` };
    }
    // The program may unbind its function while it runs.
    api.Py_IncRef(callable);
    this.#loaded = { callable, fileName };
    return undefined;
  }

  #call(args: Uint8Array, keywords: Uint8Array | undefined): CallResult {
    const python = this.#python;
    const { api, meter } = python;
    const { callable, fileName } = this.#loaded!;
    const positional = this.#read(args);
    const named = keywords === undefined ? 0 : this.#read(keywords);
    const result = positional === 0 ? 0 : api.PyObject_Call(callable, positional, named);
    const ticks = meter.ticks;
    if (result === 0) return this.#failed(failureOfException(takeException(python, fileName)));
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

  /** Throws away the program's state; the next call loads it again. */
  #reset(): void {
    this.#python.restore();
    this.#loaded = undefined;
  }
}
