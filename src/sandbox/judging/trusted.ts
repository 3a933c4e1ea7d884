/**
 * The second interpreter: it runs test code, which asks for values of the program over a bridge of plain data; looks at
 * sources; and runs a problem's own reference and generator. No program that is judged ever runs in it.
 */

import { messageOf } from '../../core/errors.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import type { Limits } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { ANALYSER } from '../analysis/analyser.ts';
import type { Pointer } from '../cpython/capi.ts';
import { describe, takeException } from '../cpython/exceptions.ts';
import { HOOK, HOOK_BASE } from '../cpython/hooks.ts';
import type { SandboxImage } from '../cpython/image.ts';
import { Interpreter } from '../cpython/interpreter.ts';
import { Kill } from '../cpython/kill.ts';
import { unmarshal } from '../cpython/marshal-read.ts';
import { marshal } from '../cpython/marshal-write.ts';
import { Meter } from '../cpython/meter.ts';
import { endedByGuard } from './failure.ts';
import { HARNESS } from './harness.ts';
import { sleepFunction } from './sealed.ts';

/** The test code is not hostile, but a mistake in it must not hang the worker. The program's own time is not counted here. */
const TEST_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  ticksPerTest: 2_000_000,
  fuelPerTest: 20_000_000,
  wallMs: Number.POSITIVE_INFINITY,
};
const FILE_INPUT = 257;
const METH_VARARGS = 1;

/** Answers a call of the program's function: marshalled positional and keyword arguments in, `(kind, value)` out. */
export type Bridge = (args: Uint8Array, keywords: Uint8Array) => PyValue;

/** An error of the test code itself, or of a program of ours in the trusted interpreter. */
export class TrustedError extends Error {}

export class TrustedInterpreter {
  readonly #python: Interpreter;
  readonly #module: Pointer;
  #bridge: Bridge | undefined;

  constructor(module: WebAssembly.Module, image: SandboxImage) {
    const meter = new Meter();
    this.#python = Interpreter.create(module, image, meter, (api) => ({
      audit: () => 0,
      sleep: sleepFunction(api, meter),
      call: (_self, args) => this.#answer(args),
    }));
    this.#module = this.#loadHarness();
    this.#addBridge();
    this.#python.checkpoint();
  }

  /**
   * Calls `function(*args)` of the harness; stubs that it reaches are answered by `bridge`.
   *
   * @throws TrustedError when the test code fails or does not end
   */
  call(name: string, args: readonly PyValue[], bridge: Bridge): PyValue {
    this.#bridge = bridge;
    this.#python.meter.startProgram(TEST_LIMITS);
    try {
      return this.#call(name, args);
    } catch (error) {
      if (error instanceof Kill) throw new TrustedError(`the test code was stopped: ${error.message}`);
      throw error;
    }
  }

  /**
   * Calls `function(*args)` of the analyser. After an error the interpreter has to be restored.
   *
   * @throws TrustedError when the budgets, or the native stack, do not suffice
   */
  ask(name: string, args: readonly PyValue[], limits: Limits): PyValue {
    this.#python.meter.startProgram(limits);
    this.#python.limitHeap(limits.heapBytes);
    try {
      return this.#call(name, args);
    } catch (error) {
      if (error instanceof Kill || endedByGuard(error, this.#python)) throw new TrustedError(messageOf(error));
      throw error;
    }
  }

  /** The interpreter itself, at its checkpoint, for a problem's own sources. */
  get python(): Interpreter {
    return this.#python;
  }

  #call(name: string, args: readonly PyValue[]): PyValue {
    const { api } = this.#python;
    const tuple = this.#read({ type: 'tuple', items: args });
    if (tuple === 0) throw new TrustedError(this.#takeError());
    const callable = api.PyDict_GetItemString(this.#module, this.#python.putString(name));
    const result = api.PyObject_CallObject(callable, tuple);
    if (result === 0) throw new TrustedError(this.#takeError());
    const bytes = api.PyMarshal_WriteObjectToString(result, 4);
    return unmarshal(this.#bytesOf(bytes)).value;
  }

  /** Back to the state before `prepare`. */
  restore(): void {
    this.#python.restore();
  }

  /** Both programs of ours share one module: their names are apart. */
  #loadHarness(): Pointer {
    const { api } = this.#python;
    const fileName = api.PyUnicode_FromString(this.#python.putString('<harness>'));
    const globals = api.PyModule_GetDict(api.PyImport_AddModule(this.#python.putString('harness')));
    api.PyDict_SetItemString(globals, this.#python.putString('__builtins__'), api.PyEval_GetBuiltins());
    for (const source of [HARNESS, ANALYSER]) {
      const code = api.Py_CompileStringObject(this.#python.putString(source), fileName, FILE_INPUT, 0, -1);
      if (code === 0 || api.PyEval_EvalCode(code, globals, globals) === 0) throw new TrustedError(this.#takeError());
    }
    return globals;
  }

  #addBridge(): void {
    const python = this.#python;
    const definition = python.api.malloc(16);
    const words = [python.newString('bridge'), HOOK_BASE + HOOK.call, METH_VARARGS, 0];
    python.memory.setWords(definition, words);
    const bridge = python.api.PyCFunction_NewEx(definition, 0, 0);
    python.api.PyDict_SetItemString(this.#module, python.putString('bridge'), bridge);
  }

  /** `bridge(args, keywords)` called from Python. */
  #answer(args: Pointer): Pointer {
    const { api } = this.#python;
    const [positional, named] = [0, 1].map((i) => this.#bytesOf(api.PyTuple_GetItem(args, i)));
    const reply = marshal(this.#bridge!(positional!, named!));
    return api.PyBytes_FromStringAndSize(this.#python.put(reply), reply.length);
  }

  #bytesOf(bytes: Pointer): Uint8Array {
    const { api } = this.#python;
    if (bytes === 0) throw new TrustedError(this.#takeError());
    const at = api.PyBytes_AsString(bytes);
    return this.#python.bytes.slice(at, at + api.PyBytes_Size(bytes));
  }

  #read(value: PyValue): Pointer {
    const bytes = marshal(value);
    return this.#python.api.PyMarshal_ReadObjectFromString(this.#python.put(bytes), bytes.length);
  }

  #takeError(): string {
    return describe(takeException(this.#python, 0));
  }
}
