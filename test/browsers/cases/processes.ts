/** Programs that read standard input and print: what honest ones do, what is unlike CPython here, and what cheats try. */

import type { Limits, Outcome, TestCase, Tolerance } from '../../../src/core/types.ts';
import { py } from '../../../src/core/value-make.ts';
import { STEPS, type SuiteCase } from './case.ts';

export interface ProcessProgram {
  readonly name: string;
  readonly code: string;
  /** What stands on standard input, and what must be printed. */
  readonly runs: readonly (readonly [input: string, expected: string])[];
  readonly outcome: Outcome;
  /** Runs that pass; all where the outcome is `passed`, none otherwise. */
  readonly passed?: number;
  readonly tolerance?: Tolerance;
  readonly limits?: Partial<Limits>;
  /** Why a judge that starts CPython 3.11 for every run says something else, where it does. */
  readonly unlike?: string;
}

const lines = (...texts: string[]): string => texts.join('\n');
const numbers = Array.from({ length: 3000 }, (_, i) => i);

/** Passes. */
const honest = (name: string, code: string, input: string, expected: string): ProcessProgram => ({
  ...{ name, code, outcome: 'passed' },
  runs: [[input, expected]],
});

const fails = (name: string, outcome: Outcome, code: string, input = '', expected = 'x'): ProcessProgram => ({
  ...{ name, code, outcome },
  runs: [[input, expected]],
});

const READING: readonly ProcessProgram[] = [
  honest('input()', 'a = int(input())\nb = int(input())\nprint(a + b)', '2\n3\n', '5\n'),
  honest('input() without a last newline', 'print(input()[::-1])', 'abc', 'cba'),
  honest('input() with a prompt, which is printed', 'n = input("n? ")\nprint(n)', '3\n', 'n? 3'),
  honest('an empty line', 'print(repr(input()), repr(input()))', '\nx\n', "'' 'x'"),
  honest('map over split', 'print(sum(map(int, input().split())))', '1 2 3\n', '6'),
  honest(
    'until EOFError',
    'n = 0\ntry:\n    while True:\n        n += int(input())\nexcept EOFError:\n    print(n)',
    '1\n2\n',
    '3',
  ),
  honest('sys.stdin.read', 'import sys\nprint(len(sys.stdin.read().split()))', 'a b\nc\n', '3'),
  honest(
    'sys.stdin.readline',
    'import sys\ninput = sys.stdin.readline\nprint(repr(input()), repr(input()), repr(input()))',
    'a\nb',
    "'a\\n' 'b' ''",
  ),
  honest('sys.stdin.readlines', 'import sys\nprint(sys.stdin.readlines())', 'a\nb\n', "['a\\n', 'b\\n']"),
  honest(
    'lines of sys.stdin',
    'import sys\nfor line in sys.stdin:\n    print(line.strip()[::-1])',
    'ab\ncd\n',
    'ba\ndc',
  ),
  honest('sys.stdin.buffer.read', 'import sys\nprint(sys.stdin.buffer.read())', 'a\n', "b'a\\n'"),
  honest('sys.stdin.buffer.readline', 'import sys\nprint(int(sys.stdin.buffer.readline()))', '7\n', '7'),
  honest('lines of sys.stdin.buffer', 'import sys\nprint(sum(map(int, sys.stdin.buffer)))', '1\n2\n', '3'),
  honest('open(0)', 'print(sum(int(x) for x in open(0)))', '1\n2\n', '3'),
  honest('open(0).read', 'n, *a = map(int, open(0).read().split())\nprint(n, max(a))', '2 5 4\n', '2 5'),
  honest('/dev/stdin', 'print(open("/dev/stdin").read().upper())', 'ab', 'AB'),
  honest('os.read', 'import os\nprint(os.read(0, 1000).decode().split())', 'a b', "['a', 'b']"),
  honest('io over a read buffer', 'import io, os\nprint(io.BytesIO(os.read(0, 99)).readline())', 'a\nb', "b'a\\n'"),
  honest('fileinput is not needed for iter(input, end)', 'print(list(iter(input, "0")))', '3\n4\n0\n', "['3', '4']"),
  honest('Windows line ends stay', 'import sys\nprint(repr(sys.stdin.read()))', 'a\r\nb', "'a\\r\\nb'"),
  honest('input() keeps a carriage return', 'print(repr(input()))', 'a\r\n', "'a\\r'"),
  honest('letters beyond ASCII', 'print(input()[::-1])', 'žluť €𝄞\n', '𝄞€ ťulž'),
  honest('nothing on standard input', 'import sys\nprint(repr(sys.stdin.read()))', '', "''"),
  honest('standard input is no terminal', 'import sys\nprint(sys.stdin.isatty(), sys.stdin.fileno())', '', 'False 0'),
  honest('nothing is read', 'print(1)', 'a\nb\n', '1'),
];

const PRINTING: readonly ProcessProgram[] = [
  honest('print without a newline', 'print(1, end="")\nprint(2, end="")', '', '12'),
  honest('print with sep and end', 'print(1, 2, sep="-", end="!\\n")', '', '1-2!'),
  honest('print to sys.stdout, flushed', 'import sys\nprint(1, file=sys.stdout, flush=True)', '', '1'),
  honest('sys.stdout.write', 'import sys\nsys.stdout.write("a\\n")\nsys.stdout.write("b")', '', 'a\nb'),
  honest('sys.stdout.writelines', 'import sys\nsys.stdout.writelines(["a\\n", "b\\n"])', '', 'a\nb'),
  honest('sys.stdout.buffer.write', 'import sys\nsys.stdout.buffer.write(b"a\\n")', '', 'a'),
  honest('os.write', 'import os\nos.write(1, b"a\\n")', '', 'a'),
  honest(
    'os.write comes before what is not flushed',
    'import os\nprint("late")\nos.write(1, b"soon\\n")',
    '',
    'soon\nlate',
  ),
  honest('standard error is another stream', 'import sys\nprint("no", file=sys.stderr)\nprint("yes")', '', 'yes'),
  honest('a file on descriptor 1 that nobody closes', 'f = open(1, "w")\nf.write("a")', '', 'a'),
  honest('sys.stdout replaced by a file', 'import sys\nsys.stdout = open(1, "w")\nprint("a")', '', 'a'),
  honest(
    'sys.stdout replaced by a text, printed at exit',
    'import atexit, io, sys\nout = sys.stdout = io.StringIO()\natexit.register(lambda: sys.__stdout__.write(out.getvalue()))\nprint("a")',
    '',
    'a',
  ),
  honest(
    'fast input and output of contests',
    lines(
      'import os, sys',
      'from io import BytesIO, IOBase',
      'class FastIO(IOBase):',
      '    def __init__(self, file):',
      '        self._fd = file.fileno()',
      '        self.buffer = BytesIO()',
      '        self.writable = "x" in file.mode or "r" not in file.mode',
      '        self.write = self.buffer.write if self.writable else None',
      '    def read(self):',
      '        while True:',
      '            b = os.read(self._fd, max(os.fstat(self._fd).st_size, 8192))',
      '            if not b: break',
      '            at = self.buffer.tell()',
      '            self.buffer.seek(0, 2), self.buffer.write(b), self.buffer.seek(at)',
      '        return self.buffer.read()',
      '    def flush(self):',
      '        if self.writable:',
      '            os.write(self._fd, self.buffer.getvalue())',
      '            self.buffer.truncate(0), self.buffer.seek(0)',
      'class Wrapper(IOBase):',
      '    def __init__(self, file):',
      '        self.buffer = FastIO(file)',
      '        self.flush = self.buffer.flush',
      '        self.writable = self.buffer.writable',
      '        self.write = lambda s: self.buffer.write(s.encode("ascii"))',
      '        self.read = lambda: self.buffer.read().decode("ascii")',
      'sys.stdin, sys.stdout = Wrapper(sys.stdin), Wrapper(sys.stdout)',
      'print(sum(map(int, sys.stdin.read().split())))',
    ),
    '1 2\n3\n',
    '6',
  ),
  honest(
    'contextlib.redirect_stdout',
    'import contextlib, io\nwith contextlib.redirect_stdout(io.StringIO()) as f: print(1)\nprint(f.getvalue() * 2)',
    '',
    '1\n1',
  ),
  honest('pprint', 'import pprint\npprint.pprint({"a": [1]})', '', "{'a': [1]}"),
  honest(
    'a finalizer prints when the module goes',
    'class A:\n    def __del__(self): print("gone")\na = A()',
    '',
    'gone',
  ),
  honest('atexit', 'import atexit\natexit.register(print, "bye")\nprint("hello")', '', 'hello\nbye'),
  honest('nothing is printed', 'pass', '', ''),
  honest('closing sys.stdout behind everything', 'import sys\nprint(1)\nsys.stdout.close()', '', '1'),
  honest('a long answer', 'for i in range(3000): print(i)', '', numbers.join('\n')),
  honest(
    'a long input',
    'print(*sorted(map(int, input().split()), reverse=True))',
    numbers.join(' '),
    numbers.toReversed().join(' '),
  ),
];

const ENDING: readonly ProcessProgram[] = [
  honest('__main__', 'def main():\n    print(1)\nif __name__ == "__main__":\n    main()', '', '1'),
  honest('sys.exit()', 'import sys\nprint(1)\nsys.exit()\nprint(2)', '', '1'),
  honest('sys.exit(0)', 'import sys\nprint(1)\nsys.exit(0)', '', '1'),
  honest('exit()', 'print(1)\nexit()', '', '1'),
  honest('quit(0)', 'print(1)\nquit(0)', '', '1'),
  honest('raise SystemExit', 'print(1)\nraise SystemExit', '', '1'),
  honest('sys.exit in a function', 'def main():\n    print(1)\n    exit(0)\nmain()', '', '1'),
  honest('sys.exit(False) is 0', 'import sys\nprint(1)\nsys.exit(False)', '', '1'),
  honest('sys.exit(256) is 0 to a system that keeps one byte', 'import sys\nprint(1)\nsys.exit(256)', '', '1'),
  honest('os._exit(0) behind a flush', 'import os\nprint(1, flush=True)\nos._exit(0)', '', '1'),
  honest('an exit with an open file', 'import sys\nf = open(1, "w")\nf.write("a")\nsys.exit()', '', 'a'),
  fails('os._exit(0) loses what is not flushed', 'wrong_answer', 'import os\nprint("x")\nos._exit(0)'),
  fails('sys.exit(1)', 'runtime_error', 'import sys\nprint("x")\nsys.exit(1)'),
  fails('sys.exit with a text', 'runtime_error', 'import sys\nprint("x")\nsys.exit("failed")'),
  fails('sys.exit with an object', 'runtime_error', 'import sys\nprint("x")\nsys.exit(object())'),
  fails('os._exit(3)', 'runtime_error', 'import os\nprint("x", flush=True)\nos._exit(3)'),
  fails('an exception behind the right answer', 'runtime_error', 'print("x")\n1 / 0'),
  fails('more input() than lines', 'runtime_error', 'input()\ninput()', 'x\n'),
  fails('no program', 'syntax_error', 'print("x"'),
  fails('KeyboardInterrupt', 'runtime_error', 'print("x")\nraise KeyboardInterrupt'),
  fails('stopped at once', 'runtime_error', 'import os\nos.abort()'),
];

const LANGUAGE: readonly ProcessProgram[] = [
  honest(
    'deep recursion under a raised limit',
    'import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(int(input())))',
    '20000\n',
    '20000',
  ),
  fails('recursion without one', 'runtime_error', 'def f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(5000))'),
  honest(
    'pickling a class of the program',
    'import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)',
    '',
    'True',
  ),
  honest(
    'dataclasses',
    'from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\nprint(P(1))',
    '',
    'P(x=1)',
  ),
  honest('globals are the module', 'import sys\nx = 5\nprint(sys.modules["__main__"].x, globals()["x"])', '', '5 5'),
  honest(
    'asyncio',
    'import asyncio\nasync def main(): print(await asyncio.sleep(0, input()))\nasyncio.run(main())',
    'a\n',
    'a',
  ),
  honest('exec in the module', 'exec(input())\nprint(y)', 'y = 3\n', '3'),
  honest(
    'time and random',
    'import random, time\nt = time.time()\nrandom.seed(1)\nprint(time.time() >= t, random.random() < 1)',
    '',
    'True True',
  ),
  {
    ...fails(
      'a thread',
      'runtime_error',
      'import threading\nt = threading.Thread(target=print, args=("x",))\nt.start()\nt.join()',
    ),
    unlike: 'there is one thread: starting another raises RuntimeError',
  },
  {
    ...fails('numpy', 'runtime_error', 'import numpy\nprint("x")'),
    unlike: 'only the standard library is here',
  },
  {
    ...fails('a file', 'forbidden', 'open("/etc/hostname").read()\nprint("x")'),
    unlike: 'there are no files',
  },
  {
    ...fails('a subprocess', 'forbidden', 'import subprocess\nsubprocess.run(["true"])\nprint("x")'),
    unlike: 'there are no other processes',
  },
];

const COMPARING: readonly ProcessProgram[] = [
  honest('trailing spaces and blank lines', 'print("a b   \\n\\n")', '', 'a b'),
  honest('spaces between tokens', 'print("a    b")', '', 'a b'),
  honest('numbers of one value', 'print("1.50 1e3 -0 007")', '', '1.5 1000 0 7'),
  fails('numbers that floats cannot tell apart', 'wrong_answer', 'print(2**53 + 1)', '', String(2 ** 53)),
  fails('a blank line in front', 'wrong_answer', 'print()\nprint("x")'),
  fails('one line too few', 'wrong_answer', 'print("x")', '', 'x\ny'),
  fails('one line too many', 'wrong_answer', 'print("x")\nprint("y")'),
  fails('tokens in another order', 'wrong_answer', 'print("b a")', '', 'a b'),
  fails('lines joined', 'wrong_answer', 'print("x y")', '', 'x\ny'),
  fails('another case', 'wrong_answer', 'print("yes")', '', 'YES'),
  fails('nearly, without a tolerance', 'wrong_answer', 'print(0.1 + 0.2)', '', '0.3'),
  {
    ...honest('nearly, within a tolerance', 'print(0.1 + 0.2, 1e9 + 1)', '', '0.3 1e9'),
    tolerance: { rel: 1e-6, abs: 1e-6 },
  },
  {
    ...fails('beyond the tolerance', 'wrong_answer', 'print(0.31)', '', '0.3'),
    tolerance: { rel: 1e-6, abs: 1e-6 },
  },
  fails('bytes that are no UTF-8', 'wrong_answer', 'import sys\nsys.stdout.buffer.write(b"\\xff")', '', '\ufffd'),
];

const LIMITS_SPENT: readonly ProcessProgram[] = [
  fails('a loop without an end', 'timeout', 'print("x", flush=True)\nwhile True: pass'),
  {
    ...fails('printing without an end', 'output_limit', 'while True: print("x" * 100)'),
    unlike: 'a judge without a budget of output waits until the time is up',
  },
  {
    ...fails('too much of everything', 'memory_limit', 'a = [0] * 10**9\nprint("x")'),
    unlike: 'a machine may have more memory',
  },
  fails('waiting', 'timeout', 'import time\ntime.sleep(10**6)\nprint("x")'),
  fails('a loop at exit', 'timeout', 'import atexit\ndef f():\n    while True: pass\natexit.register(f)\nprint("x")'),
  fails(
    'a loop in a finalizer',
    'timeout',
    'class A:\n    def __del__(self):\n        while True: pass\na = A()\nprint("x")',
  ),
];

const CHEATS: readonly ProcessProgram[] = [
  {
    name: 'remembering what earlier runs read',
    code: lines(
      'import builtins, sys',
      'seen = getattr(builtins, "seen", [])',
      'builtins.seen = seen',
      'sys.seen = seen',
      'seen.append(input())',
      'print(len(seen))',
    ),
    runs: [
      ['a\n', '1'],
      ['b\n', '1'],
      ['c\n', '3'],
    ],
    ...{ outcome: 'wrong_answer', passed: 2 },
  },
  {
    name: 'leaving a better print for the next run',
    code: lines(
      'import builtins',
      'print(input())',
      'builtins.print = lambda *a: None',
      'builtins.input = lambda: "b"',
    ),
    runs: [
      ['a\n', 'a'],
      ['b\n', 'b'],
    ],
    outcome: 'passed',
  },
  {
    name: 'a run that ends in a kill hides nothing from the next',
    code: 'n = int(input())\nwhile n == 1: pass\nprint(n)',
    runs: [
      ['0\n', '0'],
      ['1\n', '1'],
      ['2\n', '2'],
    ],
    ...{ outcome: 'timeout', passed: 2 },
  },
  {
    name: 'a run that raises does not either',
    code: 'n = int(input())\nprint(1 // n)',
    runs: [
      ['0\n', '0'],
      ['1\n', '1'],
    ],
    ...{ outcome: 'runtime_error', passed: 1 },
  },
  fails(
    'looking for the expected text',
    'wrong_answer',
    'import gc, sys\nfor o in gc.get_objects():\n    if type(o) is dict and "expected" in o: print(o["expected"])',
    '',
    '123454321',
  ),
  fails(
    'sys.stdout equal to everything',
    'wrong_answer',
    'import sys\nclass A(str):\n    def __eq__(self, other): return True\n    def __hash__(self): return 0\nprint(A("y"))',
  ),
  fails('printing behind an exit', 'wrong_answer', 'import os\nprint("y", flush=True)\nos._exit(0)\nprint("x")'),
  fails('sys.stdout taken away', 'wrong_answer', 'import sys\nsys.stdout = None\nprint("x")'),
  fails('standard output closed before it is used', 'runtime_error', 'import os\nos.close(1)\nprint("x")'),
  fails(
    'a flush that fails',
    'runtime_error',
    'import sys\nclass A:\n    def write(self, text): sys.__stdout__.write(text)\n    def flush(self): raise ValueError\nsys.stdout = A()\nprint("x")',
  ),
  fails(
    'a name that exits when it is looked up',
    'runtime_error',
    'import sys\nclass A:\n    closed = False\n    def __getattr__(self, name): sys.exit(3)\nprint("x")\nsys.stdout = A()',
  ),
  fails('an answer on standard error', 'wrong_answer', 'import sys\nprint("x", file=sys.stderr)'),
  fails('an answer in the error', 'runtime_error', 'raise SystemExit("x")'),
  fails('the module taken away', 'wrong_answer', 'import sys\nsys.modules.clear()\nprint("y")'),
  fails(
    'clearing atexit and the garbage',
    'wrong_answer',
    'import atexit, gc\natexit._run_exitfuncs = 0\ngc.freeze()\nprint("y")',
  ),
  {
    ...fails(
      'the end of threads patched',
      'wrong_answer',
      'import threading\nthreading._shutdown = lambda: print("x")',
    ),
    unlike: 'no thread is waited for',
  },
];

export const PROCESS_PROGRAMS: readonly ProcessProgram[] = [
  ...READING,
  ...PRINTING,
  ...ENDING,
  ...LANGUAGE,
  ...COMPARING,
  ...LIMITS_SPENT,
  ...CHEATS,
];

export const PROCESS_CASES: readonly SuiteCase[] = PROCESS_PROGRAMS.map((program): SuiteCase => {
  const { name, code, runs, outcome, tolerance, limits } = program;
  const tests = runs.map(([input, expected]): TestCase => ({ args: [py(input)], expected: py(expected) }));
  const passed = program.passed ?? (outcome === 'passed' ? runs.length : 0);
  return {
    name: `process: ${name}`,
    assignment: {
      ...{ code, entryPoint: '', limits: { ...STEPS, ...limits } },
      tests: { type: 'stdin', tests, ...(tolerance === undefined ? {} : { tolerance }) },
    },
    check: (verdict) => {
      const right = verdict.outcome === outcome && verdict.passed === passed && verdict.total === runs.length;
      const got = `${verdict.outcome}, ${verdict.passed} of ${verdict.total}: ${verdict.error ?? verdict.perTest[0]?.got}`;
      return right ? [] : [`expected ${outcome} with ${passed} passed, got ${got}`];
    },
  };
});
