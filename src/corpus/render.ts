/** Turns a body template into program text: arguments and locals get names, tabs become four spaces. */

import type { Rng } from '../core/rng.ts';
import type { Body } from './family.ts';

/** Names that a local may take, the usual ones first. */
const LOCALS: Readonly<Record<string, readonly string[]>> = {
  R: ['result', 'total', 'res', 'out', 'ans'],
  I: ['x', 'n', 'num', 'v', 'i'],
  C: ['c', 'ch', 'char'],
  W: ['w', 'word', 'item', 'part'],
  J: ['i', 'j', 'k', 'm'],
  N: ['count', 'cnt', 'total', 'found'],
  B: ['best', 'm', 'top', 'cur'],
};

/** Share of locals that take one of the two most usual names. */
const USUAL = 0.75;

/**
 * Program text of a body: `def solution(a, b):` and the indented lines, with a final newline.
 *
 * @param names Argument names; `$1` is the first.
 * @param rng Chooses names of locals; without one every local gets the most usual free name.
 * @throws RangeError for a placeholder that stands for nothing.
 */
export function renderProgram(body: Body, names: readonly string[], rng?: Rng): string {
  const taken = new Set(names);
  const locals = new Map<string, string>();
  const localName = (letter: string): string => {
    const known = locals.get(letter);
    if (known !== undefined) return known;
    const free = (LOCALS[letter] ?? []).filter((name) => !taken.has(name));
    if (free.length === 0) throw new RangeError(`render: expected a known placeholder, got "$${letter}" in "${body}"`);
    const name = rng === undefined ? free[0]! : rng.pick(rng.next() < USUAL ? free.slice(0, 2) : free);
    locals.set(letter, name);
    taken.add(name);
    return name;
  };
  const text = body.replace(/\$([0-9A-Z])/g, (whole, key: string) => {
    if (!/\d/.test(key)) return localName(key);
    const name = names[Number(key) - 1];
    if (name === undefined)
      throw new RangeError(`render: expected at most ${names.length} arguments, got "${whole}" in "${body}"`);
    return name;
  });
  const lines = text.split('\n').map((line) => {
    const depth = line.length - line.trimStart().length;
    return '    '.repeat(depth + 1) + line.slice(depth);
  });
  return `def solution(${names.join(', ')}):\n${lines.join('\n')}\n`;
}
