/** What is stored after a step, and what a run goes on with. */

import { expect, test } from 'vitest';
import { parseConfig } from '../core/config.ts';
import type { PolicyState } from '../core/policy.ts';
import type { StepRecord } from '../core/records.ts';
import { FIRST_STATE } from '../rl/state.ts';
import { checkFits, fromStored, type Reached, toStored } from './training-state.ts';

const weights = (value: number) => new Float32Array(3).fill(value);
const policyAt = (value: number): PolicyState => ({
  weights: weights(value),
  moment1: weights(value + 1),
  moment2: weights(value + 2),
  reference: weights(value + 3),
  step: 10 * value,
});
const untrained = (): PolicyState => ({ weights: weights(0), reference: weights(0), step: 0 });

const reached: Reached = {
  policy: policyAt(1),
  critic: policyAt(5),
  loop: { ...FIRST_STATE, step: 4, updates: 8, klCoefficient: 0.3, solveRates: { sum: 0.5 } },
};
const config = (syncReferenceEvery: number) => parseConfig({ algorithm: { syncReferenceEvery } });

test('a reference that never changes is not stored, and is the base model again', () => {
  const stored = toStored(reached, config(0));
  expect(stored.step).toBe(4);
  expect([stored.policy.reference, stored.critic!.reference]).toEqual([undefined, undefined]);
  const base = { policy: untrained(), critic: untrained() };
  expect(fromStored(stored, base, [])).toEqual({
    ...reached,
    policy: { ...reached.policy, reference: weights(0) },
    critic: { ...reached.critic!, reference: weights(0) },
  });
});

test('a reference that follows the policy is stored', () => {
  const { policy } = fromStored(toStored(reached, config(2)), { policy: untrained() }, []);
  expect(policy).toEqual(reached.policy);
});

test('a run without a critic has none in its state', () => {
  const { critic: _, ...alone } = reached;
  expect(toStored(alone, config(0))).not.toHaveProperty('critic');
  expect(fromStored(toStored(alone, config(0)), { policy: untrained() }, []).critic).toBeUndefined();
});

test('before the first step it is the base model', () => {
  const base = { policy: untrained(), critic: untrained() };
  expect(fromStored(null, base, [])).toEqual({ ...base, loop: FIRST_STATE });
});

test('what an older version stored goes on from the step and the updates of its records', () => {
  const { loop: _, ...older } = toStored(reached, config(0));
  const record = (step: number, updates: number, length: number): StepRecord => ({
    step,
    epoch: step,
    updates,
    metrics: { 'completions/mean_length': length },
    outcomes: {},
    problems: [
      { id: 'sum', solved: 0, of: 8 },
      { id: 'max', solved: 0, of: 8 },
    ],
    digest: '',
    seconds: { sample: 0, judge: 0, reference: 0, update: 0, total: 0 },
  });
  const { loop } = fromStored(older, { policy: untrained() }, [record(1, 2, 10), record(2, 4, 20.5)]);
  expect(loop).toEqual({ ...FIRST_STATE, step: 2, updates: 4, tokens: 488 });
});

test('a state of another model is refused, whose ever it is', () => {
  const stored = toStored(reached, config(0));
  const longer = { weights: new Float32Array(4), step: 0 };
  expect(() => checkFits(stored, { policy: longer, critic: untrained() })).toThrow(
    "trainer: state of the policy: expected the model's 4 weights, got 3",
  );
  expect(() => checkFits(stored, { policy: untrained(), critic: longer })).toThrow('state of the critic');
  expect(() => checkFits(stored, { policy: untrained() })).toThrow('expected no state of the critic');
  checkFits(stored, { policy: untrained(), critic: untrained() });
  checkFits(null, { policy: longer });
});
