/** Programs that turn on the reward file itself: its time, its memory, its pipes, its hook; and rows that are none. */

import { spawnSync } from 'node:child_process';
import { describe, expect } from 'vitest';
import { gradeWithPython, PYTHON, pythonTests, REWARD_FILE } from './python.ts';

const test = pythonTests('the reward file against hostile programs');

const task = (args: unknown[], expected: unknown) =>
  JSON.stringify({ tests: [{ args, expected }], entry_point: 'solution' });
const asserts = (...lines: string[]) =>
  JSON.stringify({ tests: { type: 'asserts', asserts: lines }, entry_point: 'solution' });

/** Token and pipe stand in the frames below the program. */
const FORGE = `
import os, sys, time
def place():
    frame = sys._getframe()
    while not ('token' in frame.f_locals and 'replies' in frame.f_locals):
        frame = frame.f_back
    return frame.f_locals['token'], frame.f_locals['replies']
def forge(payload):
    token, replies = place()
    data = b"%d\\n" % len(token + payload) + token + payload
    while data:
        data = data[os.write(replies, data):]
`;

const COLLIDING = `b"".join(b"i%x;" % (k * ((1 << 61) - 1) + 1) for k in range(60000))`;

/** Each would hold the trainer for longer than the whole test may take, or is told apart by its outcome. */
const COSTLY = {
  'answers the load and never reads': {
    ...{ task: task([Array.from({ length: 60000 }, (_, i) => i)], 2), outcome: 'timeout' },
    code: `${FORGE}
forge(b"t3:s5:valueNd0:")
while True: time.sleep(1)
def solution(x): return x`,
  },
  'counts below zero': {
    ...{ task: task([1], 2), outcome: 'runtime_error' },
    code: `${FORGE}
def solution(x):
    forge(b"t3:s5:valuel50000000:s-4:d0:")
    os._exit(0)`,
  },
  'members of a set that collide': {
    ...{ task: task([1], 2), outcome: 'timeout' },
    code: `${FORGE}
def solution(x):
    forge(b"t3:s5:valueS60000:" + ${COLLIDING} + b"d0:")
    os._exit(0)`,
  },
  'keys that collide, before an assert': {
    ...{ task: asserts('assert solution(1) == 2'), outcome: 'timeout' },
    code: `${FORGE}
def solution(x):
    forge(b"t3:s5:valued60000:" + ${COLLIDING}.replace(b";", b";N") + b"d0:")
    os._exit(0)`,
  },
  'a byte now and then': {
    ...{ task: task([1], 2), outcome: 'timeout' },
    code: `${FORGE}
def solution(x):
    os.write(place()[1], b"20000000\\n")
    while True:
        os.write(place()[1], b"x")
        time.sleep(0.01)`,
  },
  'old answers without end': {
    ...{ task: task([1], 2), outcome: 'timeout' },
    code: `${FORGE}
def solution(x):
    while True: os.write(place()[1], b"16\\n" + b"y" * 16)`,
  },
  'an argument at a place that is none': {
    ...{ task: task([1], 2), outcome: 'runtime_error' },
    code: `${FORGE}
def solution(x):
    forge(b"t3:s8:argumentl0:d0:")
    os._exit(0)`,
  },
  'an endless generator under an assert': {
    ...{ task: asserts('assert list(solution(1)) == [1]'), outcome: 'timeout' },
    code: `
def solution(x):
    while True: yield 1`,
  },
} as const;

describe('costs no more than a test may', () => {
  test.each(Object.entries(COSTLY))(
    '%s',
    async (_, { code, task, outcome }) => {
      // Another row tells that grading goes on.
      const rows = [
        { id: 'hostile', task, code },
        {
          id: 'honest',
          task: '{"tests": [{"args": [1], "expected": 2}], "entry_point": "f"}',
          code: 'def f(x): return x + 1',
        },
      ];
      const begun = performance.now();
      const graded = await gradeWithPython(rows);
      expect(graded.map((row) => row.outcome)).toEqual([outcome, 'passed']);
      // Five seconds where it waits; the rest is for busy machines.
      expect(performance.now() - begun).toBeLessThan(20_000);
    },
    30_000,
  );
});

/** Each returns 2, and so passes, where it comes through. */
const ESCAPES = {
  'native code by path': [
    'forbidden',
    `
import _imp
def solution(x):
    class Spec: name, origin, loader = 'evil', '/proc/self/fd/1', None
    return _imp.create_dynamic(Spec)`,
  ],
  'a refused module of the library under another name': [
    'forbidden',
    `
import _imp, importlib.util
def solution(x):
    class Spec: name, origin, loader = 'my._curses', importlib.util.find_spec('_curses').origin, None
    _imp.create_dynamic(Spec)
    return 2`,
  ],
  'a refused builtin module past import': [
    'runtime_error',
    `
import _imp, sys
def solution(x):
    class Spec: name, origin, loader = 'faulthandler', 'built-in', None
    _imp.create_builtin(Spec).dump_traceback_later
    return 2`,
  ],
  'a file in memory': [
    'runtime_error',
    `
import os
def solution(x):
    return os.memfd_create('a') and 2`,
  ],
  'signals by descriptor': [
    'runtime_error',
    `
import os, signal
def solution(x):
    signal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)
    return 2`,
  ],
  'the same from a fresh copy of the module': [
    'runtime_error',
    `
import sys
def solution(x):
    del sys.modules['posix']
    import posix
    return posix.memfd_create('a') and 2`,
  ],
} as const;

test.each(Object.entries(ESCAPES))('no way out: %s', async (_, [outcome, code]) => {
  const [graded] = await gradeWithPython([{ id: 'escape', task: task([1], 2), code }]);
  expect(graded?.outcome).toBe(outcome);
});

test('still lets programs use the library, native parts of it too', async () => {
  const code = `
from os import *
import _decimal, array, decimal, heapq, itertools, json, math, pathlib, random, re, shutil, signal, statistics, zlib
def solution(x):
    return int(decimal.Decimal(x) + 1)`;
  const [graded] = await gradeWithPython([{ id: 'honest', task: task([1], 2), code }]);
  expect(graded?.outcome).toBe('passed');
});

test('says of each row that is none what is wrong, and grades the others', () => {
  const right = { task: JSON.parse(task([1], 2)), code: 'def solution(x): return x + 1' };
  const rows = [
    JSON.stringify({ id: 'first', ...right }),
    '{"id": 3,',
    '[1]',
    '',
    JSON.stringify({ ...right, task: '{' }),
    JSON.stringify({ task: right.task }),
    JSON.stringify({ ...right, task: { tests: [{ args: 3 }], entry_point: 'f' } }),
    JSON.stringify({ ...right, task: { tests: [{ args: [{ $set: [[1]] }], expected: 1 }], entry_point: 'f' } }),
    JSON.stringify({ ...right, task: { ...right.task, reward: 'gold' } }),
    '['.repeat(100_000),
    JSON.stringify({ id: 'last', ...right }),
  ];
  const { status, stdout, stderr } = spawnSync(PYTHON ?? 'python3', [REWARD_FILE], {
    ...{ input: rows.join('\n'), encoding: 'utf8' },
  });
  expect(status).toBe(1);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ id: 'first', outcome: 'passed' }),
    expect.objectContaining({ id: 'last', outcome: 'passed' }),
  ]);
  expect(stderr.trim().split('\n')).toEqual([
    'greenbar: line 2: expected JSON, got something else at character 10',
    'greenbar: line 3: expected an object with task and code, got [1]',
    'greenbar: line 5: expected task to be JSON, got something else at character 2',
    'greenbar: line 6: expected code to be a text, got null',
    'greenbar: line 7: expected each of tests to have args and expected, got {"args": 3}',
    'greenbar: line 8: expected values of tests as exports write them, got {"args": [{"$set": [[1]]}], "expected": 1}',
    "greenbar: line 9: reward: expected binary, fraction, coderl, rlef or rlef-article, got 'gold'",
    'greenbar: line 10: expected JSON, got too deep a nesting',
  ]);
});
