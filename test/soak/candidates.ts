/** The soak's programs: a pure function of seed and number, honest ones and hostile ones mixed. */

import { createRng, type Rng } from '../../src/core/rng.ts';
import type { Limits, Problem } from '../../src/core/types.ts';
import { CATALOGUE } from '../../src/corpus/catalogue.ts';
import type { Family } from '../../src/corpus/family.ts';
import { INPUTS } from '../../src/corpus/inputs.ts';
import { mutate } from '../../src/corpus/mutate.ts';
import { renderProgram } from '../../src/corpus/render.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';
import { composeHostile, drawFragments, HOSTILE_FRAGMENTS } from '../support/hostile-programs.ts';
import { drawFailure } from './failures.ts';

export const KINDS = ['right', 'mistaken', 'mutated', 'failing', 'hostile', 'single'] as const;
export type Kind = (typeof KINDS)[number];

export interface Candidate extends Assignment {
  readonly kind: Kind;
  /** What it is made of, for whoever has to find a difference. */
  readonly parts: readonly string[];
}

/** Step budgets that end a program within some milliseconds; the wall clock is never what decides. */
export const SOAK_LIMITS: Partial<Limits> = { ticksPerTest: 2_000, fuelPerTest: 100_000, wallMs: 120_000 };

/** Cumulative shares of the kinds. */
const SHARES: readonly (readonly [Kind, number])[] = [
  ['right', 0.18],
  ['mistaken', 0.26],
  ['mutated', 0.36],
  ['failing', 0.52],
  ['hostile', 0.92],
  ['single', 1],
];

const FAMILY_OF = new Map(CATALOGUE.map((family) => [family.id, family]));

/** A program that somebody could have written for the problem: `right`, or with a mistake in it. */
function solution(problem: Problem, kind: 'right' | 'mistaken' | 'mutated', rng: Rng): string {
  const family: Family | undefined = FAMILY_OF.get(problem.id.slice(problem.id.indexOf('/') + 1));
  if (family === undefined) return kind === 'right' ? problem.reference! : mutate(problem.reference!, rng);
  const bodies = kind === 'mistaken' ? [family.popular, ...family.wrong] : family.right;
  const program = renderProgram(rng.pick(bodies), rng.pick(INPUTS[family.inputs].names), rng);
  return kind === 'mutated' ? mutate(program, rng) : program;
}

function code(problem: Problem, kind: Kind, rng: Rng): Pick<Candidate, 'code' | 'parts'> {
  switch (kind) {
    case 'right':
    case 'mistaken':
    case 'mutated':
      return { code: solution(problem, kind, rng), parts: [problem.id] };
    case 'failing': {
      const failure = drawFailure(problem.entryPoint, rng);
      return { code: failure.code, parts: [failure.kind] };
    }
    case 'hostile': {
      const inner = solution(problem, rng.next() < 0.5 ? 'right' : 'mistaken', rng);
      const pieces = drawFragments(rng);
      return {
        code: composeHostile(inner, problem.entryPoint, pieces, rng),
        parts: [problem.id, ...pieces.map(({ name }) => name)],
      };
    }
    case 'single': {
      const piece = rng.pick(HOSTILE_FRAGMENTS);
      return { code: `${piece.code}\n${solution(problem, 'right', rng)}`, parts: [problem.id, piece.name] };
    }
    default:
      return kind satisfies never;
  }
}

/**
 * Program number `index` of a seed. `problems` must have references; problems of the corpus's families are solved and
 * failed in the families' many ways.
 */
export function candidate(problems: readonly Problem[], seed: number, index: number): Candidate {
  const rng = createRng('tests', seed, index);
  const problem = rng.pick(problems);
  const roll = rng.next();
  const kind = SHARES.find(([, share]) => roll < share)![0];
  const { entryPoint, compare } = problem;
  const tests = rng.pick([problem.tests.public, problem.tests.reward, problem.tests.public.slice(0, 2)]);
  return {
    kind,
    ...code(problem, kind, rng),
    entryPoint,
    tests: { type: 'values', tests, compare },
    limits: SOAK_LIMITS,
  };
}
