/** Which files are read together, and what stays when something fails. */

import { expect, test, vi } from 'vitest';
import { FIXTURE_SAMPLES, fixtureSamplesReport } from '../../../test/support/fixture-samples.ts';
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

const refusal = (name: string) => `no tests in ${name}. If another file belongs to it, choose that one next.`;

test('a file after another is read with it, in any order; else it takes its place', async () => {
  const { store, asked } = setUp();
  await store.choose([file('problems')]);
  expect(store.trouble.value).toBe(refusal('problems'));
  await store.choose([file('other')]);
  expect(store.trouble.value).toBe(refusal('other'));
  await store.choose([file('problems')]);
  await store.choose([file('samples')]);
  expect(store.state.value).toEqual({ status: 'ready', summary: FIXTURE_SAMPLES, report: null });
  expect(store.trouble.value).toBeNull();
  expect(asked.at(-1)).toBe('problems+samples');
});

test('a file of which nothing can be made leaves what was graded as it is', async () => {
  const { store } = setUp();
  await store.choose([file('samples'), file('problems')]);
  await store.grade();
  const graded = store.state.value;
  expect(graded).toMatchObject({ status: 'ready', report: { problems: expect.anything() } });
  await store.choose([file('holiday.png')]);
  expect(store.state.value).toBe(graded);
  expect(store.trouble.value).toBe(refusal('holiday.png'));
  expect(store.reading.value).toBeNull();
});

test('problems stay for the next samples until others take their place', async () => {
  const read: string[][] = [];
  const { store } = setUp({
    async readSamples(files) {
      const names = files.map(({ name }) => name);
      const samples = names.find((name) => name.startsWith('s'));
      const problems = names.find((name) => name.startsWith('p'));
      if (files.length === 2 && (samples === undefined || problems === undefined)) {
        throw new Error(names.includes('x') ? 'x, line 7: cut off' : `${names.join(', ')}: two of a kind`);
      }
      if (samples === undefined || problems === undefined) throw new Error(`${names[0]}, line 1: half`);
      read.push([samples, problems]);
      return { ...FIXTURE_SAMPLES, file: samples, problemFile: problems };
    },
  });
  await store.choose([file('p1'), file('s1')]);
  await store.choose([file('s2')]);
  await store.choose([file('s3')]);
  await store.choose([file('p2')]); // for the samples at hand
  await store.choose([file('s4')]);
  expect(read).toEqual([
    ['s1', 'p1'],
    ['s2', 'p1'],
    ['s3', 'p1'],
    ['s3', 'p2'],
    ['s4', 'p2'],
  ]);
  await store.choose([file('x')]);
  expect(store.trouble.value).toMatch(/^x, line 7: cut off\. /);
});

test('a zip is told where it belongs, and what came with it is read or told by itself', async () => {
  const zip = new File(['PK\u0003\u0004'], 'bad.zip');
  const belongs = 'bad.zip is a zip: runs are imported under Runs.';
  const { store, asked } = setUp();
  await store.choose([zip]);
  expect([store.trouble.value, store.reading.value, asked]).toEqual([belongs, null, []]);
  await store.choose([file('x.json'), zip]);
  expect(store.trouble.value).toBe(`${belongs} ${refusal('x.json')}`);
  await store.choose([zip, file('samples'), file('problems')]);
  expect(store.trouble.value).toBe(belongs);
  expect(store.state.value).toMatchObject({ status: 'ready', summary: FIXTURE_SAMPLES });
});

test('the newest choice counts, however long an older one takes', async () => {
  const held: (() => void)[] = [];
  const kept: string[] = [];
  const { store } = setUp({
    async readSamples(files) {
      const only = files.at(-1);
      await new Promise<void>((resolve) => held.push(resolve));
      kept.push(only!.name);
      return { ...FIXTURE_SAMPLES, file: only!.name };
    },
  });
  const older = store.choose([file('large')]);
  await vi.waitUntil(() => held.length === 1); // it is being read
  const newer = store.choose([file('small')]);
  expect(store.reading.value).toBe('small');
  expect(held).toHaveLength(1);
  held[0]!();
  await older;
  await vi.waitUntil(() => held.length === 2);
  held[1]!();
  await newer;
  expect(kept.at(-1)).toBe('small');
  expect(store.state.value).toMatchObject({ status: 'ready', summary: { file: 'small' } });
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
  expect(store.trouble.value).toMatch(/^other: not read, since samples are being graded/);
  expect(store.busy.value).toBe(true);
});

test('counts as CSV, names quoted where they must be', () => {
  const problem = { id: 'a,"b"', n: 4, correct: 1, unjudged: 0, broken: false };
  expect(problemsCsv([problem, { ...problem, id: 'c', n: 0, correct: 0, unjudged: 2 }])).toBe(
    'problem,passed,n,pass@1,not_judged,broken\r\n"a,""b""",1,4,0.25,0,false\r\nc,0,0,,2,false\r\n',
  );
});
