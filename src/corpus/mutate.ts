/** Injects the kind of bug that any program can have, whatever it does: the corpus's diffuse errors. */

import type { Rng } from '../core/rng.ts';

/** A bug: the changed program, or the same text when it finds nothing to break. */
type Mutation = (program: string, rng: Rng) => string;

/** What is easily written in place of what. */
const SWAPS: readonly (readonly [string, readonly string[]])[] = [
  [' + ', [' - ', ' * ']],
  [' - ', [' + ']],
  [' * ', [' + ', ' ** ']],
  [' ** ', [' * ']],
  [' // ', [' / ', ' % ']],
  [' / ', [' // ', ' * ']],
  [' % ', [' // ', ' / ']],
  [' < ', [' <= ', ' > ']],
  [' > ', [' >= ', ' < ']],
  [' <= ', [' < ', ' >= ']],
  [' >= ', [' > ', ' <= ']],
  [' == ', [' != ', ' = ']],
  [' != ', [' == ']],
  [' += ', [' -= ', ' = ']],
  [' *= ', [' += ', ' = ']],
  [' and ', [' or ']],
  [' or ', [' and ']],
  [' not in ', [' in ']],
  ['not ', ['']],
  ['max(', ['min(', 'sum(']],
  ['min(', ['max(', 'sum(']],
  ['sum(', ['len(', 'max(']],
  ['len(', ['sum(', 'max(']],
  ['any(', ['all(']],
  ['all(', ['any(']],
  ['sorted(', ['reversed(', 'list(']],
  ['.append(', ['.extend(', '.add(']],
  ['.upper()', ['.lower()', '.upper']],
  ['.lower()', ['.upper()', '.lower']],
  ['.isdigit()', ['.isalpha()', '.isdigit']],
  ['.isalpha()', ['.isdigit()', '.isalpha']],
  ['.split()', ['.split']],
  ['[::-1]', ['[::1]', '[:-1]', '[-1]']],
  ['[1:]', ['[:1]', '[0:]']],
  ['[:-1]', ['[1:]', '[-1]']],
  ['[0]', ['[1]', '[-1]']],
  ['[-1]', ['[0]', '[1]']],
  ['True', ['False']],
  ['False', ['True']],
];

const OTHER_NAMES = ['n', 'x', 's', 'a', 'b', 'i', 'nums', 'lst', 'text', 'result', 'total'];

const swapOperator: Mutation = (program, rng) => {
  const body = program.indexOf('\n');
  const present = SWAPS.filter(([from]) => program.includes(from, body));
  if (present.length === 0) return program;
  const [from, to] = rng.pick(present);
  return replaceAt(program, rng.pick(positions(program, from, body)), from.length, rng.pick(to));
};

const offByOne: Mutation = (program, rng) => {
  const edits = [
    () => program.replace(/range\((\w+)\)/, 'range(1, $1)'),
    () => program.replace(/range\((\w+)\)/, 'range($1 + 1)'),
    () => program.replace('range(1, ', 'range('),
    () => program.replace(' + 1)', ')'),
    () => program.replace(' - 1)', ')'),
  ];
  return firstChange(program, rng.shuffle(edits));
};

const wrongConstant: Mutation = (program, rng) => {
  const body = program.indexOf('\n');
  const numbers = [...program.matchAll(/(?<![\w.])\d+/g)].filter((match) => match.index > body);
  if (numbers.length === 0) return program;
  const match = rng.pick(numbers);
  const value = Math.max(0, Number(match[0]) + (rng.next() < 0.5 ? 1 : -1));
  return replaceAt(program, match.index, match[0].length, String(value));
};

const missingReturn: Mutation = (program, rng) => {
  const lines = program.split('\n');
  const index = lines.findLastIndex((line) => line.trimStart().startsWith('return '));
  const line = lines[index];
  if (line === undefined) return program;
  const value = line.trimStart().slice('return '.length);
  const indent = line.slice(0, line.length - line.trimStart().length);
  lines[index] = indent + (rng.next() < 0.6 ? `print(${value})` : value);
  return lines.join('\n');
};

const wrongName: Mutation = (program, rng) => {
  const names = /^def solution\(([\w, ]*)\)/.exec(program)?.[1]?.split(', ').filter(Boolean) ?? [];
  if (names.length === 0) return program;
  const name = rng.pick(names);
  const body = program.indexOf('\n');
  const uses = [...program.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].filter((match) => match.index > body);
  if (uses.length === 0) return program;
  const siblings = names.filter((other) => other !== name);
  const pool = siblings.length > 0 && rng.next() < 0.6 ? siblings : OTHER_NAMES.filter((other) => other !== name);
  return replaceAt(program, rng.pick(uses).index, name.length, rng.pick(pool));
};

const droppedLine: Mutation = (program, rng) => {
  const lines = program.split('\n');
  if (lines.length < 4) return program;
  lines.splice(rng.int(1, lines.length - 2), 1);
  return lines.join('\n');
};

/** The last `return` slides into the block above it. */
const earlyReturn: Mutation = (program) => {
  const lines = program.split('\n');
  const last = lines.length - 2;
  if (last < 2 || !/^ {4}return /.test(lines[last]!) || !/^ {8}/.test(lines[last - 1]!)) return program;
  lines[last] = `    ${lines[last]}`;
  return lines.join('\n');
};

const syntaxSlip: Mutation = (program, rng) => {
  const slip = rng.next();
  const colons = positions(program, ':\n', 0);
  if (slip < 0.35 && colons.length > 0) return replaceAt(program, rng.pick(colons), 1, '');
  const brackets = [...program.matchAll(/[()[\]]/g)];
  if (slip < 0.8 && brackets.length > 0) return replaceAt(program, rng.pick(brackets).index, 1, '');
  const lines = program.split('\n');
  const index = rng.int(1, lines.length - 2);
  lines[index] = rng.next() < 0.5 ? lines[index]!.slice(4) : `    ${lines[index]}`;
  return lines.join('\n');
};

/** Mutations with how often each is tried. */
const MUTATIONS: readonly (readonly [Mutation, number])[] = [
  [swapOperator, 6],
  [offByOne, 1.5],
  [wrongConstant, 2],
  [missingReturn, 1.5],
  [wrongName, 2],
  [droppedLine, 1],
  [earlyReturn, 1],
  [syntaxSlip, 1.5],
];

const TOTAL = MUTATIONS.reduce((sum, [, weight]) => sum + weight, 0);

/** A copy of the program with one bug in it. A program in which nothing can be broken keeps its text. */
export function mutate(program: string, rng: Rng): string {
  for (let attempt = 0; attempt < 12; attempt++) {
    const changed = pickMutation(rng)(program, rng);
    if (changed !== program) return changed;
  }
  return program;
}

function pickMutation(rng: Rng): Mutation {
  let left = rng.next() * TOTAL;
  for (const [mutation, weight] of MUTATIONS) {
    left -= weight;
    if (left < 0) return mutation;
  }
  return swapOperator;
}

function positions(text: string, part: string, from: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part, from); at >= 0; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function replaceAt(text: string, at: number, length: number, replacement: string): string {
  return text.slice(0, at) + replacement + text.slice(at + length);
}

function firstChange(text: string, edits: readonly (() => string)[]): string {
  for (const edit of edits) {
    const changed = edit();
    if (changed !== text) return changed;
  }
  return text;
}
