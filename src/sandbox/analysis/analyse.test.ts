/** The syntax and complexity layers: what does not compile, which names nobody binds, which imports are refused, what is counted. */

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { AnalysisLayer, ProgramAnalysis } from '../../core/analysis.ts';
import { parseProblems } from '../../problems/format.ts';
import { PROBLEM_FILES } from '../../problems/load.ts';
import { REFUSED_MODULES, REFUSED_SUBMODULES } from '../cpython/capabilities.ts';
import { nodeEngine, nodeServices } from '../node.ts';

const LAYERS: readonly AnalysisLayer[] = ['syntax', 'complexity'];

async function look(code: string): Promise<ProgramAnalysis> {
  const [analysis] = await nodeServices.analyse([{ code, layers: LAYERS }]);
  return analysis!;
}

/** `name:line:column` of each undefined name. */
async function undefinedIn(code: string): Promise<string[]> {
  const { syntax } = await look(code);
  expect(syntax?.error).toBeUndefined();
  return syntax!.undefinedNames.map(({ line, column, message }) => `${message.split("'")[1]}:${line}:${column}`);
}

afterEach(async () => {
  expect((await nodeEngine()).state.pristine).toBe(true);
});

describe('what does not compile', () => {
  test.each([
    ['def f(x:\n    return x\n', 1, 6, 'SyntaxError', "'(' was never closed"],
    ['x = [1, 2\n', 1, 5, 'SyntaxError', "'[' was never closed"],
    ['x = (1]\n', 1, 7, 'SyntaxError', "closing parenthesis ']' does not match opening parenthesis '('"],
    ['if x\n    pass\n', 1, 5, 'SyntaxError', "expected ':'"],
    [
      'def f():\nreturn 1\n',
      2,
      1,
      'IndentationError',
      'expected an indented block after function definition on line 1',
    ],
    ['x = 1\n  y = 2\n', 2, undefined, 'IndentationError', 'unexpected indent'],
    ['if 1:\n\tx = 1\n        y = 2\n', 3, undefined, 'TabError', 'inconsistent use of tabs and spaces in indentation'],
    ['s = "abc\n', 1, 5, 'SyntaxError', 'unterminated string literal (detected at line 1)'],
    ['return 1\n', 1, 1, 'SyntaxError', "'return' outside function"],
    ['def f():\n    nonlocal x\n', 2, 5, 'SyntaxError', "no binding for nonlocal 'x' found"],
    ['é = 1; ü = (\n', 1, 12, 'SyntaxError', "'(' was never closed"],
    ['a\0b', undefined, undefined, 'SyntaxError', 'source code string cannot contain null bytes'],
    ['x = "\ud800"', 1, undefined, 'SyntaxError', 'the source holds a lone surrogate, which UTF-8 cannot encode'],
  ])('%j', async (code, line, column, type, message) => {
    const { syntax, complexity } = await look(code);
    expect(syntax).toMatchObject({ compiles: false, undefinedNames: [], forbiddenImports: [] });
    expect(syntax!.error).toMatchObject({
      code: type,
      message,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    });
    expect(complexity).toBeUndefined();
  });
});

/** Every way to bind a name that a program may use. */
const HONEST: Readonly<Record<string, string>> = {
  comprehensions: 'def f(xs):\n    return [y for x in xs for y in x if y], {k: v for k, v in xs}, sum(z for z in xs)\n',
  'nested comprehension': 'def f(m):\n    return [[row[i] for row in m] for i in range(len(m))]\n',
  walrus:
    'def f(xs):\n    while (n := len(xs)) > 1:\n        xs = xs[1:]\n    return [last := x for x in xs], last, n\n',
  global: 'def set_it():\n    global total\n    total = 1\n\ndef f():\n    set_it()\n    return total\n',
  nonlocal: 'def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g()\n',
  'except as':
    'def f(x):\n    try:\n        return int(x)\n    except (ValueError, TypeError) as e:\n        return str(e)\n',
  'except star': 'def f():\n    try:\n        pass\n    except* ValueError as group:\n        print(group)\n',
  match:
    'def f(x):\n    match x:\n        case {"a": a, **rest}:\n            return a, rest\n        case [first, *others]:\n            return first, others\n        case int() as n:\n            return n\n        case other:\n            return other\n',
  'class scope':
    'class A:\n    size = 2\n    double = size * 2\n    name = __qualname__ + __module__\n    def f(self):\n        return __class__, super().__init__()\n',
  'class private': 'class A:\n    __x = 1\n    def f(self):\n        return self.__x\n',
  'type parameters':
    'def f[T: (int, str)](x: T) -> T:\n    return x\n\nclass Box[T]:\n    item: T\n\ntype Pair[A] = tuple[A, A]\n',
  'later definition': 'def f():\n    return g()\n\ndef g():\n    return 1\n',
  recursion: 'def f(n):\n    return n * f(n - 1) if n else 1\n',
  lambdas: 'f = lambda x, *a, k=1, **kw: (x, a, k, kw)\ng = lambda: f(1)\n',
  decorators: 'import functools\n\n@functools.lru_cache(None)\ndef f(n):\n    return n\n',
  'module names':
    'def f():\n    return __name__, __doc__, __file__, __builtins__\n\nif __name__ == "__main__":\n    print(f())\n',
  del: 'def f(x):\n    y = x\n    del y\n    return x\n\nz = 1\ndel z\n',
  imports:
    'import os.path, collections as c\nfrom math import sqrt as root, pi\n\ndef f():\n    return os, c, root(pi)\n',
  'star import':
    'from math import *\nfrom typing import *\n\ndef f(x: List[int]) -> Optional[int]:\n    return sqrt(x), Dict\n',
  'star import of something unknown': 'from helper import *\n\ndef f():\n    return assist()\n',
  annotations:
    'def f(xs: List[int], y: "Node" = None) -> Optional[Node]:\n    total: Integer = 0\n    return total\n\nw: Nowhere = 1\n',
  'annotations from the future':
    'from __future__ import annotations\n\ndef f(x: Nothing) -> Nowhere:\n    y: Nowhere = x\n    return y\n',
  'with, for, unpacking':
    'def f(xs):\n    with open("x") as (a, b):\n        for i, (c, *d) in enumerate(xs):\n            yield a, b, i, c, d\n',
  'asks whether a name is there':
    'try:\n    text = unicode\nexcept NameError:\n    text = str\n\ntry:\n    raw_input\nexcept:\n    pass\n',
  'binds by exec': 'exec("def g():\\n    return 1")\n\ndef f():\n    return g()\n',
  'binds by globals': 'globals()["g"] = len\n\ndef f(x):\n    return g(x)\n',
  'dead code': 'def f():\n    return 1\n    return nowhere\n',
  'non-ASCII': 'größe = 1\n\ndef f(ﬁ):\n    return größe + fi\n',
  generators: 'async def f(xs):\n    async with xs as y:\n        return [z async for z in y if await z]\n',
  'template and format strings': 'def f(x):\n    return f"{x!r:>{x}}", t"{x}"\n',
};

describe('undefined names', () => {
  test.each(Object.entries(HONEST))('none: %s', async (_name, code) => {
    expect(await undefinedIn(code)).toEqual([]);
  });

  test.each<readonly [string, string[]]>([
    ['def f(x):\n    return x + y\n', ['y:2:16']],
    ['def f(xs):\n    return [n for n in xs] + [n]\n', ['n:2:31']],
    ['def f():\n    return size\n\nclass A:\n    size = 1\n', ['size:2:12']],
    ['class A:\n    size = 1\n    def f(self):\n        return size\n', ['size:4:16']],
    // Elsewhere the name is a local: only the place counts where it is not.
    ['def g(total):\n    return total\n\ndef f():\n    return total\n', ['total:5:12']],
    ['def f():\n    print(é, x)  # é\n', ['x:2:14', 'é:2:11']],
    ['x = lambda: undefined_one\n', ['undefined_one:1:13']],
    ['def f(a=missing):\n    return a\n', ['missing:1:9']],
    ['@wrap\ndef f():\n    pass\n', ['wrap:1:2']],
    ['def f(x):\n    return sqrt(x)\n\nimport math\n', ['sqrt:2:12']],
    ['from math import *\n\ndef f(x):\n    return sqroot(x)\n', ['sqroot:4:12']],
    ['def f():\n    try:\n        return nope\n    except ValueError:\n        return 0\n', ['nope:3:16']],
    ['def f(x):\n    counter += 1\n    return counter\n', []],
    ['def f(x):\n    global counter\n    counter += 1\n    return lost\n', ['lost:4:12']],
    ['def f():\n    print "x"\n'.replace('print "x"', 'xrange(3), unicode'), ['unicode:2:16', 'xrange:2:5']],
    [
      `def f():\n    return [${Array.from({ length: 300 }, (_, i) => `n${i}`).join(', ')}]\n`,
      Array.from({ length: 300 }, (_, i) => `n${i}`),
    ],
  ])('%j', async (code, expected) => {
    const found = await undefinedIn(code);
    if (expected.length > 100) expect(found.map((one) => one.split(':')[0]).sort()).toEqual([...expected].sort());
    else expect(found.sort()).toEqual(expected);
  });

  test('none in the references of all problem sets', async () => {
    for (const name of PROBLEM_FILES) {
      const file = new URL(`../../../public/problems/${name}.json`, import.meta.url);
      const problems = parseProblems(readFileSync(file, 'utf8'), name);
      const found = await nodeServices.analyse(
        problems.map(({ reference = '' }) => ({ code: reference, layers: LAYERS })),
      );
      for (const { syntax, complexity } of found) {
        expect(syntax).toEqual({ compiles: true, undefinedNames: [], forbiddenImports: [] });
        expect(complexity!.cyclomatic).toBeGreaterThan(0);
      }
    }
  });
});

describe('forbidden imports', () => {
  const messages = async (code: string) =>
    (await look(code)).syntax!.forbiddenImports.map(({ line, column, message }) => `${line}:${column} ${message}`);

  test('every form that names a refused module', async () => {
    const code = [
      'import os, socket as s',
      'from subprocess import run',
      'import urllib.parse, urllib.request',
      'from urllib import request, parse',
      'def f():',
      '    import http.client',
      '    __import__("ctypes")',
      '    return importlib.import_module("multiprocessing.pool")',
      'from . import socket',
      'import importlib, json',
    ].join('\n');
    expect(await messages(code)).toEqual([
      "1:1 import of 'socket' is refused (network)",
      "2:1 import of 'subprocess' is refused (process)",
      "3:1 import of 'urllib.request' is refused (network)",
      "4:1 import of 'urllib.request' is refused (network)",
      "6:5 import of 'http' is refused (network)",
      "7:5 import of 'ctypes' is refused (process)",
      "8:12 import of 'multiprocessing' is refused (process)",
    ]);
  });

  test('every module of the sandbox’s table', async () => {
    for (const name of [...Object.keys(REFUSED_MODULES), ...Object.keys(REFUSED_SUBMODULES)]) {
      expect(await messages(`import ${name}\n`), name).toHaveLength(1);
    }
  });
});

describe('complexity', () => {
  test.each<readonly [string, number]>([
    ['return x', 1],
    ['if x: pass\n    elif y: pass\n    else: pass', 3],
    ['for a in x: pass', 2],
    ['for a in x: pass\n    else: pass', 3],
    ['while x: x -= 1', 2],
    ['return x and y or z', 3],
    ['return 1 if x else 2', 2],
    ['return [a for a in x if a if y for b in a]', 5],
    ['try: pass\n    except A: pass\n    except B: pass\n    finally: pass', 3],
    ['try: pass\n    except A: pass\n    else: pass', 3],
    ['assert x', 2],
    ['with x: pass', 1],
    ['match x:\n        case 1: pass\n        case [a, b] if a: pass\n        case _: pass', 3],
    ['return lambda a: a or 1', 2],
  ])('%j', async (body, cyclomatic) => {
    const { complexity } = await look(`def f(x, y=0, z=0):\n    ${body}\n`);
    expect(complexity!.functions).toEqual([
      { name: '<module>', line: 1, cyclomatic: 1 },
      { name: 'f', line: 1, cyclomatic },
    ]);
    expect(complexity!.cyclomatic).toBe(cyclomatic);
  });

  test('functions within functions and classes count by themselves', async () => {
    const code =
      'import sys\n\nif sys:\n    pass\n\nclass A:\n    # note\n    def m(self, x=1 if sys else 2):\n        def inner():\n            return 1 if x else 2\n        return inner() or x\n';
    expect((await look(code)).complexity).toMatchObject({
      functions: [
        { name: '<module>', line: 1, cyclomatic: 3 },
        { name: 'A.m', line: 8, cyclomatic: 2 },
        { name: 'A.m.inner', line: 9, cyclomatic: 2 },
      ],
      cyclomatic: 3,
      lines: 8,
    });
  });

  test('lines hold code; nodes are those of the tree', async () => {
    const code = '# comment\n\nx = """a\n# inside\n\nb"""  # outside\n   \n    # more\ny = 1\n';
    expect((await look(code)).complexity).toMatchObject({ lines: 4, nodes: 7 });
  });

  test('layers that were not asked for are absent', async () => {
    const ask = (layers: readonly AnalysisLayer[]) => nodeServices.analyse([{ code: 'x = 1\n', layers }]);
    expect((await ask(['syntax']))[0]).toEqual({
      syntax: { compiles: true, undefinedNames: [], forbiddenImports: [] },
    });
    expect(Object.keys((await ask(['complexity', 'lint']))[0]!)).toEqual(['complexity']);
    expect(await ask(['lint', 'types'])).toEqual([{}]);
  });
});

describe('hostile sources end cleanly and are never run', () => {
  const DEEP = 100_000;
  const hostile: Readonly<Record<string, string>> = {
    'nested brackets': `x = ${'('.repeat(DEEP)}1${')'.repeat(DEEP)}`,
    'brackets nested less deeply': `x = ${'['.repeat(150)}1${']'.repeat(150)}`,
    'open brackets': '('.repeat(DEEP),
    'open braces of all kinds': '{[('.repeat(60),
    'a long chain': `x = ${'1+'.repeat(50_000)}1`,
    'a chain of attributes': `x = a${'.a'.repeat(50_000)}`,
    'a chain of calls': `x = f${'()'.repeat(50_000)}`,
    nots: `x = ${'not '.repeat(50_000)}1`,
    minuses: `x = ${'-'.repeat(50_000)}1`,
    'else ifs': `${'if x: pass\nel'.repeat(3000)}if x: pass\n`,
    'nested blocks': Array.from({ length: 99 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n'),
    'nested functions': `${Array.from({ length: 98 }, (_, i) => `${' '.repeat(i)}def f():`).join('\n')}\n${' '.repeat(98)}pass`,
    'one line of a megabyte': `x = "${'a'.repeat(1_000_000)}"`,
    'a megabyte of names': `x = [${'a,'.repeat(500_000)}]`,
    'a megabyte of lines': 'x\n'.repeat(500_000),
    'more than a megabyte': ' '.repeat(1_100_000),
    'bombs for the constant folder':
      'a = 2 ** 10_000_000\nb = "x" * 10 ** 9\nc = ((1,) * 255) * 255\nd = 9 ** 9 ** 9\ne = 1 << 10 ** 9\nf = "%0999999999d" % 1\n',
    'nested format strings': `x = ${'f"{'.repeat(200)}1${'}"'.repeat(200)}`,
    'nested lambdas': `x = ${'lambda: '.repeat(5000)}1`,
    'an endless number': `x = ${'9'.repeat(100_000)}`,
    'star expressions': `def f(*a): return f(${'*'.repeat(3000)}a)`,
    'a lot of decorators': `${'@a\n'.repeat(20_000)}def f(): pass`,
    'runs when imported': 'import sys\nsys.exit(1)\nwhile True: pass\n',
    'a name as long as a book': `${'n'.repeat(900_000)} = 1`,
    'many names that nobody binds': Array.from({ length: 20_000 }, (_, i) => `n${i}`).join('\n'),
  };

  test.each(Object.entries(hostile))('%s', async (_name, code) => {
    const { syntax, complexity } = await look(code);
    expect(syntax).toBeDefined();
    expect(syntax!.compiles).toBe(syntax!.error === undefined);
    if (!syntax!.compiles) expect(complexity).toBeUndefined();
    // The next one is looked at as ever.
    expect((await look('def f(x):\n    return x if x else hostile\n')).syntax!.undefinedNames).toHaveLength(1);
  });

  test('compiles says what the judge says', async () => {
    const engine = await nodeEngine();
    for (const [name, code] of Object.entries(hostile)) {
      const { syntax } = await look(code);
      const { outcome, error } = engine.judge({
        code,
        entryPoint: 'f',
        tests: { type: 'values', tests: [], compare: 'python' },
        limits: { ticksPerTest: 100 },
      });
      // A native stack that is full in the parser, and memory that it does not have, are no words of the grammar.
      const unread = error === 'RecursionError: the native stack is full' || outcome === 'memory_limit';
      expect(outcome === 'syntax_error' || unread, name).toBe(!syntax!.compiles);
    }
  });
});
