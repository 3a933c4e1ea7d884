/** Sizes by samples, and submissions that go round the clusters. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterByBehaviour, submissionOrder } from './clusters.ts';

test('a program that was sampled often weighs as often', () => {
  const outputs = [['1'], ['2'], ['1'], ['3']];
  expect(clusterByBehaviour(outputs, [1, 5, 1, 5])).toEqual([
    { members: [1], size: 5, failed: false },
    { members: [3], size: 5, failed: false },
    { members: [0, 2], size: 2, failed: false },
  ]);
});

test('texts of several inputs never run into each other', () => {
  expect(clusterByBehaviour([['1', '2'], ['1,2'], ['1","2']], [1, 1, 1])).toHaveLength(3);
});

test('failing everywhere is a behaviour like any other; without inputs nothing is known to fail', () => {
  const outputs = [
    ['ERR:KeyError', 'TIMEOUT'],
    ['ERR:KeyError', '"ERR:KeyError"'],
    ['MEMORY', 'OUTPUT'],
  ];
  const clusters = clusterByBehaviour(outputs, [1, 1, 1]);
  expect(clusters.map(({ failed }) => failed)).toEqual([true, false, true]);
  expect(clusterByBehaviour([[], []], [1, 1])).toEqual([{ members: [0, 1], size: 2, failed: false }]);
});

test('round after round: one of each cluster, largest first, until enough or nothing is left', () => {
  const clusters = [
    { members: [0, 3, 4], size: 9 },
    { members: [1], size: 2 },
    { members: [2, 5], size: 2 },
  ];
  const order = (most: number) => submissionOrder(clusters, most).map(({ program, cluster }) => [program, cluster]);
  const all = [
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 0],
    [5, 2],
    [4, 0],
  ];
  expect(order(10)).toEqual(all);
  expect(order(4)).toEqual(all.slice(0, 4));
  expect(order(0)).toEqual([]);
  expect(submissionOrder([], 10)).toEqual([]);
});

test('every program is in one cluster, is submitted once, and fewer submissions are the first of more', () => {
  const outputs = fc.array(fc.array(fc.constantFrom('1', '2', 'TIMEOUT'), { minLength: 2, maxLength: 2 }));
  fc.assert(
    fc.property(outputs, fc.nat(12), (texts, most) => {
      const clusters = clusterByBehaviour(
        texts,
        texts.map(() => 1),
      );
      const everyone = [...texts.keys()];
      expect(clusters.flatMap(({ members }) => members).toSorted((a, b) => a - b)).toEqual(everyone);
      const order = submissionOrder(clusters, texts.length);
      expect(order.map(({ program }) => program).toSorted((a, b) => a - b)).toEqual(everyone);
      expect(submissionOrder(clusters, most)).toEqual(order.slice(0, most));
    }),
  );
});
