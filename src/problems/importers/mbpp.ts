/** MBPP's form of tests: assert lines, and the imports or values that they need. */

import type { AssertSuite } from '../../core/types.ts';
import { readAssertLines, readCalled } from '../assert-suite.ts';
import { type Fields, fail, inside, type Place, readOptionalText, readTexts } from '../fields.ts';

/** The tests of a row: `test_list` with `challenge_test_list` as published, or `tests`. */
export function readAssertTests(row: Fields, place: Place): Extract<AssertSuite, { readonly type: 'asserts' }> {
  const name = row.has('test_list') ? 'test_list' : 'tests';
  const challenges = row.has('challenge_test_list')
    ? readAssertLines(row.get('challenge_test_list'), inside(place, 'challenge_test_list'))
    : [];
  const asserts = [...readAssertLines(row.get(name), inside(place, name)), ...challenges];
  if (asserts.length === 0) fail(inside(place, name), 'at least one assert', 'an empty list');
  const text = (field: string) => readOptionalText(row.get(field), inside(place, field)) ?? '';
  const imports = row.has('test_imports') ? readTexts(row.get('test_imports'), inside(place, 'test_imports')) : [];
  const setup = [...imports, text('test_setup_code'), text('test_setup')].filter(Boolean).join('\n');
  return { type: 'asserts', asserts, setup: setup.replaceAll('\r\n', '\n'), ...readCalled(row, place) };
}
