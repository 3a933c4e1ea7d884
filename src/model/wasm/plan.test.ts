import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODEL_PRESETS, type ModelSpec } from '../spec.ts';
import { limitsOf, planBatch, type RowPlan, SEGMENT_FIELDS } from './plan.ts';

const SPEC: ModelSpec = { ...MODEL_PRESETS.nano, vocabSize: 20 };
const tokens = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 3 }), { minLength, maxLength });
const batches = fc.array(fc.record({ prompt: tokens(1, 6), completion: tokens(0, 30) }), {
  minLength: 1,
  maxLength: 300,
});

/** The input tokens that row `row` attends to, itself last, read back from the segments. */
function contextOf(plan: RowPlan, row: number): number[] {
  for (let s = 0; s < plan.segments.length; s += SEGMENT_FIELDS) {
    const [start, length, prefixStart, prefixLength] = plan.segments.subarray(s, s + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    if (row < start || row >= start + length) continue;
    expect(prefixStart + prefixLength).toBeLessThanOrEqual(Math.max(start, prefixLength));
    return [...plan.ids.subarray(prefixStart, prefixStart + prefixLength), ...plan.ids.subarray(start, row + 1)];
  }
  throw new Error(`row ${row} is in no segment`);
}

describe('planBatch', () => {
  it('predicts every completion token once, from exactly the tokens before it', () => {
    fc.assert(
      fc.property(batches, (sequences) => {
        const width = Math.max(...sequences.map(({ completion }) => completion.length));
        const plans = planBatch(sequences, width, SPEC);
        const seen = new Set<number>();
        for (const plan of plans) {
          plan.headRows.forEach((row, h) => {
            const slot = plan.slots[h]!;
            expect(seen.has(slot)).toBe(false);
            seen.add(slot);
            const { prompt, completion } = sequences[Math.floor(slot / width)]!;
            const t = slot % width;
            expect(plan.targets[h]).toBe(completion[t]);
            const before = [...prompt, ...completion.slice(0, t)];
            expect(contextOf(plan, row)).toEqual(before);
            expect(plan.positions[row]).toBe(before.length - 1);
          });
        }
        expect(seen.size).toBe(sequences.reduce((sum, { completion }) => sum + completion.length, 0));
      }),
      { numRuns: 40 },
    );
  });

  it('keeps every micro-batch within the limits, segments in row order', () => {
    const { rows, probs } = limitsOf(SPEC);
    fc.assert(
      fc.property(batches, (some) => {
        const sequences = [...some, ...some, ...some, ...some];
        for (const plan of planBatch(sequences, 30, SPEC)) {
          expect(plan.rows).toBeLessThanOrEqual(rows);
          expect(plan.headRows.length).toBeLessThanOrEqual(rows);
          let next = 0;
          for (let s = 0; s < plan.segments.length; s += SEGMENT_FIELDS) {
            const [start, length, , prefix, offset] = [...plan.segments.subarray(s, s + SEGMENT_FIELDS)] as [
              number,
              number,
              number,
              number,
              number,
            ];
            expect(start).toBe(next);
            next = start + length;
            const area = Math.ceil(length / 4) * 4 * Math.ceil((prefix + length) / 8) * 8;
            expect(offset + SPEC.heads * area).toBeLessThanOrEqual(probs);
          }
          expect(next).toBe(plan.rows);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('computes a shared prompt and an identical completion once', () => {
    const prompt = [1, 2, 3, 4, 5];
    const other = [5, 4, 3, 2, 1];
    const sequences = [
      { prompt, completion: [6, 7, 8] },
      { prompt: other, completion: [6, 7, 8] },
      { prompt, completion: [9, 7] },
      { prompt, completion: [6, 7, 8] },
      { prompt, completion: [6, 7, 9] },
    ];
    const [plan] = planBatch(sequences, 3, SPEC);
    // Two prompts; inputs [6, 7] of the first prompt (three completions), [9], and [6, 7] of the second.
    expect(plan!.rows).toBe(5 + 2 + 1 + 5 + 2);
    expect(plan!.headRows.length).toBe(14);
  });

  it('cuts a large batch into an even number of like parts', () => {
    const sequences = Array.from({ length: 160 }, (_, i) => ({
      prompt: Array.from({ length: 11 }, (_, t) => (i * t) % 20),
      completion: new Array<number>(22).fill(3),
    }));
    const plans = planBatch(sequences, 22, { ...SPEC, contextLength: 64 });
    expect(plans.length % 2).toBe(0);
    const rows = plans.map((plan) => plan.rows);
    expect(Math.max(...rows) / Math.min(...rows)).toBeLessThan(1.2);
  });
});
