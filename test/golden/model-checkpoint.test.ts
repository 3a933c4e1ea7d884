/** Published-format checkpoints read in Node and run on tfjs: logits, mean NLL and greedy tokens of transformers. */

import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import config16 from '../cases/checkpoints/gpt2-tiny/fp16/config.json' with { type: 'json' };
import expected16 from '../cases/checkpoints/gpt2-tiny/fp16/expected.json' with { type: 'json' };
import config32 from '../cases/checkpoints/gpt2-tiny/fp32/config.json' with { type: 'json' };
import expected32 from '../cases/checkpoints/gpt2-tiny/fp32/expected.json' with { type: 'json' };
import { checkpointParity } from '../support/checkpoint-parity.ts';

const read = async (kind: string) =>
  new Uint8Array(readFileSync(new URL(`../cases/checkpoints/gpt2-tiny/${kind}/model.safetensors`, import.meta.url)));

describe.each(['cpu', 'wasm'] as const)('gpt2-tiny on tfjs %s', (backend) => {
  describe('fp16', () => checkpointParity(backend, config16, () => read('fp16'), expected16));
  describe('fp32', () => checkpointParity(backend, config32, () => read('fp32'), expected32));
});
