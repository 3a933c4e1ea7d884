/** Describes a raised exception (type, message, line of the program) by reading memory only: no `__str__` of the program ever runs. */

import { preview } from '../../core/preview.ts';
import type { PyValue } from '../../core/value.ts';
import { OFFSET, type Pointer } from './capi.ts';
import type { Interpreter } from './interpreter.ts';
import { NotPlainData } from './marshal-read.ts';
import { takeValue } from './values.ts';

export interface Raised {
  readonly type: string;
  readonly message: string;
  /** 1-based line of the program, where there is one. */
  readonly line?: number;
  /** What the type says about the outcome. */
  readonly cause: 'memory' | 'refusal' | 'other';
}

const MAX_MESSAGE = 300;
const MAX_FRAMES = 5000;

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
  if (first.type === 'int' && second?.type === 'str') return `[Errno ${first.value}] ${second.value}`;
  const text = first.type === 'str' ? first.value : preview(first, MAX_MESSAGE);
  const plain = args.length === 1 || first.type === 'str';
  return plain ? text : preview({ type: 'tuple', items: args }, MAX_MESSAGE);
}

/** Line that a SyntaxError points at: `args[1][1]`. */
function syntaxLine(args: readonly PyValue[]): number | undefined {
  const details = args[1];
  const line = details?.type === 'tuple' ? details.items[1] : undefined;
  return line?.type === 'int' && line.value > 0n ? Number(line.value) : undefined;
}

/** Innermost traceback line that belongs to the program's own code. */
function programLine(python: Interpreter, exception: Pointer, fileName: Pointer): number | undefined {
  const { api } = python;
  let line: number | undefined;
  let traceback = api.PyException_GetTraceback(exception);
  for (let i = 0; traceback !== 0 && i < MAX_FRAMES; i++, traceback = python.u32(traceback + OFFSET.traceback.next)) {
    const code = api.PyFrame_GetCode(python.u32(traceback + OFFSET.traceback.frame));
    if (python.u32(code + OFFSET.code.fileName) !== fileName) continue;
    const stored = python.i32(traceback + OFFSET.traceback.line);
    const found = stored > 0 ? stored : api.PyCode_Addr2Line(code, python.i32(traceback + OFFSET.traceback.lasti));
    if (found > 0) line = found;
  }
  return line;
}

/**
 * Takes the raised exception off the interpreter. `fileName` is the address of the str object that the program was
 * compiled under.
 */
export function takeException(python: Interpreter, fileName: Pointer): Raised {
  const { api, header } = python;
  const exception = api.PyErr_GetRaisedException();
  if (exception === 0) return { type: 'SystemError', message: 'error return without exception set', cause: 'other' };
  const typeAddress = python.typeOf(exception);
  const type = python.typeName(typeAddress);
  const args = argumentsOf(python, exception);
  const line = programLine(python, exception, fileName) ?? syntaxLine(args);
  const refusal = typeAddress === header.refusedImport || typeAddress === header.refusedCapability;
  const memory = typeAddress === python.u32(api.PyExc_MemoryError.value);
  return {
    type: refusal ? (typeAddress === header.refusedImport ? 'ImportError' : 'PermissionError') : type,
    message: messageOf(type, args).slice(0, MAX_MESSAGE),
    ...(line === undefined ? {} : { line }),
    cause: memory ? 'memory' : refusal ? 'refusal' : 'other',
  };
}

/** One line for people: `ValueError: message`. */
export function describe({ type, message }: Raised): string {
  const oneLine = message.replaceAll(/\s*\n\s*/g, ' ');
  return oneLine === '' ? type : `${type}: ${oneLine}`;
}
