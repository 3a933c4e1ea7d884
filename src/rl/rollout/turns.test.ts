/** Who gets another attempt, what its prompt says, and what becomes of the attempt before. */

import { describe, expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem, verdict } from '../../../test/support/letters.ts';
import type { PromptCodec } from '../../core/codec.ts';
import type { Completion, Problem, TestCase, Verdict } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { repairPrompt } from '../../corpus/generator.ts';
import type { TestedRollout } from './judging.ts';
import { assertOf, failedPublicTest, type TryAgainOptions, tryAgain } from './turns.ts';

const text = (value: string): PyValue => ({ type: 'str', value });
const marked = (mark: string): TestCase => ({ args: [text(`${mark}-in`)], expected: text(`${mark}-out`) });

/** Two public tests, two reward tests and a hidden one, each with its name in it. */
const problem: Problem = {
  ...letterProblem(0),
  tests: {
    public: [marked('public0'), marked('public1')],
    reward: [marked('reward0'), marked('reward1')],
    hidden: [marked('hidden0')],
  },
};

const completion: Completion = { ids: [2, 3, END_OF_TEXT], logProbs: [-1, -2, -3], truncated: false };
const rollout = (given: Verdict, more: Partial<TestedRollout> = {}): TestedRollout => {
  return { problem, group: 3, prompt: [0], completion, code: 'ab', verdict: given, ...more };
};
const crash = (outcome: 'syntax_error' | 'truncated'): Verdict => ({ ...verdict(outcome, 0, 4), perTest: [] });

/** Every repair prompt as text; its ids are its characters. */
function writtenCodec(contextLength: number): PromptCodec & { readonly prompts: string[] } {
  const prompts: string[] = [];
  return {
    ...letterCodec,
    contextLength,
    prompts,
    encodeRepair: (of, attempt, failed) => {
      const prompt = repairPrompt(of.text, attempt, failed);
      prompts.push(prompt);
      return [...prompt].map((character) => character.charCodeAt(0));
    },
  };
}

function options(codec: PromptCodec, next = verdict('passed', 4, 4)) {
  const asked: { prompts: readonly (readonly number[])[]; indices: readonly number[] }[] = [];
  const tested: string[] = [];
  const all: TryAgainOptions = {
    codec,
    maxNewTokens: 8,
    sample: async (prompts, indices) => {
      asked.push({ prompts, indices });
      return prompts.map((_, i) => ({ ids: [4, 2 + i, END_OF_TEXT], logProbs: [-1, -1, -1], truncated: false }));
    },
    test: async (sampled) => {
      tested.push(...sampled.map(({ code }) => code));
      return sampled.map((one) => ({ ...one, verdict: next }));
    },
  };
  return { asked, tested, all };
}

describe('failedPublicTest', () => {
  test('finds the first public test that failed, and no other kind', () => {
    expect(failedPublicTest(problem, verdict('wrong_answer', 0, 4))).toBe(problem.tests.public[0]);
    expect(failedPublicTest(problem, verdict('timeout', 1, 4))).toBe(problem.tests.public[1]);
    expect(failedPublicTest(problem, verdict('wrong_answer', 2, 4))).toBeNull();
    expect(failedPublicTest(problem, verdict('passed', 4, 4))).toBeNull();
  });

  test('takes the first one for a program of which no test ran', () => {
    expect(failedPublicTest(problem, crash('syntax_error'))).toBe(problem.tests.public[0]);
    expect(failedPublicTest(letterProblem(0, { public: 0 }), crash('syntax_error'))).toBeNull();
  });

  test('knows nothing of a failure of ours, nor of a program whose runs disagree', () => {
    expect(failedPublicTest(problem, { ...verdict('infra_error', 0, 4), perTest: [] })).toBeNull();
    expect(failedPublicTest(problem, { ...verdict('wrong_answer', 0, 4), flaky: true })).toBeNull();
  });
});

test('writes a test as the corpus does', () => {
  const args: PyValue[] = [
    { type: 'list', items: [{ type: 'int', value: 1n }, { type: 'none' }] },
    { type: 'str', value: "it's" },
  ];
  expect(assertOf(problem, { args, expected: { type: 'bool', value: true } })).toBe(
    `assert solution([1, None], "it's") == True`,
  );
});

describe('tryAgain', () => {
  test('asks again where a public test fails and leaves the others alone', async () => {
    const rollouts = [
      rollout(verdict('passed', 4, 4)),
      rollout(verdict('wrong_answer', 1, 4)),
      rollout(verdict('wrong_answer', 3, 4)), // public tests pass, a reward test fails
      rollout(crash('syntax_error')),
      rollout({ ...verdict('infra_error', 0, 4), perTest: [] }),
      rollout(crash('truncated'), { completion: { ...completion, truncated: true } }),
    ];
    const { asked, tested, all } = options(writtenCodec(1000));
    const after = await tryAgain(rollouts, all);
    expect(asked.map(({ indices }) => indices)).toEqual([[1, 3, 5]]);
    expect(tested).toEqual(['ca', 'cb', 'cc']);
    for (const i of [0, 2, 4]) expect(after[i]).toBe(rollouts[i]);
    expect(after[1]).toEqual({
      problem,
      group: 3,
      prompt: asked[0]!.prompts[0],
      completion: { ids: [4, 2, END_OF_TEXT], logProbs: [-1, -1, -1], truncated: false },
      code: 'ca',
      verdict: verdict('passed', 4, 4),
      earlier: [
        {
          prompt: [0],
          completion,
          code: 'ab',
          verdict: rollouts[1]!.verdict,
          feedback: "assert solution('public1-in') == 'public1-out'",
        },
      ],
    });
  });

  test('the prompt holds the problem, the attempt and one public test: no reward, no other test', async () => {
    const codec = writtenCodec(1000);
    const given = { ...verdict('wrong_answer', 1, 4), error: 'reward0-error', stdout: 'hidden0-stdout' };
    const { all } = options(codec);
    await tryAgain([{ ...rollout(given), hidden: { passed: 0, total: 1 } }], all);
    expect(codec.prompts).toEqual([
      "# Problem: 0\n# Attempt:\nab\n# Failed: assert solution('public1-in') == 'public1-out'\n# Solution:\n",
    ]);
    expect(codec.prompts[0]).not.toMatch(/public0|reward\d|hidden\d/);
  });

  test('an attempt that ends its last line gets no empty one', async () => {
    const codec = writtenCodec(1000);
    await tryAgain([rollout(verdict('wrong_answer', 1, 4), { code: 'ab\n' })], options(codec).all);
    expect(codec.prompts[0]).toContain('# Attempt:\nab\n# Failed:');
  });

  test('a prompt that leaves no room for a whole completion ends the rollout', async () => {
    const failing = [rollout(verdict('wrong_answer', 1, 4))];
    const probe = writtenCodec(1000);
    await tryAgain(failing, options(probe).all);
    const needed = probe.prompts[0]!.length + 8;
    const fits = options(writtenCodec(needed));
    await tryAgain(failing, fits.all);
    expect(fits.asked).toHaveLength(1);
    const short = options(writtenCodec(needed - 1));
    expect(await tryAgain(failing, short.all)).toBe(failing);
    expect(short.asked).toEqual([]);
  });

  test('attempts pile up in order, and what was said of one is not said of the next', async () => {
    const first = rollout(verdict('wrong_answer', 0, 4));
    const { all } = options(writtenCodec(1000), verdict('wrong_answer', 1, 4));
    const second = await tryAgain([first], all);
    const third = await tryAgain(second, all);
    expect(third[0]!.earlier!.map(({ code, feedback }) => [code, feedback])).toEqual([
      ['ab', "assert solution('public0-in') == 'public0-out'"],
      ['ca', "assert solution('public1-in') == 'public1-out'"],
    ]);
    expect(third[0]!.earlier![1]!.prompt).toBe(second[0]!.prompt);
    expect(second[0]!.earlier).toHaveLength(1);
  });
});
