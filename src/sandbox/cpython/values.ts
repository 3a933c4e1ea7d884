/** Takes a Python object out of the interpreter as plain data, without ever running code of the program. */

import type { PyValue } from '../../core/value.ts';
import type { Pointer } from './capi.ts';
import type { Interpreter } from './interpreter.ts';
import { MAX_DEPTH, NotPlainData, TOO_DEEP, unmarshal } from './marshal-read.ts';
import { holdsNestedSets } from './nested-sets.ts';

/** Larger results equal nothing. */
export const MAX_RESULT_BYTES = 1 << 20;
const TOO_LARGE = `value: more than ${MAX_RESULT_BYTES} bytes`;
/** Objects the slow reader visits before it gives up. */
const MAX_OBJECTS = 200_000;

function marshalled(python: Interpreter, object: Pointer): Uint8Array | undefined {
  const { api } = python;
  const text = api.PyMarshal_WriteObjectToString(object, 4);
  if (text === 0) {
    api.PyErr_Clear();
    return undefined;
  }
  const size = api.PyBytes_Size(text);
  if (size > MAX_RESULT_BYTES) throw new NotPlainData(TOO_LARGE);
  const at = api.PyBytes_AsString(text);
  const bytes = python.bytes.slice(at, at + size);
  api.Py_DecRef(text);
  return bytes;
}

/** Reads objects one by one, by the address of their exact type; marshal only sees leaves. */
class SlowReader {
  readonly #python: Interpreter;
  readonly #cell: Pointer;
  #left = MAX_OBJECTS;
  /** Values without parts, each read once: a long integer may stand in many places. */
  readonly #leaves = new Map<Pointer, PyValue>();

  constructor(python: Interpreter) {
    this.#python = python;
    this.#cell = python.api.malloc(16);
  }

  read(object: Pointer, depth: number): PyValue {
    if (--this.#left < 0) throw new NotPlainData(`value: more than ${MAX_OBJECTS} objects`);
    if (depth > MAX_DEPTH) throw new NotPlainData(TOO_DEEP);
    const python = this.#python;
    const { api } = python;
    const type = python.typeOf(object);
    const next = (item: Pointer) => this.read(item, depth + 1);
    if (type === api.PyList_Type.value) {
      return { type: 'list', items: this.#each(api.PyList_Size(object), (i) => next(api.PyList_GetItem(object, i))) };
    }
    if (type === api.PyTuple_Type.value) {
      return {
        type: 'tuple',
        items: this.#each(api.PyTuple_Size(object), (i) => next(api.PyTuple_GetItem(object, i))),
      };
    }
    if (type === api.PyDict_Type.value || python.header.plainDictTypes.includes(type)) {
      const entries = this.#pairs((at) => api.PyDict_Next(object, at, at + 4, at + 8));
      return { type: 'dict', entries: entries.map(([key, value]) => [next(key), next(value)] as const) };
    }
    if (type === api.PySet_Type.value || type === api.PyFrozenSet_Type.value) {
      const items = this.#pairs((at) => api._PySet_NextEntry(object, at, at + 4, at + 8));
      return { type: type === api.PySet_Type.value ? 'set' : 'frozenset', items: items.map(([item]) => next(item)) };
    }
    return this.#leaf(object, type);
  }

  #leaf(object: Pointer, type: Pointer): PyValue {
    const known = this.#leaves.get(object);
    if (known !== undefined) return known;
    const { api } = this.#python;
    const leaves = [
      api.PyBool_Type,
      api.PyLong_Type,
      api.PyFloat_Type,
      api.PyComplex_Type,
      api.PyUnicode_Type,
      api.PyBytes_Type,
    ];
    const plain = object === api._Py_NoneStruct.value || leaves.some((leaf) => leaf.value === type);
    const bytes = plain ? marshalled(this.#python, object) : undefined;
    if (bytes === undefined) throw new NotPlainData(`value: expected plain data, got ${this.#python.typeName(type)}`);
    const { value } = unmarshal(bytes);
    this.#leaves.set(object, value);
    return value;
  }

  #each(count: number, item: (i: number) => PyValue): PyValue[] {
    return Array.from({ length: count }, (_, i) => item(i));
  }

  /** Walks an iteration function that fills (position, first, second) at the given address. */
  #pairs(step: (at: Pointer) => number): [Pointer, Pointer][] {
    const at = this.#cell;
    const found: [Pointer, Pointer][] = [];
    this.#python.memory.setU32(at, 0);
    while (step(at) !== 0) found.push([this.#python.u32(at + 4), this.#python.u32(at + 8)]);
    return found;
  }
}

/**
 * The object as plain data. The fast way is marshal, which knows only exact built-in types; what it refuses (or does
 * not tell apart, as bytes and bytearray, or takes too long to write, as sets in sets) is read object by object.
 *
 * @throws NotPlainData when it is not plain data, too large or too deep
 */
export function takeValue(python: Interpreter, object: Pointer): PyValue {
  const slow = holdsNestedSets(python, object, MAX_RESULT_BYTES);
  if (slow === undefined) throw new NotPlainData(TOO_LARGE);
  const bytes = slow ? undefined : marshalled(python, object);
  if (bytes !== undefined) {
    const { value, sawBuffer } = unmarshal(bytes);
    if (!sawBuffer) return value;
  }
  return new SlowReader(python).read(object, 0);
}
