/** MBPP's form of tests: assert lines, and the imports or values that they need. */

import type { GradeTests } from '../../core/grade.ts';
import { type Fields, fail, inside, type Place, readItems, readOptionalText, readText, readTexts } from '../fields.ts';

/** Assert lines; each must be one, so that it can be judged by itself. */
function readAsserts(row: Fields, name: string, place: Place): string[] {
  const at = inside(place, name);
  return readItems(row.get(name), at).map((item, i) => {
    const line = readText(item, inside(at, i)).trim();
    if (!/^assert\b/.test(line)) fail(inside(at, i), 'an assert statement', JSON.stringify(line.slice(0, 40)));
    return line;
  });
}

/** The tests of a row: `test_list` with `challenge_test_list` as published, or `tests`. */
export function readAssertTests(row: Fields, place: Place): GradeTests & { readonly type: 'asserts' } {
  const name = row.has('test_list') ? 'test_list' : 'tests';
  const challenges = row.has('challenge_test_list') ? readAsserts(row, 'challenge_test_list', place) : [];
  const asserts = [...readAsserts(row, name, place), ...challenges];
  if (asserts.length === 0) fail(inside(place, name), 'at least one assert', 'an empty list');
  const text = (field: string) => readOptionalText(row.get(field), inside(place, field)) ?? '';
  const imports = row.has('test_imports') ? readTexts(row.get('test_imports'), inside(place, 'test_imports')) : [];
  const setup = [...imports, text('test_setup_code'), text('test_setup')].filter(Boolean).join('\n');
  return { type: 'asserts', asserts, setup: setup.replaceAll('\r\n', '\n') };
}
