/** The whole loop against a policy that is a table of logits and a judge that is a rule. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../test/support/letters.ts';
import { TabularPolicy } from '../../test/support/tabular-policy.ts';
import { parseConfig, type RunConfigInput } from '../core/config.ts';
import type { StepDraft } from '../core/draft.ts';
import type { Judge } from '../core/judge.ts';
import type { RolloutRecord } from '../core/records.ts';
import { type StepResult, type TrainOptions, train } from './loop.ts';

const problems = {
  lecture: [letterProblem(0), letterProblem(1)],
  auxiliary: [letterProblem(2), letterProblem(3), letterProblem(4)],
};

/** Right is "ab" for even problems and "ba" for odd ones. */
const rightWord = (id: string) => (Number(id.slice(5)) % 2 === 0 ? 'ab' : 'ba');
const wordJudge = () => new RuleJudge((problem, code) => (code === rightWord(problem.id) ? 1 : 0));

const newPolicy = () => new TabularPolicy({ prompts: 5, vocabulary: VOCABULARY, positions: 4, endOfText: END_OF_TEXT });

/** Always stops in time: any letter, then end of text. */
const endingPolicy = () =>
  new TabularPolicy({
    prompts: 5,
    vocabulary: VOCABULARY,
    positions: 2,
    endOfText: END_OF_TEXT,
    initial: (_prompt, position, _previous, token) => (position === 0 ? (token < 2 ? -50 : 0) : token === 1 ? 50 : 0),
  });

const config = (changes: RunConfigInput = {}) =>
  parseConfig({
    seed: 3,
    epochs: 5,
    lectureProblems: 2,
    auxiliaryProblems: 1,
    groupSize: 64,
    optimizer: { learningRate: 0.1 },
    sampling: { maxNewTokens: 5 },
    ...changes,
  });

async function run(options: Partial<TrainOptions> & Pick<TrainOptions, 'policy'>): Promise<StepResult[]> {
  const steps: StepResult[] = [];
  const all = { judge: wordJudge(), problems, codec: letterCodec, config: config(), ...options };
  for await (const event of train(all)) if (event.type === 'step') steps.push(event);
  return steps;
}

const withoutSeconds = (steps: readonly StepResult[]) =>
  steps.map(({ record: { seconds: _, spans: __, ...record }, rollouts, notices }) => ({ record, rollouts, notices }));

describe('train', () => {
  test('learns to write the words that pass', async () => {
    const steps = await run({ policy: newPolicy(), config: config({ epochs: 40, algorithm: { beta: 0 } }) });
    const rate = (step: StepResult) => step.record.metrics['train/pass@1']!;
    expect(rate(steps[0]!)).toBeLessThan(0.1);
    expect(steps.slice(-5).every((step) => rate(step) > 0.8)).toBe(true);
    expect(steps.at(-1)!.record.updates).toBeGreaterThan(60);
  });

  test('the same seed gives the same records and rollouts, another seed others', async () => {
    const first = withoutSeconds(await run({ policy: newPolicy() }));
    expect(withoutSeconds(await run({ policy: newPolicy() }))).toEqual(first);
    const other = await run({ policy: newPolicy(), config: config({ seed: 4 }) });
    expect(other[0]!.record.digest).not.toBe(first[0]!.record.digest);
  });

  test('a run resumed from saved state goes on as if it had never stopped', async () => {
    const whole = withoutSeconds(await run({ policy: newPolicy() }));
    const before = newPolicy();
    const part = await run({ policy: before, config: config({ epochs: 2 }) });
    const after = newPolicy();
    await after.load(await before.save());
    const rest = await run({ policy: after, startAt: part.at(-1)!.state });
    expect([...withoutSeconds(part), ...withoutSeconds(rest)]).toEqual(whole);
  });

  test('drops groups whose rewards are all equal, and does not score them under the reference', async () => {
    // Problem 1 always fails: its group is dead; problem 0 passes for every word that starts with a.
    const judge = new RuleJudge((problem, code) => (problem.id === 'word-0' && code.startsWith('a') ? 1 : 0));
    const [step] = await run({ policy: newPolicy(), judge, config: config({ epochs: 1, auxiliaryProblems: 0 }) });
    expect(step!.record.metrics.frac_reward_zero_std).toBe(0.5);
    const dead = step!.rollouts.filter((rollout) => rollout.group === 1);
    expect(dead.every((rollout) => rollout.advantage === 0 && rollout.referenceLogProbs.length === 0)).toBe(true);
    const live = step!.rollouts.filter((rollout) => rollout.group === 0 && rollout.outcome !== 'truncated');
    expect(live.every((rollout) => rollout.referenceLogProbs.length === rollout.ids.length)).toBe(true);
    expect(step!.record.updates).toBe(2);
  });

  test('a step of dead groups makes no update and says so', async () => {
    const policy = newPolicy();
    const before = policy.weights.slice();
    const [step] = await run({ policy, judge: new RuleJudge(() => 0), config: config({ epochs: 1 }) });
    expect(policy.weights).toEqual(before);
    expect(policy.calls).toMatchObject({ update: 0, score: 0, reference: 0 });
    expect(step!.record.updates).toBe(0);
    expect(step!.record.metrics.frac_reward_zero_std).toBe(1);
    expect(step!.record.metrics).not.toHaveProperty('loss');
    expect(step!.notices).toEqual(['step 1: no update, since every group got one and the same reward']);
  });

  test('dead groups can be kept for their KL', async () => {
    const policy = newPolicy();
    const keep = { algorithm: { dropZeroVariance: false } };
    await run({ policy, judge: new RuleJudge(() => 0), config: config({ epochs: 1, ...keep }) });
    expect(policy.calls.update).toBe(2);
  });

  test('a verdict that failed through our fault has no reward, no advantage and no part in its group', async () => {
    const judge = new RuleJudge((_, code) => (code.startsWith('c') ? 'infra' : code.startsWith('a') ? 1 : 0));
    const [step] = await run({ policy: newPolicy(), judge, config: config({ epochs: 1, lectureProblems: 2 }) });
    const failed = step!.rollouts.filter((rollout) => rollout.outcome === 'infra_error');
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((rollout) => rollout.reward === null && rollout.advantage === 0)).toBe(true);
    expect(failed.every((rollout) => rollout.referenceLogProbs.length === 0)).toBe(true);
    expect(step!.record.outcomes.infra_error).toBe(failed.length);
    const scored = step!.rollouts.filter((rollout) => rollout.reward !== null);
    const meanReward = scored.reduce((a, rollout) => a + rollout.reward!, 0) / scored.length;
    expect(step!.record.metrics.reward).toBeCloseTo(meanReward, 12);
    expect(step!.notices[0]).toMatch(/could not be judged/);
  });

  test('a group without any reward is neither dead nor alive', async () => {
    const judge = new RuleJudge((problem, code) => (problem.id === 'word-0' ? 'infra' : code.startsWith('a') ? 1 : 0));
    const [step] = await run({
      policy: endingPolicy(),
      judge,
      config: config({ epochs: 1, auxiliaryProblems: 0 }),
    });
    expect(step!.record.outcomes.infra_error).toBe(64);
    expect(step!.record.metrics.frac_reward_zero_std).toBe(0);
  });

  test('truncated completions are not run, earn 0, count in the group and stay out of the loss', async () => {
    const judge = wordJudge();
    const policy = newPolicy();
    const [step] = await run({ policy, judge, config: config({ epochs: 1 }) });
    const cut = step!.rollouts.filter((rollout) => rollout.outcome === 'truncated');
    expect(cut.length).toBeGreaterThan(0);
    const visible = judge.jobs.filter(({ kinds }) => kinds.includes('reward'));
    const ended = step!.rollouts.filter((rollout) => rollout.outcome !== 'truncated');
    const programs = new Set(ended.map(({ problemId, code }) => `${problemId} ${code}`));
    expect(new Set(visible.map(({ problem, code }) => `${problem.id} ${code}`))).toEqual(programs);
    expect(cut.every((rollout) => rollout.reward === 0 && rollout.referenceLogProbs.length === 0)).toBe(true);
    const group = cut.find((rollout) => rollout.advantage !== 0);
    expect(group?.advantage).toBeLessThan(0);
    expect(step!.record.metrics['completions/clipped_ratio']).toBeCloseTo(cut.length / step!.rollouts.length, 12);
  });

  test('says when no completion ended, and that masking left nothing to train on', async () => {
    const policy = new TabularPolicy({
      prompts: 5,
      vocabulary: VOCABULARY,
      positions: 1,
      endOfText: END_OF_TEXT,
      initial: (_p, _t, _previous, token) => (token === END_OF_TEXT ? -50 : 0),
    });
    const [step] = await run({ policy, config: config({ epochs: 1 }) });
    expect(step!.alerts.map(({ name }) => name)).toContain('all-truncated');
    expect(policy.calls.update).toBe(0);
  });

  test('owes no forward pass for the first minibatch and one for every later one', async () => {
    const policy = newPolicy();
    const algorithm = { minibatches: 2, innerEpochs: 2 };
    const [step] = await run({ policy, config: config({ epochs: 1, algorithm }) });
    // The last score is for *Explain*: the tokens after the step.
    expect(policy.calls).toMatchObject({ sample: 1, reference: 1, update: 4, score: 4 });
    expect(step!.record.metrics['sampling/sampling_logp_difference/max']).toBeLessThan(1e-6);
  });

  test('with one update per batch nothing is clipped, and at the start KL is 0', async () => {
    const [step] = await run({ policy: newPolicy(), config: config({ epochs: 1, algorithm: { minibatches: 1 } }) });
    expect(step!.record.metrics['clip_ratio/low_mean']).toBe(0);
    expect(step!.record.metrics['clip_ratio/high_mean']).toBe(0);
    expect(step!.record.metrics.kl).toBeLessThan(1e-9);
    expect(step!.record.metrics.grad_norm).toBeGreaterThan(0);
  });

  test('a second pass over the batch sees ratios that moved', async () => {
    const algorithm = { minibatches: 1, innerEpochs: 8 };
    const [step] = await run({ policy: newPolicy(), config: config({ epochs: 1, algorithm }) });
    const { metrics } = step!.record;
    expect(metrics['clip_ratio/low_mean']! + metrics['clip_ratio/high_mean']!).toBeGreaterThan(0);
  });

  test('every step and every pass shuffles its minibatches anew', async () => {
    const policy = endingPolicy();
    const orders: string[] = [];
    const update = policy.update.bind(policy);
    policy.update = (batch, coefficients, optimizer) => {
      orders.push(batch.sequences.map(({ prompt }) => prompt[0]).join(''));
      return update(batch, coefficients, optimizer);
    };
    const judge = new RuleJudge((_, code) => (code === 'a' ? 1 : 0));
    const algorithm = { minibatches: 1, innerEpochs: 2 };
    await run({ policy, judge, config: config({ epochs: 2, auxiliaryProblems: 0, algorithm }) });
    expect(orders).toHaveLength(4);
    expect(new Set(orders).size).toBe(4);
  });

  test('an update without a finite gradient is skipped, not counted, and told', async () => {
    const policy = newPolicy();
    policy.failNextUpdate = true;
    const [step] = await run({ policy, config: config({ epochs: 1 }) });
    expect(step!.record.updates).toBe(1);
    expect(step!.record.metrics.grad_norm).toBeGreaterThan(0);
    expect(step!.notices.at(-1)).toMatch(/1 of 2 updates skipped/);
  });

  test('the samples of a group differ, and two groups of one problem stay apart', async () => {
    const twins = { lecture: [letterProblem(0), letterProblem(0)], auxiliary: [] };
    const [step] = await run({
      policy: newPolicy(),
      problems: twins,
      config: config({ epochs: 1, auxiliaryProblems: 0 }),
    });
    const words = (group: number) => step!.rollouts.filter((r) => r.group === group).map((r) => r.code);
    expect(new Set(words(0)).size).toBeGreaterThan(8);
    expect(words(0)).not.toEqual(words(1));
    expect(step!.record.problems.map((problem) => problem.of)).toEqual([64, 64]);
  });

  test('ending the iteration stops the run and announces phases in order before', async () => {
    const policy = newPolicy();
    const judge: Judge = wordJudge();
    const seen: string[] = [];
    for await (const event of train({ policy, judge, problems, codec: letterCodec, config: config() })) {
      seen.push(event.type === 'phase' ? `${event.phase} ${event.step}` : `step ${event.record.step}`);
      if (event.type === 'step') break;
    }
    expect(seen).toEqual(['sampling 1', 'judging 1', 'scoring 1', 'updating 1', 'step 1']);
    expect(policy.calls.sample).toBe(1);
  });
});

test('prime-rl#1334: the sampled ids are trained on, never those that their text would be cut into', async () => {
  const policy = newPolicy();
  const seen: number[][] = [];
  const update = policy.update.bind(policy);
  policy.update = (batch, ...rest) => {
    seen.push(...batch.sequences.map(({ completion }) => [...completion]));
    return update(batch, ...rest);
  };
  // Id 0 writes nothing: text that was sampled with it is cut into other ids.
  const [step] = await run({ policy, config: config({ epochs: 1, algorithm: { minibatches: 1 } }) });
  const drifting = step!.rollouts.filter(({ ids, code }) => ids.join() !== letterCodec.encodeProgram(code).join());
  expect(drifting.some(({ trained }) => trained !== undefined)).toBe(true);
  const trained = step!.rollouts.filter((rollout) => rollout.trained !== undefined).map(({ ids }) => ids.join());
  expect(seen.map((ids) => ids.join()).sort()).toEqual(trained.sort());
});

describe('chunks', () => {
  const [first, second, third] = [letterProblem(0), letterProblem(1), letterProblem(2)];
  /** Two groups of one problem, in different chunks. */
  const twins = { lecture: [first, second, first, third], auxiliary: [] };
  const settings = config({ epochs: 3, lectureProblems: 4, auxiliaryProblems: 0, groupSize: 16 });

  test('of whole groups, however many, give the same records, rollouts and weights', async () => {
    const whole = newPolicy();
    const steps = withoutSeconds(await run({ policy: whole, config: settings, problems: twins, chunks: 1 }));
    expect(whole.calls.sample).toBe(3);
    for (const [chunks, samples] of [
      [2, 6],
      [3, 6],
      [4, 12],
      [9, 12],
    ] as const) {
      const policy = newPolicy();
      expect(withoutSeconds(await run({ policy, config: settings, problems: twins, chunks }))).toEqual(steps);
      expect(policy.weights).toEqual(whole.weights);
      expect(policy.calls.sample).toBe(samples);
    }
  });

  test.each([
    ['webgpu', 2],
    ['wasm', 1],
    ['cpu', 1],
  ] as const)('on %s are %d a step', async (backend, chunks) => {
    const policy = new TabularPolicy({
      prompts: 5,
      vocabulary: VOCABULARY,
      positions: 4,
      endOfText: END_OF_TEXT,
      backend,
    });
    await run({ policy, config: settings, problems: twins });
    expect(policy.calls.sample).toBe(3 * chunks);
  });

  test('are judged while the next is sampled, and waited for only in the end', async () => {
    const order: string[] = [];
    const policy = newPolicy();
    const sample = policy.sample.bind(policy);
    policy.sample = async (...args) => {
      order.push('sampling');
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push('sampled');
      return sample(...args);
    };
    const rule = wordJudge();
    const release = { now: () => {} };
    const gate = new Promise<void>((resolve) => {
      release.now = resolve;
    });
    const judge: Judge = {
      judge: async (jobs) => {
        order.push('judging');
        await gate; // slower than all sampling
        order.push('judged');
        return rule.judge(jobs);
      },
      [Symbol.asyncDispose]: async () => {},
    };
    const options = { policy, judge, problems: twins, codec: letterCodec, chunks: 2 };
    for await (const event of train({ ...options, config: config({ ...settings, epochs: 1 }) })) {
      if (event.type === 'phase' && event.phase === 'judging') release.now();
    }
    expect(order.slice(0, 7)).toEqual(['sampling', 'sampled', 'judging', 'sampling', 'sampled', 'judging', 'judged']);
  });

  test('meet each program of a problem once, and every rollout has its verdict', async () => {
    const judge = wordJudge();
    const epoch = { ...settings, epochs: 1 };
    const [step] = await run({ policy: endingPolicy(), judge, config: epoch, problems: twins, chunks: 4 });
    const asked = judge.jobs.map(({ problem, code, kinds }) => `${problem.id} ${code} ${kinds.join()}`);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThan(step!.rollouts.length / 2);
    for (const { problemId, code, outcome } of step!.rollouts) {
      expect(outcome).toBe(code === rightWord(problemId) ? 'passed' : 'wrong_answer');
    }
  });

  test('a judge that fails while others are sampled fails the step where it is waited for', async () => {
    const judge = {
      judge: () => Promise.reject(new Error('the frame is gone')),
      [Symbol.asyncDispose]: async () => {},
    };
    const policy = newPolicy();
    await expect(run({ policy, judge, problems: twins, config: settings, chunks: 4 })).rejects.toThrow(
      'the frame is gone',
    );
    expect(policy.calls.sample).toBe(4);
  });

  test('an engine that dies while the judge fails is what is told, and no rejection is left unhandled', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const judge = {
      judge: () => Promise.reject(new Error('the frame is gone')),
      [Symbol.asyncDispose]: async () => {},
    };
    const policy = newPolicy();
    const sample = policy.sample.bind(policy);
    policy.sample = async (...args) => {
      if (policy.calls.sample === 1) throw new Error('the device was lost');
      return sample(...args);
    };
    await expect(run({ policy, judge, problems: twins, config: settings, chunks: 2 })).rejects.toThrow(
      'the device was lost',
    );
    // Node tells of rejections once the microtasks are done.
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('drafts', () => {
  /** Every draft of a run beside the steps that came of them. */
  async function drafted(changes: RunConfigInput) {
    const steps: { readonly drafts: readonly StepDraft[]; readonly result: StepResult }[] = [];
    const options = { policy: newPolicy(), judge: wordJudge(), problems, codec: letterCodec, config: config(changes) };
    let drafts: StepDraft[] = [];
    for await (const event of train(options)) {
      if (event.type === 'step') {
        steps.push({ drafts, result: event });
        drafts = [];
        continue;
      }
      const draft = event.draft();
      if (draft !== null) drafts.push(draft);
    }
    return steps;
  }

  const small: RunConfigInput = { epochs: 2, groupSize: 16 };
  const CASES: Readonly<Record<string, RunConfigInput>> = {
    plain: small,
    'in several rounds': { ...small, rollout: { dynamicRounds: 2 }, algorithm: { beta: 0, maskTruncated: false } },
    'with second attempts': { ...small, rollout: { turns: 2 } },
    'sampled ahead': { ...small, rollout: { pipelined: true } },
  };

  test.each(Object.entries(CASES))('%s: grow into what the step writes down', async (_, changes) => {
    for (const { drafts, result } of await drafted(changes)) {
      const { rollouts, record } = result;
      expect(drafts.map(({ step }) => step)).toEqual(drafts.map(() => record.step));
      expect(drafts.map(({ done }) => done).slice(-2)).toEqual(['judging', 'scoring']);
      const [written, judged, scored] = [drafts[0]!, drafts.at(-2)!, drafts.at(-1)!];
      expect(written.done).toBe('sampling');
      for (const { verdict, advantage } of written.programs) expect({ verdict, advantage }).toEqual(NOTHING_KNOWN);
      const known = ({ problemId, group, code, pieces, outcome, passed, total, reward }: RolloutRecord) => ({
        ...{ problemId, group, code, pieces },
        verdict: { outcome, passed, total, reward },
      });
      expect(judged.programs).toEqual(rollouts.map((rollout) => ({ ...known(rollout), advantage: null })));
      expect(scored.programs).toEqual(rollouts.map((rollout) => ({ ...known(rollout), advantage: rollout.advantage })));
    }
  });

  test('without second attempts say from the start what each program is', async () => {
    for (const { drafts, result } of await drafted(small)) {
      expect(drafts).toHaveLength(3);
      expect(drafts[0]!.programs.map(({ code }) => code)).toEqual(result.rollouts.map(({ code }) => code));
    }
  });

  test('in several rounds keep the verdicts of the rounds before', async () => {
    const [first] = await drafted(CASES['in several rounds']!);
    const dones = first!.drafts.map(({ done }) => done);
    expect(dones.slice(0, 4)).toEqual(['sampling', 'judging', 'sampling', 'judging']);
    const second = first!.drafts[2]!.programs;
    const before = first!.drafts[1]!.programs;
    expect(second.slice(0, before.length)).toEqual(before);
    expect(second.length).toBeGreaterThan(before.length);
    expect(second.slice(before.length).every(({ verdict }) => verdict === null)).toBe(true);
  });

  test('change nothing of the run, looked at or not', async () => {
    const looked = (await drafted({})).map(({ result }) => result);
    expect(withoutSeconds(looked)).toEqual(withoutSeconds(await run({ policy: newPolicy() })));
  });

  test('there are none of what is imitated', async () => {
    const word = (index: number) => ({ ...letterProblem(index), reference: 'ab' });
    const sets = { lecture: [word(0), word(1)], auxiliary: [word(2), word(3), word(4)] };
    const options = { policy: newPolicy(), judge: wordJudge(), problems: sets, codec: letterCodec };
    const seen: string[] = [];
    for await (const event of train({ ...options, config: config({ ...small, rollout: { warmStart: 1 } }) })) {
      if (event.type === 'phase') seen.push(`${event.step} ${event.phase}: ${event.draft()?.done ?? 'none'}`);
    }
    expect(seen.slice(0, 3)).toEqual(['1 updating: none', '2 sampling: none', '2 judging: sampling']);
  });
});

const NOTHING_KNOWN = { verdict: null, advantage: null };
