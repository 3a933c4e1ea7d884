/** The candidate's interpreter: every capability it asks for is looked up, written into the ledger, and refused or let through. */

import { refusedEvent, refusedImport } from '../cpython/capabilities.ts';
import type { CApi, Pointer } from '../cpython/capi.ts';
import type { HookFunctions } from '../cpython/hooks.ts';
import type { SandboxImage } from '../cpython/image.ts';
import { Interpreter } from '../cpython/interpreter.ts';
import { LinearMemory } from '../cpython/memory.ts';
import { Meter } from '../cpython/meter.ts';
import { PROGRAM_FILE } from './program.ts';

/** Longest text read out of the interpreter for the ledger. */
const MAX_NAME = 100;

/** `time.sleep`: virtual time passes, nothing waits. */
export function sleepFunction(api: CApi, meter: Meter) {
  return (_self: Pointer, seconds: Pointer): Pointer => {
    const value = api.PyFloat_AsDouble(seconds);
    if (api.PyErr_Occurred() !== 0) return 0;
    if (!(value >= 0)) {
      const memory = new LinearMemory(api);
      const text = new TextEncoder().encode('sleep length must be non-negative\0');
      const at = api.malloc(text.length);
      memory.write(at, text);
      api.PyErr_SetString(memory.u32(api.PyExc_ValueError.value), at);
      return 0;
    }
    meter.note('clock', 'time.sleep', false);
    meter.advance(value * 1e6);
    api.Py_IncRef(api._Py_NoneStruct.value);
    return api._Py_NoneStruct.value;
  };
}

/** An interpreter whose programs are refused everything in `capabilities`. */
export function createSealedInterpreter(module: WebAssembly.Module, image: SandboxImage): Interpreter {
  const meter = new Meter();
  let python: Interpreter | undefined;

  /** The first argument of an audit event where it is text, else ''. */
  const firstText = (api: CApi, args: Pointer): string => {
    if (api.PyTuple_Size(args) < 1) return '';
    const item = api.PyTuple_GetItem(args, 0);
    if (python!.typeOf(item) !== api.PyUnicode_Type.value) return '';
    const text = api.PyUnicode_AsUTF8(item);
    if (text === 0) api.PyErr_Clear();
    return python!.cString(text, MAX_NAME);
  };

  const refuse = (api: CApi, type: Pointer, message: string): number => {
    const at = python!.newString(message);
    if (at !== 0) api.PyErr_SetString(type, at);
    return -1;
  };

  const hooks = (api: CApi): HookFunctions => ({
    audit: (eventAt, args) => {
      if (python === undefined) return 0;
      const event = python.cString(eventAt, MAX_NAME);
      if (event === 'import') {
        const name = firstText(api, args);
        const kind = refusedImport(name);
        if (kind === undefined) return 0;
        meter.note(kind, `import ${name}`, true);
        return refuse(api, image.header.refusedImport, `${name} is not available in the sandbox`);
      }
      const kind = refusedEvent(event);
      if (kind === undefined) return 0;
      const subject = firstText(api, args);
      // The interpreter itself looks for the source text of a SyntaxError.
      if (subject !== PROGRAM_FILE) meter.note(kind, `${event} ${subject}`.trim(), true);
      return refuse(api, image.header.refusedCapability, `${event} is not available in the sandbox`);
    },
    sleep: sleepFunction(api, meter),
    call: () => 0,
  });
  python = Interpreter.create(module, image, meter, hooks);
  return python;
}
