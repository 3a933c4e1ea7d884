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

/** What the texts of behaviours have to get right everywhere: floats, sets, digests, every kind of failure. */
const PROBED = [
  'def solution(xs, f):\n    return {x * f for x in xs}\n',
  'def solution(xs, f):\n    return {"é\ud83d\ude00\u200b" * len(xs): [f] * 99}\n',
  'def solution(xs, f):\n    return [[][9], 1][0] if len(xs) % 2 else 3 ** (99 * len(xs))\n',
  'def solution(xs, f):\n    while len(xs) == 3: pass\n    return solution(xs, f) if len(xs) > 3 else " " * (1 << 28) if xs else f\n',
];

export async function servicesReport(services: SandboxServices): Promise<string[]> {
  const analyses = await services.analyse(SOURCES.map((code) => ({ code, layers: ['syntax', 'complexity'] as const })));
  const tests = await services.freshTests(PROBLEM, { seed: 3, count: 4, size: 5 });
  const growths = await services.growth(PROGRAMS.map((code) => ({ problem: PROBLEM, code })));
  const probed = await services.probe(
    PROBED.map((code) => ({ problem: PROBLEM, code })),
    { seed: 3, count: 4, size: 4 },
  );
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
    ...probed.map((result) => ('error' in result ? result.error : result.outputs.join(' | '))),
  ];
}

/** Made in Node; sums of squares, random numbers and SHA-256 digests agree with CPython 3.11. */
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
  'set(-1.1852818212543312) | set(-4.5797240586549055, 1.8318896234619622) | set(-4.239196710975288, 3.6335971808359613, 5.450395771253942) | set(-0.1917441039952995, -0.383488207990599, 1.150464623971797, 1.533952831962396)',
  '{"é😀\u200b": #22ccdeef393f56505324152799e7cb5e203b3c5707540f076412d0589c54d440} | {"é😀\u200bé😀\u200b": #4e09e54fd9545dc68bf95939ad96bced6e7ec1fd7867c876973e08b3f4453abe} | {"é😀\u200bé😀\u200bé😀\u200b": #705498716f3c51be925675abf9357adbb9473d897da76bd9224a9abe5fdbe1f4} | {"é😀\u200bé😀\u200bé😀\u200bé😀\u200b": #6737c7a9db3c1580032e3e53e98aeb341598cb9d2abf0edd4f20a93b1740a99c}',
  'ERR:IndexError | 0x38980b15c4c799fdcad9e9bd453eb05550cdf46eb298ef7d5c4fefefcf62fcaedc68e1fda1ba1d9 | ERR:IndexError | #c08cb640faadb9d70b27581e882d03026932f2c4eab70b9603a778d13e49dfa6',
  'MEMORY | MEMORY | TIMEOUT | ERR:RecursionError',
];
