/** The vocabulary of Greenbar as plain data: problems, tests, verdicts, rollouts. */

import type { PyValue } from './value.ts';

/** One call of the program: `entryPoint(*args)` must return `expected`. */
export interface TestCase {
  readonly args: readonly PyValue[];
  readonly expected: PyValue;
}

/** The three kinds of test (CONTRACTS: public may be shown, reward pays, hidden only evaluates). */
export interface TestSuite {
  readonly public: readonly TestCase[];
  readonly reward: readonly TestCase[];
  readonly hidden: readonly TestCase[];
}

export type TestKind = keyof TestSuite;

/** Tests that are Python of their own; it never shares an interpreter with the program (CONTRACTS §2). */
export type AssertSuite = {
  /** Python that runs before the tests in the trusted interpreter (imports, helpers, values); may be empty. */
  readonly setup: string;
  /** What the tests call the tested function, where that is not the entry point. */
  readonly called?: string;
} & (
  | {
      /** MBPP: each is one `assert …` statement and counts as one test. */
      readonly type: 'asserts';
      readonly asserts: readonly string[];
    }
  | {
      /** HumanEval: Python text that defines `check(candidate)`. */
      readonly type: 'check';
      readonly check: string;
    }
);

/** How a returned value is held against the expected one: Python's `==` on plain data, or equal types too. */
export type Comparison = 'python' | 'strict';

export interface Tolerance {
  readonly rel: number;
  readonly abs: number;
}

export interface Problem {
  readonly id: string;
  /** What the model reads, without tests. */
  readonly text: string;
  /** Name of the function that the tests call. */
  readonly entryPoint: string;
  /**
   * `stdin`: a test runs the whole program, its one argument is what stands on standard input, and `expected` is the text
   * that must be printed, compared line by line. Otherwise tests call the entry point.
   */
  readonly call?: 'stdin';
  readonly tests: TestSuite;
  /**
   * Tests that cannot be told as values. They stand for the public and the reward tests both; the lists of `tests` are
   * then empty.
   */
  readonly asserts?: AssertSuite;
  readonly compare: Comparison;
  readonly tolerance?: Tolerance;
  /** Budgets that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Capabilities granted to programs; none by default. */
  readonly allow?: readonly Grant[];
  /** What is undone when: everything after each program (the default), or also between its tests. */
  readonly undo?: UndoScope;
  /**
   * Python source that defines `inputs(random, size)`: `random` is a seeded `random.Random`, `size` an integer from 1
   * up; it returns the list of arguments of one fresh call.
   */
  readonly inputs?: string;
  /** A correct program, never shown to the model. */
  readonly reference?: string;
  readonly license?: string;
  readonly source?: string;
}

/**
 * Who compares. `sealed`: TypeScript, with values that the program never sees. The weak ones are lessons, labelled as
 * such wherever they appear: `weak-equality` runs Python's own `==` beside the program, `weak-exit` takes a clean exit
 * for success. Programs can cheat both.
 */
export const HARNESSES = ['sealed', 'weak-equality', 'weak-exit'] as const;
export type Harness = (typeof HARNESSES)[number];

/** One capability that a problem grants. `stdout`: what the program prints is kept and shown; `file`: it may read one file. */
export type Grant =
  | { readonly type: 'stdout' }
  | { readonly type: 'file'; readonly path: string; readonly text: string };

/** `program`: tests of one program share its module state; `test`: the module body runs anew for every test. */
export type UndoScope = 'program' | 'test';

/** Budgets of one program. Ticks and fuel are counted in the interpreter, so verdicts do not depend on the machine. */
export interface Limits {
  /** Eval-breaker checks per test (1 tick is about 51 loop iterations). */
  readonly ticksPerTest: number;
  /** Steps of C iterators per test. */
  readonly fuelPerTest: number;
  /** Seconds of the virtual clock per test (`time.sleep` advances it). */
  readonly virtualSecondsPerTest: number;
  /** Wall-clock watchdog per program, milliseconds. */
  readonly wallMs: number;
  readonly heapBytes: number;
  readonly outputBytes: number;
  readonly sourceBytes: number;
}

/** What became of a program, or of one test (DESIGN and CONTRACTS §3). `truncated` is decided by the sampler. */
export const OUTCOMES = [
  'passed',
  'wrong_answer',
  'runtime_error',
  'syntax_error',
  'timeout',
  'memory_limit',
  'output_limit',
  'forbidden',
  'truncated',
  'infra_error',
] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** One frame of a traceback that lies in the program's own source. */
export interface TracebackFrame {
  /** 1-based. */
  readonly line: number;
  /** Name of the function, `<module>` for the module body. */
  readonly name: string;
}

export interface TestResult {
  readonly outcome: Outcome;
  /** Python's `repr` of the value that came back, cut to 200 characters. */
  readonly got?: string;
  /** One line: exception type and message, or which limit was passed. */
  readonly error?: string;
  /** 1-based line of the program where the exception was raised, or where the program was when a budget ended it. */
  readonly line?: number;
  /** Frames in the program's own source behind `line`, outermost first; of more than 20 the innermost. */
  readonly traceback?: readonly TracebackFrame[];
  readonly ticks: number;
}

/** One thing that a program tried and the sandbox refused, allowed or undid. */
export interface Effect {
  readonly kind: 'import' | 'file' | 'network' | 'javascript' | 'exit' | 'clock' | 'random' | 'output' | 'process';
  readonly detail: string;
  readonly count: number;
  readonly refused: boolean;
}

export interface Verdict {
  readonly outcome: Outcome;
  readonly passed: number;
  readonly total: number;
  /** One result per test in the order the tests were given; empty when nothing ran. */
  readonly perTest: readonly TestResult[];
  readonly error?: string;
  readonly line?: number;
  /** The traceback of the first failing test, or of the module body: of what decided the outcome. */
  readonly traceback?: readonly TracebackFrame[];
  readonly ticks: number;
  /** Most memory that the program had beyond the interpreter's own, bytes, in steps of 64 KiB; the same on every machine. */
  readonly heapBytes?: number;
  /** Wall time, milliseconds: the one number here that differs from run to run. */
  readonly wallMs?: number;
  /** What the program printed, where the problem grants `stdout`; cut at the output budget. */
  readonly stdout?: string;
  readonly ledger: readonly Effect[];
  /** Two runs of the same program on the same problem disagreed: impossible by design, so it is said, never averaged. */
  readonly flaky?: true;
  /**
   * `sealed`: ran in the closed browser sandbox; `node`: the same engine in Node, for unit tests only; `weak`: a lesson's
   * deliberately weak harness, which programs can cheat.
   */
  readonly integrity: 'sealed' | 'node' | 'weak';
}

/** One sampled completion. `logProbs[t]` is that of the untruncated, temperature-scaled distribution. */
export interface Completion {
  /** Sampled token ids, the end-of-text id included when it was sampled. */
  readonly ids: readonly number[];
  readonly logProbs: readonly number[];
  /** True when the length limit came before end of text. */
  readonly truncated: boolean;
}
