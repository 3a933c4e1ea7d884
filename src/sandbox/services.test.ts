/** The typed methods over a made-up runner: what is asked for once, what is kept, and what is not. */

import { expect, test } from 'vitest';
import type { ProgramAnalysis } from '../core/analysis.ts';
import type { Problem } from '../core/types.ts';
import type { Job, Result } from './judging/jobs.ts';
import { createServices } from './services.ts';

const problem: Problem = {
  id: 'p',
  text: 'Do it.',
  entryPoint: 'f',
  compare: 'python',
  tests: { public: [], reward: [], hidden: [] },
  inputs: 'generator',
  reference: 'reference',
};

/** Services that write down every job; the source `lost` is answered as by a worker that died. */
function recorded(answer: (job: Job) => Result) {
  const asked: Job[][] = [];
  const services = createServices(async (jobs) => {
    asked.push([...jobs]);
    return jobs.map(answer);
  });
  return { asked, services };
}

const analysisOf = (code: string): ProgramAnalysis =>
  code === 'lost' ? {} : { complexity: { functions: [], cyclomatic: 1, lines: code.length, nodes: 1 } };

const analyse = (job: Job): Result => {
  if (job.kind !== 'analyse') throw new Error(`expected analyse, got ${job.kind}`);
  return { kind: 'analyse', result: analysisOf(job.job.code) };
};

test('identical sources are looked at once, now and later; a failure of ours is asked for again', async () => {
  const { asked, services } = recorded(analyse);
  const look = (...codes: string[]) =>
    services.analyse(codes.map((code) => ({ code, layers: ['complexity'] as const })));
  expect(await look('a', 'bb', 'a', 'lost')).toEqual(['a', 'bb', 'a', 'lost'].map(analysisOf));
  expect(await look('bb', 'lost', 'ccc')).toEqual(['bb', 'lost', 'ccc'].map(analysisOf));
  expect(await look('a')).toEqual([analysisOf('a')]);
  const codes = asked.map((jobs) => jobs.map((job) => (job.kind === 'analyse' ? job.job.code : '')));
  expect(codes).toEqual([
    ['a', 'bb', 'lost'],
    ['lost', 'ccc'],
  ]);
});

test('other layers of the same source are another question', async () => {
  const { asked, services } = recorded(analyse);
  await services.analyse([{ code: 'a', layers: ['complexity'] }]);
  await services.analyse([{ code: 'a', layers: ['syntax', 'complexity', 'lint'] }]);
  expect(asked).toHaveLength(2);
});

test('growth of equal programs is measured once, and no test leaves the page', async () => {
  const growth = { points: [], exponent: 2, label: 'O(n²)' } as const;
  const { asked, services } = recorded((job) => ({
    kind: 'growth',
    result: job.kind === 'growth' && job.job.code === 'a' ? growth : null,
  }));
  expect(await services.growth(['a', 'b', 'a'].map((code) => ({ problem, code })))).toEqual([growth, null, growth]);
  const { id, entryPoint, inputs, reference } = problem;
  const sources = { id, entryPoint, inputs, reference };
  expect(asked).toEqual([['a', 'b'].map((code) => ({ kind: 'growth', job: { problem: sources, code } }))]);
});

test('a program is probed once per problem and for all the same settings, and no test leaves the page', async () => {
  const { asked, services } = recorded((job) => ({
    kind: 'probe',
    result: job.kind === 'probe' && job.job.code === 'a' ? { outputs: ['1'] } : { error: 'lost' },
  }));
  const twin = { ...problem };
  const other: Problem = { ...problem, compare: 'strict' };
  const settings = { seed: 1, count: 2, size: 3 };
  const jobs = [problem, twin, other].flatMap((one) => ['a', 'b'].map((code) => ({ problem: one, code })));
  const answers = [{ outputs: ['1'] }, { error: 'lost' }];
  expect(await services.probe(jobs, settings)).toEqual([...answers, ...answers, ...answers]);
  const { text: _text, tests: _tests, reference: _reference, ...conditions } = problem;
  const job = (compare: Problem['compare'], code: string) => {
    return { kind: 'probe', job: { problem: { ...conditions, compare }, code, ...settings } };
  };
  expect(asked).toEqual([[job('python', 'a'), job('python', 'b'), job('strict', 'a'), job('strict', 'b')]]);
});

test('fresh tests come as a list, what is wrong as an error', async () => {
  const { services } = recorded((job) => ({
    kind: 'fresh',
    result: job.kind === 'fresh' && job.job.seed === 1 ? { tests: [] } : { error: 'problem "p": inputs: no' },
  }));
  expect(await services.freshTests(problem, { seed: 1, count: 2, size: 3 })).toEqual([]);
  await expect(services.freshTests(problem, { seed: 2, count: 2, size: 3 })).rejects.toThrow('problem "p": inputs: no');
});

test('an answer of another kind is a mistake of ours, said as such', async () => {
  const { services } = recorded(() => ({ kind: 'growth', result: null }));
  await expect(
    services.run([{ code: '', entryPoint: 'f', tests: { type: 'values', tests: [], compare: 'python' } }]),
  ).rejects.toThrow('sandbox: expected answers of kind judge, got others');
});
