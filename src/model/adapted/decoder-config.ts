/** Hugging Face's `config.json` to the decoder that it describes; what would compute something else is refused by name. */

import { type ConfigFields, configFields } from '../checkpoint/config-fields.ts';
import type { CodegenDecoder, Decoder, Gpt2Decoder, LlamaDecoder } from './spec.ts';

const AT = 'model: config.json';
/** More than any model that could be loaded, and few enough to list their tensors. */
const MAX_LAYERS = 1000;
/** The tanh approximation under both of its names in transformers. */
const GELU_TANH = ['gelu_new', 'gelu_pytorch_tanh'] as const;
/** `CodeGenAttention` splits its heads among so many cores of a TPU, whatever the model. */
export const CODEGEN_CORES = 4;

/** @throws Error, in one sentence, when it describes what cannot run here */
export function parseDecoder(config: unknown): Decoder {
  const fields = configFields(config, AT);
  const architecture = fields.oneOf('model_type', ['gpt2', 'codegen', 'llama']);
  if (fields.get('quantization_config') != null) fields.fail('quantization_config', 'weights that are not quantized');
  switch (architecture) {
    case 'gpt2':
      return parseGpt2(fields);
    case 'codegen':
      return parseCodegen(fields);
    case 'llama':
      return parseLlama(fields);
    default:
      return architecture satisfies never;
  }
}

/** What GPT-2 and its descendants call the same. */
function parseShape(fields: ConfigFields) {
  const shape = {
    vocabSize: fields.count('vocab_size'),
    contextLength: fields.count(fields.get('n_positions') === undefined ? 'n_ctx' : 'n_positions'),
    width: fields.count('n_embd'),
    layers: fields.count('n_layer', MAX_LAYERS),
    heads: fields.count('n_head'),
  };
  fields.divides(shape.heads, 'heads', 'n_embd', shape.width);
  const innerWidth = fields.get('n_inner') == null ? 4 * shape.width : fields.count('n_inner');
  return { ...shape, innerWidth, layerNormEpsilon: fields.positive('layer_norm_epsilon', 1e-5) };
}

function parseGpt2(fields: ConfigFields): Gpt2Decoder {
  const activation = fields.oneOf('activation_function', [undefined, ...GELU_TANH, 'relu']);
  fields.oneOf('tie_word_embeddings', [undefined, true]);
  fields.oneOf('scale_attn_weights', [undefined, true]);
  fields.oneOf('scale_attn_by_inverse_layer_idx', [undefined, false]);
  fields.oneOf('add_cross_attention', [undefined, false]);
  return { architecture: 'gpt2', ...parseShape(fields), activation: activation === 'relu' ? 'relu' : 'gelu_new' };
}

function parseCodegen(fields: ConfigFields): CodegenDecoder {
  fields.oneOf('activation_function', [undefined, ...GELU_TANH]);
  fields.oneOf('tie_word_embeddings', [undefined, false]);
  const shape = parseShape(fields);
  fields.divides(CODEGEN_CORES, 'partitions of the heads', 'n_head', shape.heads);
  const headWidth = shape.width / shape.heads;
  const rotaryWidth = fields.get('rotary_dim') === undefined ? 64 : fields.count('rotary_dim');
  if (rotaryWidth % 2 !== 0 || rotaryWidth > headWidth) {
    fields.fail('rotary_dim', `an even number of at most ${headWidth}, the width of a head`);
  }
  return { architecture: 'codegen', ...shape, rotaryWidth };
}

function parseLlama(fields: ConfigFields): LlamaDecoder {
  fields.oneOf('hidden_act', [undefined, 'silu']);
  fields.oneOf('attention_bias', [undefined, false]);
  fields.oneOf('mlp_bias', [undefined, false]);
  fields.oneOf('rope_interleaved', [undefined, false]);
  fields.oneOf('rope_scaling', [undefined, null]);
  const width = fields.count('hidden_size');
  const heads = fields.count('num_attention_heads');
  const keyValueHeads = fields.get('num_key_value_heads') == null ? heads : fields.count('num_key_value_heads');
  fields.divides(keyValueHeads, 'heads of keys and values', 'num_attention_heads', heads);
  const given = fields.get('head_dim') != null;
  if (!given) fields.divides(heads, 'heads', 'hidden_size', width);
  const headWidth = given ? fields.count('head_dim') : width / heads;
  if (headWidth % 2 !== 0) fields.fail(given ? 'head_dim' : 'hidden_size', 'an even width of a head');
  return {
    architecture: 'llama',
    vocabSize: fields.count('vocab_size'),
    contextLength: fields.count('max_position_embeddings'),
    width,
    layers: fields.count('num_hidden_layers', MAX_LAYERS),
    heads,
    innerWidth: fields.count('intermediate_size'),
    keyValueHeads,
    headWidth,
    rotaryBase: parseRotaryBase(fields),
    rmsNormEpsilon: fields.positive('rms_norm_eps', 1e-6),
    tiedHead: fields.oneOf('tie_word_embeddings', [undefined, false, true]) ?? false,
  };
}

/** `rope_theta`, which newer versions of transformers write into `rope_parameters`. */
function parseRotaryBase(fields: ConfigFields): number {
  const parameters = fields.get('rope_parameters');
  const rope = parameters == null ? fields : configFields(parameters, `${AT}: rope_parameters`);
  rope.oneOf('rope_type', [undefined, 'default']);
  rope.oneOf('partial_rotary_factor', [undefined, 1]);
  const otherwise = fields.get('rope_theta') === undefined ? 10_000 : fields.positive('rope_theta');
  return rope.positive('rope_theta', otherwise);
}
