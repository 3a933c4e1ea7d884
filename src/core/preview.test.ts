/** The cut form of `repr`. */

import { expect, test } from 'vitest';
import { preview } from './preview.ts';
import type { PyValue } from './value.ts';
import { py } from './value-make.ts';

test('short values are whole', () => {
  expect(preview(py([1, 'a', null, { k: [true] }]), 200)).toBe("[1, 'a', None, {'k': [True]}]");
  expect(preview({ type: 'tuple', items: [py(1)] }, 200)).toBe('(1,)');
  expect(preview({ type: 'set', items: [] }, 200)).toBe('set()');
  expect(preview({ type: 'frozenset', items: [py(1)] }, 200)).toBe('frozenset({1})');
});

test('long ones are cut at the limit', () => {
  expect(preview(py('x'.repeat(1e6)), 10)).toBe("'xxxxxxxx…");
  expect(preview({ type: 'bytes', value: new Uint8Array(1e6) }, 10)).toHaveLength(10);
  let tower: PyValue = py(1);
  for (let i = 0; i < 80; i++) tower = { type: 'tuple', items: [tower, tower] };
  expect(preview(tower, 50)).toHaveLength(50);
  expect(preview(py(10n ** 5000n), 50)).toBe('int(…)');
});
