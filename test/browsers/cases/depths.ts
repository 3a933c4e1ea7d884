/** Recursion through C: depths that honest programs reach, and depths that would fill the stack of some engine. */

import { py } from '../../../src/core/value-make.ts';
import { expects, STEPS, type SuiteCase } from './case.ts';

/** No success, and an error that tells of depth. Which one it is says Node. */
const endsByDepth: SuiteCase['check'] = ({ passed, error = '' }) =>
  passed === 0 && /RecursionError|Parser stack overflowed/.test(error)
    ? []
    : [`expected an end by depth, got ${error}`];

/** Enough to build what is nested 20,000 deep. */
const LIMITS = { ...STEPS, ticksPerTest: 100_000, fuelPerTest: 2_000_000 } as const;

interface Depth {
  readonly name: string;
  /** Goes `n` levels deep. */
  readonly code: string;
  /** Depths at which the program is right. */
  readonly right: readonly number[];
  /** Depths at which it must end in an error. */
  readonly ends?: readonly number[];
}

const nested = (wrap: string): string => `a = None\nfor _ in range(n):\n    a = ${wrap}\ndel a`;
const compiles = (source: string): string => `compile(${source}, 'x', 'exec')`;
const calls = (step: string, before = ''): string => `${before}def g(k):\n    return 0 if k == 0 else ${step}\ng(n)`;

const DEPTHS: readonly Depth[] = [
  ...Object.entries({
    lists: '[a]',
    tuples: '(a,)',
    maps: 'map(abs, [a])',
    closures: '(lambda b: lambda: b)(a)',
    generators: '(lambda b: (x for x in [b]))(a)',
    exceptions: 'ValueError(a)',
    dicts: '{1: a}',
  }).map(([name, wrap]) => ({ name: `freeing ${name}`, code: nested(wrap), right: [1000, 20_000] })),
  ...Object.entries({
    'minus signs': { source: `'-' * n + '1'`, right: 400, ends: 5000 },
    'a long sum': { source: `'1' + '+a' * n`, right: 400, ends: 5000 },
    brackets: { source: `'[' * n + ']' * n`, right: 80, ends: 190 },
    lambdas: { source: `'lambda: ' * n + '1'`, right: 300, ends: 5000 },
    'chained calls': { source: `'a' + '()' * n`, right: 250, ends: 5000 },
    'elif after elif': { source: `'if a: pass\\n' + 'elif a: pass\\n' * n`, right: 200, ends: 3000 },
    'conditional expressions': { source: `'a if b else ' * n + '1'`, right: 400, ends: 3000 },
  }).map(([name, { source, right, ends }]) => ({
    name: `compiling ${name}`,
    code: compiles(source),
    right: [right],
    ends: [ends],
  })),
  { name: 'a memoised function', code: calls('1 + g(k - 1)', 'import functools\n@functools.cache\n'), right: [400] },
  { name: 'list(map(...))', code: calls('list(map(g, [k - 1]))[0]'), right: [80], ends: [300, 900] },
  { name: 'sorted(key=...)', code: calls('sorted([k - 1], key=g)[0]'), right: [60], ends: [300, 900] },
  { name: 'sum of a generator', code: calls('sum(g(k - 1) for _ in (1,))'), right: [80], ends: [300, 450] },
  { name: 'json.loads', code: `import json\njson.loads('[' * n + ']' * n)`, right: [700], ends: [5000] },
  { name: 'repr', code: 'a = []\nfor _ in range(n): a = [a]\nrepr(a)', right: [900], ends: [5000] },
  {
    name: 'hash, which CPython leaves alone',
    code: 'a = ()\nfor _ in range(n): a = (a,)\nhash(a)',
    right: [1000],
    ends: [20_000],
  },
  {
    name: 'chained iterators, which CPython leaves alone',
    code: 'import itertools\na = iter([1])\nfor _ in range(n): a = itertools.chain(a)\nlist(a)',
    right: [1000],
    ends: [20_000],
  },
];

const indented = (code: string): string => code.replaceAll(/^/gm, '    ');

function depthCase({ name, code }: Depth, n: number, check: SuiteCase['check']): SuiteCase {
  const source = `def solution(x):\n    n = ${n}\n${indented(code)}\n    return x + 1\n`;
  const tests = { type: 'values', compare: 'strict', tests: [{ args: [py(1)], expected: py(2) }] } as const;
  return {
    name: `${n} deep: ${name}`,
    assignment: { code: source, entryPoint: 'solution', tests, limits: LIMITS },
    check,
  };
}

export const DEPTH_CASES: readonly SuiteCase[] = DEPTHS.flatMap((depth) => [
  ...depth.right.map((n) => depthCase(depth, n, expects('passed', 1))),
  ...(depth.ends ?? []).map((n) => depthCase(depth, n, endsByDepth)),
]);
