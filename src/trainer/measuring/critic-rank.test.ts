/** The critic as a ranker in the toy world: what it is asked, what its answer picks, and that no verdict is looked at. */

import { expect, test } from 'vitest';
import { END_OF_TEXT, letterCodec, letterProblem } from '../../../test/support/letters.ts';
import { RuleCritic } from '../../../test/support/rule-critic.ts';
import type { PooledProgram, SamplePool } from '../../eval/pool.ts';
import { choosePrograms } from '../../eval/selection.ts';
import { type CriticRankOptions, criticScores } from './critic-rank.ts';

const judged = {
  outcome: 'wrong_answer',
  public: false,
  visible: false,
  correct: false,
  missingImport: false,
} as const;

const poolOf = (codes: readonly string[]): SamplePool => ({
  programs: codes.map((code): PooledProgram => {
    const truncated = code.endsWith('…');
    return { code: code.replace('…', ''), truncated, logProb: -1, tokens: 1, judged };
  }),
  draws: [...codes.keys()],
});

/** The letter b, id 3, makes a program likely to pass: `passed` is the last of the four classes. */
const critic = () =>
  new RuleCritic((known) => {
    const passed = (known.filter((id) => id === 3).length + Number(known.at(-1) === END_OF_TEXT)) / 8;
    return [1 - passed, 0, 0, passed];
  });

const options = (changes: Partial<CriticRankOptions> = {}): CriticRankOptions => ({
  critic: critic(),
  codec: letterCodec,
  problems: [letterProblem(4), letterProblem(5)],
  pools: [poolOf(['a', 'ab', 'bb…', '', 'ba']), poolOf(['bbb'])],
  ...changes,
});

test('reads whole programs to their end, and says nothing of those that were cut off', async () => {
  const eighths = (await criticScores(options()))!.map((scores) =>
    scores.map((score) => score && Number((8 * score).toFixed(6))),
  );
  expect(eighths).toEqual([[1, 2, null, 1, 2], [4]]);
});

test('asks with the prompt of the problem and the text of the program alone', async () => {
  const asked = critic();
  await criticScores(options({ critic: asked }));
  const prompts = asked.asked.flatMap(({ sequences }) => sequences.map(({ prompt }) => prompt.join(' ')));
  expect(prompts).toContain('4 2 3 1');
  expect(prompts).toContain('5 3 3 3 1');
  expect(new Set(prompts.map((prompt) => prompt[0]))).toEqual(new Set(['4', '5']));
});

test('picks the programs that it finds most likely to pass, equal ones together', async () => {
  const { pools } = options();
  const scores = (await criticScores(options()))!;
  expect(choosePrograms('critic', { pool: pools[0]!, critic: scores[0]! })).toEqual([1, 4]);
});

test('a pool of cut-off programs is no question', async () => {
  const asked = critic();
  const pools = [poolOf(['b…']), poolOf([])];
  expect(await criticScores(options({ critic: asked, pools }))).toEqual([[null], []]);
  expect(asked.asked).toEqual([]);
});

test('tells how far it is, and ends when told to', async () => {
  const seen: [number, number][] = [];
  await criticScores(options({ onProgress: (...at) => seen.push(at) > 0 }));
  expect(seen).toEqual([
    [0, 6],
    [5, 6],
    [6, 6],
  ]);
  for (let calls = 0; calls < seen.length; calls++) {
    let left = calls;
    const asked = critic();
    expect(await criticScores(options({ critic: asked, onProgress: () => left-- > 0 }))).toBeNull();
    expect(asked.asked).toHaveLength(calls);
  }
});
