/** Events reach the page at most five times a second, none is lost, and only the newest report of progress counts. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RunEvent } from '../core/records.ts';
import { createEventBatcher } from './event-batcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const notice = (message: string): RunEvent => ({ type: 'notice', message });

test('a flood of events comes in at most five batches a second, in order', async () => {
  const batches: (readonly RunEvent[])[] = [];
  const batcher = createEventBatcher((events) => void batches.push(events));
  for (let i = 0; i < 1000; i++) {
    batcher.push(notice(String(i)));
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(batches.length).toBeLessThanOrEqual(5);
  await batcher.flush();
  expect(batches.flat()).toEqual(Array.from({ length: 1000 }, (_, i) => notice(String(i))));
});

test('of several reports of one phase, only the newest is handed on', async () => {
  const heard: RunEvent[] = [];
  const batcher = createEventBatcher((events) => void heard.push(...events));
  const phase = (done: number): RunEvent => ({ type: 'phase', phase: 'sampling', done, total: 9, detail: '' });
  for (const done of [1, 2, 3]) batcher.push(phase(done));
  batcher.push(notice('between'));
  batcher.push(phase(4));
  await batcher.flush();
  expect(heard).toEqual([phase(3), notice('between'), phase(4)]);
});
