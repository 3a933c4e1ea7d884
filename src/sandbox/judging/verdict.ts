/** Turns what a program returned into a verdict: every value is compared here, in TypeScript, with what the program never sees. */

import { messageOf } from '../../core/errors.ts';
import { preview } from '../../core/preview.ts';
import type { Comparison, Limits, Outcome, TestCase, TestResult, Tolerance, Verdict } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { pyEquals } from '../../core/value-equal.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { marshal } from '../cpython/marshal-write.ts';
import type { Failure } from './failure.ts';
import { type CallResult, type Conditions, Program } from './program.ts';

/** Characters of a returned value that are kept for people. */
export const MAX_SHOWN = 200;

export type Integrity = Verdict['integrity'];

/** What a verdict says about the run as a whole. */
export type RunFacts = Pick<Verdict, 'ledger' | 'integrity' | 'heapBytes' | 'wallMs' | 'stdout'>;

/** Takes what the run of a program left behind; `started` is the reading of `performance.now()` before it. */
export function runFacts(
  python: Interpreter,
  program: Pick<Program, 'limits' | 'heapBytes'>,
  started: number,
  integrity: Integrity,
): RunFacts {
  const stdout = python.meter.granted.stdout(program.limits.outputBytes);
  return {
    heapBytes: program.heapBytes,
    wallMs: performance.now() - started,
    ...(stdout === undefined ? {} : { stdout }),
    ledger: python.meter.ledger(),
    integrity,
  };
}

/** A failure as the result of a test. */
export function failedTest({ outcome, error, line, traceback }: Failure, ticks: number): TestResult {
  return {
    outcome,
    error,
    ...(line === undefined ? {} : { line }),
    ...(traceback === undefined ? {} : { traceback }),
    ticks,
  };
}

/**
 * A returned value against the expected one. Whatever a program returns, judging it is no failure of ours: a value that
 * defeats comparison or display is wrong, and the result says why.
 */
function comparedTest(
  value: PyValue,
  expected: PyValue,
  compare: Comparison,
  tolerance: Tolerance | undefined,
): Omit<TestResult, 'ticks'> {
  try {
    const right = pyEquals(value, expected, compare, tolerance);
    return { outcome: right ? 'passed' : 'wrong_answer', got: preview(value, MAX_SHOWN) };
  } catch (error) {
    return { outcome: 'wrong_answer', error: messageOf(error) };
  }
}

/** Result of one test from what the call gave. */
export function testResult(
  result: CallResult,
  test: TestCase,
  compare: Comparison,
  tolerance: Tolerance | undefined,
): TestResult {
  const { ticks } = result;
  switch (result.type) {
    case 'value':
      return { ...comparedTest(result.value, test.expected, compare, tolerance), ticks };
    case 'opaque':
      return { outcome: 'wrong_answer', error: result.reason, ticks };
    case 'failed':
      return failedTest(result.failure, ticks);
    default:
      return result satisfies never;
  }
}

/** Error, line and traceback of what decided an outcome. */
function blame(failed: TestResult | Failure | undefined): Pick<Verdict, 'error' | 'line' | 'traceback'> {
  const { error, line, traceback } = failed ?? {};
  return {
    ...(error === undefined ? {} : { error }),
    ...(line === undefined ? {} : { line }),
    ...(traceback === undefined ? {} : { traceback }),
  };
}

/** The verdict over tests that ran one by one (CONTRACTS §3): passed means all of at least one. */
export function verdictOf(
  perTest: readonly TestResult[],
  { bodyTicks, ...facts }: RunFacts & { readonly bodyTicks: number },
): Verdict {
  const passed = perTest.filter((test) => test.outcome === 'passed').length;
  const failed = perTest.find((test) => test.outcome !== 'passed');
  const outcome: Outcome = failed?.outcome ?? (perTest.length > 0 ? 'passed' : 'wrong_answer');
  const ticks = perTest.reduce((sum, test) => sum + test.ticks, bodyTicks);
  return { outcome, passed, total: perTest.length, perTest, ...blame(failed), ticks, ...facts };
}

/** The verdict when the program could not even be loaded. */
export function verdictOfFailure(failure: Failure, total: number, facts: RunFacts & Pick<Verdict, 'ticks'>): Verdict {
  return { outcome: failure.outcome, passed: 0, total, perTest: [], ...blame(failure), ...facts };
}

/** The verdict when the failure is ours. */
export function infraError(message: string, total: number, integrity: Integrity): Verdict {
  return { outcome: 'infra_error', passed: 0, total, perTest: [], error: message, ticks: 0, ledger: [], integrity };
}

export interface ValueTests extends Conditions {
  readonly code: string;
  readonly entryPoint: string;
  readonly tests: readonly TestCase[];
  readonly compare: Comparison;
  readonly tolerance?: Tolerance;
  readonly limits: Limits;
}

/** Runs a program on tests with expected values; the interpreter is back at its checkpoint afterwards. */
export function judgeValues(python: Interpreter, job: ValueTests, integrity: Integrity): Verdict {
  const started = performance.now();
  using program = new Program(python, job.code, job.entryPoint, job.limits, job);
  const failure = program.load();
  const bodyTicks = program.ticks;
  const facts = () => runFacts(python, program, started, integrity);
  if (failure !== undefined) return verdictOfFailure(failure, job.tests.length, { ticks: bodyTicks, ...facts() });
  const perTest = job.tests.map((test) => {
    const args = marshal({ type: 'tuple', items: test.args });
    return testResult(program.test(args), test, job.compare, job.tolerance);
  });
  return verdictOf(perTest, { bodyTicks, ...facts() });
}
