/** Choosing among samples: what each way picks, what it may not see, and that no way beats the oracle. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SELECTIONS, type SelectionName } from '../core/measure-choices.ts';
import type { Outcome } from '../core/types.ts';
import { passAtK } from './pass-at-k.ts';
import { poolCounts, type SamplePool } from './pool.ts';
import { type ChoiceInput, choosePrograms, expectedCorrect, selectionReport } from './selection.ts';

interface Given {
  readonly count?: number;
  readonly correct?: boolean;
  readonly public?: boolean;
  readonly outcome?: Outcome;
  readonly logProb?: number;
  readonly tokens?: number;
}

function poolOf(programs: readonly Given[]): SamplePool {
  return {
    programs: programs.map((given, i) => {
      const { correct = false, logProb = -1, tokens = 1 } = given;
      const { outcome = correct ? 'passed' : 'wrong_answer' } = given;
      const judged = { outcome, public: given.public ?? correct, visible: correct, correct, missingImport: false };
      return { code: String(i), truncated: outcome === 'truncated', logProb, tokens, judged };
    }),
    draws: programs.flatMap(({ count = 1 }, i) => new Array<number>(count).fill(i)),
  };
}

const BLIND = SELECTIONS.filter((name): name is Exclude<SelectionName, 'oracle'> => name !== 'oracle');

const chance = (name: SelectionName, programs: readonly Given[], known: Omit<ChoiceInput, 'pool'> = {}) =>
  expectedCorrect(name, { pool: poolOf(programs), ...known });

describe('each way', () => {
  test('random: every sample as likely', () => {
    expect(chance('random', [{ count: 3, correct: true }, { count: 5 }])).toBe(3 / 8);
  });

  test('likelihood: per token, whatever was sampled often; equal ones share', () => {
    const long = { logProb: -4, tokens: 8, correct: true };
    const short = { logProb: -3, tokens: 3, count: 9 };
    expect(chance('likelihood', [short, long])).toBe(1);
    expect(chance('likelihood', [short, long, { logProb: -2, tokens: 4, count: 3 }])).toBe(1 / 4);
  });

  test('likelihood: a program that never ended is none', () => {
    const cutOff = { logProb: -0.1, outcome: 'truncated' } as const;
    expect(chance('likelihood', [cutOff, { logProb: -5, correct: true }])).toBe(1);
    expect(chance('likelihood', [cutOff, cutOff])).toBe(0);
  });

  test('public tests: among those that pass, among all where none does', () => {
    const passing = [{ count: 6 }, { public: true, count: 3 }, { correct: true }];
    expect(chance('public-tests', passing)).toBe(1 / 4);
    expect(chance('public-tests', [{ correct: true, public: false }, { count: 3 }])).toBe(1 / 4);
  });

  test('largest cluster: the one that the search submits first', () => {
    const programs = [{ count: 3 }, { correct: true }];
    expect(chance('largest-cluster', programs, { searched: 1 })).toBe(1);
    expect(chance('largest-cluster', programs, { searched: 0 })).toBe(0);
    expect(chance('largest-cluster', programs, { searched: null })).toBe(1 / 4);
    expect(chance('largest-cluster', programs)).toBeUndefined();
  });

  test('agreement: a draw from the best sets of each score', () => {
    const programs = [{ count: 3 }, { correct: true }, { count: 2 }];
    const known = { agreed: { product: [1, 2], sqrt: null } };
    expect(chance('agreement-product', programs, known)).toBe(1 / 3);
    expect(chance('agreement-sqrt', programs, known)).toBe(1 / 6);
    expect(chance('agreement-sqrt', programs)).toBeUndefined();
  });

  test('critic: the most likely to pass; equal ones share', () => {
    const programs = [{ count: 3 }, { correct: true }, {}];
    expect(chance('critic', programs, { critic: [0.2, 0.7, null] })).toBe(1);
    expect(chance('critic', programs, { critic: [0.7, 0.7, 0.1] })).toBe(1 / 4);
    expect(chance('critic', programs, { critic: [null, null, null] })).toBe(1 / 5);
    expect(chance('critic', programs)).toBeUndefined();
  });

  test('oracle: whether any is right', () => {
    expect(chance('oracle', [{ count: 9 }, { correct: true }])).toBe(1);
    expect(chance('oracle', [{ count: 9 }])).toBe(0);
  });
});

const programs = fc.array(
  fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    correct: fc.boolean(),
    public: fc.boolean(),
    outcome: fc.constantFrom<Outcome>('passed', 'wrong_answer', 'truncated', 'infra_error'),
    logProb: fc.integer({ min: -9, max: 0 }),
    tokens: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);
/** Right programs ended and were judged. */
const consistent = programs.map((all) =>
  all.map((one) => ({ ...one, correct: one.correct && one.outcome === 'passed', public: one.public || one.correct })),
);
const inputs = consistent.chain((all) => {
  const able = [...all.keys()].filter((i) => all[i]!.outcome !== 'infra_error');
  const some = able.length === 0 ? fc.constant(null) : fc.subarray(able, { minLength: 1 });
  return fc.record({
    pool: fc.constant(poolOf(all)),
    searched: able.length === 0 ? fc.constant(null) : fc.constantFrom(null, ...able),
    agreed: fc.record({ product: some, sqrt: some }),
    critic: fc.array(fc.option(fc.integer({ min: 0, max: 3 })), { minLength: all.length, maxLength: all.length }),
  });
});
const judgedInputs = inputs.filter(({ pool }) => poolCounts('', pool).n > 0);

test('reward and hidden tests steer no choice', () => {
  fc.assert(
    fc.property(inputs, ({ pool, ...known }) => {
      const turned: SamplePool = {
        ...pool,
        programs: pool.programs.map((program) => {
          const { outcome, correct, visible } = program.judged;
          const other: Outcome =
            outcome === 'passed' ? 'wrong_answer' : outcome === 'wrong_answer' ? 'passed' : outcome;
          return { ...program, judged: { ...program.judged, outcome: other, correct: !correct, visible: !visible } };
        }),
      };
      for (const name of BLIND) {
        expect(choosePrograms(name, { pool: turned, ...known })).toEqual(choosePrograms(name, { pool, ...known }));
      }
    }),
  );
});

test('random is pass@1 and the oracle pass@n; no choice is better', () => {
  fc.assert(
    fc.property(judgedInputs, (input) => {
      const { n, correct } = poolCounts('', input.pool);
      const oracle = expectedCorrect('oracle', input)!;
      expect(expectedCorrect('random', input)).toBeCloseTo(passAtK({ n, correct }, 1), 12);
      expect(oracle).toBe(passAtK({ n, correct }, n));
      for (const name of BLIND) {
        expect(expectedCorrect(name, input)).toBeGreaterThanOrEqual(0);
        expect(expectedCorrect(name, input)).toBeLessThanOrEqual(oracle);
      }
    }),
  );
});

test('what could not be judged is never chosen', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      for (const name of BLIND) {
        for (const at of choosePrograms(name, input)!) {
          expect(input.pool.programs[at]!.judged.outcome).not.toBe('infra_error');
        }
      }
    }),
  );
});

describe('the report', () => {
  const right: ChoiceInput = { pool: poolOf([{ correct: true }, {}]), searched: 0, critic: [0.1, 0.9] };
  const wrong: ChoiceInput = { pool: poolOf([{ count: 3 }, { correct: true }]), searched: null };
  const options = { set: 'lecture', temperature: 0.8, samples: 4, seed: 1 } as const;

  test('has the ways that every problem has what it needs for, with bands', () => {
    const { selections, ...about } = selectionReport({ ...options, problems: [right, wrong] });
    expect(about).toEqual({ set: 'lecture', temperature: 0.8, samples: 4 });
    expect(selections.map(({ name, passAt1 }) => [name, passAt1.value])).toEqual([
      ['random', 0.375],
      ['likelihood', 0.375],
      ['public-tests', 1],
      ['largest-cluster', 0.625],
      ['oracle', 1],
    ]);
    const cluster = selections[3]!.passAt1;
    expect([cluster.low < cluster.value, cluster.high > cluster.value]).toEqual([true, true]);
  });

  test('leaves problems out of which nothing could be judged', () => {
    const unjudged = { pool: poolOf([{ outcome: 'infra_error' }]) };
    expect(selectionReport({ ...options, problems: [right, unjudged] }).selections).toEqual(
      selectionReport({ ...options, problems: [right] }).selections,
    );
    expect(() => selectionReport({ ...options, problems: [unjudged] })).toThrow(
      'selection: expected judged samples of set lecture, got none',
    );
  });
});
