/** The programs of the bench: reference solutions and simple mutations of them, with five tests each; none of them runs away. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { repr } from '../../src/core/repr.ts';
import type { Problem } from '../../src/core/types.ts';
import { parseProblems } from '../../src/problems/format.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';

export const PROGRAMS = 200;
export const TESTS = 5;

export interface Sample {
  readonly assignment: Assignment & { readonly tests: { readonly type: 'values' } };
  /** The calls of its tests as Python expressions. */
  readonly calls: readonly string[];
}

/** What a beginner mistypes. */
const MUTATIONS: readonly (readonly [string, string])[] = [
  [' + ', ' - '],
  [' < ', ' <= '],
  ['range(', 'range(1, '],
  [' == ', ' != '],
  [' and ', ' or '],
  ['return ', 'return not '],
];

/** The source with the first mutation that applies, turn and turn about. */
function mutated(code: string, turn: number): string {
  const fitting = MUTATIONS.filter(([from]) => code.includes(from));
  const [from, to] = fitting[turn % fitting.length] ?? ['return ', 'return 0 and '];
  return code.replace(from, to);
}

/** A problem's program on its first `tests` public and reward tests, over and over where there are fewer. */
export function sampleOf({ entryPoint, tests, compare }: Problem, code: string, count: number): Sample {
  const all = [...tests.public, ...tests.reward];
  const chosen = Array.from({ length: count }, (_, i) => all[i % all.length]!);
  const calls = chosen.map(({ args }) => `${entryPoint}(${args.map((arg) => repr(arg)).join(', ')})`);
  return { assignment: { code, entryPoint, tests: { type: 'values', tests: chosen, compare } }, calls };
}

export function readProblems(): Problem[] {
  return ['lecture', 'auxiliary'].flatMap((name) => {
    const path = fileURLToPath(new URL(`../../public/problems/${name}.json`, import.meta.url));
    return parseProblems(readFileSync(path, 'utf8'), `${name}.json`);
  });
}

/** PROGRAMS samples, half of them mutants; those whose budgets run out are left out, because a plain process would hang. */
export function readSamples(engine: Engine): Sample[] {
  const withReference = readProblems().filter(({ reference }) => reference !== undefined);
  const candidates = withReference.flatMap((problem, i) => [
    sampleOf(problem, problem.reference!, TESTS),
    sampleOf(problem, mutated(problem.reference!, i), TESTS),
  ]);
  const tame = candidates.filter(({ assignment }) => {
    const { outcome } = engine.judge({ ...assignment, limits: { ticksPerTest: 2_000, fuelPerTest: 50_000 } });
    return outcome === 'passed' || outcome === 'wrong_answer' || outcome === 'runtime_error';
  });
  if (tame.length < PROGRAMS) throw new Error(`bench: expected ${PROGRAMS} programs, got ${tame.length}`);
  return tame.slice(0, PROGRAMS);
}
