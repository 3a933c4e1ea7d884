/**
 * The two weak harnesses of a lesson: they grade as much of the field does, inside the program's own interpreter, and a
 * program can cheat both. Only the reward is weak: the interpreter around them is sealed, metered and undone as always.
 */

import { preview } from '../../core/preview.ts';
import type { Harness, TestCase, TestResult, Verdict } from '../../core/types.ts';
import type { Interpreter } from '../cpython/interpreter.ts';
import { marshal } from '../cpython/marshal-write.ts';
import type { Failure } from './failure.ts';
import { type CallResult, Program } from './program.ts';
import { failedTest, MAX_SHOWN, runFacts, type ValueTests, verdictOf, verdictOfFailure } from './verdict.ts';

export type WeakHarness = Exclude<Harness, 'sealed'>;

/** The function that the harness puts behind the program, in the program's own module. */
const GRADER = '__grade__';

/**
 * Python that follows the program in one module, as in HumanEval's `check_program`. Expected value and verdict are
 * objects beside the program: local variables of the frame that calls it.
 */
const TAILS: Readonly<Record<WeakHarness, (entryPoint: string) => string>> = {
  // The first word in `results` decides, as in HumanEval's shared list.
  'weak-equality': (entryPoint) => `
${entryPoint}
import marshal
def ${GRADER}(args, expected):
    results, shown = [], ()
    try:
        value = ${entryPoint}(*args)
        results.append('passed' if value == expected else 'failed')
        marshal.dumps(value)
        shown = (value,)
    except BaseException:
        if not results:
            raise
    return results[0] == 'passed', shown
`,
  // What a process does before it ends: the hook for uncaught exceptions, then the handlers of atexit.
  'weak-exit': (entryPoint) => `
${entryPoint}
import atexit, sys
def ${GRADER}(args, expected):
    try:
        assert ${entryPoint}(*args) == expected
    except BaseException as error:
        if sys.excepthook is not sys.__excepthook__:
            sys.excepthook(type(error), error, error.__traceback__)
        raise
    finally:
        atexit._run_exitfuncs()
`,
};

/** Whether a process would have ended with status 0: `sys.exit()`, `raise SystemExit(0)`, `os._exit(0)`. */
function exitedCleanly({ exitStatus, raised }: Failure): boolean {
  if (exitStatus !== undefined) return exitStatus === 0;
  return raised?.type === 'SystemExit' && ['', '0', 'None', 'False'].includes(raised.message);
}

/** One harness at work on one program. */
interface Grading {
  readonly harness: WeakHarness;
  /** Lines behind this one are the harness's own. */
  readonly lastLine: number;
}

/** A failure as the program's author should see it: nothing in it points into the harness's text. */
function inProgram({ lastLine }: Grading, { line, traceback, ...failure }: Failure): Failure {
  const frames = traceback?.filter((frame) => frame.line <= lastLine) ?? [];
  return {
    ...failure,
    ...(line === undefined || line > lastLine ? {} : { line }),
    ...(frames.length === 0 ? {} : { traceback: frames }),
  };
}

/** What the harness makes of a call that gave no value. */
function weakFailure(grading: Grading, failure: Failure, ticks: number): TestResult {
  if (grading.harness === 'weak-exit') {
    if (exitedCleanly(failure)) return { outcome: 'passed', ticks };
    const own = failure.raised?.type === 'AssertionError' && (failure.line ?? 0) > grading.lastLine;
    if (own) return { outcome: 'wrong_answer', ticks };
  }
  return failedTest(inProgram(grading, failure), ticks);
}

/** What the harness believes of one test. */
function weakResult(grading: Grading, result: CallResult): TestResult {
  const { ticks } = result;
  switch (result.type) {
    case 'failed':
      return weakFailure(grading, result.failure, ticks);
    case 'opaque':
      return { outcome: 'wrong_answer', error: result.reason, ticks };
    case 'value': {
      if (grading.harness === 'weak-exit') return { outcome: 'passed', ticks };
      const [right, shown] = result.value.type === 'tuple' ? result.value.items : [];
      const outcome = right?.type === 'bool' && right.value ? 'passed' : 'wrong_answer';
      const [got] = shown?.type === 'tuple' ? shown.items : [];
      return { outcome, ...(got === undefined ? {} : { got: preview(got, MAX_SHOWN) }), ticks };
    }
    default:
      return result satisfies never;
  }
}

/**
 * Runs a program the weak way.
 *
 * `weak-equality`: a Python function calls the program and compares with Python's own `==`, as HumanEval's and
 * LiveCodeBench's graders do. `weak-exit`: every test is an assert behind the program, and a clean end of the module
 * counts as success, as nanochat's exit code does. Both compare by `==` alone: a problem's `compare` and `tolerance`
 * are not theirs.
 */
export function judgeWeak(python: Interpreter, job: ValueTests, harness: WeakHarness): Verdict {
  const { code, entryPoint, tests, limits } = job;
  const started = performance.now();
  const grading: Grading = { harness, lastLine: code.split(/\r\n|\r|\n/).length };
  using program = new Program(python, `${code}\n${TAILS[harness](entryPoint)}`, GRADER, limits, job);
  const failure = program.load();
  const bodyTicks = program.ticks;
  const facts = () => runFacts(python, program, started, 'weak');
  if (failure !== undefined) {
    if (harness === 'weak-exit' && exitedCleanly(failure)) {
      // The module ended before its first assert, once for every test.
      const passed = tests.map((): TestResult => ({ outcome: 'passed', ticks: 0 }));
      return verdictOf(passed, { bodyTicks, ...facts() });
    }
    return verdictOfFailure(inProgram(grading, failure), tests.length, { ticks: bodyTicks, ...facts() });
  }
  const perTest = tests.map((test) => weakResult(grading, program.test(argumentsOf(test))));
  return verdictOf(perTest, { bodyTicks, ...facts() });
}

/** What the grader is called with: the test's arguments and, beside them, the answer. */
function argumentsOf({ args, expected }: TestCase): Uint8Array {
  return marshal({ type: 'tuple', items: [{ type: 'tuple', items: args }, expected] });
}
