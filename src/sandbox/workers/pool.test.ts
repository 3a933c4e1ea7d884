/** The pool against workers made of plain objects: order, spare, death, watchdog, giving up. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Job, Result } from '../judging/jobs.ts';
import { resultsOf } from '../judging/jobs.ts';
import { Pool, type WorkerLike } from './pool.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

const judgeJob = (code: string): Job => ({
  kind: 'judge',
  job: { code, entryPoint: 'f', tests: { type: 'values', tests: [], compare: 'python' }, limits: { wallMs: 1000 } },
});
const codeOf = (job: Job): string => ('code' in job.job ? job.job.code : '');

/** What a fake worker answers: the code comes back where it can be seen. */
function answer(job: Job): Result {
  switch (job.kind) {
    case 'judge': {
      const error = job.job.code;
      const counts = { passed: 0, total: 0, perTest: [], ticks: 0, ledger: [] };
      return { kind: 'judge', result: { outcome: 'passed', error, integrity: 'sealed', ...counts } };
    }
    case 'analyse':
      return { kind: 'analyse', result: { lint: [{ line: 1, code: 'x', message: job.job.code }] } };
    case 'fresh':
      return { kind: 'fresh', result: { tests: [] } };
    case 'growth':
      return { kind: 'growth', result: { points: [], exponent: 1, label: 'O(n)' } };
    case 'probe':
      return { kind: 'probe', result: { outputs: [job.job.code] } };
    default:
      return job satisfies never;
  }
}

const UNDONE = { pristine: true, digest: 'd' };

class FakeWorker implements WorkerLike {
  onmessage: ((event: { data: WorkerReply }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  terminated = false;
  readonly runs: string[][] = [];
  readonly #boots: boolean;
  #stuck = false;

  constructor(boots = true) {
    this.#boots = boots;
    queueMicrotask(() => this.#reply(boots ? { type: 'ready' } : { type: 'failed', message: 'no boot' }));
  }

  /** `die` crashes, `hang` never answers, anything else passes. */
  postMessage(message: WorkerRequest): void {
    if (!this.#boots || this.#stuck) return;
    if (message.type === 'digest') queueMicrotask(() => this.#reply({ type: 'state', state: UNDONE }));
    if (message.type !== 'run') return;
    const codes = message.jobs.map(codeOf);
    this.runs.push(codes);
    const stop = codes.findIndex((code) => code === 'die' || code === 'hang');
    this.#stuck = stop >= 0;
    queueMicrotask(() => {
      if (stop < 0) this.#reply({ type: 'results', results: message.jobs.map(answer) });
      else if (codes[stop] === 'die') this.onerror?.({ message: 'crashed' });
    });
  }

  terminate(): void {
    this.terminated = true;
  }

  #reply(data: WorkerReply): void {
    this.onmessage?.({ data });
  }
}

let workers: FakeWorker[];
const judge = async (pool: Pool, ...codes: string[]) => resultsOf('judge', await pool.run(codes.map(judgeJob)));
const poolOf = (size: number, boots: (index: number) => boolean = () => true) =>
  new Pool({
    size,
    graceMs: 500,
    spawn: () => {
      const worker = new FakeWorker(boots(workers.length));
      workers.push(worker);
      return worker;
    },
  });

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('verdicts come in the order of the programs, from no more workers than asked for', async () => {
  using pool = poolOf(2);
  const codes = Array.from({ length: 40 }, (_, i) => `p${i}`);
  const verdicts = await judge(pool, ...codes);
  expect(verdicts.map(({ error }) => error)).toEqual(codes);
  expect(workers).toHaveLength(3);
  expect(workers.filter(({ runs }) => runs.length > 0).length).toBeLessThanOrEqual(2);
});

test('a worker that dies is replaced; its other programs are judged, the one to blame is an infra_error after one retry', async () => {
  using pool = poolOf(1);
  const verdicts = await judge(pool, 'a', 'die', 'b', 'c');
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'infra_error', 'passed', 'passed']);
  expect(verdicts[1]!.error).toBe('crashed');
  expect(workers.flatMap(({ runs }) => runs).filter((codes) => codes.includes('die'))).toHaveLength(2);
  expect(workers.filter(({ terminated }) => terminated)).toHaveLength(2);
});

test('a stuck worker is terminated by the watchdog, and the program that is stuck alone times out', async () => {
  using pool = poolOf(1);
  const judged = judge(pool, 'a', 'hang', 'b');
  await vi.advanceTimersByTimeAsync(1499);
  expect(workers.some(({ terminated }) => terminated)).toBe(false);
  await vi.advanceTimersByTimeAsync(1501 + 1500);
  expect((await judged).map(({ outcome }) => outcome)).toEqual(['passed', 'timeout', 'passed']);
});

test('a pool whose workers never boot answers with infra_error instead of waiting', async () => {
  using pool = poolOf(1, () => false);
  const verdicts = await judge(pool, 'a');
  expect(verdicts[0]).toMatchObject({ outcome: 'infra_error', error: 'no boot' });
  expect((await judge(pool, 'b'))[0]!.outcome).toBe('infra_error');
  expect(workers.length).toBeLessThan(6);
});

test('closing the pool ends its workers and answers what is still open', async () => {
  const pool = poolOf(1);
  const judged = judge(pool, 'hang');
  await vi.advanceTimersByTimeAsync(1);
  pool[Symbol.dispose]();
  expect((await judged)[0]!.outcome).toBe('infra_error');
  expect(workers.every(({ terminated }) => terminated)).toBe(true);
});

const analyseJob = (code: string): Job => ({ kind: 'analyse', job: { code, layers: ['lint'] } });
const problem = { id: 'p', entryPoint: 'f' };

test('jobs of all kinds share the workers, and answers keep their order and kind', async () => {
  using pool = poolOf(2);
  const jobs: Job[] = Array.from({ length: 40 }, (_, i) => [judgeJob, analyseJob][i % 2]!(`p${i}`));
  jobs.push(
    { kind: 'fresh', job: { problem, seed: 1, count: 2, size: 3 } },
    { kind: 'growth', job: { problem, code: 'g' } },
  );
  expect(await pool.run(jobs)).toEqual(jobs.map(answer));
});

test('what a lost worker leaves undone says so in the words of its kind', async () => {
  using pool = poolOf(1);
  const results = pool.run([
    judgeJob('a'),
    analyseJob('die'),
    { kind: 'growth', job: { problem, code: 'die' } },
    analyseJob('hang'),
    { kind: 'growth', job: { problem, code: 'hang' } },
    { kind: 'probe', job: { problem: { ...problem, compare: 'python' }, code: 'hang', seed: 1, count: 2, size: 3 } },
    analyseJob('b'),
  ]);
  await vi.advanceTimersByTimeAsync(400_000);
  expect(await results).toEqual([
    answer(judgeJob('a')),
    { kind: 'analyse', result: {} },
    { kind: 'growth', result: null },
    { kind: 'analyse', result: {} },
    { kind: 'growth', result: null },
    { kind: 'probe', result: { error: 'wall clock: the watchdog ended the program' } },
    answer(analyseJob('b')),
  ]);
});

test('a pool that cannot start says so to those who want fresh tests', async () => {
  using pool = poolOf(1, () => false);
  const results = await pool.run([{ kind: 'fresh', job: { problem, seed: 1, count: 2, size: 3 } }]);
  expect(results).toEqual([{ kind: 'fresh', result: { error: 'no boot' } }]);
});

test('every ready worker tells its state, the spare included; one that is lost meanwhile does not', async () => {
  using pool = poolOf(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(await pool.digest()).toEqual([UNDONE, UNDONE, UNDONE]);
  const judged = judge(pool, 'hang');
  const asked = pool.digest();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await asked).toHaveLength(2);
  expect((await judged)[0]!.outcome).toBe('timeout');
});
