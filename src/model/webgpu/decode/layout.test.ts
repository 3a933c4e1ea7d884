import { describe, expect, it } from 'vitest';
import { MODEL_PRESETS } from '../../spec.ts';
import { type DecodeRow, layOut } from './layout.ts';

const SHAPE = { spec: { vocabSize: 29, ...MODEL_PRESETS.nano }, rows: 4, threads: 64 };

function rowsOf(prompts: readonly (readonly number[])[], limit = 5): DecodeRow[] {
  return prompts.map((prompt, index) => ({ index, prompt, stream: 7 + index, limit }));
}

describe('layOut', () => {
  it('gives equal prompts one slot and lists all of their ids but the last', () => {
    const [layout, ...more] = layOut(rowsOf([[3, 4, 5], [6], [3, 4, 5]]), SHAPE, false, 1e9);
    expect(more).toEqual([]);
    const { plan, promptsAt, rows, prompts } = layout!;
    expect({ rows, prompts }).toEqual({ rows: 4, prompts: 2 });
    expect([...plan.subarray(0, 20)]).toEqual([7, 5, 5, 4, 2, 8, 5, 6, 5, 0, 9, 5, 5, 4, 2, 0, 0, 0, 0, 0]);
    expect([...plan.subarray(promptsAt)]).toEqual([24, 2, 26, 0, 3, 4]);
  });

  it('has room for a record of every token, the logits, and slots of both rows and prompts', () => {
    const [layout] = layOut(rowsOf([[3, 4, 5], [6]], 17), SHAPE, false, 1e9);
    expect(layout).toMatchObject({ capacity: 32, recordStride: 18, logitsAt: 72, cacheAt: 72 + 32 });
    expect(layout!.length).toBe(72 + 32 + (4 + 2) * ((2 * 32 * 2 * 32) / 4));
    expect(layOut(rowsOf([[3, 4, 5], [6]], 17), SHAPE, true, 1e9)[0]!.cacheAt).toBe(72 + 64);
  });

  it('cuts what does not fit into whole tiles, in order', () => {
    const rows = rowsOf(Array.from({ length: 21 }, (_, i) => [2 + i, 3]));
    const [whole] = layOut(rows, SHAPE, false, 1e9);
    const parts = layOut(rows, SHAPE, false, whole!.length / 2);
    expect(parts.map(({ members }) => members.length)).toEqual([8, 4, 9]);
    expect(parts.flatMap(({ members }) => members)).toEqual(rows);
    expect(() => layOut(rows, SHAPE, false, 1000)).toThrow(
      /expected room for a cache of \d+ bytes, the device allows 16000/,
    );
  });

  it('lays nothing out for nothing', () => {
    expect(layOut([], SHAPE, false, 0)).toEqual([]);
  });
});
