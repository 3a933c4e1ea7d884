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
  readonly tests: TestSuite;
  readonly compare: Comparison;
  readonly tolerance?: Tolerance;
  /** Budgets that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** Modules that a program may import beyond the default ones. */
  readonly allow?: readonly string[];
  /** Python source of a generator of further inputs. */
  readonly inputs?: string;
  /** A correct program, never shown to the model. */
  readonly reference?: string;
  readonly license?: string;
  readonly source?: string;
}

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

export interface TestResult {
  readonly outcome: Outcome;
  /** Python's `repr` of the value that came back, cut to 200 characters. */
  readonly got?: string;
  /** One line: exception type and message, or which limit was passed. */
  readonly error?: string;
  /** 1-based line of the program where the exception was raised. */
  readonly line?: number;
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
  readonly ticks: number;
  readonly ledger: readonly Effect[];
  /** `sealed`: ran in the closed browser sandbox; `node`: the same engine in Node, for unit tests only. */
  readonly integrity: 'sealed' | 'node';
}

/** One sampled completion. `logProbs[t]` is that of the untruncated, temperature-scaled distribution. */
export interface Completion {
  /** Sampled token ids, the end-of-text id included when it was sampled. */
  readonly ids: readonly number[];
  readonly logProbs: readonly number[];
  /** True when the length limit came before end of text. */
  readonly truncated: boolean;
}
