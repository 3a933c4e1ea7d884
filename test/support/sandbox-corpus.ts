/** Programs for the sandbox's tests, honest and hostile, with the outcome each must have; the same list runs in Node and in Chromium. */

import { steadyText } from '../../src/core/same-verdict.ts';
import type { Outcome, Verdict } from '../../src/core/types.ts';
import type { PyValue } from '../../src/core/value.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';

const int = (value: number): PyValue => ({ type: 'int', value: BigInt(value) });

/** `solution(n)` for n = 3 and 5 must be n + 1, unless the case says otherwise. */
interface Case {
  readonly name: string;
  readonly code: string;
  readonly outcome: Outcome;
  readonly passed?: number;
}

const body = (text: string, imports = ''): string =>
  `${imports === '' ? '' : `${imports}\n`}def solution(n):\n${text.replaceAll(/^/gm, '    ')}\n`;

export const CASES: readonly Case[] = [
  { name: 'honest', code: body('return n + 1'), outcome: 'passed' },
  {
    name: 'honest with the standard library',
    code: body('return int(re.sub("a", "", f"a{n}a")) + math.gcd(2, 3)', 'import math, re'),
    outcome: 'passed',
  },
  { name: 'a float equals the int', code: body('return n + 1.0'), outcome: 'passed' },
  { name: 'half right', code: body('return 4'), outcome: 'wrong_answer', passed: 1 },
  { name: 'wrong', code: body('return str(n + 1)'), outcome: 'wrong_answer' },
  { name: 'raises', code: body('return n / 0'), outcome: 'runtime_error' },
  { name: 'does not compile', code: 'def solution(n) return n', outcome: 'syntax_error' },
  { name: 'no such function', code: 'def other(n):\n    return n + 1\n', outcome: 'runtime_error' },
  { name: 'module body raises', code: 'raise ValueError("x")\n', outcome: 'runtime_error' },
  { name: 'sys.exit', code: body('sys.exit(0)', 'import sys'), outcome: 'runtime_error' },
  { name: 'os._exit', code: body('os._exit(0)', 'import os'), outcome: 'runtime_error' },
  { name: 'abort', code: body('os.abort()', 'import os'), outcome: 'runtime_error' },
  { name: 'infinite loop', code: body('while True: pass'), outcome: 'timeout' },
  {
    name: 'loop that swallows everything',
    code: body('while True:\n  try:\n    while True: pass\n  except BaseException: pass'),
    outcome: 'timeout',
  },
  { name: 'hangs on one test only', code: body('while n == 3: pass\nreturn n + 1'), outcome: 'timeout', passed: 1 },
  { name: 'C iterator without end', code: body('return sum(range(10**12))'), outcome: 'timeout' },
  {
    name: 'membership without end',
    code: body('return 1 in itertools.repeat(0)', 'import itertools'),
    outcome: 'timeout',
  },
  { name: 'long sleep', code: body('time.sleep(1000)\nreturn n + 1', 'import time'), outcome: 'timeout' },
  { name: 'short sleep', code: body('time.sleep(1)\nreturn n + 1', 'import time'), outcome: 'passed' },
  { name: 'memory bomb', code: body('x = []\nwhile True: x.append(bytearray(10**6))'), outcome: 'memory_limit' },
  { name: 'one huge string', code: body('return "a" * 10**9'), outcome: 'memory_limit' },
  { name: 'recursion', code: body('return solution(n)'), outcome: 'runtime_error' },
  { name: 'recursion through C', code: body('return list(map(solution, [n]))'), outcome: 'runtime_error' },
  {
    name: 'recursion without limit',
    code: body('sys.setrecursionlimit(10**9)\nreturn list(map(solution, [n]))', 'import sys'),
    outcome: 'runtime_error',
  },
  {
    name: 'repr of a deep list',
    code: body('x = []\nfor _ in range(100000): x = [x]\nreturn repr(x)'),
    outcome: 'runtime_error',
  },
  { name: 'deep list', code: body('x = []\nfor _ in range(100000): x = [x]\nreturn x'), outcome: 'wrong_answer' },
  { name: 'list that contains itself', code: body('x = []\nx.append(x)\nreturn x'), outcome: 'wrong_answer' },
  { name: 'output flood', code: body('while True: print("x" * 1000)'), outcome: 'output_limit' },
  { name: 'some output', code: body('print(n)\nreturn n + 1'), outcome: 'passed' },
  { name: 'import js', code: body('import js\nreturn n + 1'), outcome: 'forbidden' },
  {
    name: 'refusal caught',
    code: body('try:\n  import socket\nexcept ImportError: pass\nreturn n + 1'),
    outcome: 'passed',
  },
  { name: 'file', code: body('return open("/etc/passwd").read()'), outcome: 'forbidden' },
  { name: 'unknown module', code: body('import numpy\nreturn n + 1'), outcome: 'runtime_error' },
  { name: 'input', code: body('return input()'), outcome: 'runtime_error' },
  {
    name: 'thread',
    code: body('threading.Thread(target=print).start()\nreturn n + 1', 'import threading'),
    outcome: 'runtime_error',
  },
  {
    name: 'claims equality',
    code: body('class E:\n  def __eq__(self, other): return True\nreturn E()'),
    outcome: 'wrong_answer',
  },
  {
    name: 'int subclass',
    code: body('class E(int):\n  def __eq__(self, other): return True\n  __hash__ = int.__hash__\nreturn E(7)'),
    outcome: 'wrong_answer',
  },
  {
    name: 'reads frames',
    code: body('import inspect\nreturn [f.frame.f_locals.get("expected") for f in inspect.stack()]'),
    outcome: 'wrong_answer',
  },
  { name: 'searches the heap', code: body('return len(gc.get_objects()) < 0', 'import gc'), outcome: 'wrong_answer' },
  {
    name: 'poisons builtins',
    code: body(
      'builtins.len = lambda x: 42\nbuiltins.int = str\nbuiltins.__import__ = None\nsys.modules.clear()\nreturn n + 1',
      'import builtins, sys',
    ),
    outcome: 'passed',
  },
  {
    name: 'patches the standard library',
    code: body(
      'json.dumps = lambda *a: "x"\nrandom.seed(9)\ncollections.Counter = None\ngc.freeze()\ngc.disable()\nreturn n + 1',
      'import json, random, collections, gc',
    ),
    outcome: 'passed',
  },
  {
    name: 'hooks',
    code: body(
      'sys.settrace(lambda *a: None)\nsys.setprofile(lambda *a: None)\nsys.addaudithook(lambda *a: None)\nreturn n + 1',
      'import sys',
    ),
    outcome: 'passed',
  },
  {
    name: 'keeps a lot of memory',
    code: body('K.append(bytearray(30_000_000))\nreturn n + 1', 'K = []'),
    outcome: 'passed',
  },
  {
    name: 'exit handlers and finalizers',
    code: body(
      'atexit.register(print)\nclass D:\n  def __del__(self):\n    while True: pass\nreturn D()',
      'import atexit',
    ),
    outcome: 'wrong_answer',
  },
  {
    name: 'exception with a hostile text',
    code: body('class E(Exception):\n  def __str__(self):\n    while True: pass\n  __repr__ = __str__\nraise E()'),
    outcome: 'runtime_error',
  },
  { name: 'keyboard interrupt', code: body('raise KeyboardInterrupt'), outcome: 'runtime_error' },
  { name: 'signal', code: body('signal.raise_signal(2)\nreturn n + 1', 'import signal'), outcome: 'runtime_error' },
];

/** Every value that depends on hidden state: hash seed, set order, clock, random numbers, addresses. */
export const PROBE: Assignment = {
  code: body(
    'return [hash("abc"), list({"b", "a", "c", str(n)}), time.time(), random.random(), uuid.uuid4().int, os.urandom(4), str(datetime.datetime.now()), json.dumps({"n": n}), len([1, 2]), int("7"), list(collections.Counter("aab"))]',
    'import collections, datetime, json, os, random, time, uuid',
  ),
  entryPoint: 'solution',
  tests: { type: 'values', tests: [{ args: [int(3)], expected: int(0) }], compare: 'python' },
};

export const ASSIGNMENTS: readonly Assignment[] = CASES.map(({ code }) => ({
  code,
  entryPoint: 'solution',
  tests: {
    type: 'values',
    tests: [3, 5].map((n) => ({ args: [int(n)], expected: int(n + 1) })),
    compare: 'python',
  },
  // A busy machine must not decide; the step budgets do.
  limits: { wallMs: 120_000, ticksPerTest: 20_000, fuelPerTest: 500_000 },
}));

/** SHA-256 over everything in the verdicts but where they were made and how long it took. */
export async function digest(verdicts: readonly Verdict[]): Promise<string> {
  const text = JSON.stringify(verdicts.map(steadyText));
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The digest of the verdicts on ASSIGNMENTS and PROBE, the same in Node and in every browser. */
export const DIGEST = 'c528bc4f571b051820e46d4f403a6f281d288a49874f855106334a4a2c6219cf';
