/** Agreement on a toy set: programs are functions of one number, the policy's tests are scripted, a judge counts its runs. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, verdict } from '../../../test/support/letters.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import type { Judge, JudgeJob } from '../../core/judge.ts';
import type { SampleOptions } from '../../core/policy.ts';
import { repr } from '../../core/repr.ts';
import { createRng } from '../../core/rng.ts';
import type { Completion, Problem, TestCase, Verdict } from '../../core/types.ts';
import { py } from '../../core/value-make.ts';
import type { PooledProgram, SamplePool } from '../../eval/pool.ts';
import { EVALUATION_STREAMS } from '../../rl/rollout/sampling.ts';
import { memoryPoolStore } from '../../store/pools.ts';
import { type AgreeOptions, agreeOnSet } from './agreement.ts';

/** What programs do with a number; `hang` never ends. */
const PROGRAMS: Readonly<Record<string, (n: number) => number | 'hang'>> = {
  double: (n) => 2 * n,
  twice: (n) => n + n,
  square: (n) => n * n,
  'hangs above 2': (n) => (n > 2 ? 'hang' : 2 * n),
  zero: () => 0,
};

/** Every tests prompt is answered from here, completion by completion. */
const TEXTS = [
  'assert f(1) == 2\nassert f(3) == 6\n',
  'assert f(3) == 6\nassert f(2) == 4\nassert f(2) == 5\n',
  'assert f(3) == 9\nassert g(3) == 9\nassert f(4) == 8',
];

class ScriptedPolicy extends TabularPolicy {
  readonly asked: { prompts: readonly (readonly number[])[]; options: SampleOptions }[] = [];

  constructor() {
    super({ prompts: 1, vocabulary: 2, positions: 1, endOfText: END_OF_TEXT });
  }

  override async sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    this.asked.push({ prompts, options });
    return options.streams.map((stream) => {
      const text = ((stream - EVALUATION_STREAMS) % 2 ** 20) % TEXTS.length;
      return { ids: [10 + text, END_OF_TEXT], logProbs: [0, 0], truncated: text === 2 };
    });
  }
}

const codec: AgreeOptions['codec'] = { ...letterCodec, decode: (ids) => ids.map((id) => TEXTS[id - 10]).join('') };

class FunctionJudge implements Judge {
  readonly jobs: JudgeJob[] = [];

  async judge(jobs: readonly JudgeJob[]) {
    this.jobs.push(...jobs);
    return jobs.map(({ problem, code, kinds }) =>
      Object.fromEntries(kinds.map((kind) => [kind, this.#verdict(code, problem.tests[kind])])),
    );
  }

  async [Symbol.asyncDispose]() {}

  #verdict(code: string, tests: readonly TestCase[]): Verdict {
    if (code === 'ours') return verdict('infra_error', 0, tests.length);
    const program = PROGRAMS[code];
    if (program === undefined) return { ...verdict('syntax_error', 0, tests.length), perTest: [] };
    const perTest = tests.map(({ args, expected }) => {
      const got = program(Number(repr(args[0]!)));
      const outcome = got === 'hang' ? 'timeout' : String(got) === repr(expected) ? 'passed' : 'wrong_answer';
      return { outcome, ticks: 1 } as const;
    });
    return { ...verdict('wrong_answer', 0, tests.length), perTest };
  }
}

const problem = (id: string): Problem => ({
  id,
  text: '0',
  entryPoint: 'f',
  tests: {
    public: [{ args: [py(5)], expected: py(10) }],
    reward: [{ args: [py(6)], expected: py(12) }],
    hidden: [{ args: [py(7)], expected: py(14) }],
  },
  compare: 'python',
  limits: { ticksPerTest: 77, wallMs: 1000 },
  reference: 'double',
});

/** Draws of programs by name; `…` marks those that were cut off, `right` those that pass everything. */
function poolOf(draws: readonly string[], right: readonly string[] = ['double', 'twice']): SamplePool {
  const names = [...new Set(draws)];
  const programs = names.map((name): PooledProgram => {
    const truncated = name.startsWith('…');
    const correct = right.includes(name);
    const outcome = truncated ? 'truncated' : correct ? 'passed' : 'wrong_answer';
    const judged = { outcome, public: correct, visible: correct, correct, missingImport: false } as const;
    return { code: name.replace('…', ''), truncated, logProb: -1, tokens: 1, judged };
  });
  return { programs, draws: draws.map((name) => names.indexOf(name)) };
}

const DRAWS = ['square', 'double', 'zero', 'broken', 'double', '…double', 'hangs above 2', 'twice', 'square', 'square'];

interface World extends AgreeOptions {
  readonly policy: ScriptedPolicy;
  readonly judge: FunctionJudge;
}

const options = (changes: Partial<World> = {}): World => ({
  policy: new ScriptedPolicy(),
  judge: new FunctionJudge(),
  codec,
  set: 'lecture',
  problems: [problem('a')],
  pools: [poolOf(DRAWS)],
  request: { solutions: 100, testSamples: 6, testsPerSample: 5, temperature: 0.8 },
  maxNewTokens: 9,
  seed: 7,
  store: memoryPoolStore(),
  model: 'abc',
  inUse: new Set(),
  onNotice: () => {},
  ...changes,
});

test('counts what was written, runs each different solution once on each different test, and picks', async () => {
  const given = options();
  const { report, picks, written } = (await agreeOnSet(given))!;
  // Six completions: each text twice. `g` is another function, and the last line of the cut-off text is not known to be whole.
  expect(written.tests[0]).toMatchObject({ written: 16, valid: 12, refused: { 'other-call': 2, 'cut-off': 2 } });
  expect(written.tests[0]!.counts).toEqual([2, 4, 2, 2, 2]);
  expect(report.problems).toEqual([
    {
      id: 'a',
      solutions: 10,
      written: 16,
      valid: 12,
      distinct: 5,
      right: 8 / 12,
      plain: 0.3,
      // `double` and `twice` pass f(1) == 2, f(3) == 6, f(2) == 4; `square` f(2) == 4 and f(3) == 9.
      product: { solutions: 3, tests: 8, score: 24, tied: 1, correct: 1 },
      sqrt: { solutions: 3, tests: 8, score: Math.sqrt(3) * 8, tied: 1, correct: 1 },
      disagree: false,
    },
  ]);
  expect(picks).toEqual([{ product: [1, 6], sqrt: [1, 6] }]);
  // square, double, zero, broken, hangs, twice on five tests; the cut-off one is not run.
  expect(report.cells).toBe(30);
  expect(given.judge.jobs.map(({ code }) => code)).toEqual([
    'square',
    'double',
    'zero',
    'broken',
    'hangs above 2',
    'twice',
  ]);
});

test('no test of the problem itself is asked, and its conditions hold', async () => {
  const given = options();
  await agreeOnSet(given);
  const [one] = new Set(given.judge.jobs.map((job) => job.problem));
  expect(new Set(given.judge.jobs.map((job) => job.problem)).size).toBe(1);
  expect(one).toMatchObject({ entryPoint: 'f', compare: 'python', limits: { ticksPerTest: 77 } });
  expect(one!.tests.public.map(({ args }) => repr(args[0]!))).toEqual(['1', '3', '2', '2', '3']);
  expect([one!.tests.reward, one!.tests.hidden, one!.reference]).toEqual([[], [], undefined]);
  // Five tests instead of three.
  expect(one!.limits!.wallMs).toBeCloseTo(1000 * (5 / 3), 9);
  expect(given.judge.jobs.every(({ kinds }) => kinds.join() === 'public')).toBe(true);
});

test('what the problem’s tests say of the solutions changes no choice', async () => {
  const right = (await agreeOnSet(options()))!;
  const wrong = (await agreeOnSet(options({ pools: [poolOf(DRAWS, ['square', 'zero'])] })))!;
  expect(wrong.picks).toEqual(right.picks);
  expect(right.report.problems[0]!.product!.correct).toBe(1);
  expect(wrong.report.problems[0]!).toMatchObject({ plain: 0.4, product: { solutions: 3, correct: 0 } });
});

test('a solution that could not be judged is left out with its samples', async () => {
  const { report, picks } = (await agreeOnSet(options({ pools: [poolOf(['ours', 'square', 'double', 'ours'])] })))!;
  expect(report.problems[0]).toMatchObject({ solutions: 2, plain: 0.5 });
  expect(report.cells).toBe(10);
  expect(picks[0]!.product).toEqual([2]);
  const none = (await agreeOnSet(options({ pools: [poolOf(['ours'])] })))!;
  expect(none.report.problems).toEqual([]);
  expect(none.picks).toEqual([{ product: null, sqrt: null }]);
});

test('nothing is picked where no solution passes a test, or none can be read', async () => {
  const nothing = { product: null, sqrt: null, disagree: false };
  const failing = (await agreeOnSet(options({ pools: [poolOf(['zero', 'broken'])] })))!;
  expect(failing.report.problems[0]).toMatchObject({ ...nothing, right: 8 / 12 });
  const judge = new FunctionJudge();
  const problems = [{ ...problem('a'), entryPoint: 'other' }];
  const unread = (await agreeOnSet(options({ problems, judge })))!;
  expect(unread.report.problems[0]).toMatchObject({ ...nothing, valid: 0, distinct: 0, right: null, plain: 0.3 });
  expect([judge.jobs, unread.report.cells]).toEqual([[], 0]);
});

test('only the first solutions take part, and no more tests of a completion than asked for', async () => {
  const request = { solutions: 2, testSamples: 3, testsPerSample: 1, temperature: 0.8 };
  const { report } = (await agreeOnSet(options({ request })))!;
  expect(report.problems[0]).toMatchObject({ solutions: 2, plain: 0.5, valid: 3, distinct: 3 });
});

test('each completion has a stream of its own that no program has', async () => {
  const given = options({
    set: 'phrasings',
    problems: [problem('a'), problem('b')],
    pools: [poolOf(DRAWS), poolOf(DRAWS)],
  });
  await agreeOnSet(given);
  const { prompts, options: asked } = given.policy.asked[0]!;
  const first = EVALUATION_STREAMS + 4 * 2 ** 28;
  const streams = [0, 1, 2, 3, 4, 5];
  expect(asked).toMatchObject({ temperature: 0.8, topP: 1, topK: 0, maxNewTokens: 9, seed: 7 });
  expect(asked.streams).toEqual([...streams, ...streams.map((i) => 2 ** 20 + i)].map((i) => first + i));
  expect(prompts[0]).toEqual(letterCodec.encodeTests(problem('a')));
});

test('the order of the samples does not matter', async () => {
  const first = (await agreeOnSet(options()))!;
  const other = (await agreeOnSet(options({ pools: [poolOf(createRng('shuffle', 1).shuffle(DRAWS))] })))!;
  expect(other.report).toEqual(first.report);
});

test('a reference that nobody wrote is run for people alone', async () => {
  const given = options({ pools: [poolOf(['square', 'square', 'zero'])] });
  const { report } = (await agreeOnSet(given))!;
  expect(given.judge.jobs.map(({ code }) => code)).toEqual(['square', 'zero', 'double']);
  expect(report.problems[0]).toMatchObject({ right: 8 / 12, product: { solutions: 2, tests: 4 } });
  expect(report.cells).toBe(10);
});

test('a program whose own verdict failed through our fault is no solution, though the matrix could run it', async () => {
  const pool = poolOf(['double', 'square', 'twice']);
  const lost = { outcome: 'infra_error', public: false, visible: false, correct: false, missingImport: false } as const;
  const programs = pool.programs.map((one) => (one.code === 'twice' ? { ...one, judged: lost } : one));
  const { report, picks } = (await agreeOnSet(options({ pools: [{ ...pool, programs }] })))!;
  expect(report.problems[0]).toMatchObject({ solutions: 2, plain: 0.5 });
  expect(picks[0]!.product).not.toContain(2);
});

test('many solutions are run some at a time', async () => {
  const names = Array.from({ length: 70 }, (_, i) => `broken ${i}`);
  const seen: number[] = [];
  const onProgress: AgreeOptions['onProgress'] = (part, done) => part === 'tests' || seen.push(done) > 0;
  const given = options({ pools: [poolOf(names)], onProgress });
  await agreeOnSet(given);
  expect(seen).toEqual([0, 32, 64, 70]);
  const stopped = options({ pools: [poolOf(names)], onProgress: (_, done) => done < 64 });
  expect(await agreeOnSet(stopped)).toBeNull();
  expect(stopped.judge.jobs).toHaveLength(64);
});

test('tells how far it is, and ends when told to', async () => {
  const seen: unknown[] = [];
  const onProgress = (...at: unknown[]) => seen.push(at) > 0;
  await agreeOnSet(options({ onProgress }));
  expect(seen).toEqual([
    ['tests', 0, 6],
    ['tests', 6, 6],
    ['agreement', 0, 7],
    ['agreement', 7, 7],
  ]);
  for (let calls = 0; calls < seen.length; calls++) {
    const given = options();
    let left = calls;
    expect(await agreeOnSet({ ...given, onProgress: () => left-- > 0 })).toBeNull();
    expect(given.judge.jobs.length > 0).toBe(calls === 3);
  }
});

test('no test is written for a program that reads standard input, which no assert can ask', async () => {
  const notices: string[] = [];
  const reading = { ...problem('b'), call: 'stdin' } as const;
  const given = options({
    problems: [reading, problem('a')],
    pools: [poolOf(DRAWS), poolOf(DRAWS)],
    onNotice: (notice) => notices.push(notice),
  });
  const { picks, written, report } = (await agreeOnSet(given))!;
  expect(written.tests[0]).toEqual({ written: 0, valid: 0, tests: [], counts: [], refused: {} });
  expect(picks).toEqual([
    { product: null, sqrt: null },
    { product: [1, 6], sqrt: [1, 6] },
  ]);
  expect(report.cells).toBe(30);
  expect(notices).toEqual(['agreement: no assert can ask 1 of 2 problems, whose programs read standard input']);
});
