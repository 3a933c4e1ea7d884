/** Honest ways to fail: programs that nobody wrote to cheat, but that raise, hang, eat memory, print too much or do not compile. */

import type { Rng } from '../../src/core/rng.ts';

/** Module-level sources by kind; `F` stands for the function's name. */
const FAILURES: Readonly<Record<string, readonly string[]>> = {
  syntax: [
    'def F(x) return x',
    'def F(*a):\nreturn 1',
    'def F(*a):\n    return (1',
    'def F(*a):\n    x = "open\n    return x',
    'def F(*a):\n    if a = 1: pass',
    'class F\n    pass',
    '\tdef F(*a):\n    return 1',
    'def F(*a):\n    return 1\n  return 2',
    'print "hello"',
    'def F(*a):\n    await a',
    'def F(*a):\n    0777',
    'return 1',
    'def F(a, a): pass',
    'x = 1\x00',
  ],
  exception: [
    'def F(*a): return 1 / 0',
    'def F(*a): return {}["key"]',
    'def F(*a): return [][5]',
    'def F(*a): return undefined_name',
    'def F(*a): return None.x',
    'def F(*a): return "a" + 1',
    'def F(*a): return int("abc")',
    'def F(*a): raise NotImplementedError',
    'def F(*a): assert False, a',
    'def F(*a): return next(iter([]))',
    'def F(): return 1',
    'def F(*a): return a[0][0][0][0]',
    'def F(*a): x += 1',
    'import numpy as np\ndef F(*a): return np.sum(a)',
    'def f(*a): return 1',
    'F = 3',
    'def F(*a): return float("1e400") // 0',
    'def F(*a): return "é".encode("ascii")',
  ],
  recursion: [
    'def F(*a): return F(*a)',
    'def F(*a): return [F(*a)]',
    'def g(*a): return F(*a)\ndef F(*a): return g(*a)',
    'def F(*a): return sorted([a, a], key=lambda x: F(*x))',
    'class N:\n    def __repr__(self): return repr(self)\ndef F(*a): return repr(N())',
    'import sys\nsys.setrecursionlimit(100000)\ndef F(*a): return F(*a)',
    'import functools\n@functools.lru_cache(None)\ndef F(*a): return F(*a, 1)',
  ],
  endless: [
    'def F(*a):\n    while True: pass',
    'def F(*a):\n    n = 0\n    while n >= 0: n += 1\n    return n',
    'def F(*a):\n    for i in range(10 ** 12): pass',
    'def F(*a): return sum(range(10 ** 12))',
    'import itertools\ndef F(*a): return list(itertools.takewhile(lambda x: x < 10, itertools.cycle([1])))[:3]',
    'import itertools\ndef F(*a): return max(itertools.count())',
    'def F(*a):\n    xs = [1]\n    for x in xs: xs[0:] = [x, x][:1]; xs.append(x); del xs[0]\n',
    'import time\ndef F(*a):\n    time.sleep(1e9)',
    'while True: pass',
    'def F(*a):\n    try:\n        while True: pass\n    except BaseException: return 1',
  ],
  memory: [
    'def F(*a): return [0] * 10 ** 9',
    'def F(*a):\n    xs = []\n    while True: xs.append("x" * 10 ** 6)',
    'def F(*a): return "a" * (10 ** 9)',
    'def F(*a):\n    x = [1] * 1000\n    while True: x += x',
    'def F(*a): return bytearray(2 ** 28)',
    'def F(*a): return len(str(10 ** 9) * 10 ** 8)',
    'def F(*a): return {i: bytes(10 ** 5) for i in range(10 ** 4)}',
    'K = []\ndef F(*a):\n    K.append(bytearray(20_000_000))\n    return len(K)',
  ],
  output: [
    'def F(*a):\n    while True: print("x" * 500)',
    'def F(*a):\n    print("debug", *a)\n    return 1',
    'import sys\ndef F(*a):\n    sys.stderr.write("e" * 100_000)',
    'print("y" * 70_000)\ndef F(*a): return 1',
    'import sys\ndef F(*a): return sys.stdin.readline()',
    'def F(*a): return input("value? ")',
  ],
  opaque: [
    'def F(*a): return (x for x in a)',
    'def F(*a): return range(3)',
    'def F(*a): return map(str, a)',
    'def F(*a): return F',
    'def F(*a): return object()',
    'def F(*a): return iter(a)',
    'def F(*a): return bytearray(b"x")',
    'import fractions\ndef F(*a): return fractions.Fraction(1, 2)',
    'import collections\ndef F(*a): return collections.deque(a)',
    'def F(*a):\n    x = []\n    x.append(x)\n    return x',
    'def F(*a):\n    x = []\n    for _ in range(5000): x = [x]\n    return x',
    'def F(*a):\n    t = (1,)\n    for _ in range(40): t = (t, t)\n    return t',
    'def F(*a): return list(range(40000))',
    'def F(*a): return "\\ud800" * 10',
    'def F(*a): return 3 ** 5000',
  ],
};

export const FAILURE_KINDS = Object.keys(FAILURES);

/** One such program, with its kind. */
export function drawFailure(entryPoint: string, rng: Rng): { readonly kind: string; readonly code: string } {
  const kind = rng.pick(FAILURE_KINDS);
  const code = rng.pick(FAILURES[kind]!);
  return { kind, code: `${code.replaceAll(/\bF\b/g, entryPoint)}\n` };
}
