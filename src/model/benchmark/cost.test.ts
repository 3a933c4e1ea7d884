import { describe, expect, it } from 'vitest';
import { MODEL_PRESETS, type ModelSpec, parameterCount } from '../spec.ts';
import { flopsOf, sampleCost, updateCost } from './cost.ts';
import { createWorkload } from './workload.ts';

const SPEC: ModelSpec = { ...MODEL_PRESETS.nano, vocabSize: 40 };
const C = SPEC.width;

/** Adds up what each matrix product of one forward pass over whole sequences costs, one by one. */
function counted(sequences: number, tokens: number, heads: number): number {
  const product = (rows: number, inner: number, columns: number) => 2 * rows * inner * columns;
  let flops = 0;
  for (let layer = 0; layer < SPEC.layers; layer++) {
    const rows = sequences * tokens;
    flops += product(rows, C, 3 * C) + product(rows, C, C) + product(rows, C, 4 * C) + product(rows, 4 * C, C);
    for (let position = 0; position < tokens; position++) {
      const size = C / SPEC.heads;
      flops += sequences * SPEC.heads * (product(1, size, position + 1) + product(1, position + 1, size));
    }
  }
  return flops + product(heads, C, SPEC.vocabSize);
}

describe('work by hand', () => {
  it('is what its matrix products add up to', () => {
    const pairs = 3 * ((8 * 9) / 2);
    expect(flopsOf(SPEC, { rows: 24, heads: 15, pairs })).toBe(counted(3, 8, 15));
  });

  it('of an update is three forward passes', () => {
    const workload = createWorkload(SPEC, { sequences: 3, tokens: 8, promptTokens: 4, sharedBy: 1 });
    expect(updateCost(workload).flops).toBe(3 * counted(3, 8, 15));
  });

  it('of an update counts a shared prompt once', () => {
    const size = { sequences: 4, tokens: 8, promptTokens: 4 };
    const apart = updateCost(createWorkload(SPEC, { ...size, sharedBy: 1 }));
    const shared = updateCost(createWorkload(SPEC, { ...size, sharedBy: 4 }));
    const prompts = SPEC.layers * (24 * C * C * 4 + 4 * C * 10);
    expect(apart.flops - shared.flops).toBeGreaterThanOrEqual(3 * 3 * prompts);
    expect(shared.bytes).toBeLessThan(apart.bytes);
    expect(shared.bytes).toBeGreaterThan(4 * 8 * parameterCount(SPEC));
  });

  it('of sampling to the end is one forward pass over all that is read, with heads where tokens are drawn', () => {
    const workload = createWorkload(SPEC, { sequences: 3, tokens: 8, promptTokens: 4, sharedBy: 1 });
    // Five tokens a sequence: the last one is drawn and not read.
    expect(sampleCost(workload, 15).flops).toBe(counted(3, 8, 15));
  });
});
