import { expect, it } from 'vitest';
import { MODEL_PRESETS } from '../spec.ts';
import { createWorkload } from './workload.ts';

const SPEC = { ...MODEL_PRESETS.nano, vocabSize: 40 };
const SIZE = { sequences: 6, tokens: 8, promptTokens: 3, sharedBy: 3 };

it('is the same every time', () => {
  expect(createWorkload(SPEC, SIZE)).toEqual(createWorkload(SPEC, SIZE));
});

it('has sequences of the wanted lengths, each prompt shared by as many as wanted', () => {
  const { batch, prompts, coefficients } = createWorkload(SPEC, SIZE);
  expect(batch.sequences.map(({ prompt, completion }) => prompt.length + completion.length - 1)).toEqual(
    new Array(6).fill(8),
  );
  expect(new Set(prompts.map((prompt) => prompt.join())).size).toBe(2);
  expect(coefficients.logProb).toHaveLength(6 * coefficients.width);
});
