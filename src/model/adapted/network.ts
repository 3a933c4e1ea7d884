/** The blocks of GPT-2, CodeGen and Llama, frozen and with adapters. */

import * as tf from '@tensorflow/tfjs-core';
import type { Inputs } from '../tfjs/inputs.ts';
import type { Attend, Network } from '../tfjs/network.ts';
import { gelu, relu, residual, valueHead } from '../tfjs/ops.ts';
import type { FrozenDecoder } from './frozen.ts';
import { headsOf, targetProjections } from './modules.ts';
import { type Adapter, adaptedLinear, beside, frozenLogits, frozenNorm, frozenScores, gated, rotate } from './ops.ts';
import type { AdaptedSpec, Decoder } from './spec.ts';

/** Tensors of an `adapterLayout`, by what they belong to. */
interface Arranged {
  readonly adapters: readonly ReadonlyMap<string, Adapter>[];
  /** Weight and bias of the value head, where there is one. */
  readonly valueHead: readonly tf.Tensor[];
}

/** How many tensors of the layout belong to one block. */
export function tensorsPerBlock({ decoder, lora }: AdaptedSpec): number {
  return 2 * targetProjections(decoder, lora).length;
}

function arrange(spec: AdaptedSpec, parameters: readonly tf.Tensor[]): Arranged {
  const { decoder, lora } = spec;
  const targets = targetProjections(decoder, lora);
  const scale = lora.alpha / lora.rank;
  let next = 0;
  const adapters = Array.from({ length: decoder.layers }, () => {
    const block = new Map<string, Adapter>();
    for (const { name } of targets) block.set(name, { a: parameters[next++]!, b: parameters[next++]!, scale });
    return block;
  });
  return { adapters, valueHead: parameters.slice(next) };
}

/** The parts of one block: what is normalised, and what is projected with which adapter. */
interface Parts {
  readonly norm: (name: string, x: tf.Tensor) => tf.Tensor;
  readonly project: (name: string, x: tf.Tensor) => tf.Tensor;
}

type Block = (x: tf.Tensor, parts: Parts, inputs: Inputs, attend: Attend) => tf.Tensor;

/** @param parameters one tensor per slot of `adapterLayout` */
export function adaptedNetwork(
  spec: AdaptedSpec,
  frozen: FrozenDecoder,
  parameters: readonly tf.Tensor[],
  headRows: number,
): Network {
  const { decoder } = spec;
  const { adapters, valueHead: value } = arrange(spec, parameters);
  const epsilon = decoder.architecture === 'llama' ? decoder.rmsNormEpsilon : decoder.layerNormEpsilon;
  const block = blockOf(decoder);
  const [weight, bias] = value;
  return {
    layers: decoder.layers,
    heads: headsOf(decoder),
    embed: ({ embedded }) => tf.clone(embedded!),
    block: (layer, x, inputs, attend) => {
      const { norms, projections } = frozen.blocks[layer]!;
      const parts: Parts = {
        norm: (name, x) => frozenNorm(x, norms.get(name)!, epsilon),
        project: (name, x) => adaptedLinear(x, projections.get(name)!, adapters[layer]!.get(name)),
      };
      return block(x, parts, inputs, attend);
    },
    finish: (x) => frozenNorm(x, frozen.finalNorm, epsilon),
    logits: (normal) => frozenLogits(normal, frozen.head),
    scores: (normal, targets, temperature) => frozenScores(normal, frozen.head, targets, temperature, headRows),
    ...(weight && bias && { values: (normal: tf.Tensor) => valueHead(normal, { weight, bias }) }),
  };
}

function blockOf(decoder: Decoder): Block {
  const heads = headsOf(decoder);
  const turned = (qkv: tf.Tensor, { rotation }: Inputs) => (rotation ? rotate(qkv, heads, rotation) : qkv);
  switch (decoder.architecture) {
    case 'gpt2': {
      const activation = decoder.activation === 'relu' ? relu : gelu;
      return (x, { norm, project }, _, attend) => {
        const mixed = attend(project('attn.c_attn', norm('ln_1', x)));
        const middle = residual(x, project('attn.c_proj', mixed));
        return residual(middle, project('mlp.c_proj', activation(project('mlp.c_fc', norm('ln_2', middle)))));
      };
    }
    case 'codegen':
      // Attention and MLP stand side by side on one norm.
      return (x, { norm, project }, inputs, attend) => {
        const normal = norm('ln_1', x);
        const mixed = project('attn.out_proj', attend(turned(project('attn.qkv_proj', normal), inputs)));
        return residual(residual(mixed, project('mlp.fc_out', gelu(project('mlp.fc_in', normal)))), x);
      };
    case 'llama':
      return (x, { norm, project }, inputs, attend) => {
        const normal = norm('input_layernorm', x);
        const qkv = beside(['q', 'k', 'v'].map((part) => project(`self_attn.${part}_proj`, normal)));
        const middle = residual(x, project('self_attn.o_proj', attend(turned(qkv, inputs))));
        const inner = norm('post_attention_layernorm', middle);
        return residual(
          middle,
          project('mlp.down_proj', gated(project('mlp.gate_proj', inner), project('mlp.up_proj', inner))),
        );
      };
    default:
      return decoder satisfies never;
  }
}
