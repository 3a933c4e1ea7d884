/** Cases at the edges: budgets that end in the same place everywhere, deep recursion, the heap, the output, values that are hard to carry. */

import type { GradeTests } from '../../../src/core/grade.ts';
import type { Limits, Verdict } from '../../../src/core/types.ts';
import type { PyValue } from '../../../src/core/value.ts';
import { py } from '../../../src/core/value-make.ts';
import { expects, STEPS, type SuiteCase } from './case.ts';

const values = (tests: readonly (readonly [readonly PyValue[], PyValue])[]): GradeTests => ({
  type: 'values',
  compare: 'strict',
  tests: tests.map(([args, expected]) => ({ args, expected })),
});

function edge(
  name: string,
  body: string,
  tests: GradeTests,
  check: SuiteCase['check'],
  limits: Partial<Limits> = {},
): SuiteCase {
  const code = body.startsWith('def ') ? body : `def solution(x):\n${body.replaceAll(/^/gm, '    ')}\n`;
  return { name, assignment: { code, entryPoint: 'solution', tests, limits: { ...STEPS, ...limits } }, check };
}

const one = values([[[py(1)], py(2)]]);

const saysBudget =
  (text: string): SuiteCase['check'] =>
  (verdict: Verdict) => {
    const wrong = expects('timeout', 0)(verdict);
    return verdict.error?.includes(text) ? wrong : [...wrong, `expected "${text}" in the error, got ${verdict.error}`];
  };

const BUDGETS: readonly SuiteCase[] = [
  edge('budget: ticks of a loop', 'while True: pass', one, saysBudget('ticks')),
  edge('budget: ticks of calls', 'g = lambda y: y\nwhile True: g(x)', one, saysBudget('ticks')),
  edge('budget: fuel of sum(range)', 'return sum(range(10**12))', one, saysBudget('iterator')),
  edge(
    'budget: fuel of a membership test',
    'import itertools\nreturn 1 in itertools.repeat(0)',
    one,
    saysBudget('iterator'),
  ),
  edge(
    'budget: fuel of a deque',
    'import collections, itertools\ncollections.deque(itertools.count(), 0)',
    one,
    saysBudget('iterator'),
  ),
  edge('budget: virtual clock', 'import time\ntime.sleep(10**6)', one, saysBudget('virtual clock')),
  edge(
    'budget: waiting by the clock',
    'import time\nend = time.time() + 10**6\nwhile time.time() < end: pass',
    one,
    expects('timeout', 0),
  ),
  edge(
    'budget: regular expression that backtracks',
    'import re\nre.match("(a+)+b", "a" * 60)',
    one,
    saysBudget('ticks'),
  ),
  edge('budget: a huge power', 'return str(7 ** (10 ** 8))[:1]', one, expects('timeout', 0)),
  edge(
    'budget: tests after a kill go on',
    'while x == 1: pass\nreturn x + 1',
    values([
      [[py(1)], py(2)],
      [[py(2)], py(3)],
      [[py(3)], py(4)],
    ]),
    expects('timeout', 2),
  ),
  edge('heap: list that grows', 'y = []\nwhile True: y.append(bytearray(10**6))', one, expects('memory_limit', 0)),
  edge(
    'heap: text that grows in place',
    'y = ""\nz = "z" * 10**5\nwhile True: y += z',
    one,
    expects('memory_limit', 0),
  ),
  edge('heap: text that doubles', 'y = "z"\nwhile True: y += y', one, expects('memory_limit', 0)),
  edge('heap: one huge object', 'return bytes(10**9)', one, expects('memory_limit', 0)),
  edge('heap: what fits', 'return len(bytearray(3 * 10**7)) - 29999998 if x == 1 else 0', one, expects('passed', 1)),
  edge('heap: next program after a bomb', 'return len(bytearray(3 * 10**7)) - 29999998', one, expects('passed', 1)),
  edge('output: flood', 'while True: print("x" * 1000)', one, expects('output_limit', 0)),
  edge('output: a little', 'print("x" * 1000)\nreturn x + 1', one, expects('passed', 1)),
];

/** The depth at which recursion ends is part of the value that is returned. */
const depth = (call: string) => `
deepest = 0
def go(n):
    global deepest
    deepest = n
    ${call}
try:
    go(0)
except RecursionError:
    pass
return deepest`;

const inModule = (body: string) =>
  `def solution(x):\n    space = {}\n    exec(${JSON.stringify(`def run():\n${body.replaceAll(/^/gm, '    ')}\n`)}.replace('global deepest', 'nonlocal deepest'), space)\n    return space['run']()\n`;

const RECURSION: readonly SuiteCase[] = [
  ['pure Python', 'go(n + 1)'],
  ['map', 'list(map(go, [n + 1]))'],
  ['sorted with a key', 'sorted([n + 1], key=go)'],
  ['functools.reduce', '__import__("functools").reduce(lambda a, b: go(n + 1), [1, 2])'],
].map(([name, call]) =>
  edge(
    `recursion: depth through ${name}`,
    inModule(depth(call!).trim()),
    values([[[py(1)], py(0)]]),
    expects('wrong_answer', 0),
  ),
);

const NESTS: readonly SuiteCase[] = [
  edge('recursion: for ever', 'return solution(x)', one, expects('runtime_error', 0)),
  edge(
    'recursion: no limit',
    'import sys\nsys.setrecursionlimit(10**9)\nreturn solution(x)',
    one,
    expects('timeout', 0),
  ),
  edge(
    'recursion: repr of a deep list',
    'y = []\nfor _ in range(10**5): y = [y]\nreturn repr(y)',
    one,
    expects('runtime_error', 0),
  ),
  edge(
    'recursion: equality of deep lists',
    'a = b = []\nfor _ in range(10**5): a, b = [a], [b]\nreturn a == b',
    one,
    expects('runtime_error', 0),
  ),
  edge(
    'recursion: json of a deep list',
    'import json\nreturn json.loads("[" * 10**5)',
    one,
    expects('runtime_error', 0),
  ),
  edge(
    'recursion: copy of a deep list',
    'import copy\ny = []\nfor _ in range(10**4): y = [y]\nreturn copy.deepcopy(y)',
    one,
    expects('runtime_error', 0),
  ),
  edge(
    'recursion: deep list returned',
    'y = []\nfor _ in range(10**5): y = [y]\nreturn y',
    one,
    expects('wrong_answer', 0),
  ),
  edge(
    'recursion: pickle of a deep list',
    'import pickle\ny = []\nfor _ in range(10**4): y = [y]\nreturn pickle.dumps(y)',
    one,
    expects('runtime_error', 0),
  ),
  edge('recursion: deep expression', `return ${'('.repeat(80)}1${')'.repeat(80)} + 1`, one, expects('passed', 1)),
  edge('recursion: a deep expression that is compiled', 'return eval("-" * 3000 + "1") + 1', one, (verdict) =>
    verdict.outcome === 'infra_error' ? ['expected a verdict'] : [],
  ),
  edge(
    'recursion: a deep regular expression',
    'import re\nre.compile("(" * 5000 + ")" * 5000)',
    one,
    expects('runtime_error', 0),
  ),
];

const float = (value: number): PyValue => ({ type: 'float', value });
const int = (value: bigint): PyValue => ({ type: 'int', value });
const set = (...items: PyValue[]): PyValue => ({ type: 'set', items });
const tuple = (...items: PyValue[]): PyValue => ({ type: 'tuple', items });

const SAMPLES: readonly (readonly [string, PyValue])[] = [
  ['lone surrogates', py('h\ud800é\udfff')],
  ['a letter beyond 2**16', py('𝛑')],
  ['2**53 + 1', int(2n ** 53n + 1n)],
  ['-(2**64)', int(-(2n ** 64n))],
  ['10**400', int(10n ** 400n)],
  ['minus zero', float(-0)],
  ['infinity', float(Number.NEGATIVE_INFINITY)],
  ['the smallest float', float(5e-324)],
  ['complex', { type: 'complex', re: 0.1, im: -2 }],
  ['bytes', { type: 'bytes', value: Uint8Array.from({ length: 256 }, (_, i) => i) }],
  ['empty containers', tuple(py([]), py({}), set(), tuple())],
  ['nested', tuple(py([1, [2, [3]]]), set(tuple(py(1), py('a'))), py({ a: { b: [null, true] } }))],
  [
    'int and str keys apart',
    {
      type: 'dict',
      entries: [
        [py(1), py('int')],
        [py('1'), py('str')],
      ],
    },
  ],
];

const CODEC: readonly SuiteCase[] = [
  ...SAMPLES.map(([name, value]) =>
    edge(`value: ${name}`, 'return x', values([[[value], value]]), expects('passed', 1)),
  ),
  edge(
    'value: NaN equals nothing',
    'return x',
    values([[[float(Number.NaN)], float(Number.NaN)]]),
    expects('wrong_answer', 0),
  ),
  edge('value: bool is no int under strict', 'return x == 1', values([[[py(1)], py(1)]]), expects('wrong_answer', 0)),
  edge('value: what is not plain', 'return (x, object())', values([[[py(1)], py(1)]]), expects('wrong_answer', 0)),
  edge(
    'value: a list that holds itself',
    'y = []\ny.append(y)\nreturn y',
    values([[[py(1)], py([])]]),
    expects('wrong_answer', 0),
  ),
];

const asserts = (setup: string, ...lines: string[]): GradeTests => ({ type: 'asserts', setup, asserts: lines });
const check = (text: string): GradeTests => ({ type: 'check', setup: '', check: text });

const ASSERTS: readonly SuiteCase[] = [
  edge(
    'asserts: all hold',
    'return x * 2',
    asserts('', 'assert solution(2) == 4', 'assert solution("ab") == "abab"', 'assert solution([1]) == [1, 1]'),
    expects('passed', 3),
  ),
  edge(
    'asserts: with a setup',
    'return x ** 0.5',
    asserts('import math', 'assert math.isclose(solution(2), math.sqrt(2))'),
    expects('passed', 1),
  ),
  edge(
    'asserts: one fails',
    'return x * 2',
    asserts('', 'assert solution(2) == 4', 'assert solution(2) == 5'),
    expects('wrong_answer', 1),
  ),
  edge(
    'asserts: an object that equals everything',
    'return type("E", (), {"__eq__": lambda s, o: True, "__hash__": None})()',
    asserts('', 'assert solution(2) == 4', 'assert solution(2) in [4]'),
    expects('wrong_answer', 0),
  ),
  edge(
    'asserts: an expected exception',
    'raise ValueError(x)',
    check(
      'def check(candidate):\n    try:\n        candidate(1)\n    except ValueError as e:\n        assert e.args == (1,) or str(e) == "1"\n    else:\n        assert False\n',
    ),
    expects('passed', 1),
  ),
  edge(
    'asserts: check in units',
    'return sorted(x)',
    check(
      'def check(candidate):\n    assert candidate([2, 1]) == [1, 2]\n    assert candidate([]) == []\n    assert candidate("ba") == ["a", "b"]\n',
    ),
    expects('passed', 3),
  ),
  edge(
    'asserts: a program that looks for the tests',
    'import gc\nreturn [o for o in gc.get_objects() if isinstance(o, dict) and "check" in o][0]',
    check('def check(candidate):\n    assert candidate(1) == 1\n'),
    expects('runtime_error', 0),
  ),
  edge(
    'asserts: a loop is killed, the rest goes on',
    'while x == 1: pass\nreturn x',
    asserts('', 'assert solution(1) == 1', 'assert solution(2) == 2'),
    expects('timeout', 1),
  ),
];

export const EDGE_CASES: readonly SuiteCase[] = [...BUDGETS, ...RECURSION, ...NESTS, ...CODEC, ...ASSERTS];
