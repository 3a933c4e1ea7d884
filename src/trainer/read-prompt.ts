/** How the model reads a problem's text: tokens, words that it has to spell, characters that it cannot see. */

import { promptRoom } from '../core/codec.ts';
import type { PromptReading } from '../core/own-problems.ts';
import type { LoadedModel } from './environment.ts';
import { problemOf } from './programs.ts';

/** Longest program by default, for which a prompt should leave room. */
const PROGRAM_TOKENS = 48;

/** Words of two letters or more: single letters are names such as n, and pieces of their own. */
const WORD = /[A-Za-z]{2,}/g;

/** What the tokenizer has no piece for. */
const UNSEEN = /[^\n\t -~]/gu;

export type ReadableModel = Pick<LoadedModel, 'tokenizer' | 'codec' | 'base'>;

export function readPrompt(text: string, model: ReadableModel): PromptReading {
  const { tokenizer, codec } = model;
  // One character each, so that pieces and text keep step.
  const borders = bordersIn(text.replace(UNSEEN, '?'), tokenizer);
  const words = [...text.replace(UNSEEN, '?').matchAll(WORD)];
  const spelled = words.filter(({ 0: word, index }) => {
    const from = borders.findIndex((border) => border > index);
    return borders[from]! < index + word.length;
  });
  return {
    tokens: codec.encodePrompt(problemOf(text)).length,
    most: promptRoom(codec.contextLength, PROGRAM_TOKENS),
    spelled: [...new Set(spelled.map(([word]) => word))],
    // Pairs of bytes can say everything.
    unseen: model.base !== undefined ? [] : [...new Set(text.match(UNSEEN) ?? [])],
  };
}

/** Where in the text each piece ends. */
function bordersIn(text: string, tokenizer: LoadedModel['tokenizer']): number[] {
  let at = 0;
  return tokenizer.encode(text).map((id) => {
    at += tokenizer.piece(id).length;
    return at;
  });
}
