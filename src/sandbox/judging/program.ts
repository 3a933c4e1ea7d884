/** One program inside one interpreter: loaded, its function called with fresh arguments under budgets; undone at the end. */

import { WALL_CLOCK } from '../../core/same-verdict.ts';
import type { Grant, Limits, UndoScope } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { CApi, Pointer } from '../cpython/capi.ts';
import { HeapPeak } from '../cpython/heap-peak.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { NotPlainData, TOO_DEEP } from '../cpython/marshal-read.ts';
import { takeValue } from '../cpython/values.ts';
import { type BuiltinType, putTypes } from './builtin-types.ts';
import { endedByGuard, type Failure, failureOf, takeFailure } from './failure.ts';
import { findFunction, type LoadedModule, loadFunction, sourceFailure } from './load.ts';

export type { Failure } from './failure.ts';

/** File name of the program's code objects. */
export const PROGRAM_FILE = '<program>';

/** What one call gave. */
export type CallResult = { readonly ticks: number } & (
  | {
      readonly type: 'value';
      readonly value: PyValue;
      /** Position of the argument that was returned itself, where it was one. */
      readonly argument?: number;
    }
  /** The call returned, but not plain data: it equals nothing. `handle` names the object while the state lasts. */
  | { readonly type: 'opaque'; readonly reason: string; readonly handle?: number }
  | { readonly type: 'failed'; readonly failure: Failure }
);

/** What a problem may change about how its programs run. */
export interface Conditions {
  /** Capabilities beyond computing; none by default. */
  readonly allow?: readonly Grant[];
  /** `test`: every test starts from a module body that has just run. */
  readonly undo?: UndoScope;
}

/** Addresses that are valid until the next undo. */
interface Loaded extends LoadedModule {
  /** Objects that came back and are not plain data, by handle. */
  readonly objects: Pointer[];
  /** Tuple of the positional arguments of the last call; 0 where there were none. */
  positional: Pointer;
}

export class Program implements Disposable {
  readonly limits: Limits;
  readonly #python: Interpreter;
  readonly #source: string;
  readonly #entryPoint: string;
  readonly #undo: UndoScope;
  readonly #thread: Pointer;
  readonly #heap: HeapPeak;
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
    this.limits = limits;
    this.#python = python;
    this.#source = source;
    this.#entryPoint = entryPoint;
    this.#undo = undo;
    this.#thread = python.api.PyThreadState_Get();
    this.#heap = new HeapPeak(python.api);
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
    const refused = sourceFailure(this.#source, this.limits);
    if (refused !== undefined) return refused;
    this.#python.meter.startBody(this.#ranBefore);
    this.#ranBefore = true;
    this.#python.limitHeap(this.limits.heapBytes);
    try {
      this.#fileName = this.#python.api.PyUnicode_FromString(this.#python.putString(PROGRAM_FILE));
      const found = loadFunction(this.#python, this.#source, this.#fileName, this.#entryPoint);
      if ('callable' in found) {
        this.#loaded = { ...found, objects: [], positional: 0 };
        return undefined;
      }
      this.#reset();
      return found;
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
    return this.#heap.bytes;
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
   * `entryPoint(*args, **keywords)` under what is left of the test's budget, after `startTest`; `types` by position. A kill throws the
   * program's state away; a further call would start from a new one.
   */
  call(args: Uint8Array, keywords?: Uint8Array, types?: ReadonlyMap<number, BuiltinType>): CallResult {
    const failure = this.#loaded === undefined ? this.load() : undefined;
    if (failure !== undefined) return this.#failed(failure);
    return this.#run((api, loaded) => this.#invoke(api, loaded, loaded.callable, args, keywords, types));
  }

  /** `call` of another function of the program than the entry point. */
  callNamed(name: string, args: Uint8Array, keywords: Uint8Array): CallResult {
    const failure = this.#loaded === undefined ? this.load() : undefined;
    if (failure !== undefined) return this.#failed(failure);
    let missing: Failure | undefined;
    // Looked up where a kill is caught: keys of the program's own making may run its code.
    const result = this.#run((api, loaded) => {
      const found = findFunction(this.#python, loaded.globals, name);
      if (typeof found === 'number') return this.#invoke(api, loaded, found, args, keywords);
      missing = found;
      return api._Py_NoneStruct.value;
    });
    return missing === undefined ? result : this.#failed(missing);
  }

  /** Calls an object that came back before. */
  callObject(handle: number, args: Uint8Array, keywords: Uint8Array): CallResult {
    return this.#run((api, loaded) => this.#invoke(api, loaded, loaded.objects[handle]!, args, keywords));
  }

  /** `iter(object)` of an object that came back before. */
  iterate(handle: number): CallResult {
    return this.#run((api, { objects }) => api.PyObject_GetIter(objects[handle]!));
  }

  /** `next(object)` of an object that came back before; undefined at the end. */
  next(handle: number): CallResult | undefined {
    let ended = false;
    const result = this.#run((api, { objects }) => {
      const item = api.malloc(4);
      if (item === 0) return 0;
      ended = api.PyIter_NextItem(objects[handle]!, item) === 0;
      return ended ? api._Py_NoneStruct.value : this.#python.u32(item);
    });
    return ended ? undefined : result;
  }

  /** The positional arguments of the last call as they are now; undefined in place of what is no plain data any more. */
  argumentsNow(): (PyValue | undefined)[] {
    const { api } = this.#python;
    const positional = this.#loaded?.positional ?? 0;
    const count = positional === 0 ? 0 : api.PyTuple_Size(positional);
    return Array.from({ length: count }, (_, i) => {
      try {
        return takeValue(this.#python, api.PyTuple_GetItem(positional, i));
      } catch (error) {
        if (error instanceof NotPlainData) return undefined;
        throw error;
      }
    });
  }

  #invoke(
    api: CApi,
    loaded: Loaded,
    callable: Pointer,
    args: Uint8Array,
    keywords: Uint8Array | undefined,
    types?: ReadonlyMap<number, BuiltinType>,
  ): Pointer {
    const positional = this.#read(args);
    if (positional !== 0 && types !== undefined) putTypes(this.#python, positional, types);
    const named = keywords === undefined ? 0 : this.#read(keywords);
    loaded.positional = positional;
    const complete = positional !== 0 && (named !== 0 || keywords === undefined);
    return complete ? api.PyObject_Call(callable, positional, named) : 0;
  }

  /** Lets the program do one thing: `step` gives the address of what comes back, 0 when an exception is set. */
  #run(step: (api: CApi, loaded: Loaded) => Pointer): CallResult {
    if (this.#loaded === undefined) throw new Error('program: expected one that is loaded, got one that has ended');
    this.#called = true;
    try {
      const result = step(this.#python.api, this.#loaded);
      return result === 0 ? this.#failed(takeFailure(this.#python, this.#fileName)) : this.#take(result, this.#loaded);
    } catch (error) {
      const { ticks } = this;
      return { type: 'failed', failure: this.#fail(error), ticks };
    }
  }

  /** What came back. It is not released: its destructor could run code of the program outside any budget. */
  #take(result: Pointer, { objects, positional }: Loaded): CallResult {
    const { api } = this.#python;
    const { ticks } = this;
    try {
      const value = takeValue(this.#python, result);
      const count = positional === 0 ? 0 : api.PyTuple_Size(positional);
      const argument = Array.from({ length: count }, (_, i) => api.PyTuple_GetItem(positional, i)).indexOf(result);
      return { type: 'value', value, ticks, ...(argument < 0 ? {} : { argument }) };
    } catch (error) {
      if (error instanceof NotPlainData) {
        return { type: 'opaque', reason: error.message, handle: objects.push(result) - 1, ticks };
      }
      if (!endedByGuard(error, this.#python)) throw error;
      // Marshal recurses deeper than the stack allows; the interpreter was left in the middle of it.
      this.#reset();
      return { type: 'opaque', reason: TOO_DEEP, ticks };
    }
  }

  #read(bytes: Uint8Array): Pointer {
    const at = this.#python.put(bytes);
    return at === 0 ? 0 : this.#python.api.PyMarshal_ReadObjectFromString(at, bytes.length);
  }

  #failed(failure: Failure): CallResult {
    return { type: 'failed', failure, ticks: this.ticks };
  }

  /** A JavaScript exception that came out of the interpreter ends the program's state. */
  #fail(error: unknown): Failure {
    const failure = failureOf(error, { python: this.#python, thread: this.#thread, fileName: this.#fileName });
    this.#reset();
    return failure;
  }

  /** Throws away the program's state, also what of it lies outside the interpreter; the next call loads it again. */
  #reset(): void {
    this.#heap.keep();
    this.#python.restore();
    this.#python.meter.granted.rewind();
    this.#loaded = undefined;
    this.#called = false;
  }
}
