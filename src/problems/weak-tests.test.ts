/** Stubs that weak tests let through, by the equality that the tests themselves ask for. */

import { expect, test } from 'vitest';
import type { TestCase, TestSuite } from '../core/types.ts';
import { type Plain, py } from '../core/value-make.ts';
import { passingStubs } from './weak-tests.ts';

const tests = (...rows: readonly (readonly Plain[])[]): TestCase[] =>
  rows.map((row) => ({ args: row.slice(0, -1).map(py), expected: py(row.at(-1)!) }));
const suite = (visible: TestCase[], hidden: TestCase[] = []): TestSuite => ({ public: visible, reward: [], hidden });
const stubs = (of: TestSuite, compare: 'python' | 'strict' = 'python') => passingStubs({ tests: of, compare });

test('one result for all calls is a constant, one argument an echo', () => {
  expect(stubs(suite(tests([1, 3], [2, 3])))).toEqual([{ kind: 'constant', returns: '3', found: false }]);
  expect(stubs(suite(tests([1, 5, 5], [2, 6, 6])))).toEqual([{ kind: 'echo', returns: '2', found: false }]);
  expect(stubs(suite(tests([1, 1])))).toHaveLength(2);
});

test('tests of the task let none through', () => {
  expect(stubs(suite(tests([1, 2, 3], [2, 2, 4])))).toEqual([]);
  expect(stubs(suite([], tests([1, 1])))).toEqual([]);
});

test('a hidden test may find one out', () => {
  expect(stubs(suite(tests([1, 3], [2, 3]), tests([5, 3], [6, 4])))).toEqual([
    { kind: 'constant', returns: '3', found: true },
  ]);
});

test('equality is that of the tests', () => {
  const mixed = suite([...tests([1, 1]), { args: [py(2)], expected: { type: 'float', value: 1 } }]);
  expect(stubs(mixed)).toHaveLength(1);
  expect(stubs(mixed, 'strict')).toEqual([]);
});

test('what is printed is compared as printed text is', () => {
  const printed = (...rows: readonly (readonly string[])[]) =>
    passingStubs({ call: 'stdin', tests: suite(tests(...rows)), compare: 'python' }).map(({ kind }) => kind);
  expect(printed(['1', '3\n'], ['2', '3.0'])).toEqual(['constant']);
  expect(printed(['1 2\n', '1  2'], ['5', '5.0'])).toEqual(['echo']);
  expect(printed(['1', '2'], ['2', '4'])).toEqual([]);
});
