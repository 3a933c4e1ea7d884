import { describe, expect, it } from 'vitest';
import { firstNotFinite, toFloats } from './floats.ts';
import { fromHalf } from './half.ts';

describe('toFloats', () => {
  it('reads every half', () => {
    const stored = Uint16Array.from({ length: 0x10000 }, (_, i) => i);
    const values = toFloats('F16', new Uint8Array(stored.buffer));
    for (let bits = 0; bits < 0x10000; bits++) {
      if (!Object.is(values[bits], fromHalf(bits))) throw new Error(`${bits} became ${values[bits]}`);
    }
  });

  it('takes bfloat16 for the upper half of a float', () => {
    const stored = Uint16Array.of(0x3f80, 0xc000, 0x4049, 0x7f80, 0x8000);
    expect([...toFloats('BF16', new Uint8Array(stored.buffer))]).toEqual([1, -2, 3.140625, Infinity, -0]);
  });

  it.each(['F32', 'F16', 'BF16'] as const)('reads %s from any place in memory', (dtype) => {
    const bytes = Uint8Array.from({ length: 24 }, (_, i) => i);
    const shifted = new Uint8Array(25);
    shifted.set(bytes, 1);
    expect(toFloats(dtype, shifted.subarray(1))).toEqual(toFloats(dtype, bytes));
  });
});

describe('firstNotFinite', () => {
  it('finds infinities and NaN, and nothing else', () => {
    expect(firstNotFinite(Float32Array.of(0, -0, 3.4e38, -1e-45))).toBeUndefined();
    expect(firstNotFinite(Float32Array.of(1, -Infinity, Number.NaN))).toBe(-Infinity);
    expect(firstNotFinite(Float32Array.of(9, Number.NaN).subarray(1))).toBeNaN();
  });
});
