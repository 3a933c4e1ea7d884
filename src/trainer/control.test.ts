/** Waiting at a safe point. */

import { expect, test } from 'vitest';
import { RunControl } from './control.ts';

test('a paused run waits at its safe point, and the wait is counted', async () => {
  const control = new RunControl();
  expect(await control.safePoint()).toBe(true);
  expect(control.pausedMs).toBe(0);
  control.pause();
  let through = false;
  const passing = control.safePoint().then((goesOn) => {
    through = true;
    return goesOn;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(through).toBe(false);
  control.resume();
  expect(await passing).toBe(true);
  expect(control.pausedMs).toBeGreaterThan(0);
});

test('a stop ends the wait and the run', async () => {
  const control = new RunControl();
  control.pause();
  const passing = control.safePoint();
  control.stop();
  expect(await passing).toBe(false);
});
