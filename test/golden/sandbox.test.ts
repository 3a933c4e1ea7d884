/** The sandbox's engine in Node: outcomes of honest and hostile programs, exact undo, determinism, what a verdict says. */

import { beforeAll, describe, expect, test } from 'vitest';
import { steadyText } from '../../src/core/same-verdict.ts';
import type { PyValue } from '../../src/core/value.ts';
import { py } from '../../src/core/value-make.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { createNodeJudge, nodeEngine, runCalls } from '../../src/sandbox/node.ts';
import { ASSIGNMENTS, CASES, DIGEST, digest, PROBE } from '../support/sandbox-corpus.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

/** What a probe sees in a fresh interpreter. */
const probe = () => engine.judge(PROBE).perTest[0]?.got;

describe('programs', () => {
  test.each(CASES.map((c, i) => [c.name, c, i] as const))('%s', (_name, { outcome, passed }, i) => {
    const before = probe();
    const verdict = engine.judge(ASSIGNMENTS[i]!);
    expect([verdict.outcome, verdict.error]).toEqual([outcome, verdict.error]);
    expect(verdict.passed).toBe(passed ?? (outcome === 'passed' ? 2 : 0));
    expect(verdict.total).toBe(2);
    // Byte for byte as before, and the next program sees nothing of this one.
    expect(engine.sealed.isPristine()).toBe(true);
    expect(probe()).toBe(before);
  });

  test('pristine notices a single changed byte', () => {
    const { sealed } = engine;
    const before = sealed.digest();
    sealed.memory.write(20_000_000, [sealed.bytes[20_000_000]! ^ 1]);
    expect([sealed.isPristine(), sealed.digest() === before]).toEqual([false, false]);
    sealed.restore();
    expect([sealed.isPristine(), sealed.digest()]).toEqual([true, before]);
  });

  test('the digest of all verdicts is the one that the browser gets too', async () => {
    expect(await digest([...ASSIGNMENTS, PROBE].map((a) => engine.judge(a)))).toBe(DIGEST);
  });

  test('the same verdicts, ticks included, in any order', () => {
    const forward = ASSIGNMENTS.slice(0, 12).map((a) => engine.judge(a));
    const backward = ASSIGNMENTS.slice(0, 12)
      .toReversed()
      .map((a) => engine.judge(a));
    expect(backward.toReversed().map(steadyText)).toEqual(forward.map(steadyText));
  });
});

describe('what a verdict says', () => {
  const judge = (code: string, args: PyValue[], expected: PyValue) =>
    engine.judge({
      code,
      entryPoint: 'solution',
      tests: { type: 'values', tests: [{ args, expected }], compare: 'python' },
    });

  test('exception type, message and line of the program', () => {
    const code = 'def helper(x):\n    return x["key"]\n\ndef solution(x):\n    return helper(x)\n';
    expect(judge(code, [py({})], py(1))).toMatchObject({ outcome: 'runtime_error', error: "KeyError: 'key'", line: 2 });
    const syntax = judge('x = 1\nif x\n    pass\n', [], py(1));
    expect(syntax).toMatchObject({ outcome: 'syntax_error', error: "SyntaxError: expected ':'", line: 2, perTest: [] });
  });

  test('a source that is too big to compile is out of memory, one that is too deep to parse is a syntax error', () => {
    const big = `def solution(x=1):\n    return len([${'x,'.repeat(100_000)}])\n`;
    expect(judge(big, [], py(100_000))).toMatchObject({ outcome: 'memory_limit', error: 'MemoryError', perTest: [] });
    const deep = `def solution():\n    return ${'('.repeat(5000)}1${')'.repeat(5000)}\n`;
    expect(judge(deep, [], py(1))).toMatchObject({ outcome: 'syntax_error', perTest: [] });
    expect(engine.sealed.isPristine()).toBe(true);
  });

  test('what was returned instead', () => {
    expect(judge('def solution():\n    return ("a", 1.0, {None: b"x"})\n', [], py(1)).perTest[0]).toMatchObject({
      outcome: 'wrong_answer',
      got: "('a', 1.0, {None: b'x'})",
    });
    expect(judge('def solution():\n    return (x for x in [])\n', [], py(1)).perTest[0]).toMatchObject({
      outcome: 'wrong_answer',
      error: 'value: expected plain data, got generator',
    });
  });

  test('the ledger: what was refused, how much was printed, and that time was only virtual', () => {
    const code =
      'import time\nfor _ in range(3):\n    try:\n        import socket\n    except ImportError: pass\ntry:\n    open("/x")\nexcept OSError: pass\n' +
      'def solution():\n    print("hi")\n    time.sleep(1)\n    return 1\n';
    const { ledger, outcome } = judge(code, [], py(1));
    expect(outcome).toBe('passed');
    expect(ledger).toEqual([
      { kind: 'network', detail: 'import socket', count: 3, refused: true },
      { kind: 'file', detail: 'open /x', count: 1, refused: true },
      { kind: 'clock', detail: 'time.sleep', count: 1, refused: false },
      { kind: 'output', detail: 'bytes written', count: 3, refused: false },
    ]);
  });

  test('no tests are not a pass', () => {
    const tests = { type: 'values', tests: [], compare: 'python' } as const;
    expect(engine.judge({ code: 'def solution(): pass', entryPoint: 'solution', tests }).outcome).not.toBe('passed');
  });
});

describe('values cross the border without loss', () => {
  const values: [string, PyValue][] = [
    ['2**70', { type: 'int', value: 2n ** 70n }],
    ['-2**31', { type: 'int', value: -(2n ** 31n) }],
    ['-0.0', { type: 'float', value: -0 }],
    ['float("nan")', { type: 'float', value: Number.NaN }],
    ['1+2j', { type: 'complex', re: 1, im: 2 }],
    ['"h\\ud800é𝛑"', { type: 'str', value: 'h\ud800é𝛑' }],
    ['b"\\x00\\xff"', { type: 'bytes', value: Uint8Array.of(0, 255) }],
    [
      '(1, [2], {3}, frozenset([4]))',
      {
        type: 'tuple',
        items: [py(1), py([2]), { type: 'set', items: [py(3)] }, { type: 'frozenset', items: [py(4)] }],
      },
    ],
    [
      'collections.Counter("aab")',
      {
        type: 'dict',
        entries: [
          [py('a'), py(2)],
          [py('b'), py(1)],
        ],
      },
    ],
    [
      '[collections.OrderedDict(a=1), collections.defaultdict(int, {1: b"x"})]',
      {
        type: 'list',
        items: [py({ a: 1 }), { type: 'dict', entries: [[py(1), { type: 'bytes', value: Uint8Array.of(120) }]] }],
      },
    ],
  ];

  test.each(values)('%s', async (expression, expected) => {
    const [result] = await runCalls(`import collections\ndef solution():\n    return ${expression}\n`, 'solution', [
      [],
    ]);
    expect(result).toEqual({ value: expected });
    // The same value as an argument comes back unchanged, but for the dict subclass.
    const [echo] = await runCalls('def solution(x):\n    return x\n', 'solution', [[expected]]);
    expect(echo).toEqual({ value: expected });
  });

  test.each([
    'bytearray(b"x")',
    'range(3)',
    'print',
    '[1, (x for x in [])]',
    'object()',
    '...',
    'type',
    '{1}.__class__',
    'memoryview(b"x")',
    '(lambda: 1).__code__',
    'True.__class__',
  ])('%s is not plain', async (expression) => {
    const [result] = await runCalls(`def solution():\n    return ${expression}\n`, 'solution', [[]]);
    expect(result).toMatchObject({ outcome: 'wrong_answer' });
  });

  test('a value that shares its parts exponentially often is taken and compared in no time', async () => {
    const code = 'def solution():\n    t = (1,)\n    for _ in range(60): t = (t, t)\n    return t\n';
    const [result] = await runCalls(code, 'solution', [[]]);
    expect(result).toHaveProperty('value');
    const tests = { type: 'values', tests: [{ args: [], expected: py(1) }], compare: 'python' } as const;
    expect(engine.judge({ code, entryPoint: 'solution', tests }).perTest[0]!.got).toHaveLength(200);
  });
});

test('the Judge gives one verdict per kind and runs equal programs once', async () => {
  await using judge = createNodeJudge();
  const shared = { args: [py(1)], expected: py(2) };
  const problem = {
    id: 'p',
    text: 'Add one.',
    entryPoint: 'solution',
    compare: 'python',
    tests: {
      public: [shared],
      reward: [shared, { args: [py(2)], expected: py(3) }],
      hidden: [{ args: [py(9)], expected: py(10) }],
    },
  } as const;
  const code = 'def solution(n):\n    return n + 1 if n < 5 else 0\n';
  const kinds = ['public', 'reward', 'hidden'] as const;
  const [first, second] = await judge.judge([
    { problem, code, kinds },
    { problem, code, kinds },
  ]);
  expect(first).toMatchObject({
    public: { outcome: 'passed', passed: 1, total: 1, integrity: 'node' },
    reward: { outcome: 'passed', passed: 2, total: 2 },
    hidden: { outcome: 'wrong_answer', passed: 0, total: 1 },
  });
  expect(second).toEqual(first);
});
