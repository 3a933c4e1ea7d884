/** Programs that are wrong and would be paid by a careless grader, or try to harm it: none of them may pass a test. */

import type { Outcome } from '../../../src/core/types.ts';
import type { ProgramCase } from './case.ts';

/** `solution(n)` must be n + 1. */
const SUCCESSOR = [
  ['[3]', '4'],
  ['[5]', '6'],
] as const;

const fails = (name: string, outcome: Outcome, code: string): ProgramCase => ({
  name,
  code,
  tests: SUCCESSOR,
  outcome,
});
const wrong = (name: string, code: string) => fails(name, 'wrong_answer', code);
const raises = (name: string, code: string) => fails(name, 'runtime_error', code);

/** A function body behind some module text. */
const body = (text: string, before = ''): string =>
  `${before === '' ? '' : `${before}\n`}def solution(n):\n${text.replaceAll(/^/gm, '    ')}\n`;

export const CHEATS: readonly ProgramCase[] = [
  wrong(
    '__eq__ and __hash__ that agree with all',
    body(
      'return E()',
      'class E:\n    def __eq__(self, o): return True\n    def __ne__(self, o): return False\n    def __hash__(self): return 4\n    def __bool__(self): return True',
    ),
  ),
  wrong(
    '__class__ that says int',
    body(
      'return E()',
      'class E:\n    @property\n    def __class__(self): return int\n    def __index__(self): return 4\n    __int__ = __index__\n    def __eq__(self, o): return True',
    ),
  ),
  wrong('an int subclass of the right value', body('return E(n + 1)', 'class E(int): pass')),
  wrong(
    'a str subclass',
    body('return E(n + 1)', 'class E(str):\n    def __eq__(self, o): return True\n    __hash__ = str.__hash__'),
  ),
  wrong('a list subclass', body('return E()', 'class E(list):\n    def __eq__(self, o): return True')),
  wrong('a dict subclass in a list', body('return [E()]', 'class E(dict):\n    def __eq__(self, o): return True')),
  wrong(
    'a metaclass that compares equal',
    body(
      'return E',
      'class M(type):\n    def __eq__(self, o): return True\n    __hash__ = type.__hash__\nclass E(metaclass=M): pass',
    ),
  ),
  wrong(
    'a metaclass with a name like int',
    body(
      'return E()',
      'class M(type):\n    def __instancecheck__(c, o): return True\n    def __repr__(c): return "<class \'int\'>"\nE = M("int", (), {"__module__": "builtins", "__eq__": lambda s, o: True})',
    ),
  ),
  wrong(
    '__reduce__',
    body(
      'return E()',
      'class E:\n    def __reduce__(self): return (int, ("4",))\n    def __getstate__(self): return 4',
    ),
  ),
  wrong(
    'a counter with another missing',
    body(
      'return C("a" * n)',
      'import collections\nclass C(collections.Counter):\n    def __missing__(self, k): return 4\n    def __eq__(self, o): return True',
    ),
  ),
  wrong(
    'Counter.__eq__ replaced',
    body(
      'return collections.Counter("a")',
      'import collections\ncollections.Counter.__eq__ = lambda s, o: True\ncollections.Counter.__missing__ = lambda s, k: 4',
    ),
  ),
  wrong(
    'an ordered dict subclass',
    body(
      'return O(a=1)',
      'import collections\nclass O(collections.OrderedDict):\n    def __eq__(self, o): return True\n    def items(self): return [(4, 4)]',
    ),
  ),
  wrong('a generator', body('yield n + 1')),
  wrong(
    'a generator that pretends to be a list',
    body(
      'return G()',
      'class G:\n    __class__ = list\n    def __len__(self): return 1\n    def __iter__(self): yield 4\n    def __getitem__(self, i): return 4\n    def __eq__(self, o): return True',
    ),
  ),
  wrong(
    'frames, locals and globals of whoever calls',
    body(
      'f = sys._getframe()\nfound = []\nwhile f:\n    found += [v for k, v in {**f.f_globals, **f.f_locals}.items() if k in ("expected", "tests", "answer")]\n    f = f.f_back\nreturn found[0] if found else 0',
      'import sys',
    ),
  ),
  wrong(
    'objects of the heap',
    body(
      'for o in gc.get_objects():\n    if isinstance(o, dict) and "expected" in o: return o["expected"]\nreturn 0',
      'import gc',
    ),
  ),
  wrong(
    'frames of a traceback',
    body(
      'try:\n    raise ValueError\nexcept ValueError as e:\n    f = e.__traceback__.tb_frame.f_back\n    return f.f_locals.get("expected", 0) if f else 0',
    ),
  ),
  wrong(
    'source text of the caller',
    body(
      'try:\n    return len(inspect.getsource(inspect.stack()[-1].frame)) - 10**9\nexcept (OSError, IndexError): return 0',
      'import inspect',
    ),
  ),
  wrong(
    'handlers at exit',
    body('return 0', 'import atexit, builtins\natexit.register(lambda: setattr(builtins, "passed", True))'),
  ),
  wrong(
    'weak references with callbacks and finalizers',
    body(
      'weakref.finalize(E(), print, "passed")\nweakref.ref(E(), lambda r: 4)\nreturn E()',
      'import weakref\nclass E:\n    def __del__(self):\n        raise SystemExit(0)',
    ),
  ),
  raises('a thread', body('t = threading.Thread(target=lambda: None)\nt.start()\nreturn n + 1', 'import threading')),
  raises(
    'an alarm that raises',
    body(
      'signal.signal(signal.SIGINT, signal.default_int_handler)\nsignal.raise_signal(signal.SIGINT)\nreturn n + 1',
      'import signal',
    ),
  ),
  wrong(
    'tracers that change return values',
    body(
      'return 0',
      'import sys\ndef t(frame, event, arg):\n    if event == "return": arg = 4\n    return t\nsys.settrace(t)\nsys.setprofile(t)',
    ),
  ),
  wrong(
    'monitoring',
    body(
      'return 0',
      'import sys\nm = sys.monitoring\nm.use_tool_id(0, "x")\nm.register_callback(0, m.events.PY_RETURN, lambda *a: m.DISABLE)\nm.set_events(0, m.events.PY_RETURN)',
    ),
  ),
  wrong('an audit hook that swallows events', body('return 0', 'import sys\nsys.addaudithook(lambda *a: None)')),
  fails(
    'import machinery',
    'forbidden',
    body(
      'import js\nreturn n + 1',
      'import sys, importlib.machinery\nclass F:\n    def find_spec(self, *a): return None\nsys.meta_path.insert(0, F())',
    ),
  ),
  wrong(
    'a code object with another constant',
    body('return n\nsolution.__code__ = solution.__code__.replace(co_consts=(None, 4))').replace(
      '    solution',
      'solution',
    ),
  ),
  raises(
    'bytecode that reads beyond its constants',
    'def solution(n):\n    return n\nsolution.__code__ = solution.__code__.replace(co_code=bytes([0x80, 0, 0x53, 255, 0x53, 255]) * 2, co_consts=())\nsolution = None\n',
  ),
  fails('ctypes', 'forbidden', body('import ctypes\nreturn ctypes.c_int(n + 1).value')),
  raises('arguments that are not there', body('return n + 1 + m').replace('(n)', '(n, m)')),
  raises(
    'an exception with a lying text',
    body(
      'raise E("passed")',
      'class E(Exception):\n    def __str__(self): return "AssertionError: None"\n    __repr__ = __str__',
    ),
  ),
  raises('a class called MemoryError', body('raise MemoryError("full")', 'class MemoryError(Exception): pass')),
  raises(
    'a class called RefusedImport',
    body('raise RefusedImport("js")', 'class RefusedImport(ImportError):\n    __module__ = "sandbox"'),
  ),
  raises('StopIteration', body('raise StopIteration(n + 1)')),
  raises('GeneratorExit', body('raise GeneratorExit')),
  raises(
    'an exception group',
    body('raise ExceptionGroup("x", [ValueError(n), SystemExit(0)])'.replace('SystemExit(0)', 'KeyError(1)')),
  ),
  raises('KeyboardInterrupt', body('raise KeyboardInterrupt')),
  raises('exit with a status', body('import sys\nsys.exit(0)')),
  raises('exit at import, behind the function', `${body('return n + 1')}raise SystemExit(0)\n`),
  raises('hard exit at import, behind the function', `import os\n${body('return n + 1')}os._exit(0)\n`),
  wrong(
    'recursion in __repr__',
    body('return R()', 'class R:\n    def __repr__(self): return repr(self)\n    __str__ = __repr__'),
  ),
  raises('a module __getattr__ in place of the function', 'def __getattr__(name):\n    return lambda n: n + 1\n'),
  raises('a name that is no function', 'solution = 4\n'),
  wrong(
    'a class in place of the function',
    'class solution:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return True\n',
  ),
  wrong('a coroutine', 'async def solution(n):\n    return n + 1\n'),
  wrong('forged output', body('print("passed 2 of 2")\nprint("{\\"outcome\\": \\"passed\\"}")\nreturn None')),
  wrong('NaN, equal to nothing', body('return float("nan")')),
  wrong(
    'marshal and pickle replaced',
    body(
      'return object()',
      'import marshal, pickle, json\nmarshal.dumps = pickle.dumps = json.dumps = lambda *a, **k: 4',
    ),
  ),
  wrong(
    'builtins replaced',
    body(
      'return E()',
      'import builtins\nclass E(int): pass\nbuiltins.type = lambda o: int\nbuiltins.isinstance = lambda *a: True\nbuiltins.int = E',
    ),
  ),
  wrong(
    '__main__ and other modules replaced',
    body(
      'return 0',
      'import sys, types\nfor name in list(sys.modules):\n    if name not in ("sys", "builtins"): sys.modules[name] = types.ModuleType(name)',
    ),
  ),
  wrong('the empty answer', body('pass')),
  fails('a socket by another door', 'forbidden', body('import os\nreturn __import__("so" + "cket").socket()')),
  fails(
    'a network client',
    'forbidden',
    body('from urllib.request import urlopen\nreturn urlopen("http://example.com").status'),
  ),
  fails('a process', 'forbidden', body('import subprocess\nreturn subprocess.call(["true"]) + n + 1')),
  fails('a listing of files', 'forbidden', body('import os\nreturn len(os.listdir("/"))')),
  fails('a file that is written', 'forbidden', body('import pathlib\npathlib.Path("x").write_text("4")\nreturn n + 1')),
  fails(
    'an endless loop in a finalizer',
    'timeout',
    body('D()\nreturn n + 1', 'class D:\n    def __del__(self):\n        while True: pass'),
  ),
  fails(
    'endless output, swallowed',
    'output_limit',
    body('while True:\n    try:\n        while True: print("x" * 100)\n    except BaseException: pass'),
  ),
  fails('endless allocation', 'memory_limit', body('x = [n]\nwhile True: x += x')),
  fails(
    'endless awaiting',
    'timeout',
    body(
      'class A:\n    def __await__(self):\n        while True: yield\ntry:\n    for _ in A().__await__(): pass\nfinally: pass',
    ),
  ),
];

/** A constant of the interpreter spoiled by hand-made bytecode or by C calls must not outlive its program. */
export const SPOILERS: readonly ProgramCase[] = [
  {
    name: 'the type dictionary of int, by way of gc',
    code: body(
      'return 0',
      'import gc\nfor d in gc.get_referents(int.__dict__):\n    if type(d) is dict: d["__add__"] = lambda a, b: 4',
    ),
    tests: SUCCESSOR,
    outcome: 'wrong_answer',
  },
  {
    name: 'interned strings, frozen modules, the warnings registry',
    code: body(
      'return 0',
      'import sys, gc, warnings, builtins\nsys.intern("n" * 1000)\ngc.freeze()\nwarnings.filters.clear()\nbuiltins.n = 4\nsys.flags = None\ndel builtins.print',
    ),
    tests: SUCCESSOR,
    outcome: 'wrong_answer',
  },
];
