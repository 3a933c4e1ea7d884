/** Work that takes turns: never two at a time, alternately, and to the end although another has left. */

import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** Works `steps` times in turn, writes down its name each time, and leaves. */
async function worker(turns: Turns, name: string, steps: number, log: string[]): Promise<void> {
  await turns.take();
  for (let step = 0; step < steps; step++) {
    log.push(`${name}(`);
    await new Promise((resolve) => setTimeout(resolve));
    log.push(`${name})`);
    if (step + 1 < steps) await turns.yield();
  }
  turns.pass();
}

test('two alternate, and the longer one ends alone', async () => {
  const turns = new Turns();
  const log: string[] = [];
  await Promise.all([worker(turns, 'a', 2, log), worker(turns, 'b', 4, log)]);
  expect(log.join('')).toBe('a(a)b(b)a(a)b(b)b(b)b(b)');
});

test('a newcomer waits until those before it had their turn', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const first = worker(turns, 'a', 1, log);
  const second = worker(turns, 'b', 1, log);
  await first;
  await Promise.all([second, worker(turns, 'c', 1, log)]);
  expect(log.join('')).toBe('a(a)b(b)c(c)');
});

test('who is alone goes on at once', async () => {
  const turns = new Turns();
  await turns.take();
  await turns.yield();
  turns.pass();
  await turns.take();
});
