/** A person's own problems without a trainer: two in memory, a model that writes three programs, a judge that knows one function. */

import type { GradeRecord, GradeResult } from '../../src/core/grade.ts';
import type {
  OwnChange,
  OwnProblem,
  OwnProblems,
  PromptLengths,
  PromptReading,
  ReferenceAnswer,
  ReferenceRequest,
  TriedProblem,
} from '../../src/core/own-problems.ts';
import { repr } from '../../src/core/repr.ts';
import type { Problem, TestCase, TestResult } from '../../src/core/types.ts';
import type { PyValue } from '../../src/core/value.ts';
import { pyEquals } from '../../src/core/value-equal.ts';
import { type Plain, py } from '../../src/core/value-make.ts';
import { FixtureHistory } from './fixture-history.ts';

const tests = (...rows: readonly (readonly Plain[])[]): TestCase[] =>
  rows.map((row) => ({ args: row.slice(0, -1).map(py), expected: py(row.at(-1)!) }));

const problem = (id: string, text: string, more: Partial<Problem>): Problem => ({
  ...{ id, text: `Write a function that ${text}`, entryPoint: 'solution', compare: 'python' },
  tests: { public: [], reward: [], hidden: [] },
  ...more,
});

export const OWN_PROBLEMS: readonly OwnProblem[] = [
  problem('doubles-a-number', 'doubles a number', {
    reference: 'def solution(n):\n    return n + n\n',
    tests: { public: tests([2, 4], [0, 0]), reward: tests([-3, -6], [10, 20]), hidden: tests([7, 14], [50, 100]) },
  }),
  problem('greatest-eigenvalue', 'returns the greatest eigenvalue of a matrix', {
    tests: {
      public: tests([
        [
          [1, 0],
          [0, 1],
        ],
        1,
      ]),
      reward: [],
      hidden: [],
    },
  }),
].map((one, at) => ({ problem: one, at }));

/** What a function that doubles its argument returns. */
function doubled([value]: readonly PyValue[]): PyValue | null {
  if (value?.type === 'int') return { type: 'int', value: 2n * value.value };
  return value?.type === 'str' ? { type: 'str', value: value.value.repeat(2) } : null;
}

function judged({ args, expected }: TestCase): TestResult {
  const value = doubled(args);
  if (value === null) {
    return { outcome: 'runtime_error', error: 'TypeError: unsupported operand type(s) for +', line: 2, ticks: 1 };
  }
  return { outcome: pyEquals(value, expected) ? 'passed' : 'wrong_answer', got: repr(value), ticks: 1 };
}

/** What the base model wrote. */
export const fixtureTrial = (): TriedProblem => ({
  n: 16,
  correct: 5,
  programs: [
    { code: 'def solution(n):\n    return n * 2\n', count: 5, outcome: 'passed', passed: 6, total: 6 },
    { code: 'def solution(n):\n    return n ** 2\n', count: 4, outcome: 'wrong_answer', passed: 2, total: 6 },
    {
      code: 'def solution(n):\n    return n + x\n',
      ...{ count: 7, outcome: 'runtime_error', passed: 0, total: 6, line: 2 },
      error: "NameError: name 'x' is not defined",
    },
  ],
});

export abstract class FixtureProblems extends FixtureHistory {
  #own: readonly OwnProblem[] = OWN_PROBLEMS;

  async ownProblems(): Promise<OwnProblems> {
    return { problems: this.#own, kind: 'indexeddb' };
  }

  async changeOwn({ forget, keep }: OwnChange): Promise<void> {
    const gone = new Set([...forget, ...keep.map((own) => own.problem.id)]);
    const left = this.#own.filter((own) => !gone.has(own.problem.id));
    this.#own = [...left, ...keep].sort((a, b) => a.at - b.at);
  }

  async readPrompt(text: string): Promise<PromptReading> {
    const words = text.match(/[A-Za-z]+/g) ?? [];
    return { tokens: 2 + words.length, most: 209, spelled: words.filter((word) => word.length > 8), unseen: [] };
  }

  async promptLengths(texts: readonly string[]): Promise<PromptLengths> {
    return { tokens: texts.map((text) => 2 + (text.match(/[A-Za-z]+/g) ?? []).length), contextLength: 256 };
  }

  /** Their references double, whatever they say. */
  async answerReferences(requests: readonly ReferenceRequest[]): Promise<readonly ReferenceAnswer[]> {
    return requests.map(({ problem, calls }) => {
      const [shown, hidden] = [calls.public, calls.hidden].map((list) =>
        list.map((args): TestCase => ({ args, expected: doubled(args) ?? { type: 'none' } })),
      ) as [TestCase[], TestCase[]];
      return { problem: { ...problem, tests: { public: shown, reward: shown, hidden } }, notes: [] };
    });
  }

  async tryProblem(): Promise<TriedProblem> {
    return fixtureTrial();
  }

  async grade(records: readonly GradeRecord[]): Promise<readonly GradeResult[]> {
    return records.map((record) => {
      const results = record.tests.type === 'values' ? record.tests.tests.map(judged) : [];
      const passed = results.filter(({ outcome }) => outcome === 'passed').length;
      const outcome = results.find((result) => result.outcome !== 'passed')?.outcome ?? 'passed';
      return {
        ...{ id: record.id, problem: record.problem, outcome, passed, total: results.length, ticks: 1 },
        ...{ reward: passed / results.length, per_test: results, integrity: 'sealed' as const },
      };
    });
  }
}
