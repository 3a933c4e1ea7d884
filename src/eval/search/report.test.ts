/** The funnel and the curve of a search, on made-up pools: what counts where, and what must have no influence. */

import { expect, test } from 'vitest';
import type { SearchRequest } from '../../core/measure-choices.ts';
import type { JudgedSample } from '../../core/measuring.ts';
import type { Outcome } from '../../core/types.ts';
import type { PooledProgram, SamplePool } from '../pool.ts';
import { type Behaviours, searchPick } from './candidates.ts';
import { searchReport } from './report.ts';

const REQUEST: SearchRequest = { samples: 100, temperature: 1, submissions: 2, probes: 1 };

const judged = (outcome: Outcome, passesPublic: boolean, correct = false): JudgedSample => ({
  outcome,
  public: passesPublic,
  visible: correct,
  correct,
  missingImport: false,
});

const RIGHT = judged('passed', true, true);
const SHALLOW = judged('wrong_answer', true);
const WRONG = judged('wrong_answer', false);

function poolOf(draws: readonly (readonly [string, JudgedSample])[]): SamplePool {
  const programs: PooledProgram[] = [];
  const indices = draws.map(([code, verdict]) => {
    const known = programs.findIndex((program) => program.code === code);
    if (known >= 0) return known;
    const truncated = verdict.outcome === 'truncated';
    return programs.push({ code, truncated, logProb: 0, tokens: 1, judged: verdict }) - 1;
  });
  return { programs, draws: indices };
}

/** Behaviour is the first letter; what begins with `?` could not be probed. */
const behavioursOf = ({ programs }: SamplePool): Behaviours =>
  new Map(programs.flatMap(({ code }) => (code.startsWith('?') ? [] : [[code, [code[0]!]]])));

const search = (pools: readonly SamplePool[], request = REQUEST) =>
  searchReport({
    set: 'lecture',
    request,
    problems: pools.map((_, i) => `p${i}`),
    pools,
    behaviours: pools.map(behavioursOf),
    seed: 1,
  });

const MIXED = poolOf([
  ['w1', WRONG],
  ['a1', SHALLOW],
  ['b1', RIGHT],
  ['a1', SHALLOW],
  ['cut', judged('truncated', false)],
  ['(', judged('syntax_error', false)],
  ['b2', RIGHT],
  ['lost', judged('infra_error', false)],
  ['?', SHALLOW],
  ['c1', SHALLOW],
  ['a2', SHALLOW],
]);

test('the funnel counts samples, what the filter lets through, and what is submitted', () => {
  const { problems, total } = search([MIXED]);
  const funnel = {
    sampled: 10,
    distinct: 9,
    compile: 8,
    passPublic: 7,
    unprobed: 1,
    clusters: 3,
    submitted: 2,
    solved: 1,
  };
  expect(problems).toEqual([
    {
      id: 'p0',
      funnel,
      clusters: [3, 2, 1],
      submissions: [
        { code: 'a1', count: 2, cluster: 0, correct: false },
        { code: 'b1', count: 1, cluster: 1, correct: true },
      ],
    },
  ]);
  expect(total).toEqual(funnel);
});

test('tells how many clusters fail on every probe input, and submits them all the same', () => {
  const pool = poolOf([
    ['f1', SHALLOW],
    ['f1', SHALLOW],
    ['b1', RIGHT],
  ]);
  const behaviours: Behaviours = new Map([
    ['f1', ['ERR:KeyError', 'TIMEOUT']],
    ['b1', ['1', 'TIMEOUT']],
  ]);
  const one = { problems: ['p'], pools: [pool], behaviours: [behaviours] };
  const [found] = searchReport({ set: 'lecture', request: REQUEST, seed: 1, ...one }).problems;
  expect(found).toMatchObject({ clusters: [2, 1], failing: 1 });
  expect(found!.submissions.map(({ code }) => code)).toEqual(['f1', 'b1']);
});

test('a right sample whose behaviour is not known counts for pass@k and is never submitted', () => {
  const pool = poolOf([
    ['?', RIGHT],
    ['b1', RIGHT],
    ['w1', WRONG],
    ['w2', WRONG],
  ]);
  expect(search([pool]).curve[0]).toMatchObject({ budget: 1, pass: 0.5, solved: { value: 0.25 } });
});

test('one problem says nothing of others', () => {
  expect(search([MIXED]).curve.at(-1)!.solved).toEqual({ value: 1, low: 0, high: 1 });
});

test('clusters give a second program once each has given one', () => {
  const { problems } = search([MIXED], { ...REQUEST, submissions: 10 });
  expect(problems[0]!.submissions.map(({ code }) => code)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2']);
});

test('sums over problems; solved counts problems; of a larger pool the first samples count', () => {
  const { total, problems, curve } = search([MIXED, MIXED], { ...REQUEST, samples: 3 });
  expect(total).toMatchObject({ sampled: 6, distinct: 6, passPublic: 4, clusters: 4, submitted: 4, solved: 2 });
  expect(problems[1]!.submissions.map(({ code }) => code)).toEqual(['a1', 'b1']);
  expect(curve.map(({ budget, draws }) => [budget, draws])).toEqual([
    [1, 200],
    [3, 1],
  ]);
});

test('the curve: one sample solves as often as it is right, all samples as the search itself', () => {
  const none = poolOf(Array.from({ length: 20 }, (_, i) => [`w${i}`, WRONG] as const));
  const { curve, problems } = search([MIXED, none]);
  expect(curve[0]!.pass).toBeCloseTo(0.1, 12);
  expect(curve[0]!.solved.value).toBeGreaterThan(0.05);
  expect(curve[0]!.solved.value).toBeLessThan(0.15);
  // MIXED has ten judged samples and is searched as it is; of the other pool, ten are drawn.
  expect(curve[2]).toMatchObject({ draws: 200, pass: 0.5, solved: { value: 0.5, low: 0, high: 1 } });
  // Beyond its samples, MIXED is left out.
  expect(curve.map(({ budget, problems: over }) => [budget, over])).toEqual([
    [1, undefined],
    [3, undefined],
    [10, undefined],
    [20, 1],
  ]);
  expect(curve[3]).toMatchObject({ draws: 1, pass: 0, solved: { value: 0 } });
  expect(problems.map(({ funnel }) => funnel.solved)).toEqual([1, 0]);
});

test('reward and hidden tests influence neither filter nor clusters nor order', () => {
  const hidden: SamplePool = {
    ...MIXED,
    programs: MIXED.programs.map((program) => {
      const { outcome, correct } = program.judged;
      const ran = outcome === 'passed' || outcome === 'wrong_answer';
      const turned: Partial<JudgedSample> = ran
        ? { outcome: correct ? 'timeout' : 'passed', correct: program.judged.public && !correct, visible: !correct }
        : {};
      return { ...program, judged: { ...program.judged, ...turned } };
    }),
  };
  const chosen = (pool: SamplePool) =>
    search([pool], { ...REQUEST, submissions: 10 }).problems.map(({ funnel, clusters, submissions }) => ({
      funnel: { ...funnel, solved: 0 },
      clusters,
      submissions: submissions.map(({ correct: _, ...submission }) => submission),
    }));
  expect(chosen(hidden)).toEqual(chosen(MIXED));
  expect(searchPick(hidden, behavioursOf(hidden))).toBe(searchPick(MIXED, behavioursOf(MIXED)));
  const solved = (pool: SamplePool) => search([pool]).problems[0]!.submissions.map(({ correct }) => correct);
  expect(solved(hidden)).toEqual(solved(MIXED).map((correct) => !correct));
});

test('the first submission as an index into the pool, and none where nothing passes the public tests', () => {
  expect(searchPick(MIXED, behavioursOf(MIXED))).toBe(1);
  const plain = poolOf([
    ['a1', SHALLOW],
    ['b1', RIGHT],
    ['b2', RIGHT],
  ]);
  expect(searchPick(plain, behavioursOf(plain))).toBe(1);
  expect(searchPick(plain, new Map())).toBeNull();
  expect(searchPick(poolOf([['w', WRONG]]), new Map([['w', ['1']]]))).toBeNull();
});

test('one seed, one report; nothing judged, no report', () => {
  expect(search([MIXED, MIXED])).toEqual(search([MIXED, MIXED]));
  const lost = poolOf([['lost', judged('infra_error', false)]]);
  expect(search([MIXED, lost]).curve).toEqual(search([MIXED]).curve);
  expect(() => search([lost])).toThrow('search: expected judged samples of set lecture, got none');
});
