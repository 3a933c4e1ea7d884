/** What a step writes down when its numbers are not finite or when there was nothing to measure. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../../test/support/letters.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import { parseConfig } from '../../core/config.ts';
import type { UpdateResult } from '../../core/policy.ts';
import { train } from '../loop.ts';
import type { FinishedStep } from './finished.ts';
import { writeStep } from './record.ts';
import { createTally } from './tally.ts';

const CONFIG = parseConfig({
  epochs: 1,
  lectureProblems: 2,
  auxiliaryProblems: 0,
  groupSize: 32,
  sampling: { maxNewTokens: 5 },
});

const newPolicy = () => new TabularPolicy({ prompts: 2, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT });

async function oneStep(policy: TabularPolicy) {
  const judge = new RuleJudge((_, code) => (code.startsWith('a') ? 1 : 0));
  const problems = { lecture: [letterProblem(0), letterProblem(1)], auxiliary: [] };
  for await (const event of train({ policy, judge, problems, codec: letterCodec, config: CONFIG })) {
    if (event.type === 'step') return event;
  }
  throw new Error('expected a step, got none');
}

/** The policy whose updates come back changed by `change`, which is given their number from 0. */
function withUpdates(change: (result: UpdateResult, index: number) => UpdateResult): TabularPolicy {
  const policy = newPolicy();
  const update = policy.update.bind(policy);
  let index = 0;
  policy.update = async (...args) => change(await update(...args), index++);
  return policy;
}

/** As of a forward pass that overflowed: no number is one, and the weights stay. */
function overflowed({ scores }: UpdateResult): UpdateResult {
  const nothing = scores.logProb.map(() => Number.NaN);
  return { gradNorm: Number.NaN, applied: false, scores: { ...scores, entropy: nothing } };
}

const allFinite = (metrics: object) => Object.values(metrics).every(Number.isFinite);

describe('metrics that are not finite', () => {
  test('an update that overflowed leaves the means to the other updates', async () => {
    const { record, notices } = await oneStep(withUpdates((result, i) => (i === 0 ? overflowed(result) : result)));
    expect(record.metrics.entropy).toBeGreaterThan(0);
    expect(allFinite(record.metrics)).toBe(true);
    expect(notices).toEqual([
      'step 1: 1 of 2 updates skipped, since the gradient of the model was not finite; the weights were kept',
    ]);
  });

  test('when all updates overflowed, what they measure is absent', async () => {
    const { record, notices } = await oneStep(withUpdates(overflowed));
    for (const name of ['entropy', 'loss', 'grad_norm', 'clip_ratio/low_mean']) {
      expect(record.metrics).not.toHaveProperty(name);
    }
    expect(allFinite(record.metrics)).toBe(true);
    expect(notices).toEqual([
      'step 1: 2 of 2 updates skipped, since the gradient of the model was not finite; the weights were kept',
    ]);
  });

  test('a value that is not finite is absent, and a notice names it', async () => {
    const policy = newPolicy();
    const score = policy.score.bind(policy);
    policy.score = async (batch, weights) => {
      const scores = await score(batch, weights);
      return weights === 'reference' ? { ...scores, logProb: scores.logProb.map(() => Number.NaN) } : scores;
    };
    const { record, notices, alerts } = await oneStep(policy);
    expect(record.metrics).not.toHaveProperty('kl');
    expect(allFinite(record.metrics)).toBe(true);
    expect(record.updates).toBe(0);
    expect(alerts.map(({ name }) => name)).toEqual(['not-finite']);
    expect(alerts[0]!.message).toMatch(/^step 1: the KL of token 1 in completion 1 of \d+ was not finite/);
    expect(notices.at(-1)).toMatch(/^step 1: left out of the record, since not finite: kl \(NaN\)/);
  });
});

test('a step without rollouts tells that, and nothing of completions or groups that never were', () => {
  const nothing: FinishedStep = {
    step: 0,
    updates: 0,
    tokens: 0,
    plan: { learningRate: 3e-4, klCoefficient: 0.04, maxNewTokens: 5, rounds: 1, predictedDead: null, staleness: 0 },
    rollouts: [],
    rows: [],
    shown: new Map(),
    updated: { summary: createTally(CONFIG.algorithm).summary(), traces: new Map() },
    after: new Map(),
    critic: null,
    seconds: { sample: 0, judge: 0, reference: 0, update: 0, total: 0 },
    spans: [],
  };
  const { record, notices } = writeStep(nothing, CONFIG);
  expect(notices).toEqual(['step 1: no update, since there were no rollouts']);
  expect(record.metrics).toEqual({
    learning_rate: 3e-4,
    kl_coef: 0.04,
    'completions/max_new_tokens': 5,
    num_tokens: 0,
    num_gen_batches: 1,
    'sampling/staleness': 0,
  });
});
