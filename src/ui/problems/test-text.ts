/** Tests in one line each: what a program is asked, and what it has to answer. */

import { preview } from '../../core/preview.ts';
import { repr } from '../../core/repr.ts';
import type { Problem, TestCase } from '../../core/types.ts';

export interface TestText {
  readonly asked: string;
  /** null where the test says it itself, as an assert does. */
  readonly expected: string | null;
}

/** Characters of a text that a program reads or prints; some inputs are a megabyte. */
const MAX_TEXT = 200;

/** `solution(2, 3)` and `5`, or the texts of standard input and output. */
export function testText({ entryPoint, call }: Problem, { args, expected }: TestCase): TestText {
  if (call === 'stdin') {
    return { asked: args.map((text) => preview(text, MAX_TEXT)).join(', '), expected: preview(expected, MAX_TEXT) };
  }
  return { asked: `${entryPoint}(${args.map(repr).join(', ')})`, expected: repr(expected) };
}

/** Lines of a text that are shown, and the characters of them. */
const MAX_LINES = 6;
const MAX_SHOWN = 160;

/** The beginning of a text with lines of its own, and whether anything was left out. */
export function opening(text: string): { readonly shown: string; readonly cut: boolean } {
  const whole = text.trimEnd();
  const shown = whole.slice(0, MAX_SHOWN).split('\n').slice(0, MAX_LINES).join('\n');
  return { shown, cut: shown.length < whole.length };
}
