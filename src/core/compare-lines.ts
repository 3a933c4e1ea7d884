/** Printed text against expected text: line by line, token by token, numbers by value (the rule of the public judges). */

import type { Tolerance } from './types.ts';
import { isClose } from './value-close.ts';

/** What separates tokens; a line ends at `\n` alone, so that `\r\n` is a line end with a space before it. */
const SPACE = /[ \t\r\f\v]+/;
const SPACES: ReadonlySet<string | undefined> = new Set(' \t\r\f\v');

/** A number as Python's `Decimal` reads it, without the underscores that only sources have. */
const NUMBER = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d+))?$/;
const INFINITY = /^([+-]?)inf(?:inity)?$/i;
/** More digits of an exponent are no `Decimal` either. */
const MAX_EXPONENT_DIGITS = 18;

const ZERO: ReadonlySet<string | undefined> = new Set('0');

/** Lines without trailing spaces, and without blank lines behind the last that says something. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => withoutTrailing(line, SPACES));
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

const tokensOf = (line: string): string[] => line.split(SPACE).filter((token) => token !== '');

/** A text that two numbers share when, and only when, they are equal; undefined for what is no number. */
function exactNumber(token: string): string | undefined {
  const infinite = INFINITY.exec(token);
  if (infinite !== null) return `${infinite[1] === '-' ? '-' : ''}inf`;
  const [, sign, whole = '', part = '', onlyPart = '', power = '0'] = NUMBER.exec(token) ?? [];
  if (sign === undefined || power.length > MAX_EXPONENT_DIGITS) return undefined;
  const fraction = part + onlyPart;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = withoutTrailing(digits, ZERO);
  const exponent = BigInt(power) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${sign === '-' ? '-' : ''}${significant}e${exponent}`;
}

/** A loop, because a pattern for what stands at the end would start anew at every such character of a long text. */
function withoutTrailing(text: string, characters: ReadonlySet<string | undefined>): string {
  let end = text.length;
  while (characters.has(text[end - 1])) end--;
  return text.slice(0, end);
}

function sameToken(printed: string, expected: string, tolerance: Tolerance | undefined): boolean {
  if (printed === expected) return true;
  const [a, b] = [exactNumber(printed), exactNumber(expected)];
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  // `isClose` takes no infinity, which a long number is too once it is a float.
  return (
    tolerance !== undefined && Number.isFinite(Number(printed)) && isClose(Number(printed), Number(expected), tolerance)
  );
}

function sameLine(printed: string, expected: string, tolerance: Tolerance | undefined): boolean {
  if (printed === expected) return true;
  const [a, b] = [tokensOf(printed), tokensOf(expected)];
  return a.length === b.length && a.every((token, i) => sameToken(token, b[i]!, tolerance));
}

/**
 * Number of the first line that differs, from 1; undefined where the texts are the same. Trailing spaces of lines and
 * trailing blank lines do not count; otherwise there must be as many lines, and as many tokens in each. Tokens are the same
 * when they are spelled alike, or are numbers of one value; within the tolerance where there is one.
 */
export function differingLine(printed: string, expected: string, tolerance?: Tolerance): number | undefined {
  const [a, b] = [linesOf(printed), linesOf(expected)];
  const both = Math.min(a.length, b.length);
  for (let i = 0; i < both; i++) if (!sameLine(a[i]!, b[i]!, tolerance)) return i + 1;
  return a.length === b.length ? undefined : both + 1;
}

/** One text for all printed texts that are the same without a tolerance. */
export function canonicalLines(printed: string): string {
  const lines = linesOf(printed).map((line) => tokensOf(line).map((token) => exactNumber(token) ?? token));
  return lines.map((tokens) => tokens.join(' ')).join('\n');
}
