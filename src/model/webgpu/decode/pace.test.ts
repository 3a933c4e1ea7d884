import { describe, expect, it } from 'vitest';
import { Pace, type Portion } from './pace.ts';

/** Runs jobs of 20 workgroups and many steps on a device that takes `ms` per step of them, and 500 ms to compile. */
function learn(pace: Pace, ms: number): Portion[] {
  const tried: Portion[] = [];
  while (!pace.settled && tried.length < 10) {
    const portion = pace.portion(20);
    pace.record(portion, (portion.steps * portion.workgroups * ms) / 20 + (tried.length === 0 ? 500 : 0));
    tried.push(portion);
  }
  return tried;
}

describe('Pace', () => {
  it('starts small, does not count the time of compiling, and grows', () => {
    const pace = new Pace();
    expect(learn(pace, 0.2)).toEqual([
      { steps: 1, workgroups: 4 },
      { steps: 1, workgroups: 4 },
      { steps: 4, workgroups: 20 },
      { steps: 16, workgroups: 20 },
    ]);
    expect(pace.portion(20)).toEqual({ steps: 32, workgroups: 20 });
  });

  it('keeps every dispatch short on a slow device', () => {
    const pace = new Pace();
    learn(pace, 12);
    expect(pace.portion(20)).toEqual({ steps: 8, workgroups: 20 });
  });

  it.each([
    { ms: 300, workgroups: 20 },
    { ms: 1000, workgroups: 2 },
    { ms: 1e6, workgroups: 1 },
  ])('splits even a single step where all of it would take far too long ($ms ms)', ({ ms, workgroups }) => {
    const pace = new Pace();
    learn(pace, ms);
    expect(pace.portion(20)).toEqual({ steps: 1, workgroups });
  });

  it('forgets a hiccup', () => {
    const pace = new Pace();
    for (const ms of [500, 3000]) pace.record(pace.portion(20), ms);
    expect(pace.portion(20).workgroups).toBe(1);
    learn(pace, 0.2);
    expect(pace.portion(20)).toEqual({ steps: 32, workgroups: 20 });
  });

  it('expects more workgroups to take longer, but fewer not to be faster', () => {
    const pace = new Pace();
    learn(pace, 12);
    expect(pace.portion(40).steps).toBe(4);
    expect(pace.portion(5).steps).toBe(8);
  });

  it('stops timing although jobs are too short to grow', () => {
    const pace = new Pace();
    for (let i = 0; i < 8; i++) pace.record({ steps: 1, workgroups: 20 }, 0.2);
    expect(pace.settled).toBe(true);
  });
});
