/** Waiting at a safe point, whatever is asked for in which order. */

import { describe, expect, test } from 'vitest';
import { STEP_PARTS, type StepPart } from '../core/draft.ts';
import { RunControl } from './control.ts';

const soon = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a promise has settled by now. */
async function settled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), soon().then(() => false)]);
}

/** A loop of steps as the trainer's; `log` says what was done, and where it waited. */
function steps(control: RunControl, count = 100, onPart: (what: string) => void = () => {}) {
  const log: string[] = [];
  const run = async () => {
    for (let step = 1; step <= count; step++) {
      if (!(await control.stepBegins())) return;
      for (const part of STEP_PARTS) {
        log.push(`${step} ${part}`);
        onPart(`${step} ${part}`);
        if (!(await control.partDone(part, () => log.push('waits')))) return;
      }
    }
  };
  return { log, over: run() };
}

const parts = (step: number, upTo: StepPart = 'updating') =>
  STEP_PARTS.slice(0, STEP_PARTS.indexOf(upTo) + 1).map((part) => `${step} ${part}`);

describe('a pause', () => {
  test('waits at the safe point, and the wait is counted', async () => {
    const control = new RunControl();
    expect(await control.safePoint()).toBe(true);
    expect(control.pausedMs).toBe(0);
    control.pause();
    const passing = control.safePoint();
    expect(await settled(passing)).toBe(false);
    control.resume();
    expect(await passing).toBe(true);
    expect(control.pausedMs).toBeGreaterThan(0);
  });

  test('ends with a stop, which ends the run', async () => {
    const control = new RunControl();
    control.pause();
    const passing = control.safePoint();
    control.stop();
    expect(await passing).toBe(false);
    control.pause();
    expect(control.paused).toBe(false);
  });

  test('within a step waits at the end of the part', async () => {
    const control = new RunControl();
    const { log, over } = steps(control, 100, (what) => what === '1 judging' && control.pause());
    await soon();
    expect(log).toEqual([...parts(1, 'judging'), 'waits']);
    control.stop();
    await over;
    expect(log.at(-1)).toBe('waits');
  });
});

describe('an advance', () => {
  test('by parts waits after each of them, and by a step after the last', async () => {
    const control = new RunControl();
    const first = control.advance('part');
    const { log, over } = steps(control);
    await first;
    expect(log).toEqual(['1 sampling', 'waits']);
    await control.advance('part');
    expect(log.at(-2)).toBe('1 judging');
    await control.advance('step');
    expect(log.slice(-3)).toEqual(['1 scoring', '1 updating', 'waits']);
    await control.advance('step');
    expect(log.slice(-5)).toEqual([...parts(2), 'waits']);
    expect(control.paused).toBe(true);
    control.stop();
    await over;
    expect(log.at(-1)).toBe('waits');
  });

  test('goes through a measurement on the way without waiting in it', async () => {
    const control = new RunControl();
    const advanced = control.advance('step');
    for (let i = 0; i < 3; i++) expect(await control.safePoint()).toBe(true);
    expect(await settled(advanced)).toBe(false);
    const { log, over } = steps(control);
    await advanced;
    expect(log).toEqual([...parts(1), 'waits']);
    control.stop();
    await over;
  });

  test('resolves when it is overtaken: by another, by going on, by a pause, by a stop', async () => {
    for (const other of ['advance', 'resume', 'pause', 'stop', 'abandon'] as const) {
      const control = new RunControl();
      const advanced = control.advance('step');
      expect(await settled(advanced)).toBe(false);
      if (other === 'advance') void control.advance('part');
      else control[other]();
      expect(await settled(advanced)).toBe(true);
    }
  });

  test('after a stop is nothing', async () => {
    const control = new RunControl();
    control.stop();
    await control.advance('step');
    expect(await control.safePoint()).toBe(false);
  });

  test('is undone by going on', async () => {
    const control = new RunControl();
    void control.advance('part');
    control.resume();
    const { log, over } = steps(control, 2);
    await over;
    expect(log).toEqual([...parts(1), ...parts(2)]);
  });
});

describe('the end', () => {
  test('a stop lets the closing measurement run, a second one ends that too', async () => {
    const control = new RunControl();
    control.stop();
    control.allowMeasuring();
    expect(await control.safePoint()).toBe(true);
    control.stop();
    expect(await control.safePoint()).toBe(false);
  });

  test('an abandoned run measures nothing more', async () => {
    const control = new RunControl();
    control.abandon();
    control.allowMeasuring();
    expect(await control.safePoint()).toBe(false);
    expect(control.stopped).toBe(true);
  });
});

describe('a pace', () => {
  /** Milliseconds until each part was passed. */
  async function timed(control: RunControl) {
    const from = performance.now();
    const times: number[] = [];
    await control.stepBegins();
    for (const part of STEP_PARTS) {
      await control.partDone(part);
      times.push(performance.now() - from);
    }
    return times;
  }

  test('is shared alike by the parts of a step, and is no part of the time that a run took', async () => {
    const control = new RunControl(0.2);
    const times = await timed(control);
    times.forEach((time, i) => {
      expect(time).toBeGreaterThanOrEqual(50 * (i + 1) - 2);
    });
    expect(control.pausedMs).toBeGreaterThan(150);
    expect(control.pausedMs).toBeLessThanOrEqual(times.at(-1)!);
  });

  test('can be changed while it is waited for', async () => {
    const control = new RunControl(1000);
    setTimeout(() => control.setPace(0), 10);
    expect((await timed(control)).at(-1)).toBeLessThan(900);
  });

  test('does not hold up single parts, a pause or a stop', async () => {
    const control = new RunControl(1000);
    const { log, over } = steps(control);
    await control.advance('part');
    await control.advance('part');
    expect(log).toEqual(['1 sampling', 'waits', '1 judging', 'waits']);
    control.resume();
    await soon();
    expect(log.at(-1)).toBe('1 scoring');
    control.pause();
    await soon();
    expect(log.at(-1)).toBe('waits');
    control.resume();
    control.stop();
    await over;
  });
});
