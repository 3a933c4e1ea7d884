import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BUNDLED_MODELS } from '../../core/model-name.ts';
import { BUNDLED_FACTS } from './bundled-models.ts';

test.each(BUNDLED_MODELS)('what is said of %s is what its files say', (name) => {
  const folder = new URL(`../../../public/models/${name}/`, import.meta.url);
  const config = JSON.parse(readFileSync(new URL('config.json', folder), 'utf8'));
  const weights = new URL('model.safetensors', folder);
  const { layers, width, heads, contextLength, vocabSize, parameters, bytes } = BUNDLED_FACTS[name];
  expect([layers, width, heads, contextLength, vocabSize]).toEqual([
    ...[config.n_layer, config.n_embd, config.n_head, config.n_positions, config.vocab_size],
  ]);
  expect(bytes).toBe(statSync(weights).size);
  const file = readFileSync(weights);
  const header = JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE(0))).toString());
  delete header.__metadata__;
  const tensors = Object.values<{ shape: number[] }>(header);
  expect(parameters).toBe(tensors.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0));
});
