/** The tested function is told from the tests alone, whatever else they call. */

import { describe, expect, test } from 'vitest';
import { programClasses, testedFunction } from './tested-function.ts';

describe('the tested function', () => {
  test.each([
    ['inside a builtin', ['assert set(similar((1,), (2,))) == set((3,))'], '', '', 'similar'],
    ['inside a function of a module', ['assert math.isclose(area(1), 2)'], 'import math', '', 'area'],
    ['beside an imported name', ['assert Counter(f([1])) == Counter([1])'], 'from collections import Counter', '', 'f'],
    ['beside an alias', ['assert near(f(1), 1.0)'], 'from math import (floor,\n  isclose as near)', '', 'f'],
    ['beside a helper of the setup', ['assert g(helper(2)) == 3'], 'def helper(x):\n    return x', '', 'g'],
    ['beside a value of the setup', ['assert g(double(2)) == 3'], 'double = lambda x: 2 * x', '', 'g'],
    ['beside a class without import', ['assert f([Pair(1, 2)]) == 3'], '', '', 'f'],
    ['common to all asserts', ['assert decode(encode("ab")) == "ab"', 'assert encode("a") == "b"'], '', '', 'encode'],
    ['innermost of several', ['assert decode(encode("ab")) == "ab"'], '', '', 'encode'],
    ['in no string', ['assert f("g(1)") == \'h(2)\'  # i(3)'], '', '', 'f'],
    ['of a builtin name, alone', ['assert sum(10, 15) == 6', 'assert sum(1, 2) == 3'], '', '', 'sum'],
    ['of a builtin name, common', ['assert sum(10, 15) == 6', 'assert sum(len("a"), 2) == 3'], '', '', 'sum'],
    ['of a class name', ['assert Split(1) == 2'], '', '', 'Split'],
    ['opened by the prompt', ['assert sorted(f(1)) == [1]'], '', 'def sorted(x):\n    """Sorts."""\n', 'sorted'],
    ['not opened by words', ['assert f(1) == [1]'], '', 'Write a function g(x) to sort.', 'f'],
    ['nowhere', ['assert True'], '', '', undefined],
    ['one of two builtins', ['assert sorted(set([1])) == [1]'], '', '', undefined],
  ])('%s', (_, asserts, setup, prompt, expected) => {
    expect(testedFunction(asserts, setup, prompt)).toBe(expected);
  });
});

test('classes that only the program could define', () => {
  expect(programClasses(['assert f([Pair(1, 2)]) == 3'], '')).toEqual(['Pair']);
  expect(programClasses(['assert f(root) == 3'], 'root = Node(1)\nroot.left = Node(2)')).toEqual(['Node']);
  expect(
    programClasses(['assert f(Counter([1]), Decimal(1))'], 'from decimal import Decimal\nclass Counter: pass'),
  ).toEqual([]);
  expect(programClasses(['assert f("Node(1)", I(2), ValueError("x"))'], '')).toEqual([]);
});
