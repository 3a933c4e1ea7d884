/** What a tool that looks at sources offers, wherever it runs, and the shape of its answers. */

import type { Finding } from '../../core/analysis.ts';

/** A tool's findings on one source; null when the tool cannot look at it (its parser gave up), which is no finding. */
export type Checked = readonly Finding[] | null;

export interface Answers {
  /** Of the first sources, in order; at least one, and fewer than were given only when the tool is worn. */
  readonly answers: readonly Checked[];
  /** True when a source broke the tool: the last answer is that source's, and a fresh tool should take the rest. */
  readonly worn: boolean;
}

export interface Checker {
  check(sources: readonly string[]): Promise<Answers>;
}

/** The tools by the layer they serve. */
export type ToolLayer = 'lint' | 'types';

const MAX_FINDINGS = 50;
/** In UTF-16 code units: messages quote the program, whose names have any length. */
const MAX_MESSAGE = 300;

/** Findings in the order of the source, few and short enough to keep. */
export function tidy(findings: readonly Finding[]): Finding[] {
  return findings
    .toSorted((a, b) => a.line - b.line || (a.column ?? 0) - (b.column ?? 0))
    .slice(0, MAX_FINDINGS)
    .map((finding) => ({ ...finding, message: shorten(finding.message) }));
}

function shorten(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE - 1)}…` : message;
}
