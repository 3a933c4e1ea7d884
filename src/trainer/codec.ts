/** Joins a tokenizer to what training needs: the lecture's prompt of a problem, and programs back from ids. */

import type { PromptCodec } from '../core/codec.ts';
import { repairPrompt, solvePrompt, testsPrompt } from '../corpus/generator.ts';
import type { TextTokenizer } from '../model/text-tokenizer.ts';
import { cutProgram, programEnd } from './program-end.ts';

/** Of a model that ends its programs itself. */
export function createCodec(tokenizer: TextTokenizer, contextLength: number): PromptCodec {
  const { endOfText } = tokenizer;
  return {
    endOfText,
    encodePrompt: ({ text }) => tokenizer.encode(solvePrompt(text)),
    encodeRepair: ({ text }, attempt, failed) => tokenizer.encode(repairPrompt(text, attempt, failed)),
    encodeTests: ({ text }) => tokenizer.encode(testsPrompt(text)),
    encodeProgram: (code) => [...tokenizer.encode(code), endOfText],
    contextLength,
    decode: (ids) => tokenizer.decode(ids),
  };
}

/** Of a model that was trained on whole files: programs end where their text says so (`program-end`). */
export function createFileCodec(tokenizer: TextTokenizer, contextLength: number): PromptCodec {
  const codec = createCodec(tokenizer, contextLength);
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
