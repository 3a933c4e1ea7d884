/** Turns what a program returned into a verdict: every value is compared here, in TypeScript, with what the program never sees. */

import { preview } from '../../core/preview.ts';
import type { Comparison, Limits, Outcome, TestCase, TestResult, Tolerance, Verdict } from '../../core/types.ts';
import { pyEquals } from '../../core/value-equal.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { marshal } from '../cpython/marshal-write.ts';
import { type CallResult, type Failure, Program } from './program.ts';

/** Characters of a returned value that are kept for people. */
export const MAX_SHOWN = 200;

export type Integrity = Verdict['integrity'];

/** Result of one test from what the call gave. */
export function testResult(
  result: CallResult,
  test: TestCase,
  compare: Comparison,
  tolerance: Tolerance | undefined,
): TestResult {
  const { ticks } = result;
  switch (result.type) {
    case 'value': {
      const right = pyEquals(result.value, test.expected, compare, tolerance);
      return { outcome: right ? 'passed' : 'wrong_answer', got: preview(result.value, MAX_SHOWN), ticks };
    }
    case 'opaque':
      return { outcome: 'wrong_answer', error: result.reason, ticks };
    case 'failed': {
      const { outcome, error, line } = result.failure;
      return { outcome, error, ticks, ...(line === undefined ? {} : { line }) };
    }
    default:
      return result satisfies never;
  }
}

/** The verdict over tests that ran one by one (CONTRACTS §3): passed means all of at least one. */
export function verdictOf(
  perTest: readonly TestResult[],
  rest: Pick<Verdict, 'ledger' | 'integrity'> & { readonly bodyTicks: number },
): Verdict {
  const passed = perTest.filter((test) => test.outcome === 'passed').length;
  const failed = perTest.find((test) => test.outcome !== 'passed');
  const outcome: Outcome = failed?.outcome ?? (perTest.length > 0 ? 'passed' : 'wrong_answer');
  return {
    outcome,
    passed,
    total: perTest.length,
    perTest,
    ...(failed?.error === undefined ? {} : { error: failed.error }),
    ...(failed?.line === undefined ? {} : { line: failed.line }),
    ticks: perTest.reduce((sum, test) => sum + test.ticks, rest.bodyTicks),
    ledger: rest.ledger,
    integrity: rest.integrity,
  };
}

/** The verdict when the program could not even be loaded. */
export function verdictOfFailure(
  failure: Failure,
  total: number,
  rest: Pick<Verdict, 'ledger' | 'integrity' | 'ticks'>,
): Verdict {
  const { outcome, error, line } = failure;
  return { outcome, passed: 0, total, perTest: [], error, ...(line === undefined ? {} : { line }), ...rest };
}

/** The verdict when the failure is ours. */
export function infraError(message: string, total: number, integrity: Integrity): Verdict {
  return { outcome: 'infra_error', passed: 0, total, perTest: [], error: message, ticks: 0, ledger: [], integrity };
}

export interface ValueTests {
  readonly code: string;
  readonly entryPoint: string;
  readonly tests: readonly TestCase[];
  readonly compare: Comparison;
  readonly tolerance?: Tolerance;
  readonly limits: Limits;
}

/** Runs a program on tests with expected values; the interpreter is back at its checkpoint afterwards. */
export function judgeValues(python: Interpreter, job: ValueTests, integrity: Integrity): Verdict {
  using program = new Program(python, job.code, job.entryPoint, job.limits);
  const failure = program.load();
  const bodyTicks = program.ticks;
  if (failure !== undefined) {
    return verdictOfFailure(failure, job.tests.length, { ticks: bodyTicks, ledger: python.meter.ledger(), integrity });
  }
  const perTest = job.tests.map((test) => {
    const args = marshal({ type: 'tuple', items: test.args });
    return testResult(program.test(args), test, job.compare, job.tolerance);
  });
  return verdictOf(perTest, { bodyTicks, ledger: python.meter.ledger(), integrity });
}
