/** Fragments that change the running interpreter: sys, gc, hooks, imports, signals, exit handlers, limits. */

import { fragments } from './fragment.ts';

export const INTERPRETER = fragments({
  'clears sys.modules': `
import sys
sys.modules.clear()`,
  'removes modules one by one': `
import sys
for name in ('json', 'collections', 're', 'math', 'builtins', 'io', 'encodings', 'codecs', 'warnings'): sys.modules.pop(name, None)`,
  'puts false modules into place': `
import sys, types
fake = types.ModuleType('math')
fake.gcd = lambda a, b: 1
fake.__getattr__ = lambda name: fake.gcd
for name in ('math', 'json', 'random', 'heapq', 'sandbox'): sys.modules[name] = fake`,
  'blocks modules': `
import sys
for name in ('math', 'collections', 'itertools', 'functools'): sys.modules[name] = None`,
  'import hooks': `
import sys
class Finder:
    def find_spec(self, name, path=None, target=None): raise ImportError(name)
sys.meta_path.insert(0, Finder)
sys.path_hooks.append(lambda path: 1 / 0)
sys.path.append('/anywhere')
try: import brand_new
except ImportError: pass`,
  'empties the import machinery': `
import sys
sys.meta_path.clear(); sys.path_hooks.clear(); sys.path_importer_cache['/'] = None`,
  'patches the import machinery': `
import importlib._bootstrap as b
b._find_spec = lambda *a: None
b._handle_fromlist = lambda m, *a: m`,
  'tries modules that lead out': `
for name in ('js', 'pyodide', 'socket', 'ctypes', '_ctypes', 'subprocess', 'faulthandler', 'mmap', 'micropip', '_testcapi', 'urllib.request', 'select', '_pyodide_core', 'multiprocessing', 'sqlite3'):
    try: __import__(name)
    except ImportError: pass`,
  'import js': `
import js
js.fetch('http://localhost/')`,
  'imports everything it can': `
import sys
for name in sorted(sys.builtin_module_names)[:80]:
    try: __import__(name)
    except BaseException: pass`,
  'reloads modules': `
import importlib, sys
for name in ('itertools', 'math', 'time', '_collections', 'gc', 'sys', 'builtins'):
    try: importlib.reload(sys.modules[name])
    except BaseException: pass`,
  'gc freeze, disable, thresholds': `
import gc
gc.freeze(); gc.disable(); gc.set_threshold(1, 1, 1); gc.enable(); gc.unfreeze()`,
  'gc callbacks': `
import gc
seen = []
gc.callbacks.append(lambda phase, info: seen.append(phase))
gc.callbacks.append(lambda phase, info: 1 / 0)
gc.collect()`,
  'gc debugging keeps everything': `
import gc
gc.set_debug(gc.DEBUG_SAVEALL)
class C: pass
for _ in range(50):
    c = C(); c.me = c
gc.collect()`,
  'clears what gc knows': `
import gc
for o in gc.get_objects():
    if type(o) is dict and 'gcd' in o: o.clear()`,
  'breaks objects that gc knows': `
import gc
for o in gc.get_objects()[:4000]:
    try:
        if type(o) is list: o.clear()
        elif type(o) is dict: o['planted'] = o
    except Exception: pass`,
  'cycles with finalizers': `
class D:
    def __del__(self): globals()['risen'] = self
for _ in range(20):
    d = D(); d.me = d
import gc
gc.collect()`,
  'finalizer that does harm later': `
class D:
    def __del__(self):
        import sys
        sys.modules.clear()
        while True: pass
globals()['bomb'] = D()`,
  'finalizer that raises': `
class D:
    def __del__(self): raise SystemExit(3)
for _ in range(5): D()`,
  'weak references with callbacks': `
import weakref
class W: pass
w = W()
globals()['refs'] = [weakref.ref(w, lambda r: globals().__setitem__('died', r)) for _ in range(20)]
weakref.finalize(w, print, 'gone')
del w`,
  'exit handlers': `
import atexit
atexit.register(lambda: 1 / 0)
def forever():
    while True: pass
atexit.register(forever)`,
  'runs and clears exit handlers': `
import atexit
atexit.register(print, 'bye'); atexit._run_exitfuncs(); atexit._clear()`,
  settrace: `
import sys
def trace(frame, event, arg):
    frame.f_trace_lines = True
    return trace
sys.settrace(trace)`,
  'settrace that changes locals': `
import sys
def trace(frame, event, arg):
    for name in list(frame.f_locals): frame.f_locals[name] = 0
    return trace
sys.settrace(trace)`,
  setprofile: `
import sys
sys.setprofile(lambda frame, event, arg: None)`,
  'threading trace and excepthook': `
import threading
threading.settrace(lambda *a: None); threading.setprofile(lambda *a: None)
threading.excepthook = None`,
  'sys.monitoring': `
import sys
m = sys.monitoring
m.use_tool_id(3, 'spy')
m.register_callback(3, m.events.PY_START, lambda *a: m.DISABLE)
m.register_callback(3, m.events.LINE, lambda *a: None)
m.set_events(3, m.events.PY_START | m.events.LINE | m.events.CALL)`,
  'audit hooks': `
import sys
sys.addaudithook(lambda event, args: None)`,
  'audit hook that refuses everything': `
import sys
def hook(event, args): raise RuntimeError(event)
sys.addaudithook(hook)`,
  'recursion limit up': `
import sys
sys.setrecursionlimit(10 ** 9)
def f(n): return f(n + 1)
try: f(0)
except RecursionError: pass`,
  'recursion limit down': `
import sys
sys.setrecursionlimit(30)`,
  'sys settings': `
import sys
sys.setswitchinterval(1e-6); sys.set_int_max_str_digits(0); sys.dont_write_bytecode = True
sys.tracebacklimit = 0; sys.flags.__class__; sys.ps1 = 'x'; sys.set_coroutine_origin_tracking_depth(50)`,
  'int digit limit and huge decimals': `
import sys
sys.set_int_max_str_digits(640)
try: str(10 ** 700)
except ValueError: pass
sys.set_int_max_str_digits(0)
globals()['big'] = len(str(7 ** 4000))`,
  'async generator hooks': `
import sys
sys.set_asyncgen_hooks(firstiter=lambda g: 1 / 0, finalizer=lambda g: 1 / 0)`,
  'replaces hooks of sys': `
import sys
sys.excepthook = sys.unraisablehook = sys.displayhook = sys.breakpointhook = lambda *a: 1 / 0
try: breakpoint()
except ZeroDivisionError: pass`,
  'deletes names of sys': `
import sys
for name in ('modules', 'path', 'stdout', 'stderr', 'meta_path', 'excepthook', 'flags', 'version', 'maxsize'):
    try: delattr(sys, name)
    except Exception: pass`,
  'replaces stdout': `
import sys
class Loud:
    def write(self, text): raise RuntimeError(text)
    def flush(self): raise RuntimeError
sys.stdout = sys.stderr = Loud()
try: print('x')
except RuntimeError: pass`,
  'stdout is no file': `
import sys
sys.stdout = 7; sys.__stdout__ = None
try: print('x')
except AttributeError: pass`,
  'closes stdout': `
import sys, os
sys.stdout.close()
os.close(1); os.close(2)`,
  'detaches and reconfigures streams': `
import sys
sys.stdout.reconfigure(encoding='ascii', line_buffering=True, errors='replace')
print('\\ud800\\xe9')
raw = sys.stderr.detach()
globals()['raw'] = raw`,
  'unflushed output': `
import sys
sys.stdout.write('left in the buffer')
sys.stderr.write('and here')`,
  'signal handlers': `
import signal
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGSEGV):
    try: signal.signal(number, lambda *a: None)
    except Exception: pass
signal.raise_signal(signal.SIGINT)`,
  'signal that raises later': `
import signal
def handler(number, frame): raise OSError('late')
signal.signal(signal.SIGINT, handler)
signal.raise_signal(signal.SIGINT)`,
  'deadly signal': `
import signal
signal.signal(signal.SIGSEGV, signal.SIG_DFL)
signal.raise_signal(signal.SIGSEGV)`,
  threads: `
import threading, _thread
for start in (lambda: threading.Thread(target=print).start(), lambda: _thread.start_new_thread(print, ())):
    try: start()
    except RuntimeError: pass`,
  'locks left held': `
import threading
lock = threading.RLock(); lock.acquire(); lock.acquire()
globals()['lock'] = lock
threading.local().x = 1`,
  'import lock left held': `
import _imp
_imp.acquire_lock()`,
  'module lock left held': `
import importlib._bootstrap as b
b._get_module_lock('json').acquire()`,
  'context variables': `
import contextvars
v = contextvars.ContextVar('v'); v.set(3)
contextvars.copy_context().run(v.set, 4)`,
  'duplicates descriptors': `
import os
os.dup2(1, 7); os.dup(1)`,
  exit: `exit()`,
  SystemExit: `
import sys
sys.exit(0)`,
  'os._exit': `
import os
os._exit(0)`,
  abort: `
import os
os.abort()`,
  'keyboard interrupt': `raise KeyboardInterrupt`,
  'evaluates text without end of names': `
import sys
for i in range(200): exec('v%d = %d' % (i, i), globals())
eval('__import__("sys").modules')`,
});
