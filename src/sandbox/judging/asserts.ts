/** Judges assert tests (MBPP's lines, HumanEval's `check`): test code in the trusted interpreter, program in the sealed one. */

import type { AssertSuite, Limits, TestResult, Verdict } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { answerBridge } from './bridge.ts';
import type { Failure } from './failure.ts';
import { type Conditions, Program } from './program.ts';
import { TrustedError, type TrustedInterpreter } from './trusted.ts';
import { failedTest, type Integrity, infraError, runFacts, verdictOf, verdictOfFailure } from './verdict.ts';

export interface AssertTests extends Conditions {
  readonly code: string;
  readonly entryPoint: string;
  readonly tests: AssertSuite;
  readonly limits: Limits;
}

const text = (value: string): PyValue => ({ type: 'str', value });

/** The sources of a suite in the form that the harness takes. */
function sources(tests: AssertTests['tests']): PyValue[] {
  const texts = tests.type === 'check' ? [tests.check] : tests.asserts;
  return [text(tests.type), { type: 'list', items: texts.map(text) }, text(tests.setup)];
}

/** Cuts the tests into units; the number of units, or why these tests cannot be run. */
function prepare(trusted: TrustedInterpreter, job: AssertTests): number | string {
  const answer = trusted.call('prepare', [...sources(job.tests), text(job.tests.called ?? job.entryPoint)], () => {
    throw new TrustedError('the setup of the tests calls the program');
  });
  const [count, missing] = answer.type === 'tuple' ? answer.items : [];
  if (missing?.type === 'list' && missing.items.length > 0) {
    const names = missing.items.map((name) => (name.type === 'str' ? name.value : '')).join(', ');
    return `tests: expected names that the tests, their setup or Python define, got ${names}`;
  }
  return count?.type === 'int' ? Number(count.value) : 'tests: the harness gave no count';
}

class AssertRun {
  readonly #trusted: TrustedInterpreter;
  readonly #program: Program;
  readonly #python: Interpreter;
  readonly #job: AssertTests;
  /** The last failure of the program within the present unit. */
  #failure: Failure | undefined;
  /** Whether the program was called within the present unit. */
  #called = false;

  constructor(trusted: TrustedInterpreter, python: Interpreter, program: Program, job: AssertTests) {
    this.#job = job;
    this.#trusted = trusted;
    this.#python = python;
    this.#program = program;
  }

  /** One unit under one budget; a text when the test code cannot be run this way. */
  unit(index: number): TestResult | string {
    const failure = this.#program.startTest();
    if (failure !== undefined) return this.#failed(failure);
    this.#failure = undefined;
    this.#called = false;
    try {
      return this.#run(index);
    } catch (error) {
      if (!this.#called) throw error;
      // What the program returned was too much for the test code: that is the program's fault, not ours.
      this.#trusted.restore();
      prepare(this.#trusted, this.#job);
      const reason = error instanceof Error ? error.message : String(error);
      return this.#failed(
        this.#failure ?? { outcome: 'runtime_error', error: `the tests cannot use the value: ${reason}` },
      );
    }
  }

  #run(index: number): TestResult | string {
    const answer = this.#trusted.call('run', [{ type: 'int', value: BigInt(index) }], (what, payload) => {
      this.#called = true;
      // A budget that was spent stays spent: nothing more runs in this unit.
      const spent = this.#failure !== undefined && this.#failure.raised === undefined ? this.#failure : undefined;
      const { reply, failure } = answerBridge(this.#program, what, payload, spent);
      this.#failure = failure;
      return reply;
    });
    const [verdict, message] = answer.type === 'tuple' ? answer.items : [];
    const what = verdict?.type === 'str' ? verdict.value : '';
    const error = message?.type === 'str' ? message.value : '';
    return this.#result(what, error);
  }

  #result(what: string, error: string): TestResult | string {
    const ticks = this.#python.meter.ticks;
    // A kill decides, whatever the test code made of the exception that stood in for it.
    if (this.#failure !== undefined && (this.#failure.raised === undefined || what === 'program')) {
      return this.#failed(this.#failure);
    }
    if (what === 'passed') return { outcome: 'passed', ticks };
    if (what === 'failed') return { outcome: 'wrong_answer', error, ticks };
    if (what === 'refused') return `tests: ${error}`;
    return { outcome: 'runtime_error', error, ticks };
  }

  #failed(failure: Failure): TestResult {
    return failedTest(failure, this.#python.meter.ticks);
  }
}

/** Runs a program against assert tests; both interpreters are back at their checkpoints afterwards. */
export function judgeAsserts(
  python: Interpreter,
  trusted: TrustedInterpreter,
  job: AssertTests,
  integrity: Integrity,
): Verdict {
  try {
    const units = prepare(trusted, job);
    if (typeof units === 'string') return infraError(units, 0, integrity);
    const started = performance.now();
    using program = new Program(python, job.code, job.entryPoint, job.limits, job);
    const failure = program.load();
    const bodyTicks = program.ticks;
    const facts = () => runFacts(python, program, started, integrity);
    if (failure !== undefined) return verdictOfFailure(failure, units, { ticks: bodyTicks, ...facts() });
    const run = new AssertRun(trusted, python, program, job);
    const perTest: TestResult[] = [];
    for (let i = 0; i < units; i++) {
      const result = run.unit(i);
      if (typeof result === 'string') return infraError(result, units, integrity);
      perTest.push(result);
    }
    return verdictOf(perTest, { bodyTicks, ...facts() });
  } catch (error) {
    if (error instanceof TrustedError) return infraError(`tests: ${error.message}`, 0, integrity);
    throw error;
  } finally {
    trusted.restore();
  }
}
