/** Describes a raised exception (type, message, line of the program) by reading memory only: no `__str__` of the program ever runs. */

import { preview } from '../../core/preview.ts';
import type { TracebackFrame } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { OFFSET, type Pointer } from './capi.ts';
import type { Interpreter } from './interpreter.ts';
import { NotPlainData } from './marshal-read.ts';
import { tracebackFrames } from './stack.ts';
import { takeValue } from './values.ts';

export interface Raised {
  readonly type: string;
  readonly message: string;
  /** 1-based line of the program, where there is one. */
  readonly line?: number;
  /** Frames of the program's own source, outermost first. */
  readonly traceback: readonly TracebackFrame[];
  /** What the type says about the outcome. */
  readonly cause: 'memory' | 'refusal' | 'other';
  /** The arguments of the exception, as far as they are plain data. */
  readonly args: readonly PyValue[];
  /** Addresses of the type and its bases, in method resolution order. */
  readonly types: readonly Pointer[];
  /** True for `SystemExit` and what is derived from it. */
  readonly exits: boolean;
}

const MAX_MESSAGE = 300;
/** A program may raise a SyntaxError with any integer for its line. */
const MAX_LINE = 1n << 31n;
/** Bases that are looked at. */
const MAX_BASES = 50;

function argumentsOf(python: Interpreter, exception: Pointer): readonly PyValue[] {
  const args = python.api.PyException_GetArgs(exception);
  if (args === 0) return [];
  const items: PyValue[] = [];
  const count = Math.min(python.api.PyTuple_Size(args), 6);
  for (let i = 0; i < count; i++) {
    try {
      items.push(takeValue(python, python.api.PyTuple_GetItem(args, i)));
    } catch (error) {
      if (!(error instanceof NotPlainData)) throw error;
      return items;
    }
  }
  return items;
}

/** What `str(exception)` says for the built-in types, from the arguments alone. */
function messageOf(type: string, args: readonly PyValue[]): string {
  const [first, second] = args;
  if (first === undefined) return '';
  if (type === 'KeyError') return preview(first, MAX_MESSAGE);
  if (first.type === 'int' && second?.type === 'str') return `[Errno ${preview(first, MAX_MESSAGE)}] ${second.value}`;
  const text = first.type === 'str' ? first.value : preview(first, MAX_MESSAGE);
  const plain = args.length === 1 || first.type === 'str';
  return plain ? text : preview({ type: 'tuple', items: args }, MAX_MESSAGE);
}

/** Line that a SyntaxError points at: `args[1][1]`. */
function syntaxLine(args: readonly PyValue[]): number | undefined {
  const details = args[1];
  const line = details?.type === 'tuple' ? details.items[1] : undefined;
  return line?.type === 'int' && line.value > 0n && line.value < MAX_LINE ? Number(line.value) : undefined;
}

/** `tp_mro` of a type: the type itself first. */
function basesOf(python: Interpreter, type: Pointer): Pointer[] {
  const mro = python.u32(type + OFFSET.type.mro);
  if (mro === 0) return [type];
  const count = Math.min(python.api.PyTuple_Size(mro), MAX_BASES);
  return Array.from({ length: Math.max(0, count) }, (_, i) => python.api.PyTuple_GetItem(mro, i));
}

/**
 * Takes the raised exception off the interpreter. `fileName` is the address of the str object that the program was
 * compiled under.
 */
export function takeException(python: Interpreter, fileName: Pointer): Raised {
  const { api, header } = python;
  const exception = api.PyErr_GetRaisedException();
  if (exception === 0) return WITHOUT_EXCEPTION;
  const typeAddress = python.typeOf(exception);
  const type = python.typeName(typeAddress);
  const args = argumentsOf(python, exception);
  const traceback = tracebackFrames(python, exception, fileName);
  const line = traceback.at(-1)?.line ?? syntaxLine(args);
  const types = basesOf(python, typeAddress);
  const refusal = typeAddress === header.refusedImport || typeAddress === header.refusedCapability;
  const memory = typeAddress === python.u32(api.PyExc_MemoryError.value);
  return {
    type: refusal ? (typeAddress === header.refusedImport ? 'ImportError' : 'PermissionError') : type,
    message: messageOf(type, args).slice(0, MAX_MESSAGE),
    ...(line === undefined ? {} : { line }),
    traceback,
    cause: memory ? 'memory' : refusal ? 'refusal' : 'other',
    args,
    types,
    exits: types.includes(python.u32(api.PyExc_SystemExit.value)),
  };
}

/** The status of a `SystemExit`: none is 0, texts and other objects are 1, and of integers the lowest byte counts. */
function exitStatus(python: Interpreter, exception: Pointer): number {
  const { api } = python;
  const code = api.PyObject_GetAttrString(exception, python.putString('code'));
  if (code === api._Py_NoneStruct.value) return 0;
  const isInteger = code !== 0 && basesOf(python, python.typeOf(code)).includes(api.PyLong_Type.value);
  const status = isInteger ? api.PyLong_AsLong(code) & 0xff : 1;
  api.PyErr_Clear();
  return status;
}

/**
 * Takes the raised exception off the interpreter where it is an exit with status 0, and lets it go with all the variables
 * that its traceback holds; any other stays raised.
 */
export function takeCleanExit(python: Interpreter): boolean {
  const { api } = python;
  const type = api.PyErr_Occurred();
  if (type === 0 || !basesOf(python, type).includes(python.u32(api.PyExc_SystemExit.value))) return false;
  const exception = api.PyErr_GetRaisedException();
  const isClean = exitStatus(python, exception) === 0;
  if (isClean) api.Py_DecRef(exception);
  else api.PyErr_SetRaisedException(exception);
  return isClean;
}

/** What CPython itself says of such a call. */
const WITHOUT_EXCEPTION: Raised = {
  type: 'SystemError',
  message: 'error return without exception set',
  traceback: [],
  cause: 'other',
  args: [],
  types: [],
  exits: false,
};

/** One line for people: `ValueError: message`. */
export function describe({ type, message }: Raised): string {
  const oneLine = message.replaceAll(/\s*\n\s*/g, ' ');
  return oneLine === '' ? type : `${type}: ${oneLine}`;
}
