/** Problems that a person wrote or imported: what is kept of them, and what can be asked about one before a run learns it. */

import type { ModelSource } from './measuring.ts';
import type { Outcome, Problem } from './types.ts';
import type { PyValue } from './value.ts';

export interface OwnProblem {
  readonly problem: Problem;
  /** When it was first kept, milliseconds since 1970; they stand in this order. */
  readonly at: number;
}

export interface OwnProblems {
  /** Oldest first. */
  readonly problems: readonly OwnProblem[];
  /** `memory`: this browser refuses storage, and a reload forgets. */
  readonly kind: 'indexeddb' | 'memory';
}

/** A change that is made whole or not at all: what goes, by id, and what comes or takes the place of its like. */
export interface OwnChange {
  readonly forget: readonly string[];
  readonly keep: readonly OwnProblem[];
}

/** How the model reads a text. */
export interface PromptReading {
  /** Of the whole prompt. */
  readonly tokens: number;
  /** Most tokens of a prompt that leaves room for a program. */
  readonly most: number;
  /** Words that its vocabulary does not have, each once: it sees their letters one by one. */
  readonly spelled: readonly string[];
  /** Characters that it cannot see at all, each once. */
  readonly unseen: readonly string[];
}

/** How long texts are as prompts. */
export interface PromptLengths {
  /** Tokens of each, in order. */
  readonly tokens: readonly number[];
  /** Most tokens of a prompt and its program together. */
  readonly contextLength: number;
}

export interface TryRequest {
  readonly problem: Problem;
  readonly source: ModelSource;
  readonly backend: 'auto' | 'webgpu' | 'wasm' | 'cpu';
  readonly n: number;
  readonly temperature: number;
  readonly maxNewTokens: number;
  readonly seed: number;
}

/** One program of a try, and how often it was written. */
export interface TriedProgram {
  readonly code: string;
  readonly count: number;
  readonly outcome: Outcome;
  readonly passed: number;
  readonly total: number;
  readonly error?: string;
  readonly line?: number;
}

export interface TriedProblem {
  /** Programs with a verdict, and those of them that pass every test. */
  readonly n: number;
  readonly correct: number;
  /** Different programs, the most frequent first. */
  readonly programs: readonly TriedProgram[];
}

/** Calls whose results the reference tells; public ones pay too. */
export interface AwaitedCalls {
  readonly public: readonly (readonly PyValue[])[];
  readonly hidden: readonly (readonly PyValue[])[];
}

/** A problem with a reference, and calls of which a file does not tell the results. */
export interface ReferenceRequest {
  readonly problem: Problem;
  readonly calls: AwaitedCalls;
}

/** The problem with its tests and what is to be said of them, or why there are none. */
export type ReferenceAnswer =
  | { readonly problem: Problem; readonly notes: readonly string[] }
  | { readonly error: string };

/** What the trainer does for own problems. */
export interface OwnDesk {
  ownProblems(): Promise<OwnProblems>;
  changeOwn(change: OwnChange): Promise<void>;
  /** Null as long as no model is loaded. */
  readPrompt(text: string): Promise<PromptReading | null>;
  /** Null as long as no model is loaded. */
  promptLengths(texts: readonly string[]): Promise<PromptLengths | null>;
  /** Runs each reference once on its calls, in the sandbox; answers in order. */
  answerReferences(requests: readonly ReferenceRequest[]): Promise<readonly ReferenceAnswer[]>;
  /** Lets a model write programs for a problem and judges them on all its tests; nothing is learned. */
  tryProblem(request: TryRequest): Promise<TriedProblem>;
}
