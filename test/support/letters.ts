/** A toy world for loop tests: programs are short words over a few letters, a word is right or wrong by a rule. */

import type { PromptCodec } from '../../src/core/codec.ts';
import type { Judge, JudgeJob, Verdicts } from '../../src/core/judge.ts';
import type { Outcome, Problem, TestCase, TestKind, Verdict } from '../../src/core/types.ts';
import type { Judged } from '../../src/verify/judged.ts';
import { TabularPolicy } from './tabular-policy.ts';

/** Id 0 starts every row of the table, id 1 ends a word. */
export const END_OF_TEXT = 1;
const LETTERS = ['', '', 'a', 'b', 'c', 'd'];
export const VOCABULARY = LETTERS.length;

export const letterCodec: PromptCodec = {
  endOfText: END_OF_TEXT,
  encodePrompt: (problem) => [Number(problem.text)],
  // The table knows a prompt by its first id: a second attempt at problem n is asked for like problem n.
  encodeRepair: (problem) => [Number(problem.text), 0],
  // Nor can it spell an assert line.
  encodeTests: (problem) => [Number(problem.text), 0, 0],
  encodeProgram: (code) => [...[...code].map((letter) => LETTERS.indexOf(letter)), END_OF_TEXT],
  contextLength: 64,
  decode: (ids) => ids.map((id) => LETTERS[id]).join(''),
};

const test: TestCase = { args: [], expected: { type: 'none' } };

/** Problem number `index`; the policy sees only this number. */
export function letterProblem(index: number, tests: Partial<Record<TestKind, number>> = {}): Problem {
  const cases = (kind: TestKind, fallback: number) => Array.from({ length: tests[kind] ?? fallback }, () => test);
  return {
    id: `word-${index}`,
    text: String(index),
    entryPoint: 'solution',
    tests: { public: cases('public', 1), reward: cases('reward', 3), hidden: cases('hidden', 2) },
    compare: 'python',
  };
}

export function verdict(outcome: Outcome, passed: number, total: number): Verdict {
  const perTest = Array.from({ length: total }, (_, i) => ({
    outcome: i < passed ? ('passed' as const) : outcome,
    ticks: 1,
  }));
  return { outcome, passed, total, perTest, ticks: total, ledger: [], integrity: 'node' };
}

/** What a reward sees of a program with this verdict, of which nothing else is known. */
export function judged(given: Verdict, more: Partial<Judged> = {}): Judged {
  return { problem: letterProblem(0), code: 'ab', verdict: given, ...more };
}

/** Writes one letter, each as often, then stops. */
export const oneLetterPolicy = (): TabularPolicy =>
  new TabularPolicy({
    prompts: 1,
    vocabulary: VOCABULARY,
    positions: 2,
    endOfText: END_OF_TEXT,
    initial: (_prompt, position, _previous, token) => (position === 0 ? (token < 2 ? -50 : 0) : token === 1 ? 50 : 0),
  });

/** Judges with a rule: the share of tests that a word passes, or `infra` for a failure of ours. */
export class RuleJudge implements Judge {
  readonly jobs: JudgeJob[] = [];
  readonly #rule: (problem: Problem, code: string, kind: TestKind) => number | 'infra';

  constructor(rule: (problem: Problem, code: string, kind: TestKind) => number | 'infra') {
    this.#rule = rule;
  }

  async judge(jobs: readonly JudgeJob[]): Promise<Verdicts[]> {
    this.jobs.push(...jobs);
    return jobs.map(({ problem, code, kinds }) =>
      Object.fromEntries(kinds.map((kind) => [kind, this.#verdict(problem, code, kind)])),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  #verdict(problem: Problem, code: string, kind: TestKind): Verdict {
    const share = this.#rule(problem, code, kind);
    const total = problem.tests[kind].length;
    if (share === 'infra') return verdict('infra_error', 0, total);
    const passed = Math.floor(share * total);
    return verdict(total > 0 && passed === total ? 'passed' : 'wrong_answer', passed, total);
  }
}
