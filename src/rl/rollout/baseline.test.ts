/** The greedy baseline: what is asked, what is paid, and what a failure of ours gives. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, VOCABULARY, verdict } from '../../../test/support/letters.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import { greedyRewards } from './baseline.ts';
import type { JudgedRollout } from './judging.ts';
import type { SampledRollout } from './sampling.ts';

/** Most likely writes "a" for problem 0, "b" for problem 1 and so on, though hardly more often than anything else. */
const policy = () =>
  new TabularPolicy({
    prompts: 3,
    vocabulary: VOCABULARY,
    positions: 2,
    endOfText: END_OF_TEXT,
    initial: (prompt, position, _previous, token) => (token === (position === 0 ? prompt + 2 : END_OF_TEXT) ? 0.01 : 0),
  });

/** Pays 1 for "a", 0.5 for "b", and fails to judge anything else. */
function payer() {
  const codes: string[] = [];
  const pay = async (sampled: readonly SampledRollout[]): Promise<JudgedRollout[]> =>
    sampled.map((one) => {
      codes.push(one.code);
      const reward = one.code === 'a' ? 1 : one.code === 'b' ? 0.5 : null;
      return { ...one, verdict: verdict('wrong_answer', 0, 4), reward, components: [] };
    });
  return { codes, pay };
}

test('pays the most likely program of each group, and null where it could not be judged', async () => {
  const { codes, pay } = payer();
  const problems = [1, 2, 0].map((index) => letterProblem(index));
  const rewards = await greedyRewards(problems, { policy: policy(), codec: letterCodec, maxNewTokens: 4, pay });
  expect(rewards).toEqual([0.5, null, 1]);
  expect(codes).toEqual(['b', 'c', 'a']);
});

test('asks once for a problem of two groups', async () => {
  const { codes, pay } = payer();
  const [a, b] = [letterProblem(0), letterProblem(1)];
  const rewards = await greedyRewards([a, b, a], { policy: policy(), codec: letterCodec, maxNewTokens: 4, pay });
  expect(rewards).toEqual([1, 0.5, 1]);
  expect(codes).toEqual(['a', 'b']);
});
