/** Builtin types that tests may hand to a program: the few that are named here, as the interpreter itself has them. */

import type { CApi, Pointer } from '../cpython/capi.ts';
import type { Interpreter } from '../cpython/interpreter.ts';

const BUILTIN_TYPES = {
  int: (api) => api.PyLong_Type,
  float: (api) => api.PyFloat_Type,
  str: (api) => api.PyUnicode_Type,
  bool: (api) => api.PyBool_Type,
  list: (api) => api.PyList_Type,
  dict: (api) => api.PyDict_Type,
  tuple: (api) => api.PyTuple_Type,
  set: (api) => api.PySet_Type,
} as const satisfies Record<string, (api: CApi) => WebAssembly.Global>;

export type BuiltinType = keyof typeof BUILTIN_TYPES;

export const isBuiltinType = (name: string): name is BuiltinType => Object.hasOwn(BUILTIN_TYPES, name);

/** Where the items of a tuple begin (`PyTupleObject`: reference count, type, size, hash). */
const TUPLE_ITEMS = 16;

/**
 * Puts types into a tuple that nobody else has yet, in place of None. They are the static objects of CPython, at the
 * addresses that the module exports: whatever a program makes of the name `int` changes nothing of them. Like None they
 * are immortal, so that nothing is counted.
 */
export function putTypes(python: Interpreter, tuple: Pointer, types: ReadonlyMap<number, BuiltinType>): void {
  const { api } = python;
  for (const [at, name] of types) {
    const slot = tuple + TUPLE_ITEMS + 4 * at;
    if (at >= api.PyTuple_Size(tuple) || python.u32(slot) !== api._Py_NoneStruct.value) {
      throw new Error(`arguments: expected None at ${at} in place of ${name}, got another object`);
    }
    python.memory.setU32(slot, BUILTIN_TYPES[name](api).value);
  }
}
