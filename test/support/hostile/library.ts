/** Fragments that leave their mark on the standard library: its global state, caches, registries, and random numbers. */

import { fragments } from './fragment.ts';

export const LIBRARY = fragments({
  'patches json': `
import json
json.dumps = lambda *a, **k: 'x'
json.loads = lambda *a, **k: 42
json.encoder.c_make_encoder = None`,
  'patches math and operator': `
import math, operator
for module in (math, operator):
    for name in [n for n in vars(module) if not n.startswith('_')]: setattr(module, name, lambda *a: 0)`,
  'patches collections': `
import collections
collections.Counter = collections.deque = collections.defaultdict = list
collections.ChainMap.__init__ = lambda self, *a: None`,
  'Counter lies': `
import collections
collections.Counter.__getitem__ = lambda self, key: 99
collections.Counter.items = lambda self: []`,
  'random state': `
import random
random.seed(12345)
for _ in range(50): random.random(); random.gauss(0, 1)
random.setstate(random.Random(7).getstate())
random.random = lambda: 4`,
  'decimal context': `
import decimal
c = decimal.getcontext()
c.prec = 2; c.rounding = decimal.ROUND_UP; c.traps[decimal.Inexact] = True
decimal.DefaultContext.prec = 3
decimal.setcontext(decimal.Context(prec=1))`,
  locale: `
import locale
for name in ('C', 'de_DE.UTF-8', '', 'POSIX'):
    try: locale.setlocale(locale.LC_ALL, name)
    except locale.Error: pass`,
  warnings: `
import warnings
warnings.simplefilter('error')
warnings.filters.clear()
globals()['__warningregistry__'] = {'version': 0}
warnings.warn('x')
warnings.showwarning = lambda *a: 1 / 0`,
  'functools caches': `
import functools
@functools.lru_cache(maxsize=None)
def f(n): return [n]
for i in range(500): f(i)
f(1).append('poison')
functools.lru_cache = functools.cache = lambda f=None, **k: f`,
  'regular expression cache': `
import re
for i in range(600): re.compile('a{%d}b' % (i % 550))
re._cache.clear()
re.compile = lambda *a: None`,
  'poisons the regular expression cache': `
import re
re.sub('a', 'b', 'aaa')
for key in list(re._cache): re._cache[key] = re.compile('never')
try:
    for key in list(re._cache2): re._cache2[key] = re.compile('never')
except Exception: pass`,
  'registers a codec': `
import codecs
def search(name): return codecs.CodecInfo(lambda s, e='': (b'x', len(s)), lambda b, e='': ('x', len(b)), name=name)
codecs.register(search)
'abc'.encode('my_codec')
codecs.register_error('strict2', lambda e: ('?', e.end))`,
  'codec cache': `
for name in ('latin-1', 'utf-16', 'ascii', 'cp1252', 'rot13', 'nonsense'):
    try: 'x'.encode(name)
    except LookupError: pass`,
  'copyreg and pickle': `
import copyreg, pickle
copyreg.pickle(int, lambda x: (int, (0,)))
copyreg.add_extension('builtins', 'len', 77)
class P:
    def __reduce__(self): return (exec, ('x = 1',))
pickle.loads(pickle.dumps(P()))`,
  'pickle of everything deep': `
import pickle
x = []
for _ in range(400): x = [x]
try: pickle.loads(pickle.dumps(x))
except RecursionError: pass`,
  'deep copies': `
import copy
x = {'k': [1]}
for _ in range(150): x = [x, x]
try: copy.deepcopy(x[:1])
except RecursionError: pass`,
  'deep json': `
import json
try: json.loads('[' * 5000 + ']' * 5000)
except RecursionError: pass
x = []
for _ in range(2000): x = [x]
try: json.dumps(x)
except RecursionError: pass`,
  'struct, array and binascii caches': `
import struct, array, binascii, base64
for i in range(150): struct.calcsize('%dI' % i)
array.array('d', range(200)).tobytes()
base64.b64encode(binascii.unhexlify('00' * 500))
struct._clearcache()`,
  'time zone and clock': `
import os, time, datetime
os.environ['TZ'] = 'America/New_York'
time.time = lambda: 0
datetime.datetime.now()
time.sleep(0.5)`,
  environment: `
import os
os.environ['PYTHONHASHSEED'] = '7'
os.environ.clear()
os.putenv('X', 'y'); os.unsetenv('X')`,
  'enum and dataclass': `
import enum, dataclasses
class E(enum.IntFlag):
    A = 1
    B = 2
E._member_map_['C'] = 7
E(3); E(1) | E(2)
@dataclasses.dataclass(slots=True, frozen=True)
class D:
    x: int = 1
object.__setattr__(D(), 'x', 2)`,
  'typing caches and registries': `
import typing
for i in range(150): typing.Optional[typing.Dict[str, int]]; typing.List[typing.Tuple[int, ...]]
T = typing.TypeVar('T')
typing.get_type_hints(typing.NamedTuple('N', [('a', int)]))`,
  'named tuples': `
import collections
kinds = [collections.namedtuple('N%d' % i, 'a b c') for i in range(20)]
globals()['tuples'] = [k(1, 2, 3) for k in kinds]`,
  'contextlib and exit stacks left open': `
import contextlib, io
stack = contextlib.ExitStack()
stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
stack.enter_context(contextlib.suppress(ValueError))
globals()['stack'] = stack`,
  logging: `
import logging
logging.basicConfig(level=1)
logging.getLogger('a.b.c').addHandler(logging.NullHandler())
logging.disable(50)
logging.getLogger().warning('noise')
logging.raiseExceptions = False`,
  'iterators half used': `
import itertools
a, b = itertools.tee(iter(range(100)))
next(a)
globals()['halves'] = (a, b, itertools.cycle([1]), itertools.count(5), zip(a, b), iter(lambda: 1, 2))
next(globals()['halves'][4])`,
  'heap and bisect on liars': `
import heapq, bisect
class L:
    def __lt__(self, other): raise ValueError
xs = [3, 1, 2]
heapq.heapify(xs)
try: heapq.heappush(xs, L())
except ValueError: pass
try: bisect.insort([1, 2], L())
except ValueError: pass`,
  'hash functions': `
import hashlib, hmac, zlib
h = hashlib.sha256()
for i in range(200): h.update(b'x' * 1000)
hashlib.sha256 = lambda *a: None
zlib.decompress(zlib.compress(b'a' * 50_000))
globals()['z'] = zlib.compressobj()`,
  'unicode data': `
import unicodedata
for i in range(0, 3000, 7): unicodedata.name(chr(i), ''); unicodedata.normalize('NFKD', chr(i))`,
  'string templates and format': `
import string
string.Template('$x').substitute(x=1)
string.Formatter().format('{0!r:>10}', 'a')
try: '{0.__class__.__mro__[1].__subclasses__}'.format(1)
except Exception: pass`,
  'ast, dis and inspect': `
import ast, dis, inspect, io
tree = ast.parse('def f(x):\\n    return [y for y in x if y]')
compile(tree, 'x', 'exec')
dis.dis(compile('a + b', 'x', 'eval'), file=io.StringIO())
ast.AST.__init__ = None
inspect.stack()`,
  'ast nodes that make no sense': `
import ast
node = ast.Expression(ast.BinOp(ast.Constant(1), ast.Add(), ast.Name('x' * 10, ast.Load())))
node.body.left = node.body
try: compile(ast.fix_missing_locations(ast.Expression(ast.Constant(object()))), 'x', 'eval')
except (TypeError, ValueError): pass
try: compile(node, 'x', 'eval')
except (RecursionError, TypeError, ValueError): pass`,
  'linecache and traceback': `
import linecache, traceback
linecache.cache['<program>'] = (1, None, ['secret\\n'] * 50, '<program>')
linecache.checkcache = lambda *a: None
try: 1 / 0
except ZeroDivisionError: traceback.format_exc()`,
  'subclasses of everything': `
found = object.__subclasses__()
globals()['all_types'] = found
for kind in found[:150]:
    try: kind()
    except BaseException: pass`,
  'files and descriptors': `
import os, io, tempfile, pathlib
for act in (lambda: open('/etc/passwd'), lambda: os.open('/x', os.O_CREAT), lambda: os.listdir('/'), lambda: os.pipe(), lambda: tempfile.mkstemp(), lambda: pathlib.Path('/a').write_text('b'), lambda: io.FileIO(0), lambda: os.mkdir('/d'), lambda: os.chdir('/tmp'), lambda: os.system('true')):
    try: act()
    except BaseException: pass`,
  'opens a file': `open('/tmp/state', 'w').write('remember me')`,
  'uuid, secrets, urandom': `
import uuid, secrets, os
uuid.uuid4(); uuid.uuid1(); secrets.token_hex(); os.urandom(64)
uuid._node = 1; uuid._last_timestamp = 2 ** 62`,
});
