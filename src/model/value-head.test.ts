/** A model with a value head of zeros is the model that it was, and what is taken off again is the model that it was. */

import { expect, test } from 'vitest';
import { NANO, randomWeights } from '../../test/support/random-model.ts';
import { parameterCount, parameterLayout } from './spec.ts';
import { withoutValueHead, withValueHead } from './value-head.ts';

const model = { spec: NANO, weights: randomWeights(NANO, 3), name: 'nano' };

test('the head is zeros at the end of the layout; all else is kept', () => {
  const { spec, weights, name } = withValueHead(model);
  expect(spec).toEqual({ ...NANO, valueHead: true });
  expect(name).toBe('nano');
  expect(weights).toHaveLength(parameterCount(spec));
  expect(weights.subarray(0, model.weights.length)).toEqual(model.weights);
  const head = parameterLayout(spec).filter((slot) => slot.name.startsWith('v_head'));
  expect(head.map(({ name }) => name)).toEqual(['v_head.weight', 'v_head.bias']);
  for (const { offset, size } of head) expect(weights.slice(offset, offset + size)).toEqual(new Float32Array(size));
});

test('without its head it is the model that it was', () => {
  expect(withoutValueHead(withValueHead(model))).toEqual(model);
});

test('a model that is as wanted stays itself', () => {
  expect(withoutValueHead(model)).toBe(model);
  const headed = withValueHead(model);
  expect(withValueHead(headed)).toBe(headed);
});
