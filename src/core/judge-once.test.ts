/** Which programs reach the judge behind `judgeOnce`, and that everybody gets a verdict. */

import { describe, expect, test } from 'vitest';
import { letterProblem, RuleJudge } from '../../test/support/letters.ts';
import type { Judge, JudgeJob } from './judge.ts';
import { judgeOnce } from './judge-once.ts';

const problem = letterProblem(0);
const job = (code: string, more: Partial<JudgeJob> = {}): JudgeJob => ({ problem, code, kinds: ['reward'], ...more });
const passing = () => new RuleJudge((_, code) => (code === 'ab' ? 1 : 0));

describe('judgeOnce', () => {
  test('runs equal programs of one problem once, in one call, in later ones and in one that is under way', async () => {
    const judge = passing();
    const once = judgeOnce(judge);
    const [first, second] = await Promise.all([
      once.judge([job('ab'), job('ba'), job('ab')]),
      once.judge([job('ba'), job('ab'), job('c')]),
    ]);
    const third = await once.judge([job('ab')]);
    expect(judge.jobs.map(({ code }) => code)).toEqual(['ab', 'ba', 'c']);
    const outcomes = [first, second, third].map((all) => all.map(({ reward }) => reward!.outcome));
    expect(outcomes).toEqual([
      ['passed', 'wrong_answer', 'passed'],
      ['wrong_answer', 'passed', 'wrong_answer'],
      ['passed'],
    ]);
  });

  test.each<[string, Partial<JudgeJob>]>([
    ['another problem', { problem: { ...problem } }],
    ['other tests', { kinds: ['hidden'] }],
    ['another harness', { harness: 'weak-exit' }],
  ])('runs a program again for %s', async (_, more) => {
    const judge = passing();
    const once = judgeOnce(judge);
    await once.judge([job('ab'), job('ab', more)]);
    expect(judge.jobs).toHaveLength(2);
  });

  test('asks again about failures that are ours', async () => {
    let broken = true;
    const judge = new RuleJudge(() => (broken ? 'infra' : 1));
    const once = judgeOnce(judge);
    expect((await once.judge([job('ab')]))[0]!.reward!.outcome).toBe('infra_error');
    broken = false;
    expect((await once.judge([job('ab')]))[0]!.reward!.outcome).toBe('passed');
  });

  test.each<[string, () => Promise<never>]>([
    ['was rejected', () => Promise.reject(new Error('the frame is gone'))],
    [
      'threw at once',
      () => {
        throw new Error('the frame is gone');
      },
    ],
  ])('asks again after a call that %s, and rejects all who waited for it', async (_, fail) => {
    const judge = passing();
    let dead = true;
    const once = judgeOnce({
      judge: (jobs) => (dead ? fail() : judge.judge(jobs)),
      [Symbol.asyncDispose]: async () => {},
    });
    const asked = await Promise.allSettled([once.judge([job('ab'), job('c')]), once.judge([job('c')])]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    dead = false;
    expect((await once.judge([job('ab')]))[0]!.reward!.outcome).toBe('passed');
  });

  test('asks nobody about nothing', async () => {
    let asked = false;
    const judge: Judge = {
      judge: async () => {
        asked = true;
        return [];
      },
      [Symbol.asyncDispose]: async () => {},
    };
    expect(await judgeOnce(judge).judge([])).toEqual([]);
    expect(asked).toBe(false);
  });
});
