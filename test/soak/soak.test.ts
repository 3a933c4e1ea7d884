/** 500 programs of the soak in Node, twice, in different order and company: memory compared after every one. */

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import type { Problem } from '../../src/core/types.ts';
import { loadProblemSet } from '../../src/problems/load.ts';
import { HOSTILE_FRAGMENTS } from '../support/hostile-programs.ts';
import { candidate, KINDS } from './candidates.ts';
import { createNodeEngine } from './node-engine.ts';
import { differences, soak } from './soak.ts';

const read = (path: string) => readFile(new URL(`../../public/${path}`, import.meta.url), 'utf8');

let problems: Problem[];
beforeAll(async () => {
  problems = (await Promise.all([loadProblemSet('lecture', read), loadProblemSet('auxiliary', read)])).flat();
});

test('a program is a function of seed and number, and every kind comes', () => {
  const all = Array.from({ length: 2000 }, (_, i) => candidate(problems, 7, i));
  expect(candidate(problems, 7, 123)).toEqual(all[123]);
  expect(candidate(problems, 8, 123)).not.toEqual(all[123]);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  const used = new Set(all.flatMap(({ parts }) => parts));
  expect(HOSTILE_FRAGMENTS.filter(({ name }) => !used.has(name))).toEqual([]);
});

test('500 programs in two orders: same verdicts, memory untouched, right stays right', async () => {
  const options = { problems, seed: 1, count: 500, checkEach: 500, batch: 1 };
  const alone = await createNodeEngine(1);
  const first = await soak(alone, options, 0);
  const pair = await createNodeEngine(2);
  const second = await soak(pair, options, 1);
  expect(first.faults).toEqual([]);
  expect(second.faults).toEqual([]);
  expect(differences(first, second, options)).toEqual([]);
  expect(first.outcomes).toEqual(second.outcomes);
  expect(alone.memoryBytes).toBeLessThanOrEqual(DEFAULT_LIMITS.heapBytes);
  expect(pair.memoryBytes).toBeLessThanOrEqual(2 * DEFAULT_LIMITS.heapBytes);
});
