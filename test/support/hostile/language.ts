/** Fragments that bend the language itself: builtins, types and their caches, frames, code objects, exceptions. */

import { fragments } from './fragment.ts';

export const LANGUAGE = fragments({
  'replaces common builtins': `
import builtins
builtins.len = lambda x: 42
builtins.sum = lambda *a: 0
builtins.sorted = lambda x, **k: list(x)
builtins.range = lambda *a: []
builtins.print = None`,
  'replaces types among the builtins': `
import builtins
builtins.int = builtins.str = builtins.list = builtins.dict = object
builtins.Exception = KeyboardInterrupt
builtins.type = lambda *a: None`,
  'empties the builtins': `
import builtins
vars(builtins).clear()`,
  'deletes single builtins': `
import builtins
for name in ('len', 'isinstance', 'range', 'ValueError', '__build_class__', '__debug__'):
    try: delattr(builtins, name)
    except Exception: pass`,
  'replaces __build_class__': `
import builtins
builtins.__build_class__ = lambda *a, **k: 7`,
  'replaces __import__': `
import builtins
keep = builtins.__import__
builtins.__import__ = lambda name, *a, **k: keep('math' if name == 'json' else name, *a, **k)`,
  'swaps the builtins of its own module': `
globals()['__builtins__'] = {'len': lambda x: 1}`,
  'writes into the dict behind str': `
import gc
d = gc.get_referents(str.__dict__)[0]
d['upper'] = lambda self: 'gotcha'
d['hidden_attribute'] = 1
'x'.upper()`,
  'writes into the dict behind int and list': `
import gc
gc.get_referents(int.__dict__)[0]['__add__'] = lambda a, b: 42
gc.get_referents(list.__dict__)[0]['append'] = lambda self, x: None
[].append(1)`,
  'writes into the dict behind object': `
import gc
gc.get_referents(object.__dict__)[0]['planted'] = 'here'
assert (1).planted == 'here'`,
  'fills the type cache': `
class C: pass
for i in range(3000): setattr(C, 'name%d' % i, i); getattr(C, 'name%d' % i)
for i in range(200): getattr(str, 'missing%d' % i, None)`,
  'makes many types': `
kinds = [type('T%d' % i, (int,), {'__slots__': ()}) for i in range(300)]
globals()['kept_types'] = kinds`,
  'slots and layout changes': `
class A: __slots__ = ('x', 'y')
class B: __slots__ = ('x', 'y')
a = A(); a.x = 1
a.__class__ = B
B.x.__set__(a, 2)`,
  'changes the bases of classes': `
class P: pass
class Q: pass
class R(P): pass
R.__bases__ = (Q,)
R.__name__ = 'str'; R.__qualname__ = 'int'; R.__module__ = 'builtins'`,
  'a metaclass that lies': `
class M(type):
    def __instancecheck__(cls, x): return True
    def __subclasscheck__(cls, x): return True
    def __eq__(cls, other): return True
    __hash__ = type.__hash__
class Any(metaclass=M): pass
globals()['int'] = Any`,
  'registers with abstract classes': `
import collections.abc as abc
for kind in (abc.Sequence, abc.Mapping, abc.Hashable, abc.Iterable):
    kind.register(type(None)); kind.register(int); isinstance(3, kind)`,
  'abstract class caches': `
import abc
class Base(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
for i in range(100):
    K = type('K%d' % i, (), {}); Base.register(K); isinstance(K(), Base); issubclass(int, Base)`,
  'interns a flood of strings': `
import sys
globals()['interned'] = [sys.intern('flood%d' % i) for i in range(5000)]`,
  'attribute name flood': `
class N: pass
n = N()
for i in range(2000): setattr(n, 'a%d' % i, i)
globals()['n_object'] = n`,
  'dict key sharing and versions': `
class D: pass
ds = [D() for _ in range(200)]
for i, d in enumerate(ds): d.__dict__['k%d' % (i % 40)] = i; d.a = i
for d in ds[::2]: d.__dict__.clear(); del d.__dict__`,
  'huge dict of colliding keys': `
class H:
    def __hash__(self): return 1
d = {}
for i in range(60): d[H()] = i
globals()['colliding'] = d`,
  'dict that changes while it is walked': `
class E:
    def __init__(self, d): self.d = d
    def __hash__(self): return 3
    def __eq__(self, other): self.d.clear(); return False
d = {}
for _ in range(4):
    try: d[E(d)] = 1
    except RuntimeError: pass`,
  'list that shrinks under sort': `
xs = list(range(50))
class K:
    def __lt__(self, other): xs.clear(); return True
ys = [K() for _ in range(20)]
try: xs.sort(key=lambda v: xs.append(v) or v)
except ValueError: pass
ys.sort()`,
  'generators left suspended': `
def g():
    try:
        while True: yield 1
    finally:
        globals()['closed'] = True
globals()['suspended'] = [g() for _ in range(50)]
for one in globals()['suspended']: next(one)`,
  'coroutine never awaited': `
async def f(): return 1
globals()['coro'] = f()
f()`,
  'async generator left open': `
async def ag():
    yield 1
it = ag().__anext__()
try: it.send(None)
except StopIteration: pass
globals()['agen'] = it`,
  'frame hacks': `
import sys
f = sys._getframe()
while f.f_back is not None: f = f.f_back
f.f_globals['frame_was_here'] = True
f.f_locals['expected'] = 1
f.f_trace_opcodes = True
globals()['kept_frame'] = f`,
  'clears frames of a traceback': `
import traceback, sys
def boom():
    held = [1, 2, 3]
    raise ValueError(held)
try: boom()
except ValueError as e:
    traceback.clear_frames(e.__traceback__)
    globals()['kept_exception'] = e`,
  'exceptions with cycles': `
a, b = ValueError('a'), TypeError('b')
a.__cause__, b.__cause__ = b, a
a.__context__ = a
a.args = (a, b); b.cycle = a
globals()['cycle'] = a`,
  'raises an exception with a cyclic context': `
e = ValueError('round')
e.__context__ = e
e.args = (e,)
raise e`,
  'very long exception chain': `
e = None
for i in range(2000):
    n = ValueError(i); n.__context__ = e; e = n
globals()['chain'] = e`,
  'exception group': `
raise ExceptionGroup('many', [ValueError(i) for i in range(20)])`,
  'StopIteration at large': `
raise StopIteration(7)`,
  'GeneratorExit at large': `
raise GeneratorExit`,
  'exception without text': `
class Mute(Exception):
    def __str__(self): raise KeyError
    __repr__ = __str__
    args = property(lambda self: 1 / 0)
raise Mute()`,
  'changes code objects of the library': `
import json, operator
json.dumps.__code__ = (lambda *a, **k: 'x').__code__
json.dumps.__defaults__ = None
json.dumps.__kwdefaults__ = None`,
  'code with a stack that is too small': `
def f(a): return [a, (a, a), {a: [a, a, a]}]
g = type(f)(f.__code__.replace(co_stacksize=0), globals())
for i in range(20): g(i)`,
  'code that reads constants it does not have': `
def f(): return 1000
g = type(f)(f.__code__.replace(co_consts=()), globals())
g()`,
  'code that reads locals it does not have': `
def f(a, b, c): d = a; return b, c, d
c = f.__code__
g = type(f)(c.replace(co_code=bytes(c.co_code[:4]) + bytes([c.co_code[4], 250]) + bytes(c.co_code[6:])), globals())
g(1, 2, 3)`,
  'code that pops an empty stack': `
def f(): pass
c = f.__code__
import dis
op = dis.opmap
body = bytes([op['RESUME'], 0]) + bytes([op['POP_TOP'], 0]) * 40 + bytes([op['RETURN_VALUE'], 0])
type(f)(c.replace(co_code=body, co_exceptiontable=b''), globals())()`,
  'code with a broken exception table': `
def f():
    try: raise ValueError
    except ValueError: return 3
c = f.__code__
type(f)(c.replace(co_exceptiontable=bytes(255 - b for b in c.co_exceptiontable)), globals())()`,
  'specialised code that changes its mind': `
def add(a, b): return a + b
for pair in ((1, 2), ('a', 'b'), (1.0, 2), ([1], [2])) * 40: add(*pair)
class X:
    def __init__(self): self.v = 1
def get(o): return o.v
xs = [X() for _ in range(50)]
for x in xs: get(x)
X.v = property(lambda self: 9)
for x in xs: get(x)`,
  'weird code of closures': `
def outer():
    x = 1
    def inner(): return x
    return inner
inner = outer()
inner.__closure__[0].cell_contents = inner
globals()['cell'] = inner.__closure__[0]`,
  'small integers and singletons': `
import gc
try: (1).__class__ = bool
except TypeError: pass
try: None.x = 1
except AttributeError: pass
try: gc.get_referents(type(None).__dict__)[0]['__bool__'] = lambda self: True
except Exception: pass`,
  'lone surrogates': `
s = '\\ud800' * 50
globals()[s] = 1
try: print(s)
except UnicodeEncodeError: pass
try: getattr(s, s)
except AttributeError: pass`,
  'deep recursion in Python': `
def down(n): return 0 if n == 0 else 1 + down(n - 1)
try: down(10 ** 6)
except RecursionError: pass`,
  'deep recursion through C': `
def g(x): return list(map(g, [x]))
try: g(1)
except RecursionError: pass`,
  'deep recursion in operators': `
class O:
    def __add__(self, other): return other + self
    def __eq__(self, other): return other == self
    def __getattr__(self, name): return getattr(self, name + 'x')
for act in (lambda: O() + O(), lambda: O() == O(), lambda: O().y):
    try: act()
    except RecursionError: pass`,
  'frees a very deep structure': `
x = None
for _ in range(20000): x = [x]
del x
y = ()
for _ in range(20000): y = (y,)
del y`,
  'compares and hashes deep structures': `
x = y = ()
for _ in range(3000): x, y = (x,), (y,)
for act in (hash, repr):
    try: act(x)
    except RecursionError: pass
try: [x] == [y]
except RecursionError: pass`,
  'compiles deep and odd source': `
for text in ('(' * 300 + ')' * 300, '-' * 2000 + '1', '[' * 150 + ']' * 150, 'lambda: ' * 80 + '1', 'x' * 50 + '\\x00'):
    try: eval(compile(text, 'x', 'eval'))
    except (SyntaxError, RecursionError, MemoryError, ValueError): pass`,
});
