/** Judges tests on standard input: the program runs whole for each, and what it printed is compared here, in TypeScript. */

import { differingLine } from '../../core/compare-lines.ts';
import type { GradeTests } from '../../core/grade.ts';
import { preview } from '../../core/preview.ts';
import type { TestCase, TestResult, Tolerance, Verdict } from '../../core/types.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { type Assignment, limitsOf, outputBytesOf, programOf } from './assignment.ts';
import { Process, printedValue, type RunResult } from './process.ts';
import { failedTest, type Integrity, infraError, MAX_SHOWN, runFacts, verdictOf, verdictOfFailure } from './verdict.ts';

/** A program with tests on standard input. */
export type RunTests = Assignment & { readonly tests: Extract<GradeTests, { readonly type: 'stdin' }> };

/** One test as the two texts that it is. */
interface Exchange {
  readonly input: string;
  readonly expected: string;
}

function exchangeOf({ args, expected }: TestCase): Exchange | undefined {
  const [input, ...others] = args;
  if (input?.type !== 'str' || others.length > 0 || expected.type !== 'str') return undefined;
  // Neither can be what a process reads or prints in UTF-8.
  if (!input.value.isWellFormed() || !expected.value.isWellFormed()) return undefined;
  return { input: input.value, expected: expected.value };
}

function comparedRun(
  printed: Uint8Array,
  expected: string,
  tolerance: Tolerance | undefined,
): Omit<TestResult, 'ticks'> {
  const value = printedValue(printed);
  const got = preview(value, MAX_SHOWN);
  if (value.type !== 'str') return { outcome: 'wrong_answer', got, error: 'output: expected UTF-8, got other bytes' };
  const line = differingLine(value.value, expected, tolerance);
  if (line === undefined) return { outcome: 'passed', got };
  return { outcome: 'wrong_answer', got, error: `output: line ${line} is not what was expected` };
}

function runResult(result: RunResult, expected: string, tolerance: Tolerance | undefined): TestResult {
  const { ticks } = result;
  switch (result.type) {
    case 'ended':
      return { ...comparedRun(result.printed, expected, tolerance), ticks };
    case 'failed':
      return failedTest(result.failure, ticks);
    default:
      return result satisfies never;
  }
}

/** Runs a program once for each test; the interpreter is back at its checkpoint afterwards. */
export function judgeRuns(python: Interpreter, job: RunTests, integrity: Integrity): Verdict {
  const { code, tests } = job;
  const total = tests.tests.length;
  const exchanges = tests.tests.map(exchangeOf);
  if (!exchanges.every((exchange) => exchange !== undefined)) {
    const at = exchanges.indexOf(undefined);
    return infraError(
      `tests: expected a text for standard input and one to be printed, got others at ${at}`,
      total,
      integrity,
    );
  }
  const started = performance.now();
  using process = new Process(python, code, limitsOf(job), programOf(job));
  const failure = process.check();
  const facts = () => runFacts(python, process, started, integrity);
  if (failure !== undefined) return verdictOfFailure(failure, total, { ticks: process.ticks, ...facts() });
  const perTest = exchanges.map(({ input, expected }) => {
    const result = process.run(new TextEncoder().encode(input), outputBytesOf(job, expected));
    return runResult(result, expected, tests.tolerance);
  });
  return verdictOf(perTest, { bodyTicks: 0, ...facts() });
}
