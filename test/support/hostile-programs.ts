/** Hostile programs, composed: pieces of hostility before, after or inside a solution, which itself may be right or wrong. */

import type { Rng } from '../../src/core/rng.ts';
import type { Fragment } from './hostile/fragment.ts';
import { INTERPRETER } from './hostile/interpreter.ts';
import { LANGUAGE } from './hostile/language.ts';
import { LIBRARY } from './hostile/library.ts';
import { RESOURCES } from './hostile/resources.ts';

export type { Fragment } from './hostile/fragment.ts';

/** Every fragment, by theme; themes are drawn evenly, so a short list is not a rare one. */
export const HOSTILE_THEMES = [LANGUAGE, INTERPRETER, LIBRARY, RESOURCES] as const;
export const HOSTILE_FRAGMENTS: readonly Fragment[] = HOSTILE_THEMES.flat();

const indent = (code: string): string => code.replaceAll(/^(?=.)/gm, '    ');

/** The fragment as it is, or with whatever it raises swallowed, so that the next one is reached. */
function guarded(code: string, rng: Rng): string {
  return rng.next() < 0.6 ? `try:\n${indent(code)}\nexcept BaseException: pass` : code;
}

/** Puts fragments around a program that defines `entryPoint`. */
export function composeHostile(program: string, entryPoint: string, pieces: readonly Fragment[], rng: Rng): string {
  const before: string[] = [];
  const after: string[] = [];
  const inside: string[] = [];
  for (const { code } of pieces) rng.pick([before, after, inside]).push(guarded(code, rng));
  const parts = [...before, program.trimEnd(), ...after];
  if (inside.length > 0) {
    const body = indent(inside.join('\n'));
    const tail = rng.pick([
      'return inner(*args)',
      'try: return inner(*args)\n    finally: attack()',
      'return [inner(*args)][0]',
    ]);
    parts.push(
      `inner = ${entryPoint}`,
      `def attack():\n${body}`,
      `def ${entryPoint}(*args):\n    ${rng.pick(['attack()', 'pass', 'attack()'])}\n    ${tail}`,
    );
  }
  return `${parts.join('\n')}\n`;
}

/** Two to five fragments of any themes. */
export function drawFragments(rng: Rng): Fragment[] {
  return Array.from({ length: rng.int(2, 5) }, () => rng.pick<Fragment>(rng.pick<readonly Fragment[]>(HOSTILE_THEMES)));
}
