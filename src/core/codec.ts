/** What training needs to know of a tokenizer: text of a problem in, program out. */

import type { Problem } from './types.ts';

export interface PromptCodec {
  /** Id that ends a completion. */
  readonly endOfText: number;
  /** Token ids of the prompt; never contains a test. */
  encodePrompt(problem: Problem): readonly number[];
  /** Text of token ids. */
  decode(ids: readonly number[]): string;
}
