/** One program inside one interpreter: compiled, its module body run, its function called with fresh arguments; undone at the end. */

import type { Limits, Outcome } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import type { Pointer } from './capi.ts';
import { describe, type Raised, takeException } from './exceptions.ts';
import type { Interpreter } from './interpreter.ts';
import { Kill } from './kill.ts';
import { NotPlainData } from './marshal.ts';
import { takeValue } from './values.ts';

/** Name that the program sees as its own `__name__`. */
const MODULE = 'program';
/** File name of the program's code objects. */
export const PROGRAM_FILE = '<program>';
/** `Py_file_input` (Include/compile.h) and the flags PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE. */
const FILE_INPUT = 257;
const COMPILE_FLAGS = 0x0300;
const FEATURE_VERSION = 14;

/** Why a call (or the module body) gave no value. */
export interface Failure {
  readonly outcome: Exclude<Outcome, 'passed' | 'wrong_answer' | 'truncated' | 'infra_error'>;
  readonly error: string;
  readonly line?: number;
  /** The exception behind it, where there was one. */
  readonly raised?: Raised;
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

/** What a JavaScript exception that came out of the interpreter means for the program. */
function failureOf(error: unknown): Failure {
  if (error instanceof Kill) return { outcome: OUTCOME_OF_KILL[error.reason], error: error.message };
  // Too deep recursion through C code: RangeError in Chromium and WebKit, InternalError in Firefox.
  if (error instanceof RangeError || (error instanceof Error && error.name === 'InternalError')) {
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

/** Addresses that are valid until the next undo. */
interface Loaded {
  readonly globals: Pointer;
  readonly fileName: Pointer;
}

export class Program implements Disposable {
  readonly #python: Interpreter;
  readonly #source: string;
  readonly #limits: Limits;
  #loaded: Loaded | undefined;

  /** The interpreter must be at its checkpoint; it is back there after `dispose`. */
  constructor(python: Interpreter, source: string, limits: Limits) {
    this.#python = python;
    this.#source = source;
    this.#limits = limits;
    python.meter.startProgram(limits);
  }

  [Symbol.dispose](): void {
    this.#python.restore();
    this.#python.meter.unlimited();
  }

  /** Compiles and runs the module body under a test's budget; a failure means that no call can be made. */
  load(): Failure | undefined {
    const refused = this.#sourceError();
    if (refused !== undefined) return refused;
    this.#python.meter.startTest();
    let fileName = 0;
    try {
      fileName = this.#python.api.PyUnicode_FromString(this.#python.putString(PROGRAM_FILE));
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

  /** `entryPoint(*args)`; `args` is the marshalled tuple. After a kill the state is rebuilt so that the next call can be made. */
  call(entryPoint: string, args: Uint8Array): CallResult {
    const { meter } = this.#python;
    if (meter.exhausted) return this.#failed({ outcome: 'timeout', error: 'wall clock: the program used up its time' });
    if (this.#loaded === undefined) {
      const failure = this.load();
      if (failure !== undefined) return this.#failed(failure);
    }
    meter.startTest();
    try {
      return this.#call(entryPoint, args);
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
    new Int32Array(api.memory.buffer, flags, 2).set([COMPILE_FLAGS, FEATURE_VERSION]);
    const source = python.putString(this.#source);
    const code = source === 0 ? 0 : api.Py_CompileStringObject(source, fileName, FILE_INPUT, flags, -1);
    if (code === 0) {
      const raised = takeException(python, fileName);
      this.#reset();
      return {
        outcome: 'syntax_error',
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
    this.#loaded = { globals, fileName };
    return undefined;
  }

  #call(entryPoint: string, args: Uint8Array): CallResult {
    const python = this.#python;
    const { api, meter } = python;
    const { globals, fileName } = this.#loaded!;
    const callable = api.PyDict_GetItemString(globals, python.putString(entryPoint));
    if (callable === 0) {
      api.PyErr_Clear();
      return this.#failed({ outcome: 'runtime_error', error: `NameError: name '${entryPoint}' is not defined` });
    }
    const at = python.put(args);
    const tuple = at === 0 ? 0 : api.PyMarshal_ReadObjectFromString(at, args.length);
    const result = tuple === 0 ? 0 : api.PyObject_CallObject(callable, tuple);
    const ticks = meter.ticks;
    if (result === 0) return this.#failed(failureOfException(takeException(python, fileName)));
    try {
      const value = takeValue(python, result);
      // The result is not released: its destructor could run code of the program outside any budget.
      return { type: 'value', value, ticks };
    } catch (error) {
      if (error instanceof NotPlainData) return { type: 'opaque', reason: error.message, ticks };
      throw error;
    }
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
