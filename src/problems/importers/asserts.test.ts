/** Assert statements as values: what is said in them is read, what would have to be run is refused. */

import { describe, expect, test } from 'vitest';
import { repr } from '../../core/repr.ts';
import { AssertError, readAsserts } from './asserts.ts';

const read = (source: string) => {
  const calls = readAsserts(source);
  const tests = calls?.tests.map(({ args, expected }) => `${args.map(repr).join(', ')} → ${repr(expected)}`);
  return [...(tests ?? []), ...(calls?.tolerance === undefined ? [] : [JSON.stringify(calls.tolerance)])];
};

describe('read', () => {
  test.each([
    ['assert f(1, 2) == 3', ['1, 2 → 3']],
    ['assert f([\n  1,  # one\n  2]) == [\n  (1, 2),\n]', ['[1, 2] → [(1, 2)]']],
    ['assert (f(1)) == [2]', ['1 → [2]']],
    ['assert (f(1) == 2), "t1"', ['1 → 2']],
    ['assert f(1) == 2, "error: " + str(f(1))', ['1 → 2']],
    ['assert f("a;#") is None; assert f("b") is True', ["'a;#' → None", "'b' → True"]],
    ['assert f(3 * 19, "a" + "b", [0] * 2) == 2 ** 70', [`57, 'ab', [0, 0] → ${2n ** 70n}`]],
    ['assert f(1.0 / 3, 2.0/4) == -2 ** 2', ['0.3333333333333333, 0.5 → -4']],
    ['assert f(0**0, 1**0, (3 + 5 + 7, 3 * 5)) == {1: {2}, (3,): set()}', ['1, 1, (15, 15) → {1: {2}, (3,): set()}']],
    ['assert abs(f(1) - 0.5) < 1e-6', ['1 → 0.5', '{"rel":0,"abs":0.000001}']],
    ['assert abs(f([1]) - 2.0/4) <= 1e-6\nassert f(0) == None', ['[1] → 0.5', '0 → None', '{"rel":0,"abs":0.000001}']],
    ['assert abs(2 - f(1)) < 0.01', ['1 → 2.0', '{"rel":0,"abs":0.01}']],
    ['import math\nassert math.isclose(f(1), 3, rel_tol=0.01)', ['1 → 3.0', '{"rel":0.01,"abs":0}']],
    ['assert isclose(f(1), 3.5, abs_tol=1, rel_tol=0)', ['1 → 3.5', '{"rel":0,"abs":1}']],
    ['assert True\nassert True, "x"\nprint("x")\npass\nassert f() == 1', [' → 1']],
  ])('%s', (source, expected) => {
    expect(read(source)).toEqual(expected);
  });

  test('nothing at all', () => {
    expect(readAsserts('# a comment\nassert True')).toBeNull();
  });
});

describe('refused', () => {
  test.each([
    ['assert set(f(1)) == {1}', /compares set/],
    ['assert int(f(1)) == 1', /compares int/],
    ['for i in range(3):\n    assert f(i) == i', /a loop/],
    ['from random import choice\nassert f(1) == 1', /Python of its own/],
    ['assert f(x) == 1', /expected plain data, got x/],
    ['assert f(1) == g(1)', /expected plain data, got g/],
    ['assert f(1) == 1\nassert g(1) == 1', /it calls g/],
    ['assert f(1) == 1 and f(2) == 2', /expected the end/],
    ['assert f(1) == 1 == 1', /expected the end/],
    ['assert f(1) == 1 or True', /expected the end/],
    ['assert (f(1), 2)', /counts as true/],
    ['assert (f(1) == 2, "always true")', /expected/],
    ['assert f(1) != 2', /expected == and a value/],
    ['assert f(1) is not None', /expected == and a value/],
    ['assert f(1) is 5', /expected == before a value/],
    ['assert not f(1) == 2', /counts as true/],
    ['assert f(1)', /counts as true/],
    ['assert (f(1)), "x"', /counts as true/],
    ['assert not f(1)', /counts as true/],
    ['assert f(a=1) == 2', /expected plain data/],
    ['assert f(*[1]) == 2', /expected plain data/],
    ['assert f(1)[0] == 2', /expected == and a value/],
    ['assert f(1).x == 2', /expected == and a value/],
    ['assert abs(f(1) - 1 - 2) < 0.1', /expected \)/],
    ['assert abs(f(1) - 1) < 0.1 * 2 < 1', /expected/],
    ['assert abs(f(1) - 1) > 0.1', /./],
    ['assert abs(f(1) - 0.5) < 0.1\nassert f(2) == 0.5', /another tolerance/],
    ['assert abs(f(1) - 0.5) < 0.1\nassert abs(f(2) - 0.5) < 0.2', /another tolerance/],
    ['assert f(1 / 0) == 1', /expected plain data, got int \/ int/],
    ['assert f(9 ** 9 ** 9) == 1', /expected plain data, got int \*\* int/],
    ['assert f("a" * 10 ** 9) == 1', /expected plain data/],
    [`assert f(${'2**'.repeat(5000)}1) == 1`, /levels of nesting/],
    [`assert f(${'('.repeat(5000)}) == 1`, /levels of nesting/],
    ['x = 1\nassert f(1) == 1', /expected assert/],
    ['assert', /expected a call/],
  ])('%s', (source, why) => {
    expect(() => readAsserts(source)).toThrow(AssertError);
    expect(() => readAsserts(source)).toThrow(why);
  });
});
