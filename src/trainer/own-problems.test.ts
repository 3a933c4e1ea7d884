/** Own problems in a run: drawn, learned, measured apart, kept for a resumed run, and refused before anything is lost. */

import { describe, expect, test } from 'vitest';
import { letterProblem } from '../../test/support/letters.ts';
import { reproducible, stepRecords, TOY_CONFIG, toyEnvironment, trainToy } from '../../test/support/toy-trainer.ts';
import type { RunConfigInput } from '../core/config.ts';
import type { RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { py } from '../core/value-make.ts';
import { memoryRunStore } from '../store/run-memory.ts';
import { TrainerSession } from './session.ts';

const visible = { public: [{ args: [], expected: py(1) }], reward: [], hidden: [] };
const own: readonly Problem[] = [9, 10].map((id) => ({ ...letterProblem(id), tests: visible }));
const WITH_OWN: RunConfigInput = { ...TOY_CONFIG, ownProblems: 1 };

async function train(session: TrainerSession, config: RunConfigInput, brought?: readonly Problem[]) {
  const events: RunEvent[] = [];
  const summary = await session.train(config, (batch) => events.push(...batch), brought);
  return { summary, events };
}

describe('a run with own problems', () => {
  test('visits them in turn behind the others, and measures all of them as a set of their own', async () => {
    const { summary, events } = await train(new TrainerSession(toyEnvironment()), WITH_OWN, own);
    const drawn = stepRecords(events).map(({ problems }) => problems.at(-1)!.id);
    expect(new Set(drawn)).toEqual(new Set(own.map(({ id }) => id)));
    for (const at of [0, 2, 4]) expect(new Set(drawn.slice(at, at + 2)).size).toBe(2);
    for (const evaluation of [summary!.before, summary!.after]) {
      const sets = evaluation.sets.map(({ set, temperature }) => `${set} ${temperature}`);
      expect(sets).toEqual([
        ...['lecture 1', 'phrasings 1', 'compositions 1', 'own 1'],
        ...['lecture 0.8', 'phrasings 0.8', 'compositions 0.8', 'own 0.8'],
      ]);
      const measured = evaluation.sets.find(({ set }) => set === 'own')!;
      expect(measured.problems.map(({ id }) => id)).toEqual(own.map(({ id }) => id));
      expect(measured.n).toBe(evaluation.sets[0]!.n);
    }
    const during = events.find((event) => event.type === 'evaluation' && event.when === 'during');
    expect(during?.type === 'evaluation' && during.evaluation.sets.map(({ set }) => set)).toEqual(['lecture']);
  });

  test('that visits none is the run that it would be without them', async () => {
    const plain = await trainToy(new TrainerSession(toyEnvironment()));
    const brought = await train(new TrainerSession(toyEnvironment()), TOY_CONFIG, own);
    expect(reproducible(stepRecords(brought.events))).toEqual(reproducible(stepRecords(plain.events)));
    expect(brought.summary!.before.sets.map(({ set }) => set)).not.toContain('own');
  });

  test('leaves what the others measure before training as it is', async () => {
    const plain = await trainToy(new TrainerSession(toyEnvironment()));
    const { summary } = await train(new TrainerSession(toyEnvironment()), WITH_OWN, own);
    const others = summary!.before.sets.filter(({ set }) => set !== 'own');
    expect(others).toEqual(plain.summary!.before.sets);
  });

  test('repeats itself, and keeps them for whoever shows it again', async () => {
    const session = new TrainerSession(toyEnvironment());
    const first = await train(session, WITH_OWN, own);
    const second = await train(new TrainerSession(toyEnvironment()), WITH_OWN, own);
    expect(reproducible(stepRecords(second.events))).toEqual(reproducible(stepRecords(first.events)));
    expect((await session.finishedRun())?.own).toEqual(own);
    expect((await session.finishedRun())?.config.ownProblems).toBe(1);
  });
});

test('two runs side by side learn them as each would alone', async () => {
  const alone = await train(new TrainerSession(toyEnvironment()), WITH_OWN, own);
  const told: Record<'a' | 'b', RunEvent[]> = { a: [], b: [] };
  const session = new TrainerSession(toyEnvironment());
  await session.trainBeside({ a: WITH_OWN, b: TOY_CONFIG }, (lane, events) => void told[lane].push(...events), own);
  expect(reproducible(stepRecords(told.a))).toEqual(reproducible(stepRecords(alone.events)));
  const plain = await trainToy(new TrainerSession(toyEnvironment()));
  expect(reproducible(stepRecords(told.b))).toEqual(reproducible(stepRecords(plain.events)));
});

test('a run that crashed goes on with the problems that it began with, whatever became of them since', async () => {
  const whole = await train(new TrainerSession(toyEnvironment()), WITH_OWN, own);
  const store = memoryRunStore();
  const onJudge = (times: number) => {
    if (times === 4) throw new Error('the worker died');
  };
  await expect(train(new TrainerSession(toyEnvironment({ store, onJudge })), WITH_OWN, own)).rejects.toThrow('died');
  const session = new TrainerSession(toyEnvironment({ store }));
  const left = (await session.unfinishedRun())!;
  expect(left.own).toEqual(own);
  const events: RunEvent[] = [...left.events];
  const summary = await session.resumeRun(left.id, (batch) => events.push(...batch));
  expect(reproducible(stepRecords(events))).toEqual(reproducible(stepRecords(whole.events)));
  expect(summary!.after.sets).toEqual(whole.summary!.after.sets);
});

describe('what a run could not learn is refused by name, before anything is stored', () => {
  const hidden = { ...own[0]!, tests: { public: [], reward: [], hidden: [{ args: [], expected: py(1) }] } };
  test.each<[string, RunConfigInput, readonly Problem[] | undefined, string]>([
    ['more than there are', { ...TOY_CONFIG, ownProblems: 3 }, own, 'config: ownProblems: expected at most 2, got 3'],
    ['none brought', WITH_OWN, undefined, 'config: ownProblems: expected at most 0, got 1'],
    [
      'a name of the page',
      WITH_OWN,
      [letterProblem(0)],
      'problems: "word-0": expected an id that no other problem has',
    ],
    ['a name of a held-out set', WITH_OWN, [letterProblem(7)], 'expected an id that no other problem has'],
    ['two of one name', WITH_OWN, [own[0]!, own[0]!], 'expected an id that no other problem has'],
    ['no visible test', WITH_OWN, [hidden], 'expected a public or reward test to learn from, got none'],
    [
      'more samples of many problems than there are random numbers for',
      { ...WITH_OWN, evaluation: { samples: 40_000 } },
      Array.from({ length: 5_000 }, (_, i) => ({ ...letterProblem(9 + i), tests: visible })),
      'evaluate: expected at most 32768 samples of each of 5000 problems, got 40000',
    ],
  ])('%s', async (_, config, brought, message) => {
    const session = new TrainerSession(toyEnvironment());
    await expect(train(session, config, brought)).rejects.toThrow(message);
    expect(await session.unfinishedRun()).toBeNull();
  });
});

describe('what the model cannot read', () => {
  /** A model to which the prompts of these problems have 999 tokens. */
  function shortSighted(long: readonly string[], options: Parameters<typeof toyEnvironment>[0] = {}) {
    const environment = toyEnvironment(options);
    return new TrainerSession({
      ...environment,
      loadModel: async (name, onProgress) => {
        const model = await environment.loadModel(name, onProgress);
        const encodePrompt = (problem: Problem) =>
          long.includes(problem.id) ? Array.from({ length: 999 }, () => 0) : model.codec.encodePrompt(problem);
        return { ...model, codec: { ...model.codec, encodePrompt } };
      },
    });
  }
  const BOTH: RunConfigInput = { ...WITH_OWN, ownProblems: 2 };
  const [long, short] = own as [Problem, Problem];
  const told = (events: readonly RunEvent[]) =>
    events.flatMap((event) =>
      event.type === 'notice' && event.message.startsWith('problems:') ? [event.message] : [],
    );

  test('is left out with one notice, and the rest is the run that it would be alone', async () => {
    const session = shortSighted([long.id]);
    const { events, summary } = await train(session, BOTH, own);
    expect(told(events)).toEqual([
      expect.stringMatching(
        /^problems: 1 of 2 own left out, "word-9": expected a prompt of at most \d+ tokens before a program of \d+, got 999$/,
      ),
    ]);
    expect(summary!.config.ownProblems).toBe(1);
    const alone = await train(new TrainerSession(toyEnvironment()), WITH_OWN, [short]);
    expect(reproducible(stepRecords(events))).toEqual(reproducible(stepRecords(alone.events)));
    expect(summary!.after.sets).toEqual(alone.summary!.after.sets);
    const kept = await session.finishedRun();
    expect([kept!.own, kept!.config.ownProblems]).toEqual([[short], 1]);
  });

  test('stays left out when the run goes on after a crash', async () => {
    const whole = await train(shortSighted([long.id]), BOTH, own);
    const store = memoryRunStore();
    const onJudge = (times: number) => {
      if (times === 4) throw new Error('the worker died');
    };
    await expect(train(shortSighted([long.id], { store, onJudge }), BOTH, own)).rejects.toThrow('died');
    const session = shortSighted([long.id], { store });
    const left = (await session.unfinishedRun())!;
    expect(left.own).toEqual([short]);
    const events: RunEvent[] = [...left.events];
    await session.resumeRun(left.id, (batch) => events.push(...batch));
    expect(reproducible(stepRecords(events))).toEqual(reproducible(stepRecords(whole.events)));
  });

  test('ends a run only where nothing else is left, and nothing is kept of it', async () => {
    const session = shortSighted(own.map(({ id }) => id));
    await expect(train(session, BOTH, own)).rejects.toThrow(
      /^problems: "word-9": expected a prompt of at most \d+ tokens before a program of \d+, got 999: none of 2 fits$/,
    );
    expect(await session.unfinishedRun()).toBeNull();
  });

  test('is not measured either', async () => {
    const events: RunEvent[] = [];
    const report = await shortSighted([long.id]).measure(
      {
        models: [{ label: 'base', source: { type: 'bundled', name: 'base' } }],
        ...{ backend: 'cpu', sets: [], own, temperatures: [1], samples: 4, maxNewTokens: 4, seed: 0 },
      },
      () => undefined,
      (batch) => events.push(...batch),
    );
    expect(told(events)).toHaveLength(1);
    expect(report!.request.own).toEqual([short]);
    expect(report!.models[0]!.sets.flatMap(({ problems }) => problems.map(({ id }) => id))).toEqual([short.id]);
  });
});

test('a model tries a problem: equal programs once, the most frequent first, and the trained model where there is one', async () => {
  const session = new TrainerSession(toyEnvironment());
  const request = {
    problem: own[0]!,
    source: { type: 'bundled', name: 'base' },
    ...({ backend: 'cpu', n: 16, temperature: 1, maxNewTokens: 4, seed: 0 } as const),
  } as const;
  const tried = await session.tryProblem(request);
  expect(tried.n).toBe(16);
  expect(tried.programs.reduce((sum, { count }) => sum + count, 0)).toBe(16);
  const counts = tried.programs.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(new Set(tried.programs.map(({ code, outcome }) => `${outcome} ${code}`)).size).toBe(tried.programs.length);
  const passing = tried.programs.filter(({ outcome }) => outcome === 'passed');
  expect(tried.correct).toBe(passing.reduce((sum, { count }) => sum + count, 0));
  expect(await session.tryProblem(request)).toEqual(tried);
  await expect(session.tryProblem({ ...request, source: { type: 'trained' } })).rejects.toThrow(
    'try: expected a trained model at hand, got none: train first',
  );
});
