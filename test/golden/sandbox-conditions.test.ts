/** What a problem may grant or ask for, and what a verdict tells besides its outcome: undo, output, files, traceback, memory, ledger. */

import { beforeAll, describe, expect, test } from 'vitest';
import { sameVerdict } from '../../src/core/same-verdict.ts';
import type { Grant, Limits } from '../../src/core/types.ts';
import { py } from '../../src/core/value-make.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import type { Conditions } from '../../src/sandbox/judging/program.ts';
import { nodeEngine } from '../../src/sandbox/node.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

/** `solution(n)` must be n, for every n given. */
function judge(code: string, inputs: readonly number[], more: Conditions & { readonly limits?: Partial<Limits> } = {}) {
  const tests = inputs.map((n) => ({ args: [py(n)], expected: py(n) }));
  const limits = { wallMs: 120_000, ticksPerTest: 20_000, fuelPerTest: 500_000, ...more.limits };
  const verdict = engine.judge({
    ...more,
    code,
    entryPoint: 'solution',
    tests: { type: 'values', compare: 'python', tests },
    limits,
  });
  expect(engine.sealed.isPristine()).toBe(true);
  return verdict;
}

const outcomes = (verdict: ReturnType<typeof judge>) => verdict.perTest.map(({ outcome }) => outcome);

describe('undo between tests', () => {
  const counter = 'calls = []\ndef solution(n):\n    calls.append(n)\n    return n * len(calls)\n';

  test('module state is shared by default, fresh for every test where that was asked for', () => {
    expect(outcomes(judge(counter, [1, 2, 3]))).toEqual(['passed', 'wrong_answer', 'wrong_answer']);
    expect(judge(counter, [1, 2, 3], { undo: 'test' }).outcome).toBe('passed');
  });

  test('a cache poisoned by one test, a patched library and a changed default are gone for the next', () => {
    const code =
      'import json\ndef solution(n, seen=[]):\n    if seen or json.dumps(1) != "1": return -1\n    seen.append(n)\n    json.dumps = str.upper\n    return n\n';
    expect(judge(code, [1, 2], { undo: 'test' }).outcome).toBe('passed');
  });

  test('the module body has a budget of its own each time, and is written down once', () => {
    const body = 'import os\nprint("body")\nos.urandom(2)\nfor i in range(700_000): pass\n';
    const code = `${body}def solution(n):\n    for i in range(700_000): pass\n    return n\n`;
    const verdict = judge(code, [1, 2, 3], { undo: 'test', allow: [{ type: 'stdout' }] });
    expect(verdict).toMatchObject({ outcome: 'passed', stdout: 'body\n' });
    expect(verdict.ledger).toEqual([
      { kind: 'random', detail: 'os.urandom', count: 1, refused: false },
      { kind: 'output', detail: 'bytes written', count: 5, refused: false },
    ]);
    // Every test starts from the same state, down to the last tick, and the body is not in its count.
    const [first, ...others] = verdict.perTest.map(({ ticks }) => ticks);
    expect(others).toEqual([first, first]);
    expect(first).toBeLessThan(20_000);
  });
});

describe('timeouts', () => {
  /** Ends never for 0, and needs most of a budget for anything else. */
  const code = 'def solution(n):\n    while n == 0: pass\n    for i in range(900_000): n\n    return n\n';

  test('a test keeps its full budget whatever came before, so that order does not matter', () => {
    const forward = judge(code, [0, 1, 0, 2]);
    expect(outcomes(forward)).toEqual(['timeout', 'passed', 'timeout', 'passed']);
    const backward = judge(code, [2, 0, 1, 0]);
    expect(backward.perTest.toReversed()).toEqual(forward.perTest);
  });

  test('the fourth timeout of a program and later ones cost a tenth', () => {
    const { perTest } = judge('def solution(n):\n    while True: pass\n', [1, 2, 3, 4, 5]);
    expect(perTest.map(({ ticks }) => ticks)).toEqual([20_001, 20_001, 20_001, 2001, 2001]);
  });

  test.each([
    ['copying a growing tuple', 'return sum(zip(range(10**12)), ())'],
    ['copying a long string', 's = "a" * 10**7\nwhile True: t = s + "b"'],
    ['comparing towers of shared lists', 'a, b = [n], [n]\nfor _ in range(100): a, b = [a, a], [b, b]\nreturn a == b'],
    ['looking through a list', 'x = list(range(10**6))\nwhile -1 not in x: pass'],
  ])('C code without a tick ends by budget: %s', (_, lines) => {
    const code = `def solution(n):\n${lines.replaceAll(/^/gm, '    ')}\n`;
    expect(judge(code, [1], { limits: { fuelPerTest: 50_000 } })).toMatchObject({
      outcome: 'timeout',
      error: expect.stringContaining('step budget'),
    });
  });
});

describe('where it happened', () => {
  test('frames of the program’s own source, outermost first', () => {
    const code =
      'import functools\ndef größer(x):\n    return x / 0\n\nclass C:\n    def go(self, x):\n        return functools.reduce(lambda a, b: größer(b), [1, x])\n\ndef solution(n):\n    return C().go(n)\n';
    const frames = [
      { line: 10, name: 'solution' },
      { line: 7, name: 'go' },
      { line: 7, name: '<lambda>' },
      { line: 3, name: 'größer' },
    ];
    const verdict = judge(code, [1]);
    expect(verdict).toMatchObject({ outcome: 'runtime_error', line: 3, traceback: frames });
    expect(verdict.perTest[0]!.traceback).toEqual(frames);
    expect(judge('x = 1\n1 / 0\n', [1]).traceback).toEqual([{ line: 2, name: '<module>' }]);
  });

  test('at most twenty, the innermost', () => {
    const { traceback, line } = judge('def solution(n):\n    return solution(n)\n', [1]);
    expect(traceback).toEqual(Array(20).fill({ line: 2, name: 'solution' }));
    expect(line).toBe(2);
  });

  test.each([
    ['ticks', 'while True: pass', 2],
    ['iterator steps', 'y = 1\nsum(range(10**12))', 3],
    ['output, inside a system call', '\nwhile True: print("x" * 1000)', 3],
    ['the virtual clock', 'import time\ntime.sleep(100)', 3],
  ])('a budget of %s tells the line it struck', (_, lines, line) => {
    const code = `def solution(n):\n${lines.replaceAll(/^/gm, '    ')}\n`;
    expect(judge(code, [1])).toMatchObject({ line, traceback: [{ line, name: 'solution' }] });
  });

  test('names and lines that a program makes up do no harm', () => {
    const code =
      'def solution(n):\n    1 / 0\nsolution.__code__ = solution.__code__.replace(co_name="\\ud800" * 10**6, co_firstlineno=10**9)\n';
    expect(judge(code, [1])).toMatchObject({ outcome: 'runtime_error', error: 'ZeroDivisionError: division by zero' });
  });
});

describe('memory', () => {
  test('the most that was held, over body, tests and kills', () => {
    expect(judge('def solution(n):\n    return n\n', [1]).heapBytes).toBe(0);
    const use = 'def solution(n):\n    x = bytearray(n * 10**7)\n    while n == 3: pass\n    return n\n';
    const { heapBytes = 0 } = judge(use, [1, 3, 2]);
    expect(heapBytes % 65536).toBe(0);
    expect(heapBytes).toBeGreaterThan(20e6);
    expect(heapBytes).toBeLessThan(31e6);
    expect(sameVerdict(judge(use, [1, 3, 2]), judge(use, [1, 3, 2]))).toBe(true);
  });
});

describe('grants', () => {
  test('stdout is kept, decoded with replacement, cut at the output budget', () => {
    const allow: Grant[] = [{ type: 'stdout' }];
    const code =
      'import sys\nprint("é")\ndef solution(n):\n    print(n, end=";")\n    print("no", file=sys.stderr)\n    return n\n';
    expect(judge(code, [1, 2], { allow }).stdout).toBe('é\n1;2;');
    expect(judge(code, [1, 2])).not.toHaveProperty('stdout');
    const raw = 'import sys\nsys.stdout.buffer.write(b"a\\xffb")\nsys.stdout.flush()\ndef solution(n):\n    return n\n';
    expect(judge(raw, [1], { allow }).stdout).toBe('a\ufffdb');
    const flood = judge('def solution(n):\n    while True: print("x" * 99)\n', [1], {
      allow,
      limits: { outputBytes: 250 },
    });
    expect(flood).toMatchObject({
      outcome: 'output_limit',
      stdout: `${`${'x'.repeat(99)}\n`.repeat(2)}${'x'.repeat(50)}`,
    });
  });

  const file: Grant[] = [{ type: 'file', path: 'data/in.txt', text: '1\né\n3' }];
  /** Evaluates an expression with the file granted. */
  const value = (expression: string) =>
    judge(`import os, pathlib\ndef solution(n):\n    return (${expression}, n)\n`, [1], { allow: file }).perTest[0]!
      .got;

  test.each([
    ['open("data/in.txt").read()', "'1\\né\\n3'"],
    ['open("/data/./in.txt", "rb").read()', "b'1\\n\\xc3\\xa9\\n3'"],
    ['pathlib.Path("data", "in.txt").read_text()', "'1\\né\\n3'"],
    ['[line.strip() for line in open("data/in.txt")]', "['1', 'é', '3']"],
    [
      '(lambda f: (f.readline(), f.tell(), f.seek(5), f.read(), f.seek(0), f.read(1)))(open("data/in.txt", "rb"))',
      "(b'1\\n', 2, 5, b'3', 0, b'1')",
    ],
    ['os.path.exists("data/in.txt"), os.path.isfile("data/in.txt"), os.path.getsize("data/in.txt")', 'True, True, 6'],
    ['os.path.exists("data/other.txt"), os.access("data/in.txt", os.W_OK)', 'False, False'],
  ])('%s', (expression, shown) => {
    expect(value(expression)).toBe(`(${shown}, 1)`);
  });

  test.each([
    'open("data/in.txt", "w")',
    'open("data/in.txt", "r+")',
    'open("data/in.txt", "a")',
    'open("data/other.txt")',
    'os.open("data/in.txt", os.O_RDONLY | os.O_TRUNC)',
    'os.listdir("data")',
    'os.remove("data/in.txt")',
    'pathlib.Path("data/in.txt").write_text("x")',
  ])('%s stays refused', (expression) => {
    const code = `import os, pathlib\ndef solution(n):\n    ${expression}\n    return n\n`;
    expect(judge(code, [1], { allow: file })).toMatchObject({
      outcome: 'forbidden',
      ledger: [{ kind: 'file', refused: true }],
    });
  });

  test('what is open is closed by every undo, and by the next program', () => {
    const code =
      'f = open("data/in.txt")\nf.read(2)\ndef solution(n):\n    while n == 1: pass\n    return n if f.read(1) == "é" else 0\n';
    expect(outcomes(judge(code, [2, 1, 3], { allow: file }))).toEqual(['passed', 'timeout', 'passed']);
    expect(judge(code, [2, 3, 4], { allow: file, undo: 'test' }).outcome).toBe('passed');
    const numbers = 'f = open("data/in.txt")\ndef solution(n):\n    return f.fileno()\n';
    expect(outcomes(judge(numbers, [3, 3], { allow: file, undo: 'test' }))).toEqual(['passed', 'passed']);
    expect(judge(numbers, [3]).outcome).toBe('forbidden');
  });
});

describe('the ledger', () => {
  const tried = (lines: string) =>
    judge(`import os, sys, time\ndef solution(n):\n${lines.replaceAll(/^/gm, '    ')}\n    return n\n`, [1]).ledger.map(
      ({ kind, detail, refused }) => [kind, detail, refused],
    );

  test.each([
    ['import requests', 'network', 'import requests', true],
    ['try: import socket\nexcept ImportError: pass', 'network', 'import socket', true],
    ['import numpy', 'import', 'import numpy', true],
    ['import js', 'javascript', 'import js', true],
    ['import ctypes', 'process', 'import ctypes', true],
    ['os.path.exists("/etc")', 'file', 'stat /etc', true],
    ['open("/etc/passwd")', 'file', 'open /etc/passwd', true],
    ['os.system("ls")', 'process', 'os.system ls', true],
    ['sys.exit(0)', 'exit', 'sys.exit', true],
    ['os._exit(0)', 'exit', 'hard exit of the interpreter', true],
    ['import threading; threading.Thread(target=print).start()', 'process', 'start a thread', true],
    ['time.sleep(1)', 'clock', 'time.sleep', false],
    ['time.time()', 'clock', 'clock read', false],
    ['os.urandom(4)', 'random', 'os.urandom', false],
    ['print(1)', 'output', 'bytes written', false],
  ])('%s', (lines, kind, detail, refused) => {
    expect(tried(lines)).toEqual([[kind, detail, refused]]);
  });

  test('honest computing leaves it empty', () => {
    expect(tried('import random, re, collections\nrandom.random(); re.findall("a", "ba"); sorted([2, 1])')).toEqual([]);
  });

  test('made-up audit events are no trouble', () => {
    const lines =
      'for name in ("constructor", "__proto__", "toString"): sys.audit(name, 1)\ntry: sys.audit("import", "constructor")\nexcept ImportError: pass';
    expect(tried(lines)).toEqual([['import', 'import constructor', true]]);
  });
});
