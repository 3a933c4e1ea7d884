/** Critic sampling in the toy world: who is refined, who is repaired, and what the second round costs. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, RuleJudge, VOCABULARY } from '../../../test/support/letters.ts';
import { RuleCritic } from '../../../test/support/rule-critic.ts';
import { TabularPolicy } from '../../../test/support/tabular-policy.ts';
import type { PromptCodec } from '../../core/codec.ts';
import type { Policy, SampleOptions } from '../../core/policy.ts';
import type { Completion, Problem } from '../../core/types.ts';
import { programOf } from '../rollout/sampling.ts';
import { type CriticSamplingOptions, criticSampling } from './sampling.ts';

const RULE = { maxNewTokens: 6, temperature: 1, topP: 1, topK: 0 };
const idsOf = (word: string) => letterCodec.encodeProgram(word);

/** Writes given words in the first round, and "d" after whatever it is given in the second. Remembers its prompts. */
class ScriptedPolicy extends TabularPolicy implements Policy {
  readonly asked: { prompts: readonly (readonly number[])[]; streams: readonly number[] }[] = [];
  readonly #words: readonly string[];
  readonly #after: string;

  constructor(words: readonly string[], after = 'd') {
    super({ prompts: 1, vocabulary: VOCABULARY, positions: 1, endOfText: END_OF_TEXT });
    this.#words = words;
    this.#after = after;
  }

  override async sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    this.asked.push({ prompts, streams: options.streams });
    const words = this.asked.length === 1 ? this.#words : prompts.map(() => this.#after);
    return words.map((word) => {
      const ids = idsOf(word).slice(0, options.maxNewTokens);
      return { ids, logProbs: ids.map(() => -0.5), truncated: ids.at(-1) !== END_OF_TEXT };
    });
  }
}

/** Tells attempts apart, as real repair prompts do. */
const codec: PromptCodec = {
  ...letterCodec,
  encodeRepair: (problem, attempt) => [Number(problem.text), 0, ...idsOf(attempt.trimEnd())],
};

/** Words with an "a" in them pass public tests. */
const containsA = (_: Problem, code: string) => (code.includes('a') ? 1 : 0);

/** Sure of a word once it has read "a", and hopeful by the number of its "b"s before that. */
const critic = () =>
  new RuleCritic((known) => {
    const passing = known.includes(2) ? 0.95 : 0.1 + 0.1 * known.filter((id) => id === 3).length;
    return [(1 - passing) / 3, (1 - passing) / 3, (1 - passing) / 3, passing];
  });

function options(policy: Policy, more: Partial<CriticSamplingOptions> = {}): CriticSamplingOptions {
  const judge = new RuleJudge(containsA);
  return {
    policy,
    critic: critic(),
    judge,
    codec,
    sampling: RULE,
    samples: 4,
    repairs: 1,
    seed: 0,
    firstStream: 100,
    streamsPerProblem: 8,
    ...more,
  };
}

describe('where programs pass the public tests', () => {
  test('they are refined from the beginning that the critic likes best, each as often', async () => {
    const policy = new ScriptedPolicy(['bacc', 'ccc', 'acc', 'bacc']);
    const [result] = await criticSampling([letterProblem(0)], options(policy));
    expect(result!.way).toBe('refine');
    expect(policy.asked[1]!.prompts).toEqual([
      [0, 3, 2],
      [0, 2],
      [0, 3, 2],
      [0, 2],
    ]);
    expect(result!.second.map(({ code }) => code)).toEqual(['bad', 'ad', 'bad', 'ad']);
    expect(result!.second[0]!.completion).toEqual({
      ids: [3, 2, 5, END_OF_TEXT],
      logProbs: [-0.5, -0.5, -0.5, -0.5],
      truncated: false,
    });
  });

  test('no program becomes longer than any program may be', async () => {
    const policy = new ScriptedPolicy(['bbbacc'], 'dddd');
    const all = options(policy, { samples: 1, sampling: { ...RULE, maxNewTokens: 7 } });
    const [result] = await criticSampling([letterProblem(0)], all);
    const [{ completion, code }] = result!.second as [(typeof result & object)['second'][number]];
    expect(code).toBe('bbbaddd');
    expect(completion).toMatchObject({ truncated: true });
    expect(completion.logProbs).toHaveLength(7);
  });
});

describe('where none passes', () => {
  test('the most promising failures are repaired', async () => {
    const policy = new ScriptedPolicy(['c', 'bc', 'bbc', 'cc']);
    const [result] = await criticSampling([letterProblem(0)], options(policy, { repairs: 2 }));
    expect(result!.way).toBe('repair');
    expect(policy.asked[1]!.prompts).toEqual([
      [0, 0, ...idsOf('bbc')],
      [0, 0, ...idsOf('bc')],
      [0, 0, ...idsOf('bbc')],
      [0, 0, ...idsOf('bc')],
    ]);
    expect(result!.second.map(({ code }) => code)).toEqual(['d', 'd', 'd', 'd']);
  });

  test('cut-off programs are not run, and may be repaired like others', async () => {
    const judge = new RuleJudge(containsA);
    const policy = new ScriptedPolicy(['bbbbbba', 'c', 'c', 'c']);
    const [result] = await criticSampling([letterProblem(0)], options(policy, { judge }));
    expect(judge.jobs.map(({ code }) => code)).toEqual(['c', 'c', 'c']);
    expect(result!.way).toBe('repair');
    expect(policy.asked[1]!.prompts[0]).toEqual([0, 0, ...idsOf('bbbbbb')]);
  });

  test('the next most promising stands in for one whose prompt does not fit', async () => {
    const policy = new ScriptedPolicy(['bbbb', 'b', 'c', 'c']);
    const short = { ...codec, contextLength: 11 };
    await criticSampling([letterProblem(0)], options(policy, { codec: short }));
    expect(policy.asked[1]!.prompts[0]).toEqual([0, 0, ...idsOf('b')]);
  });

  test('without anything to go on with, the problem is asked anew', async () => {
    const policy = new ScriptedPolicy(['b', 'c', 'b', 'c']);
    const [unjudged] = await criticSampling(
      [letterProblem(0)],
      options(policy, { judge: new RuleJudge(() => 'infra') }),
    );
    expect(unjudged!.way).toBe('anew');
    expect(policy.asked[1]!.prompts).toEqual([[0], [0], [0], [0]]);
    const [untested] = await criticSampling(
      [letterProblem(0, { public: 0 })],
      options(new ScriptedPolicy(['b', 'c', 'b', 'c'])),
    );
    expect(untested!.way).toBe('anew');
  });
});

test('only public tests are asked, once, and only the first round is judged', async () => {
  const judge = new RuleJudge(containsA);
  await criticSampling([letterProblem(0)], options(new ScriptedPolicy(['a', 'b', 'c', 'd']), { judge }));
  expect(judge.jobs.map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd']);
  for (const { kinds } of judge.jobs) expect(kinds).toEqual(['public']);
});

test('every problem goes its own way with the same budget, from streams of its own', async () => {
  const policy = new ScriptedPolicy(['acc', 'b', 'c', 'bc']);
  const problems = [letterProblem(0), letterProblem(1)];
  const results = await criticSampling(problems, options(policy, { samples: 2, streamsPerProblem: 50 }));
  expect(results.map(({ problem, way }) => [problem.id, way])).toEqual([
    ['word-0', 'refine'],
    ['word-1', 'repair'],
  ]);
  expect(results.map(({ first, second }) => [first.length, second.length])).toEqual([
    [2, 2],
    [2, 2],
  ]);
  expect(policy.asked.map(({ streams }) => streams)).toEqual([
    [100, 101, 150, 151],
    [102, 103, 152, 153],
  ]);
});

test('solves more than plain sampling of as many programs where public tests point the way', async () => {
  // Two letters, any as likely as another. Those that begin with "a" pass the public test, those with "ab" are right.
  const policy = new TabularPolicy({
    prompts: 1,
    vocabulary: VOCABULARY,
    positions: 3,
    endOfText: END_OF_TEXT,
    initial: (_prompt, position, _previous, token) => (token > 0 && (token === END_OF_TEXT) === position > 1 ? 0 : -50),
  });
  const problems = Array.from({ length: 60 }, () => letterProblem(0));
  const judge = new RuleJudge((_, code) => Number(code.startsWith('a')));
  const results = await criticSampling(problems, options(policy, { judge }));
  const streams = Array.from({ length: 8 * problems.length }, (_, i) => 100 + i);
  const plain = await policy.sample(
    streams.map(() => [0]),
    { ...RULE, seed: 0, streams },
  );
  const codes = plain.map((completion) => programOf(completion, letterCodec));
  for (const [i, { first }] of results.entries()) {
    expect(first.map(({ code }) => code)).toEqual(codes.slice(8 * i, 8 * i + 4));
  }
  const solved = (all: readonly string[]) => all.some((code) => code.startsWith('ab'));
  const plainly = problems.filter((_, i) => solved(codes.slice(8 * i, 8 * i + 8))).length;
  const guided = results.filter(({ first, second }) => solved([...first, ...second].map(({ code }) => code))).length;
  expect(guided).toBeGreaterThan(plainly);
});
