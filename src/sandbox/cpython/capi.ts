/** The part of CPython's C API (and of the C library) that the sandbox calls in Pyodide's WebAssembly module. */

/** A pointer into the linear memory; 0 is NULL. */
export type Pointer = number;

/** Exports of `pyodide.asm.wasm` (Pyodide 314.0.7 = CPython 3.14.2, wasm32). Names and meanings are CPython's. */
export interface CApi {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  readonly __stack_pointer: WebAssembly.Global;
  /** Address of the flag that makes the interpreter poll `_Py_CheckEmscriptenSignals_Helper`. */
  readonly Py_EMSCRIPTEN_SIGNAL_HANDLING: WebAssembly.Global;
  /** Address of a pointer to the table of built-in modules (`struct _inittab`). */
  readonly PyImport_Inittab: WebAssembly.Global;
  readonly _PyRuntime: WebAssembly.Global;
  /** Address of the counter of loop iterations and calls that are left until the next tick. */
  readonly _Py_emscripten_signal_clock: WebAssembly.Global;
  /** Offset in `_PyRuntime` of the pointer to the arity-checking call helper; NULL falls back to JavaScript. */
  readonly _PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: WebAssembly.Global;
  /** Addresses of pointers to exception types. */
  readonly PyExc_MemoryError: WebAssembly.Global;
  readonly PyExc_SystemExit: WebAssembly.Global;
  readonly PyExc_RuntimeError: WebAssembly.Global;
  readonly PyExc_ValueError: WebAssembly.Global;
  /** Addresses of objects. */
  readonly _Py_NoneStruct: WebAssembly.Global;
  readonly PyBool_Type: WebAssembly.Global;
  readonly PyLong_Type: WebAssembly.Global;
  readonly PyFloat_Type: WebAssembly.Global;
  readonly PyComplex_Type: WebAssembly.Global;
  readonly PyUnicode_Type: WebAssembly.Global;
  readonly PyBytes_Type: WebAssembly.Global;
  readonly PyList_Type: WebAssembly.Global;
  readonly PyTuple_Type: WebAssembly.Global;
  readonly PyDict_Type: WebAssembly.Global;
  readonly PySet_Type: WebAssembly.Global;
  readonly PyFrozenSet_Type: WebAssembly.Global;

  /** Address of the map of written pages, where the module was rewritten to keep one (`dirty-map.ts`). */
  readonly greenbar_dirty_map?: WebAssembly.Global;

  emscripten_stack_init(): void;
  /** Lowest address of the C stack, which grows downwards. */
  emscripten_stack_get_end(): Pointer;
  malloc(size: number): Pointer;
  free(block: Pointer): void;
  sbrk(increment: number): Pointer;
  /** Bytes the allocator holds now, and the most it ever held. */
  malloc_footprint(): number;
  malloc_max_footprint(): number;
  /** Makes allocations fail that would let the footprint grow past the limit. */
  malloc_set_footprint_limit(bytes: number): number;

  Py_IncRef(object: Pointer): void;
  Py_DecRef(object: Pointer): void;
  PyGC_Collect(): number;
  /** Says whether automatic collection was on before. */
  PyGC_Enable(): number;

  Py_CompileStringObject(source: Pointer, filename: Pointer, start: number, flags: Pointer, optimize: number): Pointer;
  PyEval_EvalCode(code: Pointer, globals: Pointer, locals: Pointer): Pointer;
  PyEval_GetBuiltins(): Pointer;
  PyImport_AddModule(name: Pointer): Pointer;
  /** Drops what the interpreter remembers of a built-in module that was imported once; both are the name. */
  _PyImport_ClearExtension(name: Pointer, path: Pointer): number;
  /** `sys.modules`. */
  PyImport_GetModuleDict(): Pointer;
  PyModule_GetDict(module: Pointer): Pointer;
  /** Borrowed; 0 where `sys` has no such name. */
  PySys_GetObject(name: Pointer): Pointer;
  PySys_SetObject(name: Pointer, value: Pointer): number;
  /** `io.open` of a descriptor; `buffering` −1 is the default, and null pointers stand for defaults too. */
  PyFile_FromFd(
    descriptor: number,
    name: Pointer,
    mode: Pointer,
    buffering: number,
    encoding: Pointer,
    errors: Pointer,
    newline: Pointer,
    closes: number,
  ): Pointer;
  PyObject_CallObject(callable: Pointer, args: Pointer): Pointer;
  PyObject_Call(callable: Pointer, args: Pointer, keywords: Pointer): Pointer;
  PyObject_GetAttrString(object: Pointer, name: Pointer): Pointer;
  PyObject_SetAttrString(object: Pointer, name: Pointer, value: Pointer): number;
  /** −1 with an exception set. */
  PyObject_IsTrue(object: Pointer): number;

  PyMarshal_ReadObjectFromString(bytes: Pointer, length: number): Pointer;
  PyMarshal_WriteObjectToString(object: Pointer, version: number): Pointer;
  PyBytes_FromStringAndSize(bytes: Pointer, length: number): Pointer;
  PyBytes_Size(bytes: Pointer): number;
  PyBytes_AsString(bytes: Pointer): Pointer;

  PyDict_New(): Pointer;
  PyDict_GetItemString(dict: Pointer, name: Pointer): Pointer;
  PyDict_SetItemString(dict: Pointer, name: Pointer, value: Pointer): number;
  PyDict_DelItemString(dict: Pointer, name: Pointer): number;
  PyDict_Next(dict: Pointer, position: Pointer, key: Pointer, value: Pointer): number;
  PyList_Size(list: Pointer): number;
  PyList_GetItem(list: Pointer, index: number): Pointer;
  PyTuple_New(size: number): Pointer;
  PyTuple_Size(tuple: Pointer): number;
  PyTuple_GetItem(tuple: Pointer, index: number): Pointer;
  _PySet_NextEntry(set: Pointer, position: Pointer, key: Pointer, hash: Pointer): number;
  PyUnicode_FromString(text: Pointer): Pointer;
  PyUnicode_AsUTF8(text: Pointer): Pointer;
  PyLong_AsLong(value: Pointer): number;
  PyLong_FromLong(value: number): Pointer;
  PyFloat_AsDouble(value: Pointer): number;
  PyCallable_Check(object: Pointer): number;
  PyObject_GetIter(object: Pointer): Pointer;
  /** 1 with the item written to the address, 0 at the end, -1 with an exception set. */
  PyIter_NextItem(iterator: Pointer, item: Pointer): number;

  PyErr_Occurred(): Pointer;
  PyErr_Clear(): void;
  PyErr_GetRaisedException(): Pointer;
  /** Takes the reference over. */
  PyErr_SetRaisedException(exception: Pointer): void;
  PyErr_SetObject(type: Pointer, value: Pointer): void;
  PyErr_SetString(type: Pointer, message: Pointer): void;
  PyException_GetArgs(exception: Pointer): Pointer;
  PyException_GetTraceback(exception: Pointer): Pointer;
  PyFrame_GetCode(frame: Pointer): Pointer;
  /** Of a `_PyInterpreterFrame`. */
  PyUnstable_InterpreterFrame_GetCode(frame: Pointer): Pointer;
  PyUnstable_InterpreterFrame_GetLine(frame: Pointer): number;
  PyCode_Addr2Line(code: Pointer, lasti: number): number;

  PyCFunction_NewEx(definition: Pointer, self: Pointer, module: Pointer): Pointer;
  /** Copies the functions of a memory domain to `allocator`: context, malloc, calloc, realloc, free. */
  PyMem_GetAllocator(domain: number, allocator: Pointer): void;
  PyType_GetSlot(type: Pointer, slot: number): Pointer;
  PySys_AddAuditHook(hook: Pointer, data: Pointer): number;
  PyThreadState_Get(): Pointer;
  PyUnstable_ThreadState_SetStackProtection(thread: Pointer, start: Pointer, size: number): number;
}

/** Byte offsets in CPython 3.14's objects on wasm32, where the public C API has no accessor. */
export const OFFSET = {
  object: { type: 4 },
  type: { name: 12, mro: 172 },
  traceback: { next: 8, frame: 12, lasti: 16, line: 20 },
  code: { fileName: 80, name: 84 },
  /** `PyThreadState.current_frame` and `_PyInterpreterFrame.previous`. */
  thread: { frame: 52 },
  frame: { previous: 4 },
  /** `PyASCIIObject`; `wide` is where `PyCompactUnicodeObject` has its characters. */
  str: { length: 8, state: 16, ascii: 20, wide: 28 },
} as const;
