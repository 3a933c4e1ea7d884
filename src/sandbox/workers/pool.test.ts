/** The pool against workers made of plain objects: order, spare, death, watchdog, giving up. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Verdict } from '../../core/types.ts';
import type { Assignment } from '../judging/assignment.ts';
import { Pool, type WorkerLike } from './pool.ts';
import type { WorkerReply, WorkerRequest } from './protocol.ts';

const assignment = (code: string): Assignment => ({
  code,
  entryPoint: 'f',
  tests: { type: 'values', tests: [], compare: 'python' },
  limits: { wallMs: 1000 },
});

const verdict = (code: string): Verdict => ({
  outcome: 'passed',
  passed: 0,
  total: 0,
  perTest: [],
  error: code,
  ticks: 0,
  ledger: [],
  integrity: 'sealed',
});

class FakeWorker implements WorkerLike {
  onmessage: ((event: { data: WorkerReply }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  terminated = false;
  readonly runs: string[][] = [];
  readonly #boots: boolean;

  constructor(boots = true) {
    this.#boots = boots;
    queueMicrotask(() => this.#reply(boots ? { type: 'ready' } : { type: 'failed', message: 'no boot' }));
  }

  /** `die` crashes, `hang` never answers, anything else passes. */
  postMessage(message: WorkerRequest): void {
    if (message.type !== 'run' || !this.#boots) return;
    const codes = message.assignments.map(({ code }) => code);
    this.runs.push(codes);
    const stop = codes.findIndex((code) => code === 'die' || code === 'hang');
    queueMicrotask(() => {
      if (stop < 0) this.#reply({ type: 'verdicts', verdicts: codes.map(verdict) });
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
  const verdicts = await pool.judge(codes.map(assignment));
  expect(verdicts.map(({ error }) => error)).toEqual(codes);
  expect(workers).toHaveLength(3);
  expect(workers.filter(({ runs }) => runs.length > 0).length).toBeLessThanOrEqual(2);
});

test('a worker that dies is replaced; its other programs are judged, the one to blame is an infra_error after one retry', async () => {
  using pool = poolOf(1);
  const verdicts = await pool.judge(['a', 'die', 'b', 'c'].map(assignment));
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['passed', 'infra_error', 'passed', 'passed']);
  expect(verdicts[1]!.error).toBe('crashed');
  expect(workers.flatMap(({ runs }) => runs).filter((codes) => codes.includes('die'))).toHaveLength(2);
  expect(workers.filter(({ terminated }) => terminated)).toHaveLength(2);
});

test('a stuck worker is terminated by the watchdog, and the program that is stuck alone times out', async () => {
  using pool = poolOf(1);
  const judged = pool.judge(['a', 'hang', 'b'].map(assignment));
  await vi.advanceTimersByTimeAsync(1499);
  expect(workers.some(({ terminated }) => terminated)).toBe(false);
  await vi.advanceTimersByTimeAsync(1501 + 1500);
  expect((await judged).map(({ outcome }) => outcome)).toEqual(['passed', 'timeout', 'passed']);
});

test('a pool whose workers never boot answers with infra_error instead of waiting', async () => {
  using pool = poolOf(1, () => false);
  const verdicts = await pool.judge([assignment('a')]);
  expect(verdicts[0]).toMatchObject({ outcome: 'infra_error', error: 'no boot' });
  expect((await pool.judge([assignment('b')]))[0]!.outcome).toBe('infra_error');
  expect(workers.length).toBeLessThan(6);
});

test('closing the pool ends its workers and answers what is still open', async () => {
  const pool = poolOf(1);
  const judged = pool.judge([assignment('hang')]);
  await vi.advanceTimersByTimeAsync(1);
  pool[Symbol.dispose]();
  expect((await judged)[0]!.outcome).toBe('infra_error');
  expect(workers.every(({ terminated }) => terminated)).toBe(true);
});
