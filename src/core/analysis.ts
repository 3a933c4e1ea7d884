/** What can be said about a program beyond its tests: syntax and names, style, types, complexity, cost. */

import type { Problem } from './types.ts';

/** One remark of an analyser. */
export interface Finding {
  /** 1-based. */
  readonly line: number;
  /** 1-based; absent where the analyser gives none. */
  readonly column?: number;
  /** The analyser's own name for the rule, e.g. `F821` or `reportOperatorIssue`. */
  readonly code: string;
  readonly message: string;
}

/** From `ast` and `symtable`, in an interpreter that never runs the program. */
export interface SyntaxReport {
  /** False when the source does not compile; then `error` says why and nothing else was looked at. */
  readonly compiles: boolean;
  readonly error?: Finding;
  /** Names that are read but bound nowhere, not even as builtins. */
  readonly undefinedNames: readonly Finding[];
  /** Imports that the sandbox refuses. */
  readonly forbiddenImports: readonly Finding[];
}

/**
 * McCabe 1976 (cyclomatic complexity): decisions + 1, per function; the module body counts as `<module>`, methods as
 * `Class.method`, and a nested function apart from the one around it. Decisions are those that radon counts: `if`,
 * `elif`, ternary, `assert`, `except`, each `and` and `or`, each `for` and `if` of a comprehension, loops (and their
 * `else`), the `else` of `try`; and each `case` that can fail to match.
 */
export interface ComplexityReport {
  readonly functions: readonly { readonly name: string; readonly line: number; readonly cyclomatic: number }[];
  /** The largest of `functions`. */
  readonly cyclomatic: number;
  /** Lines that hold code. */
  readonly lines: number;
  /** Nodes of the syntax tree. */
  readonly nodes: number;
}

/** The layers that need no test. */
export const ANALYSIS_LAYERS = ['syntax', 'complexity', 'lint', 'types'] as const;
export type AnalysisLayer = (typeof ANALYSIS_LAYERS)[number];

/** A layer that was not asked for, or could not be had (its tool did not load), is absent: that is never a finding. */
export interface ProgramAnalysis {
  readonly syntax?: SyntaxReport;
  readonly complexity?: ComplexityReport;
  readonly lint?: readonly Finding[];
  readonly types?: readonly Finding[];
}

export const GROWTH_LABELS = ['O(1)', 'O(n)', 'O(n²)', 'O(n³)', 'exponential'] as const;
export type GrowthLabel = (typeof GROWTH_LABELS)[number];

/**
 * Ticks over growing inputs and the power law fitted to them. What one C call does within itself (sorting, slicing,
 * searching a string) is not counted by any clock that is the same on every machine, so it is not seen here.
 */
export interface Growth {
  /**
   * The dearest of a few inputs of each size. Here a tick has parts: loop iterations, calls and steps of C iterators,
   * 51 to a tick.
   */
  readonly points: readonly { readonly size: number; readonly ticks: number }[];
  /** Slope of log ticks over log size, least squares, once the ticks of the smallest input are taken off. */
  readonly exponent: number;
  /** The nearest; `exponential` where log ticks follow size better than log size. */
  readonly label: GrowthLabel;
}

/** What a program costs beside the reference solution of its problem. */
export interface CostReport {
  readonly ticks: number;
  /** Absent where the problem has no reference. */
  readonly referenceTicks?: number;
  readonly heapBytes: number;
  readonly referenceHeapBytes?: number;
  /** Only where the problem has a generator of inputs and it was asked for. */
  readonly growth?: Growth;
  /** The reference solution's, on the same inputs. */
  readonly referenceGrowth?: Growth;
}

export interface AnalyseJob {
  readonly code: string;
  readonly layers: readonly AnalysisLayer[];
}

/** Looks at programs without judging them. Answers come in order; a failure of ours leaves the layer out. */
export interface Analyst {
  analyse(jobs: readonly AnalyseJob[]): Promise<ProgramAnalysis[]>;
  /** Empirical complexity over the problem's own growing inputs; null where it has no generator or a run failed. */
  growth(jobs: readonly { readonly problem: Problem; readonly code: string }[]): Promise<(Growth | null)[]>;
}
