/** 500 programs of the soak in Node, twice, in different order and company: memory compared after every one. */

import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import type { Problem } from '../../src/core/types.ts';
import { loadProblemSet } from '../../src/problems/load.ts';
import { HOSTILE_FRAGMENTS } from '../support/hostile-programs.ts';
import { candidate, KINDS } from './candidates.ts';
import { createNodeEngine, type NodeSoakEngine } from './node-engine.ts';
import { soakTwice } from './soak.ts';

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

/** About half a minute on two cores; this is for a machine that does other things as well. */
const PATIENCE_MS = 10 * 60_000;

test(
  '500 programs in two orders: same verdicts, memory untouched, right stays right',
  async () => {
    const options = { problems, seed: 1, count: 500, checkEach: 500, batch: 1 };
    const engines: NodeSoakEngine[] = [];
    const report = await soakTwice(async (pass) => {
      engines[pass] = await createNodeEngine(pass + 1);
      return engines[pass];
    }, options);
    expect(report).toMatchObject({
      different: [],
      passes: [
        { faults: [], checks: 500 },
        { faults: [], checks: 500 },
      ],
    });
    expect(report).not.toHaveProperty('first');
    engines.forEach(({ memoryBytes }, pass) => {
      expect(memoryBytes).toBeLessThanOrEqual((pass + 1) * DEFAULT_LIMITS.heapBytes);
    });
  },
  PATIENCE_MS,
);

test(
  'a verdict that depends on what ran before is found, and so is memory that is not put back',
  async () => {
    const options = { problems, seed: 1, count: 30, checkEach: 30, batch: 1 };
    let runs = 0;
    const report = await soakTwice(async (pass) => {
      const engine = await createNodeEngine(1);
      return {
        ...engine,
        // In the second pass the twentieth program finds what the nineteenth left.
        run: async (assignments) => {
          const verdicts = await engine.run(assignments);
          const stained = pass === 1 && ++runs === 20;
          return stained ? verdicts.map((verdict) => ({ ...verdict, ticks: verdict.ticks + 1 })) : verdicts;
        },
        isPristine: async () => !(pass === 1 && runs === 25),
      };
    }, options);
    expect(report.different).toHaveLength(1);
    expect(report.first).toContain('def solution');
    expect(report.passes[1]!.faults).toEqual([expect.stringContaining('memory differs after program')]);
  },
  PATIENCE_MS,
);
