/** HumanEval's form of tests: Python text that defines `check(candidate)`. */

import type { AssertSuite } from '../../core/types.ts';
import { readCalled, requireCheck } from '../assert-suite.ts';
import { type Fields, inside, type Place, readNonEmpty, readOptionalText } from '../fields.ts';

/** Whether the prompt is Python that starts the function itself, as HumanEval's prompts do. */
export function opens(prompt: string, entryPoint: string): boolean {
  return new RegExp(`^(?:async )?def ${entryPoint}\\s*\\(`, 'm').test(prompt);
}

/**
 * The check of a row, under `test` (as published) or `tests`.
 *
 * Some checks call helpers that only the prompt defines (HumanEval 32, 38, 50), and those must be the prompt's own and
 * never the program's: so the prompt runs in the trusted interpreter before the check.
 */
export function readCheck(
  row: Fields,
  entryPoint: string,
  place: Place,
): Extract<AssertSuite, { readonly type: 'check' }> {
  const name = row.has('test') ? 'test' : 'tests';
  const check = requireCheck(readNonEmpty(row.get(name), inside(place, name)), inside(place, name));
  const prompt = readOptionalText(row.get('prompt'), inside(place, 'prompt')) ?? '';
  const setup = readOptionalText(row.get('test_setup'), inside(place, 'test_setup')) ?? '';
  const parts = [opens(prompt, entryPoint) ? prompt : '', setup];
  return { type: 'check', check, setup: parts.filter(Boolean).join('\n'), ...readCalled(row, place) };
}

/** The whole program of a published row: its prompt and the canonical body. */
export function canonicalProgram(row: Fields, place: Place): string | undefined {
  const body = readOptionalText(row.get('canonical_solution'), inside(place, 'canonical_solution'));
  if (body === undefined) return undefined;
  return (readOptionalText(row.get('prompt'), inside(place, 'prompt')) ?? '') + body;
}
