/** Joins the tokenizer to what training needs: the lecture's prompt of a problem, and programs back from ids. */

import type { PromptCodec } from '../core/codec.ts';
import { repairPrompt, solvePrompt, testsPrompt } from '../corpus/generator.ts';
import { END_OF_TEXT_ID } from '../model/batch.ts';
import type { Tokenizer } from '../model/tokenizer.ts';

export function createCodec(tokenizer: Tokenizer, contextLength: number): PromptCodec {
  return {
    endOfText: END_OF_TEXT_ID,
    encodePrompt: ({ text }) => tokenizer.encode(solvePrompt(text)),
    encodeRepair: ({ text }, attempt, failed) => tokenizer.encode(repairPrompt(text, attempt, failed)),
    encodeTests: ({ text }) => tokenizer.encode(testsPrompt(text)),
    encodeProgram: (code) => [...tokenizer.encode(code), END_OF_TEXT_ID],
    contextLength,
    decode: (ids) => tokenizer.decode(ids),
  };
}
