/** Why a call or a module body gave no value: what came out of the interpreter, in the words of a verdict. */

import { WALL_CLOCK } from '../../core/same-verdict.ts';
import type { Outcome, TracebackFrame } from '../../core/types.ts';
import type { Pointer } from '../cpython/capi.ts';
import { describe, type Raised, takeCleanExit, takeException } from '../cpython/exceptions.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { Kill } from '../cpython/kill.ts';
import { runningFrames } from '../cpython/stack.ts';

export interface Failure {
  readonly outcome: Exclude<Outcome, 'passed' | 'wrong_answer' | 'truncated' | 'infra_error'>;
  readonly error: string;
  readonly line?: number;
  readonly traceback?: readonly TracebackFrame[];
  /** The exception behind it, where there was one. */
  readonly raised?: Raised;
  /** The status of a hard exit (`os._exit`). */
  readonly exitStatus?: number;
}

/** A program at work. */
export interface Running {
  readonly python: Interpreter;
  readonly thread: Pointer;
  /** Address of the str object that the program was compiled under. */
  readonly fileName: Pointer;
}

const OUTCOME_OF_KILL = {
  timeout: 'timeout',
  memory_limit: 'memory_limit',
  output_limit: 'output_limit',
  forbidden: 'forbidden',
  exit: 'runtime_error',
} as const;

/** Recursion of C code that CPython does not look after, ended by the module's guard: at the same depth everywhere. */
export function endedByGuard(error: unknown, python: Interpreter): boolean {
  return error instanceof WebAssembly.RuntimeError && python.stackEnded;
}

/**
 * The engine's own stack is full: RangeError in Chromium and WebKit, InternalError in Firefox. The guard is there so that
 * this cannot happen; where it does, the depth is the machine's, and no verdict on the program.
 */
function isEngineStackFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'InternalError' || (error instanceof RangeError && error.message.includes('call stack'));
}

/** Nothing where the program has broken its own chain of frames, which crafted bytecode can: then there is no place to tell. */
function framesOf(python: Interpreter, thread: Pointer, fileName: Pointer): readonly TracebackFrame[] {
  try {
    return runningFrames(python, thread, fileName);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) return [];
    throw error;
  }
}

/** Where the program was when a budget ended it; nothing for the wall clock, which strikes elsewhere every time. */
function placeOfKill(kill: Kill, { python, thread, fileName }: Running): Pick<Failure, 'line' | 'traceback'> {
  if (kill.message.startsWith(WALL_CLOCK)) return {};
  const traceback = framesOf(python, thread, fileName);
  const line = traceback.at(-1)?.line;
  return line === undefined ? {} : { line, traceback };
}

/**
 * What a JavaScript exception that came out of the interpreter means for the program; the interpreter must still be as
 * the exception left it.
 *
 * @throws the exception itself when it is a fault of ours
 */
export function failureOf(error: unknown, running: Running): Failure {
  if (error instanceof Kill) {
    const { reason, message, exitStatus } = error;
    return {
      outcome: OUTCOME_OF_KILL[reason],
      error: message,
      ...placeOfKill(error, running),
      ...(exitStatus === undefined ? {} : { exitStatus }),
    };
  }
  if (endedByGuard(error, running.python)) {
    return { outcome: 'runtime_error', error: 'RecursionError: the native stack is full' };
  }
  if (isEngineStackFull(error)) throw error;
  // CPython does not always survive that its heap is full: `text += more` goes on with a null string.
  if (error instanceof WebAssembly.RuntimeError && running.python.meter.refused.value === 1) {
    return { outcome: 'memory_limit', error: 'MemoryError' };
  }
  // Each browser has words of its own for a trap, or for our write beyond the memory; the verdict must not.
  if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
    return { outcome: 'runtime_error', error: 'the interpreter crashed' };
  }
  throw error;
}

/**
 * Takes the exception that ended a call or the module body. One that came after a refused allocation counts as the end of
 * memory: CPython goes on with a null string after `text += more`, and then says that operands have the wrong types.
 */
export function takeFailure(python: Interpreter, fileName: Pointer): Failure {
  const raised = takeException(python, fileName);
  // An exit is an exception like any other; that the program wanted to leave is worth a line in the ledger.
  if (raised.exits) python.meter.note('exit', 'sys.exit', !python.meter.granted.isProcess);
  const { line, traceback } = raised;
  const afterwards = raised.cause === 'other' && !raised.exits && python.meter.refused.value === 1;
  const outcome = afterwards || raised.cause === 'memory' ? 'memory_limit' : undefined;
  return {
    outcome: outcome ?? (raised.cause === 'refusal' ? 'forbidden' : 'runtime_error'),
    error: afterwards ? `MemoryError, then ${describe(raised)}` : describe(raised),
    raised,
    ...(line === undefined ? {} : { line }),
    ...(traceback.length === 0 ? {} : { traceback }),
  };
}

/** Takes the exception that ended a process; nothing where it is an exit with status 0, which is how a process may end. */
export function takeExit(python: Interpreter, fileName: Pointer): Failure | undefined {
  if (!takeCleanExit(python)) return takeFailure(python, fileName);
  python.meter.note('exit', 'sys.exit', false);
  return undefined;
}

/**
 * Takes the exception that compiling raised. A source that may be valid but needed more heap than a program has is out
 * of memory. CPython's parser also raises MemoryError, but with a message, for nesting that is too deep for it
 * (MAXSTACK of Parser/parser.c): such a source is none that it accepts.
 */
export function takeSyntaxFailure(python: Interpreter, fileName: Pointer): Failure {
  const raised = takeException(python, fileName);
  const ranOutOfHeap = raised.cause === 'memory' && raised.message === '';
  return {
    outcome: ranOutOfHeap ? 'memory_limit' : 'syntax_error',
    error: describe(raised),
    ...(raised.line === undefined ? {} : { line: raised.line }),
  };
}
