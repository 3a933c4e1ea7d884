import { expect, test } from 'vitest';
import { parseCheckpoint } from '../model/checkpoint/gpt2.ts';
import { MODEL_PRESETS } from '../model/spec.ts';
import { buildTokenizer, loadTokenizer } from '../model/tokenizer.ts';
import { checkpointFiles } from './checkpoint-files.ts';
import { initialWeights } from './pretrain-session.ts';

test('the files give back the model and its tokenizer', () => {
  const tokenizer = buildTokenizer(['return a + b', 'return a - b'], { size: 200, minimumCount: 1 });
  const spec = { ...MODEL_PRESETS.nano, vocabSize: tokenizer.size };
  const weights = initialWeights(spec, 3);
  const files = checkpointFiles({ spec, weights }, tokenizer);
  const json = (name: string): unknown => JSON.parse(new TextDecoder().decode(files[name]));
  const back = parseCheckpoint(json('config.json'), files['model.safetensors']!);
  expect(back.spec).toEqual(spec);
  // Stored as float16: eleven bits of mantissa.
  expect(Math.max(...weights.map((weight, i) => Math.abs(weight - back.weights[i]!)))).toBeLessThan(2 ** -11);
  expect(loadTokenizer(json('tokenizer.json')).encode('return a')).toEqual(tokenizer.encode('return a'));
  expect(json('tokenizer_config.json')).toMatchObject({ model_max_length: 64 });
});
