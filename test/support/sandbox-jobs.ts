/** What the sandbox does beside judging, on a few sources, as lines of text: the same list must come out in Node and in every browser. */

import { repr } from '../../src/core/repr.ts';
import type { Problem } from '../../src/core/types.ts';
import type { SandboxServices } from '../../src/sandbox/services.ts';

const PROBLEM: Problem = {
  id: 'squares',
  text: 'Sum the squares.',
  entryPoint: 'solution',
  compare: 'python',
  tests: { public: [], reward: [], hidden: [] },
  inputs: 'def inputs(random, size):\n    return [[random.randint(-9, 9) for _ in range(size)], random.random()]\n',
  reference: 'def solution(xs, f):\n    return sum(x * x for x in xs) + f\n',
};

const SOURCES = [
  'def f(x):\n    return x if x else lost\n',
  'import socket\n\ndef f(x:\n    return x\n',
  'import socket, json\n\ndef f(xs):\n    return [x for x in xs if x and json]\n',
  `x = ${'('.repeat(300)}1${')'.repeat(300)}\n`,
  `x = ${'1+'.repeat(3000)}1\n`,
];

const PROGRAMS = [
  'def solution(xs, f):\n    return sum(xs) + f\n',
  'def solution(xs, f):\n    return sum(a * b for a in xs for b in xs)\n',
  'def solution(xs, f):\n    return solution(xs[1:], f) + solution(xs[1:], -f) if xs else f\n',
];

export async function servicesReport(services: SandboxServices): Promise<string[]> {
  const analyses = await services.analyse(SOURCES.map((code) => ({ code, layers: ['syntax', 'complexity'] as const })));
  const tests = await services.freshTests(PROBLEM, { seed: 3, count: 4, size: 5 });
  const growths = await services.growth(PROGRAMS.map((code) => ({ problem: PROBLEM, code })));
  return [
    ...analyses.map(({ syntax, complexity }) => {
      const findings = [syntax?.error, ...(syntax?.undefinedNames ?? []), ...(syntax?.forbiddenImports ?? [])];
      const said = findings.flatMap((one) => (one === undefined ? [] : [`${one.line}:${one.column} ${one.message}`]));
      return [...said, `cyclomatic ${complexity?.cyclomatic}, nodes ${complexity?.nodes}`].join('; ');
    }),
    ...tests.map(({ args, expected }) => `${args.map(repr).join(', ')} -> ${repr(expected)}`),
    ...growths.map((growth) => {
      const points = growth?.points ?? [];
      const ticks = points.reduce((sum, point) => sum + point.ticks, 0);
      // Single steps differ between versions of the image.
      return `${growth?.label} ${growth?.exponent.toFixed(2)}, ${ticks.toFixed(0)} ticks at ${points.length} sizes`;
    }),
  ];
}

/** Made in Node; sums of squares and random numbers agree with CPython 3.11. */
export const SERVICES_REPORT: readonly string[] = [
  "2:24 name 'lost' is not defined; cyclomatic 2, nodes 9",
  "3:6 '(' was never closed; cyclomatic undefined, nodes undefined",
  "1:1 import of 'socket' is refused (network); cyclomatic 4, nodes 17",
  '1:undefined nested too deeply, or too large, for Python to compile; cyclomatic undefined, nodes undefined',
  '1:undefined nested too deeply, or too large, for Python to compile; cyclomatic undefined, nodes undefined',
  '[-2], 0.5926409106271656 -> 4.592640910627166',
  '[-5, 2], 0.9159448117309811 -> 29.91594481173098',
  '[6, 9, -7, -9], 0.9088184001853248 -> 247.9088184001853',
  '[6, -1, 8, -2, -3], 0.9956448355104628 -> 114.99564483551046',
  'O(n) 1.01, 36 ticks at 20 sizes',
  'O(n²) 1.99, 2590 ticks at 17 sizes',
  'exponential 4.77, 2670 ticks at 10 sizes',
];
