import { describe, expect, it } from 'vitest';
import { parseDecoder } from './decoder-config.ts';
import { decoderTensors } from './decoder-tensors.ts';

// biome-ignore format: as short as the files
const gpt2 = {
  model_type: 'gpt2', vocab_size: 50257, n_positions: 1024, n_ctx: 1024, n_embd: 768, n_layer: 12, n_head: 12,
  activation_function: 'gelu_new', layer_norm_epsilon: 1e-5, summary_type: 'cls_index',
};

// biome-ignore format: as short as the files
const codegen = {
  model_type: 'codegen', vocab_size: 51200, n_positions: 2048, n_ctx: 2048, n_embd: 1024, n_layer: 20, n_head: 16,
  n_inner: null, rotary_dim: 32, activation_function: 'gelu_new', scale_attn_weights: true, tie_word_embeddings: false,
};

// biome-ignore format: as short as the files
const smollm2 = {
  model_type: 'llama', vocab_size: 49152, hidden_size: 576, intermediate_size: 1536, num_hidden_layers: 30,
  num_attention_heads: 9, num_key_value_heads: 3, max_position_embeddings: 8192, rms_norm_eps: 1e-5, rope_theta: 100000,
  rope_scaling: null, rope_interleaved: false, hidden_act: 'silu', attention_bias: false, tie_word_embeddings: true,
};

const numbers = (config: object) =>
  [...decoderTensors(parseDecoder(config)).values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);

describe('the configurations of the models that this is for', () => {
  it('give decoders of their published sizes', () => {
    expect(parseDecoder(gpt2)).toMatchObject({ architecture: 'gpt2', innerWidth: 3072, activation: 'gelu_new' });
    expect(numbers(gpt2)).toBe(124_439_808);
    expect(parseDecoder(codegen)).toMatchObject({ architecture: 'codegen', innerWidth: 4096, rotaryWidth: 32 });
    expect(numbers(codegen)).toBe(356_712_448);
    expect(parseDecoder(smollm2)).toMatchObject({
      headWidth: 64,
      keyValueHeads: 3,
      rotaryBase: 100_000,
      tiedHead: true,
    });
    expect(numbers(smollm2)).toBe(134_515_008);
  });

  it('are understood in the words of newer versions', () => {
    const { rope_theta, rope_scaling, ...rest } = smollm2;
    const newer = { ...rest, rope_parameters: { rope_theta, rope_type: 'default' }, head_dim: 64, dtype: 'bfloat16' };
    expect(parseDecoder(newer)).toEqual(parseDecoder(smollm2));
    expect(parseDecoder({ ...rest })).toMatchObject({ rotaryBase: 10_000 });
    expect(parseDecoder({ ...gpt2, activation_function: 'gelu_pytorch_tanh' })).toEqual(parseDecoder(gpt2));
    expect(parseDecoder({ ...gpt2, n_positions: undefined, n_ctx: 512 })).toMatchObject({ contextLength: 512 });
    expect(parseDecoder({ ...smollm2, num_key_value_heads: undefined })).toMatchObject({ keyValueHeads: 9 });
  });
});

describe('what would compute something else is refused by name', () => {
  it.each([
    [gpt2, { model_type: 'mistral' }, 'model_type: expected "gpt2" or "codegen" or "llama", got "mistral"'],
    [gpt2, { model_type: undefined }, 'model_type: expected "gpt2" or "codegen" or "llama", got nothing'],
    [
      gpt2,
      { activation_function: 'silu' },
      'activation_function: expected "gelu_new" or "gelu_pytorch_tanh" or "relu"',
    ],
    [gpt2, { tie_word_embeddings: false }, 'tie_word_embeddings: expected true, got false'],
    [gpt2, { scale_attn_weights: false }, 'scale_attn_weights: expected true, got false'],
    [gpt2, { scale_attn_by_inverse_layer_idx: true }, 'scale_attn_by_inverse_layer_idx: expected false, got true'],
    [gpt2, { add_cross_attention: true }, 'add_cross_attention: expected false, got true'],
    [gpt2, { n_embd: 770 }, 'n_embd: expected a multiple of 12 heads, got 770'],
    [gpt2, { n_head: 0 }, 'n_head: expected a positive integer, got 0'],
    [gpt2, { n_layer: 1e9 }, 'n_layer: expected at most 1000, got 1000000000'],
    [gpt2, { vocab_size: 2 ** 40 }, 'vocab_size: expected at most 2147483647'],
    [gpt2, { n_inner: 1.5 }, 'n_inner: expected a positive integer, got 1.5'],
    [gpt2, { layer_norm_epsilon: '1e-5' }, 'layer_norm_epsilon: expected a number above 0, got "1e-5"'],
    [gpt2, { quantization_config: { bits: 4 } }, 'quantization_config: expected weights that are not quantized'],
    [codegen, { tie_word_embeddings: true }, 'tie_word_embeddings: expected false, got true'],
    [codegen, { activation_function: 'relu' }, 'activation_function: expected "gelu_new"'],
    [codegen, { n_head: 2, rotary_dim: 32 }, 'n_head: expected a multiple of 4 partitions of the heads, got 2'],
    [codegen, { rotary_dim: 31 }, 'rotary_dim: expected an even number of at most 64, the width of a head, got 31'],
    [codegen, { rotary_dim: 66 }, 'rotary_dim: expected an even number of at most 64'],
    [codegen, { rotary_dim: null }, 'rotary_dim: expected a positive integer, got null'],
    [smollm2, { hidden_act: 'gelu' }, 'hidden_act: expected "silu", got "gelu"'],
    [smollm2, { attention_bias: true }, 'attention_bias: expected false, got true'],
    [smollm2, { mlp_bias: true }, 'mlp_bias: expected false, got true'],
    [smollm2, { rope_scaling: { type: 'linear', factor: 2 } }, 'rope_scaling: expected null, got {"type":"linear"'],
    [
      smollm2,
      { rope_parameters: { rope_type: 'llama3' } },
      'rope_parameters: rope_type: expected "default", got "llama3"',
    ],
    [smollm2, { rope_parameters: [] }, 'rope_parameters: expected an object, got []'],
    [smollm2, { rope_interleaved: true }, 'rope_interleaved: expected false, got true'],
    [
      smollm2,
      { num_key_value_heads: 4 },
      'num_attention_heads: expected a multiple of 4 heads of keys and values, got 9',
    ],
    [smollm2, { head_dim: 63 }, 'head_dim: expected an even width of a head, got 63'],
  ])('%#: %o', (config, change, message) => {
    expect(() => parseDecoder({ ...config, ...change })).toThrow(`model: config.json: ${message}`);
  });

  it.each([null, [], 'x', 7])('%o instead of an object', (config) => {
    expect(() => parseDecoder(config)).toThrow('model: config.json: expected an object');
  });
});
