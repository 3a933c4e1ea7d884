/** From a source to a function: what compile() refuses, compiling, running the module body, finding the entry point. */

import type { Limits } from '../../core/types.ts';
import type { Pointer } from '../cpython/capi.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { endedByGuard, type Failure, takeFailure, takeSyntaxFailure } from './failure.ts';

/** Name that the program sees as its own `__name__`. */
const MODULE = 'program';
/** `Py_file_input` (Include/compile.h) and the flags PyCF_SOURCE_IS_UTF8 | PyCF_IGNORE_COOKIE. */
const FILE_INPUT = 257;
const COMPILE_FLAGS = 0x0900;
const FEATURE_VERSION = 14;
/** What CPython says of such a source; Chromium's stack can end before CPython's parser stops. */
const TOO_COMPLEX = 'MemoryError: Parser stack overflowed - Python source too complex to parse';

/** What compile() would refuse before it looks at the grammar. */
export function sourceFailure(source: string, { sourceBytes }: Limits): Failure | undefined {
  const refuse = (message: string): Failure => ({ outcome: 'syntax_error', error: `SyntaxError: ${message}` });
  if (!source.isWellFormed()) return refuse('the source holds a lone surrogate, which UTF-8 cannot encode');
  if (source.includes('\0')) return refuse('source code string cannot contain null bytes');
  if (source.length > sourceBytes) return refuse(`the source is longer than ${sourceBytes} bytes`);
  return undefined;
}

/** A module whose body has run: addresses of its namespace and of its entry point. */
export interface LoadedModule {
  readonly globals: Pointer;
  readonly callable: Pointer;
}

/** Address of a name in a program's namespace, or that there is none. */
export function findFunction(python: Interpreter, globals: Pointer, name: string): Pointer | Failure {
  const { api } = python;
  const callable = api.PyDict_GetItemString(globals, python.putString(name));
  if (callable === 0) return { outcome: 'runtime_error', error: `NameError: name '${name}' is not defined` };
  // The program may unbind its function while it runs.
  api.Py_IncRef(callable);
  return callable;
}

/**
 * Compiles a source under the name at `fileName`: address of its code, or why there is none. JavaScript exceptions (a
 * spent budget) pass through.
 */
export function compileSource(python: Interpreter, source: string, fileName: Pointer): Pointer | Failure {
  const { api } = python;
  const flags = api.malloc(8);
  python.memory.setWords(flags, [COMPILE_FLAGS, FEATURE_VERSION]);
  const text = python.putString(source);
  try {
    const code = text === 0 ? 0 : api.Py_CompileStringObject(text, fileName, FILE_INPUT, flags, -1);
    return code === 0 ? takeSyntaxFailure(python, fileName) : code;
  } catch (error) {
    if (!endedByGuard(error, python)) throw error;
    return { outcome: 'syntax_error', error: TOO_COMPLEX };
  }
}

/**
 * Compiles a source under the name at `fileName`, runs it as a module and finds its `entryPoint`, or
 * says why there is none. JavaScript exceptions (a spent budget) pass through.
 */
export function loadFunction(
  python: Interpreter,
  source: string,
  fileName: Pointer,
  entryPoint: string,
): LoadedModule | Failure {
  const { api } = python;
  const code = compileSource(python, source, fileName);
  if (typeof code !== 'number') return code;
  const globals = api.PyModule_GetDict(api.PyImport_AddModule(python.putString(MODULE)));
  // The program may take its module out of `sys.modules`; its namespace is kept for as long as it is asked.
  api.Py_IncRef(globals);
  api.PyDict_SetItemString(globals, python.putString('__builtins__'), api.PyEval_GetBuiltins());
  if (api.PyEval_EvalCode(code, globals, globals) === 0) return takeFailure(python, fileName);
  const callable = findFunction(python, globals, entryPoint);
  return typeof callable === 'number' ? { globals, callable } : callable;
}
