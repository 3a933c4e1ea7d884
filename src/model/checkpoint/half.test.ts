import { describe, expect, it } from 'vitest';
import { fromHalf, toHalf } from './half.ts';

describe('IEEE half', () => {
  it('survives a round trip for all 65536 patterns', () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = fromHalf(bits);
      if (Number.isNaN(value)) expect(Number.isNaN(fromHalf(toHalf(value)))).toBe(true);
      else if (toHalf(value) !== bits) throw new Error(`${bits} became ${toHalf(value)}`);
    }
  });

  it('rounds to the nearest, ties to even, between every pair of neighbours', () => {
    for (let bits = 0; bits < 0x7bff; bits++) {
      const low = fromHalf(bits);
      const high = fromHalf(bits + 1);
      const middle = (low + high) / 2; // exact in f32: halves have 11 significant bits
      const even = bits % 2 === 0 ? bits : bits + 1;
      const quarter = (high - low) / 4;
      const got = [toHalf(middle), toHalf(middle - quarter), toHalf(middle + quarter), toHalf(-middle)];
      if (got.join() !== [even, bits, bits + 1, even | 0x8000].join()) throw new Error(`after ${low}: ${got}`);
    }
  });

  it('handles the edges', () => {
    expect(toHalf(65519.996)).toBe(0x7bff);
    expect(toHalf(65520)).toBe(0x7c00);
    expect(toHalf(Number.NEGATIVE_INFINITY)).toBe(0xfc00);
    expect(toHalf(2 ** -25)).toBe(0); // a tie with 0, which is even
    expect(toHalf(2 ** -25 * 1.0001)).toBe(1);
    expect(Object.is(fromHalf(toHalf(-0)), -0)).toBe(true);
  });
});
