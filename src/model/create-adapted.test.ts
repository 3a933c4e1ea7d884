/** Which faults pass an engine over, and which are none of its own. */

import { expect, test } from 'vitest';
import { checkpointFiles } from '../../test/support/model-files.ts';
import { initialAdapters } from './adapted/adapters.ts';
import { openModelFolder } from './adapted/folder.ts';
import type { AdaptedSpec } from './adapted/spec.ts';
import { createAdapted } from './create-adapted.ts';

test('what is wrong with the files is said once, and no other engine is tried', async () => {
  const { decoder, tensors, tokenizer } = await openModelFolder(await checkpointFiles('gpt2-bytes'));
  const { vocabSize, contextLength, width } = decoder;
  const lora = { rank: 1, alpha: 1, targets: 'attention' } as const;
  const spec: AdaptedSpec = { decoder, lora, vocabSize, contextLength, width, endOfText: tokenizer.endOfText };
  const last = 'ln_f.bias';
  const read: string[] = [];
  const broken = {
    ...tensors,
    read: async (name: string) => {
      read.push(name);
      if (name === last) throw new Error('model: model.safetensors: ln_f.bias: expected finite numbers, got NaN');
      return tensors.read(name);
    },
  };
  const weights = initialAdapters(spec, 0);
  // Both plain JavaScript and WebAssembly are there.
  const validateWasm = () => true;
  await expect(createAdapted({ wanted: 'auto', spec, weights, tensors: broken }, { validateWasm })).rejects.toThrow(
    /^model: model\.safetensors: ln_f\.bias: expected finite numbers, got NaN$/,
  );
  expect(read.filter((name) => name === last)).toHaveLength(1);
});
