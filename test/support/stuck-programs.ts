/** Programs that no budget ends: long work in C that neither polls for ticks, nor steps an iterator, nor allocates much. */

import { py } from '../../src/core/value-make.ts';
import type { Assignment } from '../../src/sandbox/judging/assignment.ts';

export const HONEST = 'def solution(n):\n    return n + 1\n';

export const STUCK_PROGRAMS = {
  // A few products of numbers with a million digits, in libmpdec: most of a minute.
  'a logarithm to a million digits':
    'from decimal import Decimal, getcontext\ndef solution(n):\n    getcontext().prec = 10**6\n    return int(Decimal(2).ln())\n',
  // Sorting the marks of one letter is quadratic: 10^12 steps, without an allocation.
  'a letter with two million marks':
    'import unicodedata\ndef solution(n):\n    return len(unicodedata.normalize("NFD", "a" + "\\u0301\\u0323" * 10**6))\n',
} as const;

/** What the verdict on such a program says. */
export const WATCHDOG = 'wall clock: the watchdog ended the program';

/** A program between two honest ones, with little patience: the pool adds its own. */
export function stuckAmong(code: string): Assignment[] {
  return [HONEST, code, HONEST].map((program) => ({
    code: program,
    entryPoint: 'solution',
    tests: { type: 'values', compare: 'python', tests: [{ args: [py(1)], expected: py(2) }] },
    limits: { wallMs: 500 },
  }));
}
