import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

/** A device that takes `ms` per step, and `compile` ms once. */
function learn(pace: Pace, ms: number, workgroups = 20, compile = 500): number[] {
  const tried: number[] = [];
  while (!pace.settled) {
    const steps = pace.steps(workgroups);
    pace.record({ steps, workgroups, ms: steps * ms + (tried.length === 0 ? compile : 0) });
    tried.push(steps);
  }
  return tried;
}

describe('Pace', () => {
  it('starts with one step, does not count the time of compiling, and grows', () => {
    const pace = new Pace();
    expect(learn(pace, 0.2)).toEqual([1, 1, 4, 16]);
    expect(pace.steps(20)).toBe(32);
  });

  it('keeps every dispatch short on a slow device', () => {
    const pace = new Pace();
    expect(learn(pace, 10)).toEqual([1, 1, 4]);
    expect(pace.steps(20)).toBe(6);
  });

  it('takes at least one step, however slow that is', () => {
    const pace = new Pace();
    expect(learn(pace, 900)).toEqual([1, 1]);
    expect(pace.steps(20)).toBe(1);
  });

  it('expects more workgroups to take longer, but fewer not to be faster', () => {
    const pace = new Pace();
    learn(pace, 10);
    expect(pace.steps(40)).toBe(3);
    expect(pace.steps(5)).toBe(6);
  });
});
