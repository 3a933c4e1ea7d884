/** Rewards in the loop: what is paid, what hidden tests tell, what is written down. */

import { describe, expect, test } from 'vitest';
import { letterCodec, letterProblem, oneLetterPolicy, RuleJudge } from '../../../test/support/letters.ts';
import type { Analyst } from '../../core/analysis.ts';
import { parseConfig, type RunConfigInput } from '../../core/config.ts';
import type { Problem, TestKind } from '../../core/types.ts';
import { type StepResult, type TrainOptions, train } from '../loop.ts';

/** "a" is right, "b" fits only what is visible, "c" is half right, "d" is wrong. */
const rule = (_problem: Problem, code: string, kind: TestKind) =>
  code === 'a' || (code === 'b' && kind !== 'hidden') ? 1 : code === 'c' && kind === 'reward' ? 0.7 : 0;

async function oneStep(config: RunConfigInput, options: Partial<TrainOptions> = {}) {
  const steps: StepResult[] = [];
  const judge = new RuleJudge(rule);
  const all = {
    policy: oneLetterPolicy(),
    judge,
    problems: { lecture: [{ ...letterProblem(0), reference: 'a' }], auxiliary: [] },
    codec: letterCodec,
    config: parseConfig({ epochs: 1, lectureProblems: 1, auxiliaryProblems: 0, groupSize: 64, ...config }),
    ...options,
  };
  for await (const event of train(all)) if (event.type === 'step') steps.push(event);
  return { ...steps[0]!, judge };
}

const share = (step: StepResult, ...codes: string[]) =>
  step.rollouts.filter(({ code }) => codes.includes(code)).length / step.rollouts.length;

describe('hidden tests', () => {
  test('tell over-fitting, pay nothing, and are only run for programs that pass the others', async () => {
    const step = await oneStep({});
    const { metrics } = step.record;
    expect(share(step, 'b')).toBeGreaterThan(0);
    expect(metrics['reward/overfit']).toBe(share(step, 'b'));
    expect(metrics.reward).toBe(share(step, 'a', 'b'));
    expect(metrics['train/pass@1']).toBe(share(step, 'a', 'b'));
    const hidden = step.judge.jobs.filter(({ kinds }) => kinds.includes('hidden'));
    expect(hidden.every(({ code, kinds }) => 'ab'.includes(code) && kinds.length === 1)).toBe(true);
    expect(step.rollouts.find(({ code }) => code === 'b')!.hidden).toEqual({ passed: 0, total: 2 });
    expect(step.rollouts.find(({ code }) => code === 'd')).not.toHaveProperty('hidden');
  });

  test('change neither weights nor records, whatever they say', async () => {
    const policies = [oneLetterPolicy(), oneLetterPolicy()];
    const none = new RuleJudge((problem, code, kind) => (kind === 'hidden' ? 'infra' : rule(problem, code, kind)));
    const [some, other] = [
      await oneStep({}, { policy: policies[0]! }),
      await oneStep({}, { policy: policies[1]!, judge: none }),
    ];
    expect(policies[1]!.weights).toEqual(policies[0]!.weights);
    expect(other.record.metrics['reward/overfit']).toBe(0);
    const rest = ({
      record: {
        metrics: { 'reward/overfit': _, ...metrics },
      },
    }: StepResult) => metrics;
    expect(rest(other)).toEqual(rest(some));
  });
});

test('each passing program meets its hidden tests once in a run, fresh reward tests or not', async () => {
  const judge = new RuleJudge(rule);
  const problem: Problem = { ...letterProblem(0), reference: 'a', inputs: 'def inputs(random, size): ...' };
  await oneStep(
    { epochs: 3, freshTests: 2 },
    {
      judge,
      problems: { lecture: [problem], auxiliary: [] },
      fresh: async ({ tests }, _seed, count) => Array.from({ length: count }, () => tests.public[0]!),
    },
  );
  const timesJudged = (kind: TestKind) => judge.jobs.filter(({ code, kinds }) => code === 'a' && kinds.includes(kind));
  expect(timesJudged('reward')).toHaveLength(3);
  expect(timesJudged('hidden')).toHaveLength(1);
});

describe('components', () => {
  test.each([
    'binary',
    'fraction',
    'coderl',
    'rlef',
    'rlef-article',
    'four-layers',
    'gated-layers',
    'brevity',
    'format',
  ] as const)('%s: their means add up to the mean reward, and every rollout shows its own', async (reward) => {
    const { record, rollouts } = await oneStep({ reward });
    const means = Object.entries(record.metrics).filter(([name]) => name.startsWith('rewards/'));
    expect(means.length).toBeGreaterThan(0);
    expect(means.reduce((sum, [, mean]) => sum + mean!, 0)).toBeCloseTo(record.metrics.reward!, 10);
    for (const { reward: total, components } of rollouts) {
      expect(components.reduce((sum, { paid }) => sum + paid, 0)).toBeCloseTo(total!, 10);
      expect(components.every(({ reason }) => reason.length > 0)).toBe(true);
    }
  });

  test('what a preset does not pay for is not in its record', async () => {
    const { record } = await oneStep({ reward: 'fraction' });
    const names = Object.keys(record.metrics).filter((name) => name.startsWith('rewards/'));
    expect(names).toEqual(['rewards/tests/mean']);
  });

  test('a failure of ours has no parts', async () => {
    const judge = new RuleJudge((problem, code, kind) => (code === 'd' ? 'infra' : rule(problem, code, kind)));
    const { rollouts } = await oneStep({ reward: 'four-layers' }, { judge });
    const lost = rollouts.filter(({ code }) => code === 'd');
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.every(({ reward, components }) => reward === null && components.length === 0)).toBe(true);
  });
});

describe('layers in training', () => {
  const remark = { line: 1, code: 'X', message: 'x' };
  const analyst: Analyst = {
    analyse: async (jobs) => jobs.map(({ code }) => ({ lint: code === 'b' ? [remark] : [], types: [] })),
    growth: async (jobs) => jobs.map(() => null),
  };

  test('an analyst’s remarks reach the reward', async () => {
    const { rollouts, notices } = await oneStep({ reward: 'gated-layers' }, { analyst });
    expect(new Set(rollouts.filter(({ code }) => code === 'a').map(({ reward }) => reward))).toEqual(new Set([1]));
    expect(new Set(rollouts.filter(({ code }) => code === 'b').map(({ reward }) => reward))).toEqual(new Set([0.95]));
    expect(notices.filter((one) => one.startsWith('reward:'))).toEqual([
      'reward: the syntax layer could not be had for every program: left out there, and held against nobody',
      'reward: the complexity layer could not be had for every program: left out there, and held against nobody',
    ]);
  });

  test('without one training goes on, and says so once', async () => {
    const { record, notices } = await oneStep({ reward: 'four-layers' });
    expect(record.metrics.reward).toBeGreaterThan(0);
    expect(notices.filter((one) => one.startsWith('reward:'))).toHaveLength(1);
  });
});

test('what holds for the whole run is said once', async () => {
  const said: string[] = [];
  const config = parseConfig({
    epochs: 3,
    lectureProblems: 1,
    auxiliaryProblems: 0,
    reward: 'four-layers',
    freshTests: 1,
  });
  const problems = { lecture: [letterProblem(0)], auxiliary: [] };
  for await (const event of train({
    policy: oneLetterPolicy(),
    judge: new RuleJudge(rule),
    problems,
    codec: letterCodec,
    config,
  })) {
    if (event.type === 'step') said.push(...event.notices.filter((one) => !one.startsWith('step')));
  }
  expect(said).toEqual([
    'freshTests: no problem here has a generator and a reference',
    'reward: nobody here looks at syntax, lint, types, complexity: left out, and held against nobody',
  ]);
});

test('fresh tests are judged and counted with the others', async () => {
  const problem: Problem = { ...letterProblem(0), reference: 'a', inputs: 'def inputs(random, size): ...' };
  const { rollouts } = await oneStep(
    { freshTests: 5 },
    {
      problems: { lecture: [problem], auxiliary: [] },
      fresh: async ({ tests }, _seed, count) => Array.from({ length: count }, () => tests.public[0]!),
    },
  );
  expect(rollouts[0]!.total).toBe(1 + 3 + 5);
});
