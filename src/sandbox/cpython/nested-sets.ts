/** Finds the values that marshal would write in exponential time, before it is asked to. */

import type { Pointer } from './capi.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * Whether `object` holds a set inside a set. To sort the members of a set, marshal writes each of them twice, so that
 * time doubles with every level (Python/marshal.c, bpo-37596), and nothing in it counts a budget.
 *
 * @param limit places (list items, keys, …) to look at; marshal writes a byte or more for each
 * @returns undefined when there are more places than that
 */
export function holdsNestedSets(python: Interpreter, object: Pointer, limit: number): boolean | undefined {
  const { api, memory } = python;
  const sets = [api.PySet_Type.value, api.PyFrozenSet_Type.value];
  const cell = python.header.scratch;
  const seen = new Set<number>();
  /** Containers to look into, and whether they lie in a set. */
  const open: (readonly [object: Pointer, inSet: boolean])[] = [];
  let left = limit;
  let found = false;

  const meet = (item: Pointer, inSet: boolean) => {
    left--;
    const type = python.typeOf(item);
    const isSet = sets.includes(type);
    if (isSet && inSet) found = true;
    if (!isSet && type !== api.PyList_Type.value && type !== api.PyTuple_Type.value && type !== api.PyDict_Type.value) {
      return;
    }
    const key = 2 * item + Number(inSet);
    if (seen.has(key)) return;
    seen.add(key);
    open.push([item, inSet]);
  };

  const lookInto = (container: Pointer, inSet: boolean) => {
    const type = python.typeOf(container);
    if (type === api.PyList_Type.value) {
      const count = api.PyList_Size(container);
      for (let i = 0; i < count && left >= 0; i++) meet(api.PyList_GetItem(container, i), inSet);
    } else if (type === api.PyTuple_Type.value) {
      const count = api.PyTuple_Size(container);
      for (let i = 0; i < count && left >= 0; i++) meet(api.PyTuple_GetItem(container, i), inSet);
    } else {
      const isSet = sets.includes(type);
      memory.setU32(cell, 0);
      const step = () =>
        isSet
          ? api._PySet_NextEntry(container, cell, cell + 4, cell + 8)
          : api.PyDict_Next(container, cell, cell + 4, cell + 8);
      while (left >= 0 && step() !== 0) {
        meet(python.u32(cell + 4), inSet || isSet);
        if (!isSet) meet(python.u32(cell + 8), inSet);
      }
    }
  };

  meet(object, false);
  for (let next = open.pop(); next !== undefined && !found && left >= 0; next = open.pop()) lookInto(...next);
  return found || (left >= 0 ? false : undefined);
}
