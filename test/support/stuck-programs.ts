/** A program that no budget ends: long work in C that neither polls for ticks, nor steps an iterator, nor allocates much. */

import { py } from '../../src/core/value-make.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';

export const HONEST = 'def solution(n):\n    return n + 1\n';

/** A logarithm to a million digits: few products of huge numbers in libmpdec, most of a minute. */
export const STUCK_PROGRAM =
  'from decimal import Decimal, getcontext\ndef solution(n):\n    getcontext().prec = 10**6\n    return int(Decimal(2).ln())\n';

/** What the verdict on such a program says. */
export const WATCHDOG = 'wall clock: the watchdog ended the program';

/** Patience with the programs, milliseconds, on top of which comes the pool's own: little, but for the honest ones not too little. */
const STUCK_MS = 500;
const HONEST_MS = 4000;

/** A program between two honest ones. */
export function stuckAmong(code: string): Assignment[] {
  return [HONEST, code, HONEST].map((program) => ({
    code: program,
    entryPoint: 'solution',
    tests: { type: 'values', compare: 'python', tests: [{ args: [py(1)], expected: py(2) }] },
    limits: { wallMs: program === HONEST ? HONEST_MS : STUCK_MS },
  }));
}
