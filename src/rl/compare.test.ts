/** Two configurations on one batch: what must agree agrees, what differs is the losses' own, and the policy is left alone. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import { compareLosses, type RecordedBatch } from './compare.ts';
import { train } from './loop.ts';

const BASE: RunConfigInput = {
  seed: 4,
  epochs: 3,
  lectureProblems: 2,
  auxiliaryProblems: 0,
  groupSize: 16,
  optimizer: { learningRate: 0.1 },
  sampling: { maxNewTokens: 5 },
};
const config = (algorithm: RunConfigInput['algorithm'] = {}) => parseConfig({ ...BASE, algorithm });

/** The second step of a run, with the weights before it and after it. */
async function recorded() {
  const policy = new TabularPolicy({ prompts: 2, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT });
  const judge = new RuleJudge((_, code) => (code.startsWith('a') ? 1 : 0));
  const problems = { lecture: [letterProblem(0), letterProblem(1)], auxiliary: [] };
  let state = await policy.save();
  for await (const event of train({ policy, judge, problems, codec: letterCodec, config: config() })) {
    if (event.type !== 'step') continue;
    if (event.record.step === 2) {
      const batch: RecordedBatch = {
        ...event.batch,
        step: 1,
        state,
        endOfText: END_OF_TEXT,
        contextLength: letterCodec.contextLength,
      };
      return { policy, batch, step: event };
    }
    state = await policy.save();
  }
  throw new Error('expected a second step, got none');
}

test('a configuration beside itself repeats the recorded step, to the last bit of the weights', async () => {
  const { policy, batch, step } = await recorded();
  const after = policy.weights.slice();
  const { a, b, cosine, apart, largestCoefficientDifference, decisionsApart, turns } = await compareLosses(
    policy,
    batch,
    config(),
    config(),
  );
  expect(a).toEqual(b);
  expect({ apart, largestCoefficientDifference, decisionsApart }).toEqual({
    apart: 0,
    largestCoefficientDifference: 0,
    decisionsApart: 0,
  });
  expect(cosine).toBeCloseTo(1, 9);
  expect(a.loss).toBeCloseTo(step.record.metrics.loss!, 12);
  expect(a.gradNorm).toBeCloseTo(step.record.metrics.grad_norm!, 12);
  expect(a.moved).toBeCloseTo(Math.hypot(...after.map((value, i) => value - batch.state.weights[i]!)), 5);
  const trained = step.rollouts.filter((rollout) => rollout.trained !== undefined);
  expect(turns.map(({ rollout }) => rollout)).toEqual(trained.map((one) => step.rollouts.indexOf(one)));
  expect(turns.map(({ a: one }) => one!.updates[0]!.dLogProb)).toEqual(
    trained.map(({ trained: own }) => own![0]!.updates[0]!.dLogProb),
  );
});

test('Dr. GRPO beside GRPO: one direction per token, other lengths', async () => {
  const { policy, batch } = await recorded();
  const drGrpo = config({ advantage: 'group-mean', aggregation: 'constant-length', beta: 0, minibatches: 1 });
  const grpo = config({ aggregation: 'sequence-mean', beta: 0, minibatches: 1 });
  const { a, b, turns, largestCoefficientDifference } = await compareLosses(policy, batch, grpo, drGrpo);
  expect(a.rows).toBe(b.rows);
  expect(largestCoefficientDifference).toBeGreaterThan(0);
  for (const { a: one, b: other } of turns) {
    const [first, second] = [one!.updates[0]!.dLogProb, other!.updates[0]!.dLogProb];
    first.forEach((value, t) => {
      expect(Math.sign(value)).toBe(Math.sign(second[t]!));
    });
  }
});

test('a loss that keeps what the other leaves out says so turn by turn', async () => {
  const { policy, batch } = await recorded();
  const { a, b, turns } = await compareLosses(
    policy,
    batch,
    config({ advantage: 'accepted', dropZeroVariance: false }),
    config(),
  );
  expect(a.rows).toBeLessThan(b.rows);
  expect(turns.filter(({ a: one }) => one === null).length).toBe(b.rows - a.rows);
});

test('the policy is put back to where it was, also when one side cannot be done', async () => {
  const { policy, batch } = await recorded();
  const before = await policy.save();
  await compareLosses(policy, batch, config(), config({ innerEpochs: 4 }));
  expect(await policy.save()).toEqual(before);
  await expect(
    compareLosses(policy, batch, config(), config({ advantage: 'gae', dropZeroVariance: false })),
  ).rejects.toThrow('scores: expected a policy with a value head, got one without');
  expect(await policy.save()).toEqual(before);
});

test('repeats a step that was sampled ahead: what was stale then is stale now', async () => {
  const policy = new TabularPolicy({ prompts: 2, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT });
  const judge = new RuleJudge((_, code) => (code.startsWith('a') ? 1 : 0));
  const problems = { lecture: [letterProblem(0), letterProblem(1)], auxiliary: [] };
  const pipelined = parseConfig({
    ...BASE,
    algorithm: { klTarget: 0.01, klHorizon: 20 },
    rollout: { pipelined: true },
  });
  let state = await policy.save();
  for await (const event of train({ policy, judge, problems, codec: letterCodec, config: pipelined })) {
    if (event.type !== 'step') continue;
    const batch = { ...event.batch, step: event.record.step - 1, state };
    state = await policy.save();
    const options = { endOfText: END_OF_TEXT, contextLength: letterCodec.contextLength };
    const { a } = await compareLosses(policy, { ...batch, ...options }, pipelined, pipelined);
    expect(a.loss).toBeCloseTo(event.record.metrics.loss!, 12);
    expect(a.gradNorm).toBeCloseTo(event.record.metrics.grad_norm!, 12);
    expect(batch.stale).toBe(event.record.step > 1);
  }
});
