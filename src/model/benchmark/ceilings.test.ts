import { expect, it } from 'vitest';
import { measureCeilings } from './ceilings.ts';

it('measures multiply-adds of a module that validates, and copies', () => {
  const { gigaflops, gigabytes } = measureCeilings();
  // Anything slower than one operation a microsecond is a loop that was not compiled, or not run.
  expect(gigaflops).toBeGreaterThan(0.001);
  expect(gigabytes).toBeGreaterThan(0.001);
  // No core makes a million operations in a nanosecond: the loop was not left out.
  expect(gigaflops).toBeLessThan(1e6);
});
