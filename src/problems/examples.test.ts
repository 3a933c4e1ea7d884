/** Pasted examples: which lines are tests, and why the others are none. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { repr } from '../core/repr.ts';
import { anyValue } from './arbitrary.testing.ts';
import { readExamples } from './examples.ts';
import { typedArguments, typedText } from './typed-value.ts';

const told = (text: string) =>
  readExamples(text).tests.map(({ args, expected }) => `${args.map(repr).join(' | ')} → ${repr(expected)}`);

test.each([
  ['assert solution([1, 2]) == 3', '[1, 2] → 3'],
  ['solution([1, 2]) == 3', '[1, 2] → 3'],
  ['[1, 2] -> 3', '[1, 2] → 3'],
  ['1->2', '1 → 2'],
  ['1.5, -2 -> -3', '1.5 | -2 → -3'],
  ['1, (2, 3) → 4  # why', '1 | (2, 3) → 4'],
  ["'a -> b' => 'c == d'", "'a -> b' → 'c == d'"],
  ['-> 7', ' → 7'],
  ['f(1) -> 2', '1 → 2'],
  ['assert not f(2)', '2 → False'],
  ['assert f(3), "odd"', '3 → True'],
  ['assert f(4) is None', '4 → None'],
  ['assert f(5) == 6, "six" # six', '5 → 6'],
  ['f(nan) == -inf', 'nan → -inf'],
  ['set(), {1} -> frozenset({1})', 'set() | {1} → frozenset({1})'],
  ['>>> f("a", 2)\n\'aa\'', "'a' | 2 → 'aa'"],
])('%s', (line, expected) => {
  expect(told(line)).toEqual([expected]);
});

test('any values in any of the forms come back the same', () => {
  fc.assert(
    fc.property(fc.array(anyValue, { maxLength: 3 }), anyValue, (args, expected) => {
      const [given, wanted] = [typedArguments(args), typedText(expected)];
      const called = [`assert f(${given}) == ${wanted}`, `f(${given}) == ${wanted}`];
      for (const line of called) {
        expect(readExamples(line)).toStrictEqual({ tests: [{ args, expected }], refused: [], names: ['f'] });
      }
      const arrow = readExamples(`${given} -> ${wanted}`);
      expect(arrow).toStrictEqual({ tests: [{ args, expected }], refused: [], names: [] });
    }),
  );
});

test('a line that says nothing costs no other line, and is told with its place', () => {
  const { tests, refused, names } = readExamples(
    [
      '# examples',
      'f(1) == 2',
      '',
      'f(x) == 2',
      'g(3) > 2',
      '1, 2',
      '>>> f(1)',
      'assert True',
      '4 -> 5 6',
      'f(2) == 3',
    ].join('\n'),
  );
  expect(tests).toHaveLength(2);
  expect(names).toEqual(['f']);
  expect(refused.map(({ line, why }) => `${line}: ${why}`)).toEqual([
    '4: column 3: expected plain data, got x',
    '5: column 5: expected == and a value behind the call',
    '6: column 5: expected ->, or == behind a call',
    '7: column 1: expected plain data, got assert',
    '9: column 8: expected the end behind the value',
  ]);
});
