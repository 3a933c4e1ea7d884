/** Honest programs of many styles: each must pass, whatever of the language or the library it uses. */

import type { ProgramCase } from './case.ts';

/** `solution(n)` for 3 and 5 must be n + 1. */
const SUCCESSOR = [
  ['[3]', '4'],
  ['[5]', '6'],
] as const;

const passes = (name: string, code: string, tests: ProgramCase['tests'] = SUCCESSOR): ProgramCase => ({
  name,
  code,
  tests,
  outcome: 'passed',
});

export const HONEST: readonly ProgramCase[] = [
  passes(
    'a generator inside',
    'def solution(n):\n    def up(k):\n        while True:\n            yield k\n            k += 1\n    g = up(n)\n    next(g)\n    return next(g)\n',
  ),
  passes(
    'a dataclass inside',
    'from dataclasses import dataclass, field, asdict\n@dataclass(order=True, frozen=True)\nclass P:\n    x: int\n    tags: tuple = field(default=())\ndef solution(n):\n    return max(P(n), P(n + 1)).x if asdict(P(1))["x"] == 1 else 0\n',
  ),
  passes(
    'a named tuple turned into a tuple',
    'from collections import namedtuple\nfrom typing import NamedTuple\nP = namedtuple("P", "x y")\nclass Q(NamedTuple):\n    x: int\n    y: int = 2\ndef solution(a):\n    return tuple(P(a, 1)), tuple(Q(a))\n',
    [['[7]', '((7, 1), (7, 2))']],
  ),
  passes(
    'enum members and their values',
    'from enum import Enum, IntFlag, auto\nclass C(Enum):\n    RED = 1\n    BLUE = auto()\nclass F(IntFlag):\n    A = 1\n    B = 2\ndef solution(n):\n    return n + C["RED"].value + C(2).value - 2 + (F.A | F.B).value - 3\n',
  ),
  passes(
    'decimal arithmetic',
    'from decimal import Decimal, getcontext, ROUND_HALF_UP\ndef solution(s):\n    getcontext().prec = 30\n    return str((Decimal(s) / 3).quantize(Decimal("0.0001"), rounding=ROUND_HALF_UP))\n',
    [
      ['["1"]', '"0.3333"'],
      ['["2"]', '"0.6667"'],
    ],
  ),
  passes(
    'fractions',
    'from fractions import Fraction\ndef solution(a, b):\n    f = Fraction(a, b) + Fraction(1, 3)\n    return f.numerator, f.denominator\n',
    [['[1, 6]', '(1, 2)']],
  ),
  passes(
    'Newton and a matrix without numpy',
    'def solution(x):\n    r = x\n    for _ in range(50):\n        r = (r + x / r) / 2\n    m = [[1, 2], [3, 4]]\n    t = [list(c) for c in zip(*m)]\n    return round(r, 6), sum(a * b for row in t for a, b in zip(row, row))\n',
    [['[2]', '(1.414214, 30)']],
  ),
  passes('recursion 900 deep', 'def solution(n):\n    return 0 if n == 0 else 1 + solution(n - 1)\n', [
    ['[900]', '900'],
  ]),
  passes(
    'a raised recursion limit',
    'import sys\nsys.setrecursionlimit(10**6)\ndef solution(n):\n    return 0 if n == 0 else 1 + solution(n - 1)\n',
    [['[5000]', '5000']],
  ),
  passes(
    'memoised recursion',
    'from functools import lru_cache, cache\n@lru_cache(maxsize=None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n@cache\ndef solution(n):\n    return fib(n)\n',
    [
      ['[90]', '2880067194370816120'],
      ['[10]', '55'],
    ],
  ),
  passes(
    'walrus and match',
    'def solution(x):\n    match x:\n        case {"k": [a, *rest]} if (total := a + sum(rest)) > 0:\n            return total\n        case (a, b) | [a, b]:\n            return a - b\n        case str() as s:\n            return s[::-1]\n        case _:\n            return None\n',
    [
      ['[{"k": [1, 2, 3]}]', '6'],
      ['[(5, 3)]', '2'],
      ['["ab"]', '"ba"'],
      ['[1.5]', 'None'],
    ],
  ),
  passes(
    'integers of 3000 digits',
    'def solution(n):\n    return 7 ** n % 10 ** 3000 // 10 ** 2990, len(str(3 ** n))\n',
    [['[6000]', `(${(7n ** 6000n % 10n ** 3000n) / 10n ** 2990n}, 2863)`]],
  ),
  passes('names outside ASCII', 'def größe(Δ):\n    ñ = Δ + 1\n    return ñ\nsolution = größe\n'),
  passes(
    'a main guard',
    'def solution(n):\n    return n + 1\nif __name__ == "__main__":\n    import doctest\n    doctest.testmod()\n    assert solution(1) == 3\n',
  ),
  passes(
    'prints for debugging',
    'import sys\ndef solution(n):\n    print("n =", n, file=sys.stderr)\n    print(f"{n=}")\n    return n + 1\n',
  ),
  passes(
    'input read at the end of the file',
    'import sys\ndata = sys.stdin.read().split()\ntry:\n    line = input()\nexcept EOFError:\n    line = ""\ndef solution(n):\n    return n + 1 + len(data) + len(line) + len(open(0).read())\n',
  ),
  passes(
    'typing in every form',
    'from __future__ import annotations\nfrom typing import List, Optional, Dict, Tuple, Union, Callable, Any, TypeVar, Generic, Protocol, Literal, overload\nfrom collections.abc import Iterable\nT = TypeVar("T")\nclass Box(Generic[T]):\n    def __init__(self, v: T) -> None: self.v = v\nclass S(Protocol):\n    def f(self) -> int: ...\ntype Pair[A] = tuple[A, A]\ndef first[A](xs: list[A]) -> A: return xs[0]\ndef solution(n: int, m: Optional[List[int]] = None) -> int | None:\n    return first([Box(n).v]) + 1\n',
  ),
  passes(
    'asyncio imported',
    'import asyncio\nasync def later(n):\n    await asyncio.sleep(0.5)\n    return n + 1\nasync def both(n):\n    a, b = await asyncio.gather(later(n), later(n))\n    return a if a == b else 0\ndef solution(n):\n    return asyncio.run(both(n))\n',
  ),
  passes(
    'modules of the library that are seldom asked for',
    'import unittest, optparse, configparser, shutil, glob, gzip, zipfile, tomllib, cProfile, symtable, runpy, concurrent.futures\ndef solution(n):\n    return n + tomllib.loads("a = 1")["a"]\n',
  ),
  passes(
    'codecs',
    'import codecs\ndef solution(s):\n    return codecs.encode(s, "rot13"), s.encode("utf-16-le"), "é".encode("cp1252"), s.encode().hex(), s.encode("utf-32").decode("utf-32")\n',
    [['["Hi"]', '("Uv", b"H\\x00i\\x00", b"\\xe9", "4869", "Hi")']],
  ),
  passes('a counter', 'from collections import Counter\ndef solution(s):\n    return Counter(s)\n', [
    ['["aab"]', '{"a": 2, "b": 1}'],
  ]),
  passes(
    'an ordered dict and a defaultdict',
    'from collections import OrderedDict, defaultdict\ndef solution(xs):\n    d = defaultdict(list)\n    for x in xs:\n        d[x % 2].append(x)\n    return OrderedDict(sorted(d.items())), d\n',
    [['[[3, 4, 5]]', '({0: [4], 1: [3, 5]}, {1: [3, 5], 0: [4]})']],
  ),
  passes('bytes', 'def solution(b):\n    return bytes(reversed(b)) + bytes(bytearray(b"!"))\n', [
    ['[b"ab"]', 'b"ba!"'],
  ]),
  passes('sets of tuples', 'def solution(n):\n    return {(i, frozenset({i})) for i in range(n)}\n', [
    ['[2]', '{(0, frozenset({0})), (1, frozenset({1}))}'],
  ]),
  passes(
    'minus zero, infinity and complex',
    'def solution(x):\n    return [-0.0 * x, float("inf"), complex(x, -1), 1e300 * 1e10]\n',
    [['[1]', '[0.0, 1e999, 1-1j, 1e999]']],
  ),
  passes('lone surrogates', 'def solution(n):\n    return chr(0xd800 + n)\n', [['[1]', '"\\ud801"']]),
  passes('a bool for an int', 'def solution(n):\n    return n > 2\n', [
    ['[3]', '1'],
    ['[1]', 'False'],
  ]),
  passes('a callable object', 'class S:\n    def __call__(self, n):\n        return n + 1\nsolution = S()\n'),
  passes(
    'a bound method, a partial, a builtin',
    'from functools import partial\nimport operator\nsolution = partial(operator.add, 1)\n',
  ),
  passes(
    'a function defined on a condition',
    'import sys\nif sys.version_info >= (3, 8):\n    def solution(n): return n + 1\nelse:\n    def solution(n): return None\n',
  ),
  passes(
    'a function that is wrapped, redefined and kept',
    'import functools\ndef log(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\ndef solution(n): return 0\n@log\ndef solution(n): return n + 1\n',
  ),
  passes(
    'exceptions for control, groups included',
    'class Stop(Exception): pass\ndef solution(n):\n    try:\n        try:\n            raise ExceptionGroup("g", [ValueError(n), Stop()])\n        except* ValueError as group:\n            found = group.exceptions[0].args[0]\n    except* Stop:\n        pass\n    return found + 1\n',
  ),
  passes(
    'a context manager, a property, slots and descriptors',
    'from contextlib import contextmanager, suppress\n@contextmanager\ndef plus(n):\n    yield n + 1\nclass C:\n    __slots__ = ("_n",)\n    def __init__(self, n): self._n = n\n    @property\n    def n(self): return self._n\ndef solution(n):\n    with plus(C(n).n) as m, suppress(KeyError):\n        {}[0]\n    return m\n',
  ),
  passes(
    'heap, bisect, itertools, regular expressions',
    'import heapq, bisect, itertools, re, string, operator, math\ndef solution(xs):\n    h = list(xs)\n    heapq.heapify(h)\n    return [heapq.heappop(h), bisect.bisect_left(sorted(xs), 3), len(list(itertools.permutations(xs, 2))), re.sub(r"\\d", "x", str(xs)), math.prod(xs)]\n',
    [['[[3, 1, 2]]', '[1, 2, 6, "[x, x, x]", 6]']],
  ),
  passes(
    'a sieve up to a million',
    'def solution(n):\n    s = bytearray([1]) * (n + 1)\n    s[0:2] = b"\\0\\0"\n    for i in range(2, int(n ** 0.5) + 1):\n        if s[i]:\n            s[i * i::i] = bytes(len(range(i * i, n + 1, i)))\n    return sum(s)\n',
    [['[1000000]', '78498']],
  ),
  passes(
    'dates and times',
    'import datetime, calendar\ndef solution(y, m, d):\n    day = datetime.date(y, m, d) + datetime.timedelta(days=1)\n    return day.isoformat(), day.strftime("%A"), calendar.isleap(y)\n',
    [['[2024, 2, 28]', '("2024-02-29", "Thursday", True)']],
  ),
  passes('arguments changed on the way', 'def solution(xs):\n    xs.sort()\n    xs.append(0)\n    return xs[:-1]\n', [
    ['[[2, 1]]', '[1, 2]'],
    ['[[3, 2]]', '[2, 3]'],
  ]),
  passes(
    'a seeded random stream',
    'import random\ndef solution(n):\n    r = random.Random(1)\n    return r.randint(1, 6) == random.Random(1).randint(1, 6) and n + 1\n',
  ),
  passes(
    'own module globals by name',
    'import sys\nK = 1\ndef solution(n):\n    return n + globals()["K"] + (sys.modules[__name__].K - 1)\n',
  ),
  passes(
    'eval, exec and compile of its own text',
    'def solution(n):\n    space = {}\n    exec("def g(x):\\n    return x + 1", space)\n    return eval(compile("g(n)", "<text>", "eval"), space, {"n": n})\n',
  ),
  passes(
    'a timer around the work',
    'import time\ndef solution(n):\n    start = time.perf_counter()\n    time.sleep(0.01)\n    return n + 1 if time.perf_counter() > start else 0\n',
  ),
];
