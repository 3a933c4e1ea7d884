/** open-r1#687: a reward that nobody can earn is found before training starts. */

import { expect, test } from 'vitest';
import { letterProblem, RuleJudge } from '../../../test/support/letters.ts';
import { brokenProblems, selfTestNotice } from './self-test.ts';

const problems = [0, 1, 2].map((index) => ({ ...letterProblem(index), reference: 'ab' }));

test('open-r1#687: right programs that earn nothing are told by name, before anything is learned', async () => {
  const judge = new RuleJudge(({ id }, code) => (id === 'word-1' ? 0.5 : code === 'ab' ? 1 : 0));
  const broken = await brokenProblems(judge, problems);
  expect(broken.map(({ id }) => id)).toEqual(['word-1']);
  expect(selfTestNotice(broken, problems)).toBe(
    'self-test: the reference solution fails its own tests, so that nothing can be learned there: word-1',
  );
  expect(judge.jobs.every(({ kinds }) => !kinds.includes('hidden'))).toBe(true);
});

test('a judge that passes nobody is no judge to train with', async () => {
  const broken = await brokenProblems(new RuleJudge(() => 0), problems);
  expect(() => selfTestNotice(broken, problems)).toThrow(
    'self-test: expected reference solutions to pass their own tests, but all fail: word-0, word-1, word-2',
  );
});

test('what could not be judged, and problems without a reference, are no trouble', async () => {
  expect(await brokenProblems(new RuleJudge(() => 'infra'), problems)).toEqual([]);
  const judge = new RuleJudge(() => 0);
  expect(await brokenProblems(judge, [letterProblem(0)])).toEqual([]);
  expect(judge.jobs).toEqual([]);
  expect(selfTestNotice([], problems)).toBeNull();
});
