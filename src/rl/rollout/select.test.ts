/** What the helpers around a step do at their edges: grouping, drawing, packing, splitting, digests. */

import { describe, expect, test } from 'vitest';
import { letterProblem, verdict } from '../../../test/support/letters.ts';
import { parseConfig, type RunConfigInput } from '../../core/config.ts';
import { estimateAdvantages } from '../advantage/estimate.ts';
import { packRows, unpackRows } from '../loss/table.ts';
import { digestOf } from '../record/digest.ts';
import { createStopwatch } from '../record/stopwatch.ts';
import { checkDraw, drawProblems, type TrainingProblems } from '../rollout/epoch.ts';
import type { JudgedRollout } from '../rollout/judging.ts';
import { rolloutStream } from '../rollout/sampling.ts';
import { minibatches } from '../update.ts';
import { liveGroups, markZeroVariance, selectForUpdate } from './select.ts';

const { algorithm } = parseConfig({});
const config = parseConfig({});

const rollout = (group: number, reward: number | null): JudgedRollout => ({
  problem: letterProblem(group),
  group,
  prompt: [group],
  completion: { ids: [2, 1], logProbs: [-1, -1], truncated: false },
  code: 'a',
  verdict:
    reward === null ? verdict('infra_error', 0, 4) : verdict(reward === 1 ? 'passed' : 'wrong_answer', reward, 1),
  reward,
  components: [],
});

const estimate = (judged: readonly JudgedRollout[]) => {
  const rollouts = markZeroVariance(judged);
  const { shown } = estimateAdvantages(rollouts, [], { ...config, klCoefficient: 0 });
  return rollouts.map((one) => shown.get(one)!);
};

describe('groups', () => {
  test('a sample that is missing from one does not shift the next', () => {
    const second = [rollout(1, 1), rollout(1, 0), rollout(1, 0)];
    const full = estimate([rollout(0, 1), rollout(0, 0), rollout(0, 1), ...second]);
    const short = estimate([rollout(0, 1), rollout(0, 0), ...second]);
    expect(short.slice(2)).toEqual(full.slice(3));
  });

  test('of rewards [1,1], [0,0], [1,0] are two dead, and only the third is trained on', () => {
    const judged = [1, 1, 0, 0, 1, 0].map((reward, i) => rollout(Math.floor(i / 2), reward));
    const rollouts = markZeroVariance(judged);
    expect(rollouts.map(({ zeroVariance }) => zeroVariance)).toEqual([true, true, true, true, false, false]);
    expect(liveGroups(rollouts)).toBe(1);
    expect(estimate(judged).slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(selectForUpdate(rollouts, algorithm).map((one) => one.group)).toEqual([2, 2]);
  });

  test('a group without any reward carries no gradient', () => {
    expect(markZeroVariance([rollout(0, null), rollout(0, null)]).every(({ zeroVariance }) => zeroVariance)).toBe(true);
  });

  test('only programs that pass are imitated, whatever their group', () => {
    const rollouts = markZeroVariance([1, 1, 1, 0].map((reward, i) => rollout(Math.floor(i / 2), reward)));
    const accepted = { ...algorithm, advantage: 'accepted', dropZeroVariance: false } as const;
    expect(selectForUpdate(rollouts, accepted).map((one) => one.reward)).toEqual([1, 1, 1]);
  });
});

describe('drawProblems', () => {
  const lecture = Array.from({ length: 10 }, (_, i) => letterProblem(i));
  const auxiliary = Array.from({ length: 23 }, (_, i) => letterProblem(100 + i));
  const draw = (step: number, changes = {}, more: Partial<TrainingProblems> = {}) =>
    drawProblems(
      { seed: 1, lectureProblems: 10, auxiliaryProblems: 5, ownProblems: 0, ...changes },
      { lecture, auxiliary, ...more },
      step,
    );

  test('takes the ten, and deals every auxiliary problem once before any twice', () => {
    expect(draw(0).slice(0, 10)).toEqual(lecture);
    const dealt = Array.from({ length: 23 }, (_, step) => draw(step).slice(10)).flat();
    const rounds = [0, 1, 2, 3, 4].map((round) => dealt.slice(round * 23, (round + 1) * 23).map(({ id }) => id));
    for (const ids of rounds) expect(new Set(ids).size).toBe(23);
    expect(rounds[0]).not.toEqual(rounds[1]);
  });

  test('a few of the ten are other ones each epoch and never twice the same in one', () => {
    const few = [0, 1, 2].map((step) => draw(step, { lectureProblems: 4, auxiliaryProblems: 0 }).map((p) => p.id));
    for (const ids of few) expect(new Set(ids).size).toBe(4);
    expect(few[0]).not.toEqual(few[1]);
  });

  test('a run can ask whether the sets suffice before it does anything', () => {
    const sets = { lecture, auxiliary };
    expect(() => checkDraw({ lectureProblems: 10, auxiliaryProblems: 23, ownProblems: 0 }, sets)).not.toThrow();
    expect(() => checkDraw({ lectureProblems: 10, auxiliaryProblems: 24, ownProblems: 0 }, sets)).toThrow(
      'config: auxiliaryProblems: expected at most 23, got 24',
    );
  });

  test('own problems come last and change nothing of what is drawn besides', () => {
    const own = [0, 1, 2].map((i) => letterProblem(200 + i));
    const steps = [0, 1, 2, 3, 4, 5];
    const counts = { lectureProblems: 4, auxiliaryProblems: 7 };
    const plain = steps.map((step) => draw(step, counts));
    const withOwn = steps.map((step) => draw(step, { ...counts, ownProblems: 2 }, { own }));
    expect(withOwn.map((drawn) => drawn.slice(0, 11))).toEqual(plain);
    expect(steps.map((step) => draw(step, counts, { own }))).toEqual(plain);
    const dealt = withOwn.flatMap((drawn) => drawn.slice(11)).map(({ id }) => id);
    expect(dealt).toHaveLength(12);
    for (const round of [0, 3, 6, 9]) expect(new Set(dealt.slice(round, round + 3)).size).toBe(3);
    expect(steps.map((step) => draw(step, { ...counts, ownProblems: 2 }, { own }))).toEqual(withOwn);
    expect(() => draw(0, { ownProblems: 4 }, { own })).toThrow('config: ownProblems: expected at most 3, got 4');
    expect(() => draw(0, { ownProblems: 1 })).toThrow('config: ownProblems: expected at most 0, got 1');
  });

  test('says when a set is too small', () => {
    expect(() => draw(0, { auxiliaryProblems: 24 })).toThrow('config: auxiliaryProblems: expected at most 23, got 24');
    expect(() =>
      drawProblems(
        { seed: 0, lectureProblems: 1, auxiliaryProblems: 0, ownProblems: 0 },
        { lecture: [], auxiliary },
        0,
      ),
    ).toThrow('config: lectureProblems: expected at most 0, got 1');
  });
});

test('minibatches hold every row once, none is empty, and a seed reproduces them', () => {
  const rows = Array.from({ length: 7 }, (_, i) => i);
  const parts = minibatches(rows, 3, 5, 0);
  expect(parts.map((part) => part.length)).toEqual([3, 3, 1]);
  expect(parts.flat().sort()).toEqual(rows);
  expect(minibatches(rows, 3, 5, 0)).toEqual(parts);
  expect(minibatches(rows, 3, 5, 1)).not.toEqual(parts);
  expect(minibatches([1], 4, 0, 0)).toEqual([[1]]);
  expect(minibatches([], 4, 0, 0)).toEqual([]);
});

test('tables pack and unpack ragged rows', () => {
  const rows = [[1, 2, 3], [], [4]];
  const table = packRows(rows, 3);
  expect([...table]).toEqual([1, 2, 3, 0, 0, 0, 4, 0, 0]);
  expect(unpackRows(table, 3, [3, 0, 1])).toEqual(rows);
  expect(() => unpackRows(table, 2, [3, 0, 1])).toThrow('table: expected 3 × 2 numbers, got 9');
});

test('a digest sees order, row borders and every bit of an id', () => {
  const digests = [[[1, 2], [3]], [[1], [2, 3]], [[2, 1], [3]], [[257, 2], [3]], [], [[]]].map((rows) =>
    digestOf(rows),
  );
  expect(new Set(digests).size).toBe(digests.length);
  expect(digestOf([])).toBe('811c9dc5');
  expect(digests[0]).toMatch(/^[0-9a-f]{8}$/);
});

describe('streams', () => {
  const every = (changes: RunConfigInput) => {
    const settings = parseConfig({ lectureProblems: 2, auxiliaryProblems: 1, groupSize: 2, ...changes });
    const { turns, dynamicRounds, hardGroupSize } = settings.rollout;
    const range = (length: number) => Array.from({ length }, (_, i) => i);
    const streams = range(2).flatMap((step) =>
      range(1 + dynamicRounds).flatMap((round) =>
        range(turns).flatMap((turn) =>
          range(3).flatMap((slot) =>
            range(Math.max(2, hardGroupSize)).map((sample) =>
              rolloutStream(settings, { step, round, turn, slot, sample }),
            ),
          ),
        ),
      ),
    );
    return { unique: new Set(streams).size, most: Math.max(...streams), count: streams.length };
  };

  test('are unique over steps, rounds, turns, groups and samples, and none is wasted', () => {
    for (const rollout of [{}, { turns: 3, dynamicRounds: 2, hardGroupSize: 5 }]) {
      const { unique, most, count } = every({ rollout });
      expect(unique).toBe(count);
      expect(most).toBe(count - 1);
    }
  });

  test('never reach those of evaluation', () => {
    const at = { step: 2 ** 24, round: 0, turn: 0, slot: 0, sample: 0 };
    expect(() => rolloutStream(config, at)).toThrow(/expected a rollout number below 2\^31/);
  });
});

test('a stopwatch adds up phases and forgets pauses', () => {
  let time = 0;
  const watch = createStopwatch(() => time);
  time = 1000;
  watch.lap('sample');
  time = 60_000;
  watch.resume();
  time = 62_000;
  watch.lap('judge');
  watch.lap('update');
  expect(watch.read()).toEqual({ sample: 1, judge: 2, reference: 0, update: 0, total: 3 });
});
