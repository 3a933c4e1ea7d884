/** New reward tests each epoch: whose, how many, from which seed, and what happens when they cannot be made. */

import { expect, test } from 'vitest';
import { letterProblem } from '../../../test/support/letters.ts';
import type { Problem, TestCase } from '../../core/types.ts';
import { type FreshTests, withFreshTests } from './fresh.ts';

const able = (index: number): Problem => ({
  ...letterProblem(index),
  inputs: 'def inputs(r, n): ...',
  reference: 'def …',
});

/** Tests that say what they were made from. */
const fresh: FreshTests = async (problem, seed, count) =>
  Array.from(
    { length: count },
    (_, i): TestCase => ({ args: [{ type: 'str', value: `${problem.id} ${seed} ${i}` }], expected: { type: 'none' } }),
  );

async function draw(problems: readonly Problem[], changes: Partial<Parameters<typeof withFreshTests>[1]> = {}) {
  const notices: string[] = [];
  const options = { fresh, count: 3, seed: 7, step: 2, onNotice: (one: string) => notices.push(one), ...changes };
  return { drawn: await withFreshTests(problems, options), notices };
}

test('adds reward tests to problems with a generator and a reference, and only reward tests', async () => {
  const bare = letterProblem(1);
  const { drawn, notices } = await draw([able(0), bare]);
  expect(drawn[0]!.tests.reward).toHaveLength(3 + 3);
  expect(drawn[0]!.tests.public).toEqual(able(0).tests.public);
  expect(drawn[0]!.tests.hidden).toEqual(able(0).tests.hidden);
  expect(drawn[1]).toBe(bare);
  expect(notices).toEqual([]);
});

test('the same run seed and epoch give the same tests, others give others', async () => {
  const of = async (changes = {}) => (await draw([able(0)], changes)).drawn[0]!.tests.reward.slice(3);
  const first = await of();
  expect(await of()).toEqual(first);
  expect(await of({ step: 3 })).not.toEqual(first);
  expect(await of({ seed: 8 })).not.toEqual(first);
});

test('a problem that is drawn twice gets its tests once', async () => {
  const problem = able(0);
  const { drawn } = await draw([problem, problem]);
  expect(drawn[0]).toBe(drawn[1]);
});

test('asked for none, nothing is touched', async () => {
  const problems = [able(0)];
  expect((await draw(problems, { count: 0 })).drawn).toBe(problems);
});

test.each([
  ['no problem has a generator', [letterProblem(0)], {}, 'freshTests: no problem here has a generator and a reference'],
  ['nobody makes tests', [able(0)], { fresh: undefined }, 'freshTests: no tests can be made here'],
  [
    'the generator fails',
    [able(0)],
    { fresh: () => Promise.reject(new Error('inputs: expected a list, got 3')) },
    'freshTests: word-0 keeps its own tests only: inputs: expected a list, got 3',
  ],
])('when %s, the problems keep their own tests and it is said', async (_, problems, changes, notice) => {
  const { drawn, notices } = await draw(problems, changes);
  expect(drawn).toEqual(problems);
  expect(notices).toEqual([notice]);
});
