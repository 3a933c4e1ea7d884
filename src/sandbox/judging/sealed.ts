/** The candidate's interpreter: every capability it asks for is looked up, written into the ledger, and refused or let through. */

import { NOTED_EVENTS, refusedEvent, refusedImport } from '../cpython/capabilities.ts';
import type { CApi, Pointer } from '../cpython/capi.ts';
import { readsOnly } from '../cpython/file-calls.ts';
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

/** Names in the interpreter's table of built-in modules (`struct _inittab`: name, init function). */
function builtinModules(python: Interpreter): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = python.u32(python.api.PyImport_Inittab.value); ; at += 8) {
    const name = python.u32(at);
    if (name === 0) return names;
    names.add(python.cString(name, MAX_NAME));
  }
}

/** An interpreter whose programs are refused everything in `capabilities`. */
export function createSealedInterpreter(module: WebAssembly.Module, image: SandboxImage): Interpreter {
  const meter = new Meter();
  let python: Interpreter | undefined;

  let builtins: ReadonlySet<string> = new Set();

  /** The first argument of an audit event where it is text (or a path in bytes), else ''. */
  const firstText = (api: CApi, args: Pointer): string => {
    if (api.PyTuple_Size(args) < 1) return '';
    const item = api.PyTuple_GetItem(args, 0);
    const type = python!.typeOf(item);
    if (type === api.PyBytes_Type.value) return python!.cString(api.PyBytes_AsString(item), MAX_NAME);
    if (type !== api.PyUnicode_Type.value) return '';
    const text = api.PyUnicode_AsUTF8(item);
    if (text === 0) api.PyErr_Clear();
    return python!.cString(text, MAX_NAME);
  };

  /** Whether an `open(path, mode, flags)` event asks to read a granted file. */
  const isGranted = (api: CApi, path: string, args: Pointer): boolean => {
    if (meter.granted.files.find(path) === undefined || api.PyTuple_Size(args) < 3) return false;
    const flags = api.PyTuple_GetItem(args, 2);
    return python!.typeOf(flags) === api.PyLong_Type.value && readsOnly(api.PyLong_AsLong(flags));
  };

  /** Whether an `open` event names a descriptor, which is open already: one of the standard streams, or a granted file. */
  const isDescriptor = (api: CApi, args: Pointer): boolean =>
    api.PyTuple_Size(args) > 0 && python!.typeOf(api.PyTuple_GetItem(args, 0)) === api.PyLong_Type.value;

  const refuse = (api: CApi, type: Pointer, message: string): number => {
    const at = python!.newString(message);
    if (at !== 0) api.PyErr_SetString(type, at);
    return -1;
  };

  /** An import of a module that is not loaded yet. */
  const imported = (api: CApi, name: string): number => {
    const kind = refusedImport(name);
    if (kind === undefined) {
      // Only what is compiled in can still be loaded; the ModuleNotFoundError of anything else is Python's own.
      if (!builtins.has(name)) meter.note('import', `import ${name}`, true);
      return 0;
    }
    meter.note(kind, `import ${name}`, true);
    return refuse(api, image.header.refusedImport, `${name} is not available in the sandbox`);
  };

  const hooks = (api: CApi): HookFunctions => ({
    audit: (eventAt, args) => {
      if (python === undefined) return 0;
      const event = python.cString(eventAt, MAX_NAME);
      if (event === 'import') return imported(api, firstText(api, args));
      if (Object.hasOwn(NOTED_EVENTS, event)) meter.note(...NOTED_EVENTS[event]!, true);
      const kind = refusedEvent(event);
      if (kind === undefined) return 0;
      const subject = firstText(api, args);
      if (event === 'open' && isDescriptor(api, args)) return 0;
      if (event === 'open' && isGranted(api, subject, args)) {
        meter.note(kind, `open ${subject}`, false);
        return 0;
      }
      // The interpreter itself looks for the source text of a SyntaxError.
      if (subject !== PROGRAM_FILE) meter.note(kind, `${event} ${subject}`.trim(), true);
      return refuse(api, image.header.refusedCapability, `${event} is not available in the sandbox`);
    },
    sleep: sleepFunction(api, meter),
    call: () => 0,
  });
  python = Interpreter.create(module, image, meter, hooks);
  builtins = builtinModules(python);
  return python;
}
