/** Imported decoders with adapters in Node: parity with transformers and PyTorch, and what would go unnoticed without it. */

import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { initialAdapters } from '../../src/model/adapted/adapters.ts';
import type { ModelFiles } from '../../src/model/adapted/opened.ts';
import type { TensorSource } from '../../src/model/adapted/tensor-source.ts';
import { openWeights } from '../../src/model/adapted/weights.ts';
import codegenGolden from '../cases/adapters/codegen.json' with { type: 'json' };
import gpt2Golden from '../cases/adapters/gpt2.json' with { type: 'json' };
import llamaGolden from '../cases/adapters/llama.json' with { type: 'json' };
import { adaptedGradients } from '../support/adapted-gradients.ts';
import {
  adaptedLogits,
  adaptedParity,
  adaptedSpec,
  type ExpectedLogits,
  worstError,
} from '../support/adapted-parity.ts';

const pathOf = (name: string) => new URL(`../cases/checkpoints/${name}/`, import.meta.url);

async function folder(name: string): Promise<ModelFiles> {
  const path = pathOf(name);
  const files = readdirSync(path);
  return new Map(await Promise.all(files.map(async (file) => [file, await openAsBlob(new URL(file, path))] as const)));
}

const expectedOf = (name: string): ExpectedLogits =>
  JSON.parse(readFileSync(new URL('expected.json', pathOf(name)), 'utf8'));

describe.each(['cpu', 'wasm'] as const)('on %s', (backend) => {
  // On the slow one only what differs in more than numbers.
  const tiny = ['gpt2-tiny/fp16', 'gpt2-tiny/fp32', 'codegen-tiny/fp16', 'codegen-tiny/fp32'];
  describe.each([...(backend === 'cpu' ? [] : tiny), 'gpt2-bytes', 'codegen-bytes', 'llama-bytes'])('%s', (name) =>
    adaptedParity(backend, () => folder(name), expectedOf(name)),
  );

  describe.each([gpt2Golden, codegenGolden, llamaGolden])('$checkpoint with random adapters', (golden) =>
    adaptedGradients(backend, () => folder(golden.checkpoint), golden),
  );
});

/** The largest error of logits when one tensor of each block is changed before it is used. */
async function errorWith(name: string, tensor: RegExp, change: (values: Float32Array) => Float32Array) {
  const { decoder, tensors } = await openWeights(await folder(name));
  const changed: TensorSource = {
    ...tensors,
    read: async (key) => (tensor.test(key) ? change(await tensors.read(key)) : tensors.read(key)),
  };
  const spec = adaptedSpec(decoder, -1);
  const { input_ids, logits } = expectedOf(name).cases.at(-1)!;
  const got = await adaptedLogits('cpu', spec, changed, initialAdapters(spec, 1), input_ids);
  return worstError(got, logits);
}

describe('parity notices', () => {
  /** Exchanges two runs of rows. */
  const swapRows = (width: number, pairs: readonly (readonly [number, number, number])[]) => (values: Float32Array) => {
    const result = values.slice();
    for (const [one, other, count] of pairs) {
      const rows = (from: number) => values.slice(from * width, (from + count) * width);
      result.set(rows(other), one * width);
      result.set(rows(one), other * width);
    }
    return result;
  };
  // 4 partitions of 48 rows: 16 queries, 16 values, 16 keys.
  const partitions = [0, 48, 96, 144];

  it('nothing where nothing is changed', async () => {
    expect(await errorWith('codegen-bytes', /qkv_proj/, (values) => values)).toBeLessThan(1e-5);
  });

  it.each([
    [
      'keys and values of CodeGen exchanged',
      swapRows(
        64,
        partitions.map((at) => [at + 16, at + 32, 16] as const),
      ),
    ],
    [
      'queries and keys of CodeGen exchanged',
      swapRows(
        64,
        partitions.map((at) => [at, at + 32, 16] as const),
      ),
    ],
    ['two partitions of CodeGen exchanged', swapRows(64, [[0, 48, 48]])],
    // Queries and keys alike, so that only who turns with whom is wrong.
    [
      'the rotary pairs of one head of CodeGen torn apart',
      swapRows(64, [
        [1, 2, 1],
        [33, 34, 1],
      ]),
    ],
  ])('%s', async (_, change) => {
    expect(await errorWith('codegen-bytes', /qkv_proj/, change)).toBeGreaterThan(1e-3);
  });

  it('the second head of keys of Llama in place of the first', async () => {
    expect(await errorWith('llama-bytes', /k_proj/, swapRows(48, [[0, 8, 8]]))).toBeGreaterThan(1e-3);
  });

  it('GPT-2 matrices read the other way round', async () => {
    const transpose = (values: Float32Array) => values.map((_, i) => values[(i % 64) * 64 + Math.floor(i / 64)]!);
    expect(await errorWith('gpt2-tiny/fp32', /attn\.c_proj\.weight/, transpose)).toBeGreaterThan(1e-3);
  });
});
