import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseDecoder } from './decoder-config.ts';
import { deviceRoom, refusalOf, warningOf } from './device-room.ts';
import { estimateMemory, largestTensor } from './memory.ts';
import type { AdaptedSpec } from './spec.ts';

const GIB = 2 ** 30;

function codegen(change: object = {}): AdaptedSpec {
  const decoder = parseDecoder({
    ...{ model_type: 'codegen', vocab_size: 51200, n_positions: 2048, n_embd: 1024, n_layer: 20, n_head: 16 },
    ...{ rotary_dim: 32, ...change },
  });
  const { vocabSize, contextLength, width } = decoder;
  const lora = { rank: 8, alpha: 16, targets: 'attention' } as const;
  return { decoder, lora, vocabSize, contextLength, width, endOfText: 50256 };
}

describe('estimateMemory', () => {
  it('of CodeGen 350M: weights in 32 bits without the embeddings, which stay with the ids', () => {
    const { base, adapters, cache, activations, total } = estimateMemory(codegen());
    expect(base).toBe(4 * (356_712_448 - 51200 * 1024));
    // r · (in + out) of two projections in 20 blocks; with gradient, two moments and the reference.
    expect(adapters).toBe(4 * 5 * 20 * 8 * (1024 + 3072 + 1024 + 1024));
    expect(total).toBe(base + adapters + cache + activations);
    expect(total / GIB).toBeGreaterThan(1.5);
    expect(total / GIB).toBeLessThan(3);
  });

  it('grows with the work, up to the budget', () => {
    const work = (rows: number, tokens: number) =>
      estimateMemory(codegen(), { rows, promptTokens: tokens, maxNewTokens: tokens });
    expect(work(2, 100).cache).toBe(2 * work(1, 100).cache);
    expect(work(1, 400).activations).toBeGreaterThan(work(1, 100).activations);
    expect(work(4000, 100)).toEqual(work(2000, 100));
    // The context has no more.
    expect(work(1, 5000)).toEqual(work(1, 1024));
  });

  it('keeps a tied head on the device', () => {
    const decoder = parseDecoder({
      ...{ model_type: 'llama', vocab_size: 49152, hidden_size: 576, intermediate_size: 1536, num_hidden_layers: 30 },
      ...{ num_attention_heads: 9, num_key_value_heads: 3, max_position_embeddings: 8192, tie_word_embeddings: true },
    });
    expect(estimateMemory({ ...codegen(), decoder }).base).toBe(4 * 134_515_008);
  });
});

describe('what a device cannot hold', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is refused with numbers and a way out', async () => {
    const wasm = await deviceRoom('wasm');
    expect(refusalOf(codegen(), wasm)).toBeNull();
    expect(refusalOf(codegen({ n_embd: 2560, n_layer: 32, n_head: 32 }), wasm)).toMatch(
      /^model: expected at most 3\.60 GiB on wasm, got about \d+\.\d\d GiB, 9\.\d\d GiB of it weights in 32 bits: use a browser with WebGPU/,
    );
    expect(refusalOf(codegen({ n_embd: 2560, n_layer: 32, n_head: 32 }), await deviceRoom('cpu'))).toBeNull();
  });

  it('is refused where one tensor is larger than a GPU binds', async () => {
    const limits = { maxBufferSize: 2 ** 28, maxStorageBufferBindingSize: 2 ** 27 };
    vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => ({ limits }) }, deviceMemory: 8 });
    const gpu = await deviceRoom('webgpu');
    expect(gpu).toEqual({ backend: 'webgpu', tensor: 2 ** 27, machine: 8 * GIB });
    // The head of 200 MB is cut in pieces.
    expect(largestTensor(codegen())).toBe(4 * 2 ** 23);
    expect(refusalOf(codegen(), gpu)).toBeNull();
    expect(refusalOf(codegen({ n_embd: 4096, n_head: 16 }), gpu)).toContain(
      'expected tensors of at most 0.13 GiB, which is all that this GPU binds at once, got one of 0.25 GiB',
    );
  });

  it('is warned of where the machine is small', async () => {
    vi.stubGlobal('navigator', { deviceMemory: 2 });
    const { machine, tensor } = await deviceRoom('webgpu');
    expect([machine, tensor]).toEqual([2 * GIB, undefined]);
    expect(warningOf(codegen(), { backend: 'wasm', machine })).toMatch(
      /^It needs about [12]\.\d\d GiB, and the browser says that this machine has 2\.00 GiB or little more/,
    );
    expect(warningOf(codegen(), { backend: 'wasm', machine: 16 * GIB })).toBeNull();
    expect(warningOf(codegen(), { backend: 'wasm' })).toBeNull();
  });
});
