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

/** McCabe 1976: decisions + 1, per function; the module body counts as `<module>`. */
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

/** Ticks over growing inputs and the power law fitted to them. */
export interface Growth {
  readonly points: readonly { readonly size: number; readonly ticks: number }[];
  /** Slope of log ticks over log size, least squares, once ticks are well above the constant part. */
  readonly exponent: number;
  /** Nearest of `O(1)`, `O(n)`, `O(n²)`, `O(n³)`, `exponential`. */
  readonly label: string;
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
