import { describe, expect, it } from 'vitest';
import { codegenRows, inverseOrder } from './codegen-rows.ts';
import type { CodegenDecoder } from './spec.ts';

const decoder: CodegenDecoder = {
  architecture: 'codegen',
  vocabSize: 10,
  contextLength: 8,
  width: 48,
  layers: 1,
  heads: 8,
  innerWidth: 192,
  rotaryWidth: 4,
  layerNormEpsilon: 1e-5,
};
// 8 heads of 6 in 4 partitions of two: 36 rows each, 12 queries, 12 values, 12 keys.
const rows = codegenRows(decoder);
const head = (part: 0 | 1 | 2, index: number) => [...rows.slice(48 * part + 6 * index, 48 * part + 6 * index + 6)];

describe('rows of CodeGen', () => {
  it('are queries, keys, values, head by head, where the file has queries, values, keys in each partition', () => {
    expect(head(2, 0)).toEqual([12, 13, 14, 15, 16, 17]);
    expect(head(2, 1)).toEqual([18, 19, 20, 21, 22, 23]);
    expect(head(2, 2)).toEqual([48, 49, 50, 51, 52, 53]);
    expect(head(2, 7)).toEqual([126, 127, 128, 129, 130, 131]);
  });

  it('have pairs that turn together half of the rotary width apart, in queries and keys', () => {
    expect(head(0, 0)).toEqual([0, 2, 1, 3, 4, 5]);
    expect(head(1, 0)).toEqual([24, 26, 25, 27, 28, 29]);
    expect(head(1, 3)).toEqual([66, 68, 67, 69, 70, 71]);
  });

  it('are each used once, and can be put back', () => {
    expect([...rows].sort((a, b) => a - b)).toEqual(Array.from({ length: 144 }, (_, i) => i));
    const inverse = inverseOrder(rows);
    expect([...rows].map((row) => inverse[row])).toEqual(Array.from({ length: 144 }, (_, i) => i));
  });
});
