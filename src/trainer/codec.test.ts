/** Programs of a model that was trained on whole files: completions end with the program, and what follows is cut off. */

import { expect, test } from 'vitest';
import type { TextTokenizer } from '../model/text-tokenizer.ts';
import { endingOf, sampleInChunks } from '../rl/rollout/sampling.ts';
import { createCodec, createFileCodec } from './codec.ts';

const END = 255;

/** An id for each character, its code. */
const characters: TextTokenizer = {
  size: 256,
  endOfText: END,
  encode: (text) => [...text].map((character) => character.charCodeAt(0)),
  decode: (ids) => ids.map((id) => characters.piece(id)).join(''),
  piece: (id) => (id === END ? '' : String.fromCharCode(id)),
  toJSON: () => ({}),
};

const FUNCTION = 'def solution(a):\n    return a\n';
const codec = createFileCodec(characters, 100);

test('a completion ends with the first character of the next statement', () => {
  const ids = characters.encode(`${FUNCTION}\nprint`);
  const ended = ids.map((_, t) => codec.ends!(ids.slice(0, t + 1)));
  expect(ended.indexOf(true)).toBe(`${FUNCTION}\np`.length - 1);
  expect(codec.decode(ids)).toBe(FUNCTION);
});

test('the prompt is the lecture’s, and tells models of others what the function is called', () => {
  const problem = { id: 'a', text: 'Add', entryPoint: 'solution', tests: { public: [], reward: [], hidden: [] } };
  const prompt = characters.decode(codec.encodePrompt({ ...problem, compare: 'python' }));
  expect(prompt).toBe('# Problem: Add\n# The function is called solution.\n# Solution:\n');
  expect(codec.encodeProgram(FUNCTION).at(-1)).toBe(END);
});

test('only such a codec asks a policy to end completions', async () => {
  const own = createCodec(characters, 100);
  expect(endingOf(own)).toEqual({});
  const asked: unknown[] = [];
  const policy = {
    sample: async (_: unknown, { ends }: { readonly ends?: unknown }) => {
      asked.push(ends);
      return [{ ids: [END], logProbs: [0], truncated: false }];
    },
  } as unknown as Parameters<typeof sampleInChunks>[0];
  const rule = { temperature: 1, topP: 1, topK: 0, maxNewTokens: 4, seed: 0, streams: [0] };
  await sampleInChunks(policy, [[1]], own, rule);
  await sampleInChunks(policy, [[1]], codec, rule);
  expect(asked).toEqual([undefined, codec.ends]);
});
