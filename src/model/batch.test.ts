import { describe, expect, it } from 'vitest';
import { completionLimit, completionWidth, microBatches } from './batch.ts';

const limits = { contextLength: 16, vocabSize: 9 };
const shape = { maxTokens: 64, rowMultiple: 2, lengthMultiple: 4 };

describe('microBatches', () => {
  it('pads on the right and points at the position that predicts each completion token', () => {
    const sequences = [{ prompt: [5, 6], completion: [7, 8, 1] }];
    const [batch, ...rest] = microBatches(sequences, limits, shape);
    expect(rest).toEqual([]);
    expect(batch).toEqual({
      rows: 2,
      length: 4,
      ids: Int32Array.of(5, 6, 7, 8, 0, 0, 0, 0),
      positions: Int32Array.of(1, 2, 3),
      targets: Int32Array.of(7, 8, 1),
      slots: Int32Array.of(0, 1, 2),
    });
  });

  it('groups by length, bounds the tokens of a micro-batch and covers every completion token once', () => {
    const sequences = Array.from({ length: 11 }, (_, i) => ({
      prompt: [2, 3],
      completion: Array.from({ length: 1 + ((i * 5) % 13) }, () => 4),
    }));
    const batches = microBatches(sequences, limits, shape);
    const width = completionWidth(sequences);
    const seen = batches.flatMap((b) => [...b.slots]).sort((a, b) => a - b);
    const wanted = sequences.flatMap((s, i) => s.completion.map((_, t) => i * width + t));
    expect(seen).toEqual(wanted);
    for (const b of batches) {
      expect(b.rows * b.length).toBeLessThanOrEqual(shape.maxTokens);
      expect(b.length % 4).toBe(0);
    }
  });

  it('takes a sequence as long as the context', () => {
    const sequences = [{ prompt: [2], completion: new Array<number>(16).fill(3) }];
    expect(microBatches(sequences, limits, { ...shape, maxTokens: 8 })[0]?.length).toBe(16);
  });

  it('refuses what no model can read, in one sentence', () => {
    expect(() => microBatches([{ prompt: [], completion: [1] }], limits, shape)).toThrow(
      'batch: sequence 0: expected a prompt of at least 1 token, got none',
    );
    expect(() => microBatches([{ prompt: [2], completion: new Array<number>(17).fill(3) }], limits, shape)).toThrow(
      'batch: sequence 0: expected at most 17 tokens, got 18',
    );
    expect(() => microBatches([{ prompt: [9], completion: [] }], limits, shape)).toThrow(
      'batch: sequence 0: expected token ids below 9, got 9',
    );
  });
});

describe('completionLimit', () => {
  it('keeps the whole sequence inside the context', () => {
    expect(completionLimit(10, 48, 64)).toBe(48);
    expect(completionLimit(60, 48, 64)).toBe(5);
    expect(completionLimit(70, 48, 64)).toBe(0);
  });
});
