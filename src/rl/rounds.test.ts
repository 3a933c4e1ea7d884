/** How a step comes to its rollouts: dynamic sampling, sampling ahead, several turns, capped tests. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import type { Judge } from '../core/judge.ts';
import { type StepResult, type TrainOptions, train } from './loop.ts';

const problems = {
  lecture: [letterProblem(0), letterProblem(1)],
  auxiliary: Array.from({ length: 8 }, (_, i) => letterProblem(2 + i)),
};

const newPolicy = () =>
  new TabularPolicy({ prompts: 10, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT });

const config = (changes: RunConfigInput = {}) =>
  parseConfig({
    seed: 3,
    epochs: 3,
    lectureProblems: 2,
    auxiliaryProblems: 2,
    groupSize: 48,
    optimizer: { learningRate: 0.1 },
    sampling: { maxNewTokens: 5 },
    ...changes,
  });

async function run(options: Partial<TrainOptions> & Pick<TrainOptions, 'config' | 'judge'>): Promise<StepResult[]> {
  const steps: StepResult[] = [];
  for await (const event of train({ policy: newPolicy(), problems, codec: letterCodec, ...options })) {
    if (event.type === 'step') steps.push(event);
  }
  return steps;
}

/** Only these problems can be solved, by words that begin with a. */
const judgeOf = (...solvable: number[]) =>
  new RuleJudge(({ id }, code) => (solvable.includes(Number(id.slice(5))) && code.startsWith('a') ? 1 : 0));

describe('dynamic sampling (trl#3708, #3973)', () => {
  const dynamic = config({ epochs: 1, rollout: { dynamicRounds: 10 } });

  test('goes on until every place has a group with variance, and no problem is asked twice', async () => {
    const [step] = await run({ config: dynamic, judge: judgeOf(1, 5, 6, 8, 9) });
    const { metrics, problems: visited } = step!.record;
    const live = visited.filter(({ solved, of }) => solved > 0 && solved < of);
    expect(live).toHaveLength(4);
    expect(new Set(visited.map(({ id }) => id)).size).toBe(visited.length);
    expect(metrics.num_gen_batches).toBeGreaterThan(1);
    expect(step!.rollouts.map(({ group }) => group)).toEqual(
      [...step!.rollouts.map(({ group }) => group)].sort((a, b) => a - b),
    );
    expect(new Set(step!.rollouts.map(({ group }) => group)).size).toBe(visited.length);
    expect(step!.notices).toEqual([]);
  });

  test('stops after the allowed rounds, goes on with what it has, and says so', async () => {
    const few = config({ epochs: 1, rollout: { dynamicRounds: 1 } });
    const [step] = await run({ config: few, judge: judgeOf(0) });
    expect(step!.record.metrics.num_gen_batches).toBe(2);
    expect(step!.record.updates).toBe(2);
    expect(step!.notices).toEqual([
      'step 1: after 2 rounds of sampling 1 groups have variance; the step goes on with those',
    ]);
  });

  test('ends when there is no other problem left', async () => {
    const [step] = await run({ config: dynamic, judge: judgeOf() });
    expect(step!.record.problems).toHaveLength(10);
    expect(step!.record.updates).toBe(0);
  });

  test('takes one round where every group has variance', async () => {
    const [step] = await run({ config: dynamic, judge: judgeOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) });
    expect(step!.record.metrics.num_gen_batches).toBe(1);
  });
});

describe('pipelined sampling', () => {
  const pipelined = config({ rollout: { pipelined: true } });
  const judge = () => judgeOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

  test('is one step off policy, says so, and scores anew what the sampler stored', async () => {
    const steps = await run({ config: pipelined, judge: judge() });
    expect(steps.map(({ record }) => record.metrics['sampling/staleness'])).toEqual([0, 2, 2]);
    const differences = steps.map(({ record }) => record.metrics['sampling/sampling_logp_difference/max']!);
    expect(differences[0]).toBeLessThan(1e-6);
    expect(differences[1]).toBeGreaterThan(1e-3);
    // The first update of a stale batch meets ratios that are not 1.
    const stale = steps[1]!.rollouts.flatMap(({ trained = [] }) => trained.map(({ updates }) => updates[0]!));
    expect(stale.some(({ ratios }) => ratios.some((ratio) => Math.abs(ratio - 1) > 1e-3))).toBe(true);
  });

  test('samples a step with the weights before the last update: the first two steps are those of the first weights', async () => {
    const policy = newPolicy();
    const frozen = newPolicy();
    frozen.update = async (batch) => ({ gradNorm: 1, applied: true, scores: await frozen.score(batch) });
    const moving = await run({ config: pipelined, judge: judge(), policy });
    const still = await run({ config: pipelined, judge: judge(), policy: frozen });
    const digests = (steps: readonly StepResult[]) => steps.map(({ record }) => record.digest);
    expect(digests(moving).slice(0, 2)).toEqual(digests(still).slice(0, 2));
    expect(digests(moving)[2]).not.toBe(digests(still)[2]);
  });

  test('overlaps: the next step is sampled while this one is judged', async () => {
    const slow = judge();
    const waiting: Judge = {
      judge: async (jobs) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return slow.judge(jobs);
      },
      [Symbol.asyncDispose]: async () => {},
    };
    const steps = await run({ config: pipelined, judge: waiting });
    const spans = steps[0]!.record.spans!;
    const judged = spans.find(({ phase, step }) => phase === 'judge' && step === 1)!;
    const sampled = spans.find(({ phase, step }) => phase === 'sample' && step === 2)!;
    expect(sampled.from).toBeLessThan(judged.to);
    const updated = spans.find(({ phase }) => phase === 'update')!;
    expect(sampled.to).toBeLessThanOrEqual(updated.from);
    // The last step has nothing to sample ahead.
    expect(steps[2]!.record.spans!.every(({ step }) => step <= 3)).toBe(true);
  });
});

describe('turns', () => {
  const turning = config({
    epochs: 1,
    rollout: { turns: 3 },
    algorithm: { dropZeroVariance: false, maskTruncated: false },
  });

  test('verifiers#11: every attempt is a row of its own, and only its own tokens are trained on', async () => {
    const [step] = await run({ config: turning, judge: judgeOf(0, 1) });
    const several = step!.rollouts.filter(({ earlier }) => earlier !== undefined);
    expect(several.length).toBeGreaterThan(0);
    for (const { earlier = [], trained = [], ids } of step!.rollouts) {
      expect(trained).toHaveLength(earlier.length + 1);
      expect(trained.at(-1)!.ids).toEqual(ids);
      for (const turn of trained) expect(turn.advantages).toHaveLength(turn.ids.length);
    }
    const tokens = step!.rollouts.flatMap(({ trained = [] }) => trained.map((turn) => turn.ids.length));
    expect(step!.record.metrics.num_tokens).toBe(tokens.reduce((a, b) => a + b, 0));
    expect(step!.record.metrics['num_turns/mean']).toBeGreaterThan(1);
  });

  test('a rollout ends with the turn that passes its public tests', async () => {
    const [step] = await run({ config: turning, judge: judgeOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) });
    for (const { outcome, earlier = [] } of step!.rollouts) {
      if (outcome !== 'passed') expect(earlier).toHaveLength(2);
      expect(earlier.every((turn) => turn.outcome !== 'passed')).toBe(true);
    }
  });
});

test('a cap on visible tests is a cap on what pays, the public ones first', async () => {
  const judge = judgeOf(0, 1);
  const [step] = await run({ config: config({ epochs: 1, rollout: { visibleTests: 2 } }), judge });
  expect(step!.rollouts.every(({ total }) => total === 2)).toBe(true);
  expect(
    judge.jobs.every(({ problem }) => problem.tests.public.length === 1 && problem.tests.hidden.length === 2),
  ).toBe(true);
});

test('truncated completions are run and paid where the rules say so', async () => {
  const judge = judgeOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  const [step] = await run({ config: config({ epochs: 1, rollout: { truncated: 'judge' } }), judge });
  const cut = step!.rollouts.filter(({ ids }) => !ids.includes(END_OF_TEXT));
  expect(cut.length).toBeGreaterThan(0);
  expect(cut.some(({ reward }) => reward === 1)).toBe(true);
});

test('the soft overlong penalty shades rewards near the limit, as a part of its own', async () => {
  const rollout = { overlongCache: 2, truncated: 'judge' } as const;
  const [step] = await run({ config: config({ epochs: 1, rollout }), judge: judgeOf(0) });
  for (const { ids, components, reward } of step!.rollouts) {
    const overlong = components.find(({ name }) => name === 'overlong')!;
    expect(overlong.paid).toBeCloseTo(ids.length <= 3 ? 0 : -(ids.length - 3) / 2, 12);
    expect(components.reduce((sum, { paid }) => sum + paid, 0)).toBeCloseTo(reward!, 12);
  }
  expect(step!.record.metrics['rewards/overlong/mean']).toBeLessThan(0);
});

test('the reference follows the policy where the configuration says so: its KL starts at 0 again', async () => {
  const settings = config({ epochs: 4, algorithm: { syncReferenceEvery: 2 } });
  const steps = await run({ config: settings, judge: judgeOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) });
  const kl = steps.map(({ record }) => record.metrics.kl!);
  expect(kl[0]).toBeLessThan(1e-9);
  expect(kl[1]).toBeGreaterThan(1e-4);
  expect(kl[2]).toBeLessThan(1e-9);
  expect(kl[3]).toBeGreaterThan(1e-4);
});

test('an adaptive β grows while the KL is above its target', async () => {
  const algorithm = {
    klTarget: 1e-6,
    klHorizon: 10,
    klPlacement: 'reward',
    klEstimator: 'k3',
    dropZeroVariance: false,
    maskTruncated: false,
  } as const;
  const settings = config({ epochs: 4, algorithm });
  const steps = await run({ config: settings, judge: judgeOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9) });
  const beta = steps.map(({ record }) => record.metrics.kl_coef!);
  // At the start the KL is 0, below any target; then it is far above.
  expect(beta.map((value) => value.toFixed(4))).toEqual(['0.0400', '0.0320', '0.0384', '0.0461']);
});

describe('attempts that are not trained on', () => {
  const turning = (algorithm: RunConfigInput['algorithm']) =>
    config({ epochs: 1, rollout: { turns: 3 }, algorithm: { dropZeroVariance: false, ...algorithm } });

  test('of an accepted rollout only the attempt that passed is imitated', async () => {
    const accepted = turning({ advantage: 'accepted', surrogate: 'log-likelihood', beta: 0, maskTruncated: false });
    const [step] = await run({ config: accepted, judge: judgeOf(0, 1, 2) });
    const trained = step!.rollouts.filter((rollout) => rollout.trained !== undefined);
    expect(trained.some(({ earlier }) => earlier !== undefined)).toBe(true);
    for (const { outcome, ids, trained: turns = [] } of trained) {
      expect(outcome).toBe('passed');
      expect(turns.map((turn) => turn.ids)).toEqual([ids]);
    }
  });

  test('a truncated attempt is masked by itself, and the others of its rollout are not', async () => {
    const [step] = await run({ config: turning({ maskTruncated: true }), judge: judgeOf(0, 1, 2) });
    const turns = step!.rollouts.flatMap(({ trained = [] }) => trained);
    expect(turns.length).toBeGreaterThan(0);
    expect(turns.every(({ ids }) => ids.includes(END_OF_TEXT))).toBe(true);
    const partly = step!.rollouts.filter(({ trained, earlier = [] }) => trained && trained.length < earlier.length + 1);
    expect(partly.length).toBeGreaterThan(0);
  });
});

test('DAPO: lengths do not make a group live in which every program fails', async () => {
  const rollout = { overlongCache: 4, truncated: 'judge', dynamicRounds: 1 } as const;
  const [step] = await run({ config: config({ epochs: 1, rollout }), judge: judgeOf() });
  expect(step!.record.metrics.frac_reward_zero_std).toBe(1);
  expect(step!.record.metrics.num_gen_batches).toBe(2);
  expect(step!.record.updates).toBe(0);
});

test('one reference score that is not finite costs one update and leaves the adaptive β alone', async () => {
  const policy = newPolicy();
  const score = policy.score.bind(policy);
  let asked = 0;
  policy.score = async (batch, weights) => {
    const scores = await score(batch, weights);
    if (weights !== 'reference' || ++asked !== 2) return scores;
    const logProb = scores.logProb.slice();
    logProb[0] = Number.NaN;
    return { ...scores, logProb };
  };
  const settings = config({ epochs: 4, algorithm: { klTarget: 0.1 } });
  const steps = await run({ config: settings, judge: judgeOf(0, 1, 2, 3, 4, 5), policy });
  expect(steps.map(({ record }) => record.updates)).toEqual([2, 3, 5, 7]);
  expect(steps.every(({ state }) => Number.isFinite(state.klCoefficient))).toBe(true);
  expect(steps[1]!.alerts.map(({ name }) => name)).toEqual(['not-finite']);
});

test('a warm start is watched like any step, and RL is held near what it begins with', async () => {
  const policy = newPolicy();
  const word = (index: number) => ({ ...letterProblem(index), reference: 'ab' });
  const sets = { lecture: [word(0), word(1)], auxiliary: [word(2), word(3), word(4)] };
  const settings = config({ epochs: 4, rollout: { warmStart: 2 } });
  const steps = await run({ config: settings, judge: judgeOf(0, 1, 2, 3, 4), policy, problems: sets });
  const kl = steps.map(({ record }) => record.metrics.kl!);
  expect(kl[1]).toBeGreaterThan(1e-4);
  expect(kl[2]).toBeLessThan(1e-9);
  const sick = newPolicy();
  sick.failNextUpdate = true;
  const [first] = await run({ config: settings, judge: judgeOf(0), policy: sick, problems: sets });
  expect(first!.alerts.map(({ name }) => name)).toEqual(['not-finite']);
  expect(first!.notices[0]).toMatch(/1 of 2 updates skipped/);
});
