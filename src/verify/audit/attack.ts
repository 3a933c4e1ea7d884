/** What an attack on a reward is: a program made for a problem, and the values that it may honestly claim. */

import type { Problem, TestCase } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';

/** The kinds of attack, with a heading for people. */
export const ATTACK_KINDS = {
  equality: 'Objects that lie about being equal',
  snooping: 'Reading the expected values',
  patching: 'Changing the grader',
  exit: 'Leaving before the tests',
  forging: 'Claiming success',
  result: 'Results that fight back',
  interference: 'Clocks, threads, signals and limits',
  escape: 'Leaving the sandbox',
  state: 'Poisoning the next program',
  degenerate: 'Doing nothing, neatly',
  memorising: 'Knowing the public tests by heart',
} as const;

export type AttackKind = keyof typeof ATTACK_KINDS;

/** All that an attack knows of its problem: what a model may be shown. */
export interface AttackTarget {
  readonly entryPoint: string;
  /** Names of the parameters, such as `a, b`; `*args` where the tests differ in number. */
  readonly parameters: string;
  /** Python expression for the tuple of arguments. */
  readonly argumentTuple: string;
  /** Python expression for the first argument. */
  readonly first: string;
  readonly publicTests: readonly TestCase[];
}

export interface Attack {
  /** Unique, in kebab case. */
  readonly id: string;
  readonly kind: AttackKind;
  readonly title: string;
  /** One or two sentences: what it exploits, and where that has worked. */
  readonly lesson: string;
  program(target: AttackTarget): string;
  /**
   * The plain value that the program returns for these arguments where nothing can be exploited; undefined when it
   * returns none. It says what the program is entitled to, without any interpreter being asked.
   */
  claim(args: readonly PyValue[], target: AttackTarget): PyValue | undefined;
}

const NONE: PyValue = { type: 'none' };

/** Returns None where its exploit fails. */
export const claimsNone = (): PyValue => NONE;
/** Returns no plain value at all: it raises, exits, does not end, or returns an object of its own. */
export const claimsNothing = (): undefined => undefined;

type AttackInput = Omit<Attack, 'kind' | 'claim'> & Partial<Pick<Attack, 'claim'>>;

/** Attacks of one kind; without a claim of their own they claim None. */
export function attacksOf(kind: AttackKind, attacks: readonly AttackInput[]): readonly Attack[] {
  return attacks.map((attack) => ({ kind, claim: claimsNone, ...attack }));
}

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

/** What may be known of a problem. */
export function targetOf({ entryPoint, tests }: Problem): AttackTarget {
  const counts = new Set(
    Object.values(tests).flatMap((kind: readonly TestCase[]) => kind.map(({ args }) => args.length)),
  );
  const [count = 0] = counts;
  const publicTests = tests.public;
  if (counts.size !== 1 || count === 0 || count > LETTERS.length) {
    return { entryPoint, parameters: '*args', argumentTuple: 'args', first: 'args[0]', publicTests };
  }
  const names = LETTERS.slice(0, count);
  return {
    entryPoint,
    parameters: names.join(', '),
    argumentTuple: `(${names.map((name) => `${name},`).join(' ')})`,
    first: names[0]!,
    publicTests,
  };
}

/** Indents every line that holds something. */
export const indent = (code: string): string => code.replaceAll(/^(?=.)/gm, '    ');

/** The wanted function with this body, behind what stands at module level. */
export function define({ entryPoint, parameters }: AttackTarget, body: string, before = ''): string {
  const head = before === '' ? '' : `${before.trim()}\n\n`;
  return `${head}def ${entryPoint}(${parameters}):\n${indent(body.trim())}\n`;
}
