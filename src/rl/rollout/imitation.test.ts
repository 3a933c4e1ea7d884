/** Which reference solutions are imitated, and what their rows say. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem } from '../../../test/support/letters.ts';
import { imitationRows, lessonsOf } from './imitation.ts';

const solved = (index: number, reference: string) => ({ ...letterProblem(index), reference });

test('a reference solution is the completion of its own problem, and ends', () => {
  const { sequences } = lessonsOf([solved(4, 'ab'), solved(2, 'd')], letterCodec, 8);
  expect(sequences).toEqual([
    { prompt: [4], completion: [2, 3, END_OF_TEXT] },
    { prompt: [2], completion: [5, END_OF_TEXT] },
  ]);
});

test('says how many problems have no reference, and how many have one that is too long', () => {
  const problems = [solved(0, 'abc'), letterProblem(1), solved(2, 'abcd'), solved(3, 'a')];
  const inLimit = lessonsOf(problems, letterCodec, 4); // three letters and the end of text
  expect(inLimit.sequences.map(({ prompt }) => prompt)).toEqual([[0], [3]]);
  expect(inLimit).toMatchObject({ unsolved: 1, tooLong: 1 });
  const inContext = lessonsOf(problems, { ...letterCodec, contextLength: 4 }, 100); // the prompt takes one
  expect(inContext.sequences.map(({ prompt }) => prompt)).toEqual([[3]]);
  expect(inContext).toMatchObject({ unsolved: 1, tooLong: 2 });
});

test('rows pull every token up alike', () => {
  const { sequences } = lessonsOf([solved(0, 'ab'), solved(1, 'c')], letterCodec, 8);
  const logProbs = [
    [-1, -2, -3],
    [-4, -5],
  ];
  const reference = [
    [-6, -7, -8],
    [-9, -10],
  ];
  expect(imitationRows(sequences, logProbs, reference)).toEqual([
    {
      ...sequences[0],
      turn: 0,
      samplerLogProbs: [-1, -2, -3],
      oldLogProbs: [-1, -2, -3],
      refLogProbs: [-6, -7, -8],
      advantages: [1, 1, 1],
    },
    {
      ...sequences[1],
      turn: 0,
      samplerLogProbs: [-4, -5],
      oldLogProbs: [-4, -5],
      refLogProbs: [-9, -10],
      advantages: [1, 1],
    },
  ]);
});
