/** The outcome critic: what it is asked, what it learns, and what that costs. */

import { beforeAll, describe, expect, test } from 'vitest';
import { buildWasm } from '../../../scripts/build-wasm.ts';
import { NANO, randomWeights } from '../../../test/support/random-model.ts';
import { RuleCritic } from '../../../test/support/rule-critic.ts';
import { parseConfig } from '../../core/config.ts';
import { createRng } from '../../core/rng.ts';
import { planBatch } from '../../model/plan/plan.ts';
import { createWasmPolicy } from '../../model/wasm/policy.ts';
import { type CriticOptions, outcomeProbs, trainOutcomeCritic } from './outcome-critic.ts';
import { type OutcomeTurn, prefixSequences, rivalSequences } from './prefixes.ts';

const CONTEXT = NANO.contextLength;

/** What a critic says that knows nothing. */
const EVEN = [0.25, 0.25, 0.25, 0.25];

function options(passes = 1, learningRate = 3e-3): CriticOptions {
  return { config: parseConfig({ critic: { passes, learningRate } }), step: 0, contextLength: CONTEXT };
}

describe('prefixes', () => {
  test('ask for the true class after every token, and for the others after the last', () => {
    const lesson = { prompt: [7, 8], completion: [9, 10, 1], truth: 4 };
    const asked = prefixSequences(lesson, CONTEXT);
    expect(asked.map(({ completion }) => completion)).toEqual([[4], [4], [4]]);
    expect(asked.map(({ prompt }) => prompt)).toEqual([
      [7, 8, 9],
      [7, 8, 9, 10],
      [7, 8, 9, 10, 1],
    ]);
    expect(rivalSequences(lesson, CONTEXT)).toEqual(
      [2, 3, 5].map((id) => ({ prompt: [7, 8, 9, 10, 1], completion: [id] })),
    );
  });

  test('stay inside the context, even after a last token that no model reads', () => {
    const lesson = { prompt: [7, 8], completion: [9, 10, 11], truth: 2 };
    const asked = [...prefixSequences(lesson, 4), ...rivalSequences(lesson, 4)];
    expect(asked.slice(2).map(({ prompt }) => prompt)).toEqual(new Array(4).fill([7, 8, 9, 10]));
    expect(() => planBatch(asked, 1, { ...NANO, contextLength: 4 })).not.toThrow();
  });

  test('of a program are read once for all of them, and those of a group share their prompt', () => {
    const rng = createRng('tests', 1);
    const tokens = (n: number) => Array.from({ length: n }, () => rng.int(6, NANO.vocabSize - 1));
    const prompt = tokens(20);
    const programs = Array.from({ length: 4 }, () => ({ prompt, completion: tokens(15), truth: 2 }));
    const spec = { ...NANO, contextLength: 64 };
    const rowsOf = (sequences: Parameters<typeof planBatch>[0]) =>
      planBatch(sequences, 15, spec).reduce((sum, { rows }) => sum + rows, 0);
    const asked = programs.flatMap((program) => prefixSequences(program, spec.contextLength));
    expect(asked).toHaveLength(4 * 15);
    // One row more a program: a model that only predicts the last token never reads it.
    expect(rowsOf(asked)).toBe(rowsOf(programs) + 4);
  });
});

describe('outcomeProbs', () => {
  test('are the probability of the true class after each token', async () => {
    const critic = new RuleCritic((known) => [0.1, 0.2, 0.3, known.at(-1)! / 100]);
    const turn = { prompt: [0], completion: [4, 14, 1] };
    const probs = await outcomeProbs(
      critic,
      [
        { ...turn, outcome: 'passed' },
        { ...turn, outcome: 'wrong_answer' },
        { ...turn, completion: [4], outcome: 'timeout' },
        { ...turn, completion: [4], outcome: 'truncated' },
      ],
      CONTEXT,
    );
    const expected = [[0.04, 0.14, 0.01], [0.3, 0.3, 0.3], [0.2], [0.1]];
    probs.forEach((row, b) => {
      expect(row).toHaveLength(expected[b]!.length);
      for (const [t, p] of row.entries()) expect(p).toBeCloseTo(expected[b]![t]!, 6);
    });
  });

  test('come in the order of the programs, however many there are', async () => {
    const critic = new RuleCritic((known) => [known[0]! / 200, 0, 0, 0]);
    const turns = Array.from({ length: 150 }, (_, i): OutcomeTurn => {
      return { prompt: [i + 1], completion: [6, 1], outcome: 'syntax_error' };
    });
    const probs = await outcomeProbs(critic, turns, CONTEXT);
    expect(critic.asked.length).toBeGreaterThan(1);
    for (const [i, row] of probs.entries()) expect(row[1]).toBeCloseTo((i + 1) / 200, 6);
  });

  test.each([
    [{ outcome: 'infra_error' }, 'infra_error'],
    [{ outcome: 'passed', flaky: true }, 'two runs that disagree'],
  ] as const)('refuse a program of which nothing is known: %o', async (unknown, got) => {
    const probs = outcomeProbs(new RuleCritic(() => EVEN), [{ prompt: [0], completion: [6], ...unknown }], CONTEXT);
    await expect(probs).rejects.toThrow(`critic: expected what became of the program, got ${got}`);
  });
});

describe('trainOutcomeCritic', () => {
  const UNKNOWN: readonly OutcomeTurn[] = [
    { prompt: [0], completion: [6], outcome: 'infra_error' },
    { prompt: [0], completion: [6], outcome: 'passed', flaky: true },
    { prompt: [0], completion: [], outcome: 'truncated' },
  ];

  test('moves along the derivatives of the mean cross-entropy, and asks for nothing besides', async () => {
    const critic = new RuleCritic(() => [0.1, 0.2, 0.3, 0.4]);
    const learned = await trainOutcomeCritic(
      critic,
      [
        { prompt: [0], completion: [6, 1], outcome: 'passed' },
        { prompt: [0], completion: [6], outcome: 'wrong_answer' },
        ...UNKNOWN,
      ],
      options(),
    );
    expect(learned!.loss).toBeCloseTo(-(Math.log(0.4) + Math.log(0.3)) / 2, 6);
    expect(learned!.accuracy).toBe(0.5);
    expect(critic.asked).toHaveLength(1);
    const { logProb } = critic.told[0]!;
    const told = critic.asked[0]!.sequences.map(({ prompt, completion }, i) => [prompt, completion, logProb[i]]);
    // Two programs in seeded order: two prefixes of half a program each, one of a whole one, and three other classes each.
    expect(told).toHaveLength(3 + 6);
    expect(told.slice(0, 3)).toEqual(
      expect.arrayContaining([
        [[0, 6], [5], -0.25],
        [[0, 6, 1], [5], -0.25],
        [[0, 6], [4], -0.5],
      ]),
    );
    expect(told.slice(3)).toEqual(
      expect.arrayContaining([
        ...[2, 3, 4].map((id) => [[0, 6, 1], [id], 0]),
        ...[2, 3, 5].map((id) => [[0, 6], [id], 0]),
      ]),
    );
  });

  test('later passes ask for the true classes alone', async () => {
    const critic = new RuleCritic(() => EVEN);
    await trainOutcomeCritic(critic, [{ prompt: [0], completion: [6, 1], outcome: 'passed' }], options(3));
    expect(critic.asked.map(({ sequences }) => sequences.length)).toEqual([5, 2, 2]);
  });

  test('has nothing to learn from programs of which nothing is known', async () => {
    const critic = new RuleCritic(() => EVEN);
    expect(await trainOutcomeCritic(critic, [], options())).toBeNull();
    expect(await trainOutcomeCritic(critic, UNKNOWN, options())).toBeNull();
    expect(critic.told).toEqual([]);
  });

  test('takes every program once a pass, and the step chooses the order', async () => {
    const turns = Array.from({ length: 40 }, (_, i): OutcomeTurn => {
      return { prompt: [i], completion: [6], outcome: 'passed' };
    });
    const orderOf = async (step: number) => {
      const critic = new RuleCritic(() => EVEN);
      await trainOutcomeCritic(critic, turns, { ...options(2), step });
      return critic.asked.map(({ sequences }) =>
        sequences.filter(({ completion: [id] }) => id === 5).map(({ prompt }) => prompt[0]!),
      );
    };
    const [first, again, other] = [await orderOf(0), await orderOf(0), await orderOf(1)];
    expect(first.map((part) => part.length)).toEqual([32, 8, 32, 8]);
    expect(new Set(first.slice(0, 2).flat()).size).toBe(40);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });
});

describe('on an engine', () => {
  beforeAll(async () => {
    await buildWasm();
  });

  const [GOOD, BAD] = [10, 11];

  /** Programs of six tokens; the one in the middle decides what becomes of them. */
  function programs(count: number, seed: number): OutcomeTurn[] {
    const rng = createRng('tests', seed);
    return Array.from({ length: count }, (_, i) => {
      const filler = () => rng.int(12, NANO.vocabSize - 1);
      const good = i % 2 === 0;
      const completion = [filler(), filler(), good ? GOOD : BAD, filler(), filler(), 1];
      return { prompt: [6, filler()], completion, outcome: good ? 'passed' : 'wrong_answer' };
    });
  }

  test('learns to tell programs that pass from those that fail, from the token that decides it on', async () => {
    await using critic = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 1, 0.05), workers: 1 });
    const before = (await trainOutcomeCritic(critic, programs(64, 1), options(1)))!;
    for (let step = 1; step < 20; step++) {
      await trainOutcomeCritic(critic, programs(64, step + 1), { ...options(2), step });
    }
    const unseen = programs(64, 1000);
    const probs = await outcomeProbs(critic, unseen, CONTEXT);
    const meanAt = (t: number) => probs.reduce((sum, row) => sum + row[t]!, 0) / probs.length;
    expect(meanAt(1)).toBeLessThan(0.6); // nothing decides it yet
    expect(meanAt(1)).toBeGreaterThan(0.4);
    for (const t of [2, 3, 4, 5]) expect(meanAt(t)).toBeGreaterThan(0.9);
    const after = (await trainOutcomeCritic(critic, unseen, options(1)))!;
    expect(after.accuracy).toBe(1);
    expect(after.loss).toBeLessThan(before.loss / 2);
  }, 60_000);

  test('the same programs make the same critic', async () => {
    const learn = async () => {
      await using critic = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 1, 0.05), workers: 1 });
      const learned = await trainOutcomeCritic(critic, programs(40, 3), options(2));
      return { learned, weights: (await critic.save()).weights };
    };
    expect(await learn()).toEqual(await learn());
  });

  test('an update makes the truth more likely after every token', async () => {
    await using critic = await createWasmPolicy({ spec: NANO, weights: randomWeights(NANO, 2), workers: 1 });
    const [turn] = programs(1, 5) as [OutcomeTurn];
    const before = await outcomeProbs(critic, [turn], CONTEXT);
    await trainOutcomeCritic(critic, [turn], options(1, 1e-4));
    const after = await outcomeProbs(critic, [turn], CONTEXT);
    for (const [t, p] of after[0]!.entries()) expect(p).toBeGreaterThan(before[0]![t]!);
  });
});
