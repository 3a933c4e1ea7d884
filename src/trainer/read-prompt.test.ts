/** What a person is told of a text before the model reads it. */

import { expect, test } from 'vitest';
import { buildTokenizer } from '../model/tokenizer.ts';
import { createCodec } from './codec.ts';
import { readPrompt } from './read-prompt.ts';

const tokenizer = buildTokenizer(['Write a function that returns the sum', 'the sum of a list'], {
  size: 400,
  minimumCount: 1,
});
const model = { tokenizer, codec: createCodec(tokenizer, 256) };
const read = (text: string) => readPrompt(text, model);

test('counts the whole prompt, and the room that it has', () => {
  const { tokens, most } = read('Write a function that returns the sum');
  // "# Problem: " and "\n# Solution:\n" are one piece each, and every word with its space.
  expect(tokens).toBe(2 + 7);
  expect(most).toBe(256 + 1 - 48);
});

test('names words that it has to spell, each once, and none that it knows', () => {
  expect(read('Write a function that returns the sum').spelled).toEqual([]);
  expect(read('Write the eigenvalue of a list, the eigenvalue').spelled).toEqual(['eigenvalue']);
  // Known as a part of no other word, and unknown in other letters.
  expect(read('summary SUM').spelled).toEqual(['summary', 'SUM']);
});

test('a word behind characters that it cannot see is still found', () => {
  expect(read('🦊 für the list')).toMatchObject({ spelled: [], unseen: ['🦊', 'ü'] });
  expect(read('🦊🦊 zebra').spelled).toEqual(['zebra']);
});

test('an empty text is only the scaffold', () => {
  expect(read('')).toMatchObject({ tokens: 2, spelled: [], unseen: [] });
});
