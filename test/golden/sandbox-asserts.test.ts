/** Assert tests: the test code in its own interpreter, the program behind a stub that only passes plain data. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { GradeTests } from '../../src/core/grade.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine } from '../../src/sandbox/node.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

const limits = { ticksPerTest: 10_000, fuelPerTest: 500_000, wallMs: 120_000 };

const asserts = (code: string, lines: readonly string[], setup = '') =>
  engine.judge({ code, entryPoint: 'f', tests: { type: 'asserts', asserts: lines, setup }, limits });

const check = (code: string, body: string, setup = '') => {
  const tests: GradeTests = {
    type: 'check',
    check: `def check(candidate):\n${body.replaceAll(/^/gm, '    ')}\n`,
    setup,
  };
  return engine.judge({ code, entryPoint: 'f', tests, limits });
};

const outcomes = (verdict: ReturnType<typeof asserts>) => verdict.perTest.map(({ outcome }) => outcome);

const IDENTITY = 'def f(x):\n    return x\n';

describe('assert lines', () => {
  test('each counts by itself', () => {
    const verdict = asserts(IDENTITY, ['assert f(1) == 1', 'assert f(2) == 3, "no"', 'assert f([1, {2}]) == [1, {2}]']);
    expect(verdict).toMatchObject({ outcome: 'wrong_answer', passed: 2, total: 3, error: 'AssertionError: no' });
    expect(outcomes(verdict)).toEqual(['passed', 'wrong_answer', 'passed']);
  });

  test('setup, keyword arguments, nested calls, functions of the standard library', () => {
    const code = 'def f(x, *, scale=1):\n    return [scale * v for v in x]\n';
    const lines = [
      'assert f(f([1, 2], scale=2), scale=K) == [6, 12]',
      'assert math.isclose(sum(f([0.1, 0.2])), 0.3)',
      'assert sys.getsizeof(f([])) > 0',
      'assert sorted(f([3, 1]), key=lambda v: -v) == [3, 1]',
    ];
    expect(outcomes(asserts(code, lines, 'import math\nK = 3'))).toEqual(Array(4).fill('passed'));
  });

  test('a function that is called like a builtin', () => {
    const tests: GradeTests = { type: 'asserts', asserts: ['assert sum(10, 15) == 6'], setup: '' };
    const code = 'def sum(a, b):\n    return 6\n';
    expect(engine.judge({ code, entryPoint: 'sum', tests }).outcome).toBe('passed');
  });

  test('other functions of the program than the tested one', () => {
    const lines = ['assert g(f([1])) == [1, 2]', 'assert g(x=[3]) == [3, 2]', 'assert f(g([])) == [2]'];
    const code = `${IDENTITY}def g(x):\n    x.append(2)\n    return x\n`;
    expect(outcomes(asserts(code, lines))).toEqual(['passed', 'passed', 'passed']);
    const without = asserts(IDENTITY, ['assert g(f([1])) == [1, 2]', 'assert f(1) == 1']);
    expect(outcomes(without)).toEqual(['runtime_error', 'passed']);
    expect(without.error).toBe("NameError: name 'g' is not defined");
    const endless = asserts(`${IDENTITY}def g(x):\n    while True: pass\n`, ['assert g(1) == 1', 'assert f(1) == 1']);
    expect(outcomes(endless)).toEqual(['timeout', 'passed']);
  });

  test('what an import was forgotten for is not asked of the program', () => {
    const code = `${IDENTITY}def isclose(a, b):\n    return True\n`;
    const { outcome, error } = asserts(code, ['assert isclose(f(1), 2)']);
    expect([outcome, error]).toEqual(['infra_error', expect.stringContaining('got isclose')]);
  });

  test('exceptions keep their built-in type and the line in the program', () => {
    const code = 'def f(x):\n    raise ValueError(f"bad {x}")\n';
    const verdict = asserts(code, ['assert f(1) == 1', 'assert (lambda: [g for g in [0]])() == [0]']);
    expect(verdict.perTest[0]).toMatchObject({ outcome: 'runtime_error', error: 'ValueError: bad 1', line: 2 });
    const caught = 'try:\n    candidate(1)\nexcept ValueError as error:\n    assert str(error) == "bad 1"';
    expect(check(code, caught).outcome).toBe('passed');
    const own = 'class Own(Exception): pass\ndef f(x):\n    raise Own("x")\n';
    expect(asserts(own, ['assert f(1) == 1']).perTest[0]).toMatchObject({ outcome: 'runtime_error', error: 'Own: x' });
  });

  test('a kill ends one assert; the module body runs again for the next', () => {
    const code = 'seen = []\ndef f(x):\n    seen.append(x)\n    while x == 2: pass\n    return len(seen)\n';
    const verdict = asserts(code, ['assert f(1) == 1', 'assert f(2) == 0', 'assert f(3) == 1', 'assert f(4) == 2']);
    expect(outcomes(verdict)).toEqual(['passed', 'timeout', 'passed', 'passed']);
    expect(engine.sealed.isPristine()).toBe(true);
  });

  test('a test that swallows exceptions cannot turn a kill into a pass', () => {
    const body = 'try:\n    candidate(1)\nexcept BaseException:\n    pass\nassert True';
    expect(check('def f(x):\n    while True: pass\n', body).outcome).toBe('timeout');
  });
});

describe('what a program returns cannot reach into the tests', () => {
  test.each([
    ['an object that equals everything', 'class E:\n    def __eq__(self, o): return True\ndef f(x):\n    return E()\n'],
    [
      'an int that equals everything',
      'class E(int):\n    def __eq__(self, o): return True\ndef f(x):\n    return E(0)\n',
    ],
    [
      'a patched builtin',
      'import builtins\nbuiltins.AssertionError = Exception\nbuiltins.len = lambda x: 1\ndef f(x):\n    return 0\n',
    ],
    [
      'a frame walk',
      'import sys\ndef f(x):\n    frame = sys._getframe()\n    while frame.f_back: frame = frame.f_back\n    return frame.f_locals.get("candidate", 0)\n',
    ],
    ['an AssertionError of its own', 'def f(x):\n    raise AssertionError\n'],
    ['an exit', 'def f(x):\n    raise SystemExit(0)\n'],
  ])('%s', (_, code) => {
    expect(asserts(code, ['assert f(1) == 1', 'assert not f(1) != 1']).passed).toBe(0);
  });

  test('handing an unusable result back to the function is the program’s fault, not ours', () => {
    const verdict = asserts('def f(x):\n    return object()\n', ['assert f(f(1)) == 1']);
    expect(verdict).toMatchObject({ outcome: 'runtime_error', passed: 0, total: 1 });
  });

  test('a value that the test code chokes on fails that test only', () => {
    const code = 'def f(x):\n    return 10**7 if x == 1 else x\n';
    const slow = 'assert sum(1 for _ in range(candidate(1)) for _ in range(candidate(1))) == 0';
    const verdict = check(code, `${slow}\nassert candidate(2) == 2`);
    expect(outcomes(verdict)).toEqual(['runtime_error', 'passed']);
  });
});

describe('check(candidate)', () => {
  test('asserts between assignments are told apart', () => {
    const verdict = check(
      IDENTITY,
      'a = 1\nassert candidate(a) == 1\na += 1\nassert candidate(a) == 3\nassert f(a) == 2',
    );
    expect(outcomes(verdict)).toEqual(['passed', 'wrong_answer', 'passed']);
  });

  test('a loop, or a call outside asserts, makes the check count as one', () => {
    expect(check(IDENTITY, 'for i in range(3):\n    assert candidate(i) == i')).toMatchObject({ passed: 1, total: 1 });
    expect(check(IDENTITY, 'a = candidate(1)\nassert a == 1\nassert a == 2')).toMatchObject({
      passed: 0,
      total: 1,
      outcome: 'wrong_answer',
    });
  });

  test('helpers come from the setup, never from the program', () => {
    const body = 'assert helper(candidate(2)) == 4';
    const code = `def helper(x):\n    return 4\n${IDENTITY}`;
    expect(check(code, body, 'def helper(x):\n    return 2 * x').outcome).toBe('passed');
    expect(check(code, body)).toMatchObject({ outcome: 'infra_error', error: expect.stringContaining('helper') });
  });
});

describe('what crosses the border besides plain results', () => {
  const passes = (code: string, lines: readonly string[], setup = '') =>
    expect(outcomes(asserts(code, lines, setup))).toEqual(lines.map(() => 'passed'));

  test('a test sees what the program did to a list, dict or set that it was given', () => {
    const code = 'def f(x):\n    x.clear() if x else x.append(1)\n';
    passes(code, [
      'x = [1]; f(x); assert x == []',
      'x = {1}; f(x); assert x == set()',
      'x = {1: 2}; f(x); assert x == {}',
    ]);
    const sort = 'xs = [3, 1, 2]\nassert candidate(xs) is xs\nassert xs == [1, 2, 3]';
    expect(check('def f(x):\n    x.sort()\n    return x\n', sort).outcome).toBe('passed');
    expect(check('def f(x):\n    return sorted(x)\n', sort).outcome).toBe('wrong_answer');
    const raises = 'xs = [1]\ntry:\n    candidate(xs)\nexcept KeyError:\n    pass\nassert xs == [1, 2]';
    expect(check('def f(x):\n    x.append(2)\n    raise KeyError(1)\n', raises).outcome).toBe('passed');
  });

  test('what the program puts into an argument equals nothing where it is not plain', () => {
    const code = 'class E:\n    def __eq__(self, o): return True\ndef f(x):\n    x[0] = E()\n';
    expect(check(code, 'xs = [1]\ncandidate(xs)\nassert xs == [2]').outcome).toBe('wrong_answer');
  });

  test('iterators and dict views are consumed by the test, item by item', () => {
    passes('def f(n):\n    for i in range(n):\n        yield i\n', [
      'assert list(f(3)) == [0, 1, 2]',
      'assert next(f(1)) == 0',
      'assert sum(f(4)) == 6',
      'assert [*f(2), *f(0)] == [0, 1]',
    ]);
    passes('def f(d):\n    return d.items()\n', ['assert sorted(f({1: 2, 0: 3})) == [(0, 3), (1, 2)]']);
    passes('def f(n):\n    return map(range, range(n))\n', ['assert [list(r) for r in f(3)] == [[], [0], [0, 1]]']);
    expect(asserts('def f(n):\n    return (i for i in range(n))\n', ['assert f(2) == [0, 1]']).passed).toBe(0);
  });

  test('an iterator without end, or one that raises, is the program’s failure', () => {
    const endless = 'import itertools\ndef f(n):\n    while True:\n        yield n\n';
    expect(asserts(endless, ['assert list(f(1)) == []', 'assert next(f(1)) == 1'])).toMatchObject({
      passed: 1,
      outcome: 'timeout',
    });
    const raising = 'def f(n):\n    yield 1\n    raise LookupError("no")\n';
    expect(asserts(raising, ['assert list(f(1)) == [1]']).perTest[0]).toMatchObject({
      outcome: 'runtime_error',
      error: 'LookupError: no',
      line: 3,
    });
  });

  test('a function that comes back can be called', () => {
    passes('def f(a):\n    return lambda b, *, c=0: a + b + c\n', ['assert f(1)(2) == 3', 'assert f(1)(2, c=3) == 6']);
    expect(asserts('def f(a):\n    return f\n', ['assert f(1)(2)(3) == 3']).outcome).toBe('wrong_answer');
    expect(asserts('def f(a):\n    return object()\n', ['assert f(1)(2) == 3']).perTest[0]).toMatchObject({
      outcome: 'runtime_error',
      error: "TypeError: 'object' object is not callable",
    });
  });

  test('exceptions keep their place among the types of Python and its library', () => {
    const own = 'class Own(ValueError): pass\ndef f(x):\n    raise Own("bad", x)\n';
    const body =
      'try:\n    candidate(3)\n    assert False\nexcept ValueError as error:\n    assert error.args == ("bad", 3)';
    expect(check(own, body).outcome).toBe('passed');
    const library = 'import json\ndef f(x):\n    return json.loads(x)\n';
    const decode = 'try:\n    candidate("{")\nexcept json.JSONDecodeError:\n    pass\nelse:\n    assert False';
    expect(
      check(
        'import statistics\ndef f(x):\n    return statistics.mean([])\n',
        decode.replace('json.JSONDecodeError', 'statistics.StatisticsError'),
        'import statistics',
      ).outcome,
    ).toBe('passed');
    expect(check(library, decode.replace('json.JSONDecodeError', 'ValueError')).outcome).toBe('passed');
    const exits = 'try:\n    candidate(1)\nexcept SystemExit:\n    pass\nelse:\n    assert False';
    expect(check('import sys\ndef f(x):\n    sys.exit(1)\n', exits).outcome).toBe('passed');
  });

  test('a class that only has the name of an exception is not that exception', () => {
    const code = 'class ValueError(Exception): pass\ndef f(x):\n    raise ValueError(x)\n';
    expect(check(code, 'try:\n    candidate(1)\nexcept ValueError:\n    pass').outcome).toBe('runtime_error');
  });
});

describe('state between asserts', () => {
  const code = 'seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)\n';
  const lines = ['assert f(0) == 1', 'assert f(0) == 1', 'assert f(0) == 1 and f(0) == 2'];
  const tests: GradeTests = { type: 'asserts', asserts: lines, setup: '' };

  test('is shared by default, and undone where that was asked for', () => {
    expect(outcomes(engine.judge({ code, entryPoint: 'f', tests, limits }))).toEqual([
      'passed',
      'wrong_answer',
      'wrong_answer',
    ]);
    expect(engine.judge({ code, entryPoint: 'f', tests, limits, undo: 'test' }).outcome).toBe('passed');
    expect(engine.sealed.isPristine()).toBe(true);
  });
});

describe('builtin types as arguments', () => {
  const NAMES = ['int', 'float', 'str', 'bool', 'list', 'dict', 'tuple', 'set'];
  const CODE = 'def f(values, kind):\n    return [v for v in values if not isinstance(v, kind)]\n';

  test('cross by name, beside data', () => {
    const lines = ['assert f((4, 7.7, "a"), int) == [7.7, "a"]', 'assert f([True, 2], bool) == [2]'];
    expect(outcomes(asserts(CODE, lines))).toEqual(['passed', 'passed']);
    const each = NAMES.map((name) => `assert f(${name}) == '${name}'`);
    expect(outcomes(asserts('def f(kind):\n    return kind.__name__\n', each))).toEqual(NAMES.map(() => 'passed'));
  });

  test('are those of the interpreter, whatever the program makes of their names', () => {
    const forged = 'import builtins\nclass Liar(type(0)):\n    pass\nbuiltins.int = int = Liar\n';
    const code = `${forged}def f(kind):\n    return kind is type(0) and kind is not Liar\n`;
    expect(outcomes(asserts(code, ['assert f(int)', 'assert f(int)']))).toEqual(['passed', 'passed']);
  });

  test('leave what is changed in place and its neighbours alone', () => {
    const code = 'def f(a, kind, none):\n    a.append(kind("7"))\n    return none\n';
    const lines = ['assert (lambda a: f(a, int, None) is None and a == [7])([])'];
    expect(outcomes(asserts(code, lines))).toEqual(['passed']);
  });

  test.each(['complex', '[int]', 'len'])('%s is refused', (argument) => {
    const verdict = asserts('def f(x):\n    return x\n', [`assert f(${argument}) == 1`]);
    expect(verdict).toMatchObject({ outcome: 'infra_error', error: expect.stringContaining('not plain data') });
  });
});

describe('tests that cannot be run are refused by name', () => {
  test.each([
    [
      'a name that only the program has',
      () => asserts(`class Pair: pass\n${IDENTITY}`, ['assert f(Pair()) == 1']),
      'Pair',
    ],
    ['a function as argument', () => asserts(IDENTITY, ['assert f(lambda: 1) == 1']), 'f() is called with arguments'],
    ['a setup that does not compile', () => asserts(IDENTITY, ['assert f(1) == 1'], 'import ='), 'SyntaxError'],
    ['a setup that never ends', () => asserts(IDENTITY, ['assert f(1) == 1'], 'while True: pass'), 'stopped'],
    ['an assert that does not compile', () => asserts(IDENTITY, ['assert f(1) ==']), 'SyntaxError'],
  ])('%s', (_, judge, message) => {
    expect(judge()).toMatchObject({ outcome: 'infra_error', passed: 0, error: expect.stringContaining(message) });
    expect(asserts(IDENTITY, ['assert f(1) == 1']).outcome).toBe('passed');
  });
});

test('a program that does not compile, raises at import, or lacks the function runs no test', () => {
  const lines = ['assert True', 'assert f(1) == 1'];
  expect(asserts('def f(x) return', lines)).toMatchObject({
    outcome: 'syntax_error',
    passed: 0,
    total: 2,
    perTest: [],
  });
  expect(asserts('1 / 0', lines)).toMatchObject({ outcome: 'runtime_error', passed: 0, total: 2, perTest: [] });
  expect(asserts('g = 1', lines)).toMatchObject({ outcome: 'runtime_error', passed: 0, total: 2, perTest: [] });
});

describe('values that are too large to cross', () => {
  const tower = 'y = []\n    for _ in range(200): y = [y, y]\n    ';
  test.each([
    ['a long integer', 'def f(x):\n    return 1 << 7800000\n', 'wrong_answer'],
    ['parts shared exponentially often', `def f(x):\n    ${tower}return y\n`, 'wrong_answer'],
    ['in an exception', `def f(x):\n    ${tower}raise ValueError(y)\n`, 'runtime_error'],
    ['in an argument', `def f(x):\n    ${tower}x.append(y)\n    return x\n`, 'wrong_answer'],
  ])('%s', (_, code, outcome) => {
    const verdict = asserts(code, ['assert f([1]) == 2', 'assert f([2]) == 2']);
    expect(verdict).toMatchObject({ outcome, passed: 0, total: 2 });
  });
});
