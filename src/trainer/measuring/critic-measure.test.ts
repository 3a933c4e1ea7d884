/** Critic sampling against plain sampling in the toy world: who judges, who steers, what is counted, when it ends. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../../test/support/letters.ts';
import { RuleCritic } from '../../../test/support/rule-critic.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import { TOY_CONFIG, toyEnvironment, trainToy } from '../../../test/support/toy-trainer.ts';
import type { RunConfigInput } from '../../core/config.ts';
import type { Judge } from '../../core/judge.ts';
import { memoryRunStore } from '../../store/run-memory.ts';
import { TrainerSession } from '../session.ts';
import { type CriticMeasureOptions, measureCriticSampling } from './critic-measure.ts';

const PROBLEMS = Array.from({ length: 60 }, (_, i) => letterProblem(i));

/** Two letters, any as likely as another. */
const twoLetters = () =>
  new TabularPolicy({
    prompts: PROBLEMS.length,
    vocabulary: VOCABULARY,
    positions: 3,
    endOfText: END_OF_TEXT,
    initial: (_prompt, position, _previous, token) => (token > 0 && (token === END_OF_TEXT) === position > 1 ? 0 : -50),
  });

/** Words that begin with "a" pass the public test, those with "ab" all of them. */
const hintedJudge = () => new RuleJudge((_, code, kind) => Number(code.startsWith(kind === 'public' ? 'a' : 'ab')));

function options(changes: Partial<CriticMeasureOptions> = {}): CriticMeasureOptions {
  return {
    policy: twoLetters(),
    critic: new RuleCritic((known) => (known.includes(2) ? [0, 0, 0, 1] : [1, 0, 0, 0])),
    judge: hintedJudge(),
    set: 'lecture',
    problems: PROBLEMS,
    codec: letterCodec,
    perRound: 4,
    sampling: { maxNewTokens: 4, temperature: 1, topP: 1, topK: 0 },
    seed: 7,
    ...changes,
  };
}

test('pays where public tests point the way: as many programs, more of them right', async () => {
  const { samples, plain, guided, ways } = (await measureCriticSampling(options()))!;
  expect(samples).toBe(8);
  expect(plain.passAt1.value).toBeGreaterThan(0.02);
  expect(plain.passAt1.value).toBeLessThan(0.12); // one word of sixteen is right
  expect(guided.passAt1.value).toBeGreaterThan(plain.passAt1.value + 0.03);
  expect(guided.solved).toBeGreaterThan(plain.solved);
  expect(ways.refine).toBeGreaterThan(20);
  expect(ways.refine + ways.repair + ways.anew).toBe(PROBLEMS.length);
});

test('both ways begin with the same programs, which are judged once', async () => {
  const judge = hintedJudge();
  await measureCriticSampling(options({ judge }));
  const whole = judge.jobs.filter(({ kinds }) => kinds.length === 3);
  const programs = whole.map(({ problem, code }) => `${problem.id} ${code}`);
  expect(new Set(programs).size).toBe(programs.length);
});

test('hidden tests judge only: what they say changes no program', async () => {
  const codesOf = async (hidden: number) => {
    const judge = new RuleJudge((_, code, kind) => (kind === 'hidden' ? hidden : Number(code[0] === 'a')));
    const result = (await measureCriticSampling(options({ judge })))!;
    return { codes: judge.jobs.map(({ problem, code }) => `${problem.id} ${code}`), result };
  };
  const [right, wrong] = [await codesOf(1), await codesOf(0)];
  expect(right.codes).toEqual(wrong.codes);
  expect(right.result.ways).toEqual(wrong.result.ways);
  expect(right.result.guided.passAt1.value).toBeGreaterThan(0.2);
  expect(wrong.result.guided.passAt1.value).toBe(0);
});

test('is reproducible, and tells how far it is', async () => {
  const seen: [number, number][] = [];
  const onProgress = (done: number, total: number) => seen.push([done, total]) > 0;
  const first = await measureCriticSampling(options({ onProgress, perRound: 8 }));
  expect(await measureCriticSampling(options({ perRound: 8 }))).toEqual(first);
  // 60 problems of 16 programs, plainly in batches of 320 and steered 40 problems at a time; a batch is told once it is judged.
  expect(seen.map(([done]) => done)).toEqual([0, 0, 320, 960, 960, 1600, 1920]);
  expect(new Set(seen.map(([, total]) => total))).toEqual(new Set([1920]));
});

test('ends when told to, in either way', async () => {
  expect(await measureCriticSampling(options({ onProgress: () => false }))).toBeNull();
  const policy = twoLetters();
  const steered = (done: number) => done < 480;
  expect(await measureCriticSampling(options({ policy, onProgress: steered }))).toBeNull();
  expect(policy.calls.sample).toBe(2);
});

test('programs that could not be judged are left out', async () => {
  const judge = new RuleJudge((problem, code) => (problem.id === 'word-0' ? 'infra' : Number(code[0] === 'a')));
  const problems = PROBLEMS.slice(0, 2);
  const { guided, plain, ways } = (await measureCriticSampling(options({ judge, problems, perRound: 16 })))!;
  expect(ways).toEqual({ refine: 1, repair: 0, anew: 1 });
  expect([plain.solved, guided.solved]).toEqual([1, 1]);
});

const CODERL: RunConfigInput = {
  ...TOY_CONFIG,
  epochs: 2,
  algorithm: { advantage: 'outcome-critic', dropZeroVariance: false },
};

test('a run with a critic measures it at its end, and tells so; others do not', async () => {
  const { summary, events } = await trainToy(new TrainerSession(toyEnvironment()), CODERL);
  expect(summary!.before.criticSampling).toBeUndefined();
  const { samples, ways } = summary!.after.criticSampling!;
  expect(samples).toBe(8);
  expect(ways.refine + ways.repair + ways.anew).toBe(2);
  const details = events.flatMap((event) => (event.type === 'phase' ? [event.detail] : []));
  expect(details).toContain('after: lecture with critic sampling');
  const plain = await trainToy(new TrainerSession(toyEnvironment()), { ...TOY_CONFIG, epochs: 2 });
  expect(plain.summary!.after.criticSampling).toBeUndefined();
});

test('a run that is cut off while it is measured measures the same when it goes on', async () => {
  const whole = await trainToy(new TrainerSession(toyEnvironment()), CODERL);
  const store = memoryRunStore();
  const world = toyEnvironment({ store });
  const judge = await world.judge();
  const judgeOfCritic: Judge = {
    ...judge,
    judge: async (jobs) => {
      // Public tests alone: only the first round of critic sampling asks for them.
      if (jobs.some(({ kinds }) => kinds.length === 1)) throw new Error('the worker died');
      return judge.judge(jobs);
    },
  };
  const cut = new TrainerSession({ ...world, judge: async () => judgeOfCritic });
  await expect(trainToy(cut, CODERL)).rejects.toThrow('the worker died');
  const session = new TrainerSession(toyEnvironment({ store }));
  const { id } = (await session.unfinishedRun())!;
  const { after } = (await session.resumeRun(id, () => {}))!;
  expect(after.criticSampling).toEqual(whole.summary!.after.criticSampling);
});
