/** Tests that are Python of their own, in problem files: `tests` is a text that defines check(candidate), or asserts. */

import type { AssertSuite } from '../core/types.ts';
import { type Fields, fail, inside, type Place, readItems, readName, readOptionalText, readText } from './fields.ts';
import type { JsonNode } from './lossless.ts';

/** Fields of a problem that belong to such tests. */
export const ASSERT_FIELDS = ['test_setup', 'test_calls'] as const;

/** Python text that defines `check(candidate)`. */
export function requireCheck(text: string, place: Place): string {
  if (!/^def check\s*\(/m.test(text)) fail(place, 'Python text that defines check(candidate)', 'none');
  return text;
}

/** Assert statements; each must be one, so that it can be judged by itself. */
export function readAssertLines(node: JsonNode | undefined, place: Place): string[] {
  return readItems(node, place).map((item, i) => {
    const line = readText(item, inside(place, i)).trim();
    if (!/^assert\b/.test(line)) fail(inside(place, i), 'an assert statement', JSON.stringify(line.slice(0, 40)));
    return line;
  });
}

/** What the tests call the tested function, where that is not the entry point. */
export function readCalled(fields: Fields, place: Place): Pick<AssertSuite, 'called'> {
  if (!fields.has('test_calls')) return {};
  return { called: readName(fields.get('test_calls'), inside(place, 'test_calls')) };
}

/** The asserts of a problem; undefined where its tests are values. */
export function readAssertSuite(fields: Fields, place: Place): AssertSuite | undefined {
  const tests = fields.get('tests');
  const isText = tests?.type === 'string';
  const isLines = tests?.type === 'array' && tests.items[0]?.type === 'string';
  if (!isText && !isLines) {
    for (const name of ASSERT_FIELDS) {
      if (fields.has(name)) fail(inside(place, name), 'asserts under tests beside it', 'tests that are values');
    }
    return undefined;
  }
  const at = inside(place, 'tests');
  const common = {
    setup: readOptionalText(fields.get('test_setup'), inside(place, 'test_setup')) ?? '',
    ...readCalled(fields, place),
  };
  if (isLines) return { type: 'asserts', asserts: readAssertLines(tests, at), ...common };
  return { type: 'check', check: requireCheck(readText(tests, at), at), ...common };
}

/** `tests` and what belongs to it, as JSON texts. */
export function writeAssertSuite(asserts: AssertSuite): { tests: string; test_setup?: string; test_calls?: string } {
  const { setup, called } = asserts;
  return {
    tests:
      asserts.type === 'check'
        ? JSON.stringify(asserts.check)
        : `[\n${asserts.asserts.map((line) => `    ${JSON.stringify(line)}`).join(',\n')}\n  ]`,
    ...(setup === '' ? {} : { test_setup: JSON.stringify(setup) }),
    ...(called === undefined ? {} : { test_calls: JSON.stringify(called) }),
  };
}
