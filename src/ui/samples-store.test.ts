/** Which files are read together, and what stays when something fails. */

import { expect, test } from 'vitest';
import { FIXTURE_SAMPLES, fixtureSamplesReport } from '../../test/support/fixture-samples.ts';
import { problemsCsv } from './samples-csv.ts';
import { type SamplesClient, SamplesStore } from './samples-store.ts';

const file = (name: string) => new File([], name);

/** Reads samples only beside problems. */
function setUp(more: Partial<SamplesClient> = {}) {
  const asked: string[] = [];
  const store = new SamplesStore({
    async readSamples(files) {
      const names = files.map(({ name }) => name).toSorted();
      asked.push(names.join('+'));
      if (names.join('+') !== 'problems+samples') throw new Error(`no tests in ${names.join(' and ')}`);
      return FIXTURE_SAMPLES;
    },
    gradeSamples: async () => fixtureSamplesReport(),
    cancelSamples: async () => {},
    samplesResults: async () => new Blob(),
    ...more,
  });
  return { store, asked };
}

test('a file after another is read with it, in any order; else it takes its place', async () => {
  const { store, asked } = setUp();
  await store.choose([file('problems')]);
  expect(store.state.value).toEqual({ status: 'failed', message: 'no tests in problems' });
  await store.choose([file('other')]);
  expect(store.state.value).toEqual({ status: 'failed', message: 'no tests in other' });
  await store.choose([file('problems')]);
  await store.choose([file('samples')]);
  expect(store.state.value).toEqual({ status: 'ready', summary: FIXTURE_SAMPLES, report: null });
  expect(asked.at(-1)).toBe('problems+samples');
});

test('what was read stays when grading fails', async () => {
  const { store } = setUp({ gradeSamples: () => Promise.reject(new Error('busy: train')) });
  await store.choose([file('samples'), file('problems')]);
  await store.grade();
  expect(store.trouble.value).toBe('busy: train');
  expect(store.state.value).toMatchObject({ status: 'ready', report: null });
});

test('files cannot be changed while they are graded', async () => {
  const { store, asked } = setUp({ gradeSamples: () => new Promise(() => {}) });
  await store.choose([file('samples'), file('problems')]);
  void store.grade();
  await store.choose([file('other')]);
  expect(asked).toEqual(['problems+samples']);
  expect(store.busy.value).toBe(true);
});

test('counts as CSV, names quoted where they must be', () => {
  const problem = { id: 'a,"b"', n: 4, correct: 1, unjudged: 0, broken: false };
  expect(problemsCsv([problem, { ...problem, id: 'c', n: 0, correct: 0, unjudged: 2 }])).toBe(
    'problem,passed,n,pass@1,not_judged,broken\r\n"a,""b""",1,4,0.25,0,false\r\nc,0,0,,2,false\r\n',
  );
});
