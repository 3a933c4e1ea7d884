import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../core/rng.ts';
import { MODEL_PRESETS, type ModelSpec } from '../spec.ts';
import { limitsOf, planBatch, probsOf, type RowPlan } from './plan.ts';
import { SEGMENT_FIELDS } from './trie.ts';

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
    const [start = 0, length = 0, offset = 0, shared = 0] = plan.segments.subarray(s, s + 4);
    if (row < start || row >= start + length) continue;
    const path = [...plan.context.subarray(offset, offset + shared)];
    expect(path.every((before) => before < start)).toBe(true);
    return [...path.map((before) => plan.ids[before]!), ...plan.ids.subarray(start, row + 1)];
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
          plan.slots.forEach((slot, i) => {
            const head = plan.heads[i]!;
            const row = plan.headRows[head]!;
            expect(seen.has(slot)).toBe(false);
            seen.add(slot);
            const { prompt, completion } = sequences[Math.floor(slot / width)]!;
            const t = slot % width;
            expect(plan.targets[head]).toBe(completion[t]);
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
            const [start = 0, length = 0, , shared = 0, offset = 0] = plan.segments.subarray(s, s + SEGMENT_FIELDS);
            expect(start).toBe(next);
            next = start + length;
            const area = Math.ceil(length / 4) * 4 * Math.ceil((shared + length) / 8) * 8;
            expect(offset + SPEC.heads * area).toBeLessThanOrEqual(probs);
          }
          expect(next).toBe(plan.rows);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('computes what sequences share from their beginning once', () => {
    const prompt = [1, 2, 3, 4, 5];
    const other = [5, 4, 3, 2, 1];
    const sequences = [
      { prompt, completion: [6, 7, 8] },
      { prompt: other, completion: [6, 7, 8] },
      { prompt, completion: [9, 7] },
      { prompt, completion: [6, 7, 8] },
      { prompt, completion: [6, 8, 9] },
    ];
    const [plan] = planBatch(sequences, 3, SPEC);
    // Two prompts; inputs [6, 7] and [6, 8] of the first (three completions), [9], and [6, 7] of the second.
    expect(plan!.rows).toBe(5 + 3 + 1 + 5 + 2);
    // Predicted: 6 and 9 after the first prompt, 7 and 8 after 6, one each after [6, 7], [6, 8], [9]; three of the second.
    expect(plan!.headRows.length).toBe(2 + 2 + 3 + 3);
    expect(plan!.slots.length).toBe(14);
  });

  it('counts one head for a sequence that predicts one token: four classes after every token are four heads a row', () => {
    const spec = { ...SPEC, contextLength: 64 };
    const limits = { ...limitsOf(spec), rows: 160, parts: () => 1 };
    const program = Array.from({ length: 40 }, (_, t) => t % 20);
    const sequences = program.flatMap((_, t) =>
      [2, 3, 4, 5].map((id) => ({ prompt: program.slice(0, t + 1), completion: [id] })),
    );
    expect(planBatch(sequences, 1, spec, limits).map(({ headRows }) => headRows.length)).toEqual([160]);
  });

  it('keeps heads within the limits where the tokens of one prompt are predicted for another', () => {
    const spec = { ...SPEC, contextLength: 64 };
    const limits = { ...limitsOf(spec), rows: 64, parts: () => 1 };
    const text = Array.from({ length: 60 }, (_, t) => t % 20);
    const sequences = [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ prompt: text, completion: [id] })),
      { prompt: text.slice(0, 1), completion: text.slice(1) },
    ];
    for (const { headRows } of planBatch(sequences, 59, spec, limits))
      expect(headRows.length).toBeLessThanOrEqual(limits.rows);
  });

  it('cuts further where attention over long sequences would not fit', () => {
    const rng = createRng('tests', 1);
    const long = () => Array.from({ length: 250 }, () => rng.int(0, 19));
    const sequences = Array.from({ length: 12 }, () => ({ prompt: long(), completion: [1] }));
    const spec = { ...SPEC, contextLength: 256 };
    for (const plan of planBatch(sequences, 1, spec))
      expect(probsOf(plan, spec.heads)).toBeLessThanOrEqual(limitsOf(spec).probs);
  });

  it.each([
    [1, 1],
    [10, 2],
    [20, 4],
    [64, 4],
    [160, 12],
  ])('cuts a batch of %i sequences of 32 tokens into %i like parts', (count, parts) => {
    const rng = createRng('tests', 2);
    const sequences = Array.from({ length: count }, () => ({
      prompt: Array.from({ length: 11 }, () => rng.int(0, 19)),
      completion: new Array<number>(22).fill(3),
    }));
    const rows = planBatch(sequences, 22, { ...SPEC, contextLength: 64 }).map((plan) => plan.rows);
    expect(rows.length).toBe(parts);
    expect(Math.max(...rows) - Math.min(...rows)).toBeLessThanOrEqual(40);
  });
});
