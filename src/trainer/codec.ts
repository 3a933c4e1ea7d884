/** Joins a tokenizer to what training needs: the lecture's prompt of a problem, and programs back from ids. */

import type { PromptCodec } from '../core/codec.ts';
import type { Problem } from '../core/types.ts';
import { textForFiles } from '../corpus/file-text.ts';
import { repairPrompt, solvePrompt, testsPrompt } from '../corpus/generator.ts';
import type { TextTokenizer } from '../model/text-tokenizer.ts';
import { cutProgram, programEnd } from './program-end.ts';

/**
 * Of a model that ends its programs itself.
 *
 * @param textOf how a problem is told
 */
export function createCodec(
  tokenizer: TextTokenizer,
  contextLength: number,
  textOf: (problem: Problem) => string = ({ text }) => text,
): PromptCodec {
  const { endOfText } = tokenizer;
  return {
    endOfText,
    encodePrompt: (problem) => tokenizer.encode(solvePrompt(textOf(problem))),
    encodeRepair: (problem, attempt, failed) => tokenizer.encode(repairPrompt(textOf(problem), attempt, failed)),
    encodeTests: (problem) => tokenizer.encode(testsPrompt(textOf(problem))),
    encodeProgram: (code) => [...tokenizer.encode(code), endOfText],
    contextLength,
    decode: (ids) => tokenizer.decode(ids),
  };
}

/** Of a model that was trained on whole files: programs end where their text says so (`program-end`). */
export function createFileCodec(tokenizer: TextTokenizer, contextLength: number): PromptCodec {
  const codec = createCodec(tokenizer, contextLength, textForFiles);
  // Asked after every token of every row: pieces are looked up, and one that is cut inside a character ends no program.
  const pieces = new Map<number, string>();
  const pieceOf = (id: number): string => {
    const known = pieces.get(id);
    if (known !== undefined) return known;
    const piece = tokenizer.piece(id);
    pieces.set(id, piece);
    return piece;
  };
  return {
    ...codec,
    ends: (ids) => programEnd(ids.map(pieceOf).join('')) !== null,
    decode: (ids) => cutProgram(codec.decode(ids)),
  };
}
