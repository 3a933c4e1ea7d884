/** What training needs to know of a tokenizer: text of a problem in, program out. */

import type { Problem } from './types.ts';

/** Most tokens of a prompt that leaves room for a program: its last token is never read, so that it takes no place. */
export const promptRoom = (contextLength: number, maxNewTokens: number): number => contextLength + 1 - maxNewTokens;

export interface PromptCodec {
  /** Id that ends a completion. */
  readonly endOfText: number;
  /** Token ids of the prompt; never contains a test. */
  encodePrompt(problem: Problem): readonly number[];
  /** The prompt of another attempt: the last one and the public test that it failed, as Python. */
  encodeRepair(problem: Problem, attempt: string, failed: string): readonly number[];
  /** The prompt after which the model writes tests of its own, as assert lines; never contains one. */
  encodeTests(problem: Problem): readonly number[];
  /** Token ids of a program, its end of text included. */
  encodeProgram(code: string): readonly number[];
  /** Most tokens of a prompt and its completion together. */
  readonly contextLength: number;
  /** Whether a completion is over with its newest token, for models that hardly ever write an end of text. */
  readonly ends?: (ids: readonly number[]) => boolean;
  /** The program that token ids stand for. */
  decode(ids: readonly number[]): string;
}
