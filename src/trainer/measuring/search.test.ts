/** The search on pools that are filled: who is probed and how often, what is lost, how it ends; and once with real programs. */

import { expect, test } from 'vitest';
import { publicProblems } from '../../../test/support/public-problems.ts';
import type { Probe } from '../../core/behaviour.ts';
import type { SearchRequest } from '../../core/measure-choices.ts';
import type { JudgedSample } from '../../core/measuring.ts';
import type { Problem, TestKind } from '../../core/types.ts';
import type { SamplePool } from '../../eval/pool.ts';
import { searchPick } from '../../eval/search/candidates.ts';
import { createNodeJudge, nodeServices } from '../../sandbox/node.ts';
import { ProbeMemory, type SearchOptions, searchSet } from './search.ts';

const REQUEST: SearchRequest = { samples: 1000, temperature: 1, submissions: 10, probes: 4 };

const problem = (id: string): Problem => ({
  id,
  text: id,
  entryPoint: 'solution',
  compare: 'python',
  tests: { public: [], reward: [], hidden: [] },
});

/** Programs in capitals pass everything, `-` fails the public tests, `~` was cut off. */
const verdictOf = (code: string): JudgedSample => {
  const [passes, correct] = [/^[A-Za-z]/.test(code), /^[A-Z]/.test(code)];
  const outcome = code.startsWith('~') ? 'truncated' : correct ? 'passed' : 'wrong_answer';
  return { outcome, public: passes, visible: correct, correct, missingImport: false };
};

function poolOf(...draws: string[]): SamplePool {
  const codes = [...new Set(draws)];
  return {
    programs: codes.map((code) => {
      const judged = verdictOf(code);
      return { code, truncated: judged.outcome === 'truncated', logProb: 0, tokens: 1, judged };
    }),
    draws: draws.map((code) => codes.indexOf(code)),
  };
}

/** Behaviour is the first letter; codes in `fails` fail so many times before they are told. */
function recorded(fails: Record<string, number> = {}) {
  const asked: string[][] = [];
  const probe: Probe = async (jobs) => {
    asked.push(jobs.map((job) => job.problem.id + job.code));
    return jobs.map(({ code }) => {
      const left = fails[code] ?? 0;
      fails[code] = left - 1;
      return left > 0 ? { error: 'lost' } : { outputs: [code[0]!] };
    });
  };
  return { asked, memory: new ProbeMemory({ probe, seed: 1, probes: REQUEST.probes }) };
}

const optionsOf = (memory: ProbeMemory, problems: readonly Problem[], pools: readonly SamplePool[]): SearchOptions => ({
  set: 'lecture',
  request: REQUEST,
  problems,
  pools,
  memory,
  seed: 1,
});

test('only different programs that pass the public tests are probed, and each once for all models', async () => {
  const { asked, memory } = recorded();
  const problems = [problem('p'), problem('q')];
  const first = await searchSet(optionsOf(memory, problems, [poolOf('a', 'B', '-', '~', 'a'), poolOf('a')]));
  expect(asked).toEqual([['pa', 'pB', 'qa']]);
  expect(first!.problems.map(({ submissions }) => submissions.map(({ code }) => code))).toEqual([['a', 'B'], ['a']]);
  expect(first!.total).toMatchObject({ sampled: 6, passPublic: 4, clusters: 3, solved: 1 });
  await searchSet(optionsOf(memory, problems, [poolOf('c', 'a'), poolOf('a', 'B')]));
  expect(asked.slice(1)).toEqual([['pc', 'qB']]);
});

test('samples behind those that are wanted are not looked at; the beginning of a pool needs no further run', async () => {
  const { asked, memory } = recorded();
  const p = problem('p');
  const pool = poolOf('a', 'B', 'B2', 'c');
  const options = optionsOf(memory, [p], [pool]);
  const report = await searchSet({ ...options, request: { ...REQUEST, samples: 3 } });
  expect(asked).toEqual([['pa', 'pB', 'pB2']]);
  expect(report!.problems[0]!.clusters).toEqual([2, 1]);
  expect(searchPick(pool, memory.of(p))).toBe(1);
  const { programs, draws } = poolOf('a', 'B');
  expect(searchPick({ programs, draws }, memory.of(p))).toBe(0);
});

test('a failure of ours is tried once more, then left out with a count, and asked again by whoever comes next', async () => {
  const { asked, memory } = recorded({ b: 1, C: 2 });
  const options = optionsOf(memory, [problem('p')], [poolOf('a', 'b', 'C', 'C')]);
  const report = await searchSet(options);
  expect(asked).toEqual([
    ['pa', 'pb', 'pC'],
    ['pb', 'pC'],
  ]);
  expect(report!.total).toMatchObject({ passPublic: 4, unprobed: 2, clusters: 2, submitted: 2, solved: 0 });
  expect((await searchSet(options))!.total).toMatchObject({ unprobed: 0, solved: 1 });
});

test('a sandbox that is older than the page is named', async () => {
  // Workers that do not know a kind of job answer without a result.
  const probe = (async (jobs: readonly unknown[]) => jobs.map(() => undefined)) as unknown as Probe;
  const memory = new ProbeMemory({ probe, seed: 1, probes: 4 });
  const searched = searchSet(optionsOf(memory, [problem('p')], [poolOf('a')]));
  await expect(searched).rejects.toThrow('probe: expected an answer for each program, got none: the sandbox is older');
});

test('progress, and an end from outside', async () => {
  const pool = poolOf(...Array.from({ length: 150 }, (_, i) => `a${i}`));
  const told: number[][] = [];
  const { memory } = recorded();
  const onProgress = (done: number, total: number) => told.push([done, total]) > 0;
  expect(await searchSet({ ...optionsOf(memory, [problem('p')], [pool]), onProgress })).not.toBeNull();
  expect(told).toEqual([
    [0, 150],
    [64, 150],
    [128, 150],
    [150, 150],
  ]);
  const { asked, memory: fresh } = recorded();
  const stopped = { ...optionsOf(fresh, [problem('p')], [pool]), onProgress: (done: number) => done < 64 };
  expect(await searchSet(stopped)).toBeNull();
  expect(asked.map((codes) => codes.length)).toEqual([64]);
});

test('real programs: clusters tell apart what the public tests do not', async () => {
  const sum = (await publicProblems('lecture')).find(({ id }) => id === 'sum-two-numbers')!;
  const program = (expression: string) => `def solution(a, b):\n    return ${expression}\n`;
  const codes = [
    program('a + b if a * b > 0 else 0'),
    program('a + b'),
    program('float(a) + b'),
    program('a - b'),
    program('sum([a, b])'),
  ];
  await using judge = createNodeJudge();
  const verdicts = await judge.judge(
    codes.map((code) => ({ problem: sum, code, kinds: ['public', 'reward', 'hidden'] })),
  );
  const programs = codes.map((code, i) => {
    const passes = (kind: TestKind) => verdicts[i]![kind]!.outcome === 'passed';
    const visible = passes('public') && passes('reward');
    const judged: JudgedSample = {
      outcome: visible && passes('hidden') ? 'passed' : 'wrong_answer',
      public: passes('public'),
      visible,
      correct: visible && passes('hidden'),
      missingImport: false,
    };
    return { code, truncated: false, logProb: 0, tokens: 1, judged };
  });
  const memory = new ProbeMemory({ probe: nodeServices.probe, seed: 1, probes: 8 });
  const report = await searchSet(optionsOf(memory, [sum], [{ programs, draws: [0, 0, 1, 2, 3, 4] }]));
  const [searched] = report!.problems;
  expect(searched!.clusters).toEqual([3, 2]);
  expect(searched!.submissions.map(({ code, correct }) => [codes.indexOf(code), correct])).toEqual([
    [1, true],
    [0, false],
    [2, true],
    [4, true],
  ]);
});
