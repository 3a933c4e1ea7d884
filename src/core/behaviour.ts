/** What a program does on inputs whose right answers nobody needs to know: how that is asked for, and the texts that tell it. */

import type { Problem } from './types.ts';

/** Different inputs of a problem, from its own generator. */
export interface InputSettings {
  /** Equal seeds give equal inputs, everywhere. */
  readonly seed: number;
  /** Inputs wanted; there are fewer where the generator has no more different ones. */
  readonly count: number;
  /** Sizes grow from 1 to this. */
  readonly size: number;
}

export interface ProbeJob {
  readonly problem: Problem;
  readonly code: string;
}

/**
 * One text for each input, or, where it could not be told, why not in one sentence: the problem has no generator or a
 * broken one, or the failure is ours. Texts are equal exactly when behaviours are, under the problem's comparison: those
 * of values (`valueText`), or of failures (`FAILURE_TEXTS`, `raisedText`, `opaqueText`).
 */
export type ProbeResult = { readonly outputs: readonly string[] } | { readonly error: string };

/** Answers in order; never rejects for what a program does. */
export type Probe = (jobs: readonly ProbeJob[], settings: InputSettings) => Promise<readonly ProbeResult[]>;

/** Ways to give no value at all, without an exception. */
export const FAILURE_TEXTS = {
  timeout: 'TIMEOUT',
  memory_limit: 'MEMORY',
  output_limit: 'OUTPUT',
  forbidden: 'FORBIDDEN',
  crash: 'CRASH',
} as const;

/** An exception, by the name of its type: its message may hold addresses. */
export const raisedText = (type: string): string => `ERR:${type}`;

/** A value that is no plain data and equals nothing. */
export const opaqueText = (reason: string): string => `OPAQUE:${reason}`;

/** Whether the text tells of a failure: no value's text begins with two capitals. */
export const isFailureText = (text: string): boolean => /^[A-Z]{2}/.test(text);
