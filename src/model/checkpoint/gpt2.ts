/** Hugging Face's GPT-2 (`config.json`, `model.safetensors`) to and from our spec and packed weights. */

import { END_OF_TEXT_ID, PADDING_ID } from '../batch.ts';
import { type ModelSpec, parameterCount, parameterLayout } from '../spec.ts';
import { configFields } from './config-fields.ts';
import { firstNotFinite } from './floats.ts';
import { decode, readSafetensors, writeSafetensors } from './safetensors.ts';

export interface Checkpoint {
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`. */
  readonly weights: Float32Array;
}

/** `GPT2LMHeadModel.save_pretrained` writes this prefix, the files on the hub do not have it. */
const PREFIX = 'transformer.';
/** Not parameters: attention masks kept as buffers, and the head that is tied to `wte`. */
const IGNORED = /^(h\.\d+\.attn\.(masked_)?bias|lm_head\.weight)$/;

/** Reads a GPT-2 `config.json`; throws when the field names or values describe another architecture. */
export function parseConfig(config: unknown): ModelSpec {
  const fields = configFields(config, 'checkpoint: config.json');
  fields.oneOf('model_type', ['gpt2']);
  const spec: ModelSpec = {
    vocabSize: fields.count('vocab_size'),
    contextLength: fields.count('n_positions'),
    width: fields.count('n_embd'),
    layers: fields.count('n_layer'),
    heads: fields.count('n_head'),
    activation: fields.oneOf('activation_function', ['gelu_new', 'relu']),
    layerNormEpsilon: fields.positive('layer_norm_epsilon', 1e-5),
  };
  fields.oneOf('n_inner', [undefined, null, 4 * spec.width]);
  fields.oneOf('tie_word_embeddings', [undefined, true]);
  fields.oneOf('scale_attn_weights', [undefined, true]);
  fields.oneOf('scale_attn_by_inverse_layer_idx', [undefined, false]);
  fields.divides(spec.heads, 'heads', 'n_embd', spec.width);
  return spec;
}

/** Reads a checkpoint from its two files; every tensor must be there, finite and of the right shape. */
export function parseCheckpoint(config: unknown, model: Uint8Array): Checkpoint {
  const spec = parseConfig(config);
  const stored = new Map(
    [...readSafetensors(model)].map(([name, tensor]) => [
      name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name,
      tensor,
    ]),
  );
  const weights = new Float32Array(parameterCount(spec));
  for (const { name, shape, offset } of parameterLayout(spec)) {
    const tensor = stored.get(name);
    if (tensor === undefined)
      throw new Error(`checkpoint: ${name}: expected [${shape.join(', ')}], got no such tensor`);
    if (tensor.shape.join() !== shape.join()) {
      throw new Error(`checkpoint: ${name}: expected [${shape.join(', ')}], got [${tensor.shape.join(', ')}]`);
    }
    const values = decode(name, tensor);
    const bad = firstNotFinite(values);
    if (bad !== undefined) throw new Error(`checkpoint: ${name}: expected finite numbers, got ${bad}`);
    weights.set(values, offset);
    stored.delete(name);
  }
  const extra = [...stored.keys()].find((name) => !IGNORED.test(name));
  if (extra !== undefined) {
    throw new Error(
      `checkpoint: ${extra}: expected only the tensors of a GPT-2 of ${spec.layers} layers, got this one too`,
    );
  }
  return { spec, weights };
}

/** The `config.json` of a model: dropout is 0, or a trainer elsewhere would see a KL above 0 before its first step. */
export function formatConfig(spec: ModelSpec, dtype: 'F32' | 'F16' = 'F16'): Record<string, unknown> {
  return {
    model_type: 'gpt2',
    architectures: ['GPT2LMHeadModel'],
    n_layer: spec.layers,
    n_head: spec.heads,
    n_embd: spec.width,
    n_positions: spec.contextLength,
    vocab_size: spec.vocabSize,
    activation_function: spec.activation,
    layer_norm_epsilon: spec.layerNormEpsilon,
    resid_pdrop: 0,
    embd_pdrop: 0,
    attn_pdrop: 0,
    bos_token_id: END_OF_TEXT_ID,
    eos_token_id: END_OF_TEXT_ID,
    pad_token_id: PADDING_ID,
    tie_word_embeddings: true,
    torch_dtype: dtype === 'F16' ? 'float16' : 'float32',
  };
}

/** The two files of a checkpoint: text of `config.json`, bytes of `model.safetensors`. */
export function formatCheckpoint(
  { spec, weights }: Checkpoint,
  dtype: 'F32' | 'F16' = 'F16',
): { readonly config: string; readonly model: Uint8Array<ArrayBuffer> } {
  const tensors = parameterLayout(spec).map(({ name, shape, offset, size }) => ({
    name: `${PREFIX}${name}`,
    shape,
    values: weights.subarray(offset, offset + size),
  }));
  return {
    config: `${JSON.stringify(formatConfig(spec, dtype), null, 2)}\n`,
    model: writeSafetensors(tensors, dtype),
  };
}
