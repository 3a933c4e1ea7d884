/** Small parts of the tools: comments that silence nothing, short lists, a bounded memory. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tidy } from './checker.ts';
import { FindingsCache } from './findings-cache.ts';
import { withoutSuppressions } from './rules.ts';

test('comments that silence a tool lose their word, and nothing moves', () => {
  const comments = [
    '# noqa: F821',
    '#NOQA',
    '# ruff: noqa',
    '#ruff : ignore[B006]',
    '# pyright: basic',
    '# Flake8: noqa',
  ];
  for (const comment of comments) {
    const quiet = withoutSuppressions(`x = 1  ${comment}`);
    expect(quiet).not.toMatch(/noqa|(ruff|pyright|flake8)\s*:/i);
    expect(quiet).toHaveLength(comment.length + 7);
  }
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('#', ' ', 'noqa', 'ruff', 'pyright', ':', '\n', 'x') }), (source) => {
      const quiet = withoutSuppressions(source);
      expect(quiet).toHaveLength(source.length);
      expect(quiet.split('\n').map((line) => line.length)).toEqual(source.split('\n').map((line) => line.length));
      expect(withoutSuppressions(quiet)).toBe(quiet);
    }),
  );
});

test('a program without such comments stays as it is', () => {
  const source = 'def solution(ruff):\n    return {ruff: 1}  # pyright and ruff are names\n';
  expect(withoutSuppressions(source)).toBe(source);
});

test('findings are few, short and in order', () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ line: 200 - i, code: 'c', message: 'm'.repeat(1000) }));
  const kept = tidy(many);
  expect(kept.map(({ line }) => line)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(kept.every(({ message }) => message.length === 300)).toBe(true);
});

test('the cache forgets what was unused for longest, and keeps no giants', () => {
  const cache = new FindingsCache(2);
  cache.set('a', []);
  cache.set('b', null);
  expect(cache.get('a')).toEqual([]);
  cache.set('c', []);
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toEqual([]);
  cache.set('x'.repeat(1_000_000), []);
  expect(cache.get('x'.repeat(1_000_000))).toBeUndefined();
  expect(cache.get('c')).toEqual([]);
});
