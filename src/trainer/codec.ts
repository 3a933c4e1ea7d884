/** Joins the tokenizer to what training needs: the lecture's prompt of a problem, and programs back from ids. */

import type { PromptCodec } from '../core/codec.ts';
import { solvePrompt } from '../corpus/generator.ts';
import { END_OF_TEXT_ID } from '../model/batch.ts';
import type { Tokenizer } from '../model/tokenizer.ts';

export function createCodec(tokenizer: Tokenizer): PromptCodec {
  return {
    endOfText: END_OF_TEXT_ID,
    encodePrompt: ({ text }) => tokenizer.encode(solvePrompt(text)),
    decode: (ids) => tokenizer.decode(ids),
  };
}
