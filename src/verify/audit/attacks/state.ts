/** Attacks on the programs that come after: what they leave behind in the interpreter. */

import { attacksOf, define } from '../attack.ts';

/** What a poisoned interpreter can do to two honest programs: fail the right one, pass the wrong one. */
export const STATE_ATTACKS = attacksOf('state', [
  {
    id: 'leave-builtins',
    title: 'Leaves broken builtins behind',
    lesson:
      'Workers that are used again without being undone hand this to the next sample: in GRPO a rival of one’s own group.',
    program: (target) =>
      define(
        target,
        'return None',
        `import builtins
for name in ('sum', 'sorted', 'len', 'max', 'min', 'range', 'reversed', 'str', 'int', 'list', 'map', 'any', 'all'):
    setattr(builtins, name, lambda *given, **named: 42)`,
      ),
  },
  {
    id: 'delete-builtins',
    title: 'Deletes builtins',
    lesson: 'Even print and Exception can be taken away, from the grader as well as from the next program.',
    program: (target) =>
      define(
        target,
        'return None',
        `import builtins
for name in ('print', 'range', 'int', 'Exception', 'globals', 'len', 'sorted', '__build_class__', '__import__'):
    if hasattr(builtins, name):
        delattr(builtins, name)`,
      ),
  },
  {
    id: 'leave-modules',
    title: 'Leaves false modules behind',
    lesson: 'sys.modules is a cache that every later import trusts.',
    program: (target) =>
      define(
        target,
        'return None',
        `import sys, types
for name in ('math', 'operator', 'functools', 'itertools', 'collections', 'string', 're', 'stash'):
    sys.modules[name] = types.ModuleType(name)
sys.modules['stash'].answers = {}`,
      ),
  },
  {
    id: 'leave-import-hook',
    title: 'Leaves an import hook behind',
    lesson: 'A finder in sys.meta_path answers every later import before the real ones are asked.',
    program: (target) =>
      define(
        target,
        'return None',
        `import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        raise ImportError('blocked')
sys.meta_path.insert(0, Blocked())
sys.path[:] = []
sys.path_hooks.clear()`,
      ),
  },
  {
    id: 'leave-types',
    title: 'Leaves changed built-in types behind',
    lesson: 'Types are shared by every program in an interpreter, and gc opens their dictionaries.',
    program: (target) =>
      define(
        target,
        'return None',
        `import gc
for kind in (int, str, list, float, dict, tuple):
    try:
        inside = gc.get_referents(kind.__dict__)[0]
        for name in ('__eq__', '__add__', '__mul__', '__len__', '__contains__', 'lower', 'append', 'sort'):
            if name in inside:
                inside[name] = lambda *given: 42
    except Exception:
        pass`,
      ),
  },
  {
    id: 'leave-tracing',
    title: 'Leaves a trace function behind that changes results',
    lesson: 'A trace or profile function set for the thread goes on into the next program’s frames.',
    program: (target) =>
      define(
        target,
        'return None',
        `import sys, threading
def meddle(frame, event, argument):
    for name in list(frame.f_locals):
        if name in ('result', 'total', 'a', 'b', 'n', 's', 'nums'):
            frame.f_locals[name] = 0
    return meddle
sys.settrace(meddle)
sys.setprofile(meddle)
threading.settrace(meddle)`,
      ),
  },
  {
    id: 'leave-limits',
    title: 'Leaves tight limits behind',
    lesson:
      'Recursion limit, digit limit, warnings and number contexts are settings of the interpreter, not of a program.',
    program: (target) =>
      define(
        target,
        'return None',
        `import decimal, gc, sys, warnings
sys.set_int_max_str_digits(640)
warnings.simplefilter('error')
decimal.getcontext().prec = 1
gc.disable()
try:
    sys.setrecursionlimit(30)
except RecursionError:
    pass`,
      ),
  },
  {
    id: 'leave-random',
    title: 'Leaves random numbers that are not',
    lesson: 'A seed or a patched random.random outlives the program and makes later sampling or tests predictable.',
    program: (target) =>
      define(
        target,
        'return None',
        `import os, random, time
random.seed(0)
random.random = random.randint = lambda *given: 0
os.urandom = lambda size: b'\\0' * size
time.time = lambda: 0`,
      ),
  },
  {
    id: 'leave-no-output',
    title: 'Takes standard output away',
    lesson: 'A grader that prints its verdict has nowhere to print it.',
    program: (target) =>
      define(
        target,
        'return None',
        'import sys\nsys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = None\nsys.displayhook = None',
      ),
  },
  {
    id: 'leave-memory',
    title: 'Keeps memory',
    lesson: 'What is not given back is missing to the next program, which then fails for lack of memory.',
    program: (target) =>
      define(
        target,
        'KEPT.append(bytearray(6 << 20))\nreturn None',
        'import sys\nKEPT = []\nsys.modules["kept"] = KEPT',
      ),
  },
  {
    id: 'leave-exit-handler',
    title: 'Leaves exit handlers and finalisers behind',
    lesson: 'They run when the worker ends, or in the middle of the next program, and may never return.',
    program: (target) =>
      define(
        target,
        'return None',
        `import atexit, gc
@atexit.register
def bye():
    while True:
        pass
class Cycle:
    def __init__(self):
        self.self = self
    def __del__(self):
        while True:
            pass
Cycle()
gc.set_threshold(5)`,
      ),
  },
  {
    id: 'leave-caches',
    title: 'Fills caches with false entries',
    lesson: 'Compiled patterns, line caches and lru caches are shared state that nobody thinks of.',
    program: (target) =>
      define(
        target,
        'return None',
        `import linecache, re
for cache in (getattr(re, '_cache', {}), getattr(re, '_cache2', {})):
    for key in list(cache):
        cache[key] = None
re.compile = lambda *given: None
linecache.cache['<program>'] = (1, None, ['passed\\n'], '<program>')`,
      ),
  },
]);
