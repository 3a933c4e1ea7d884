/** Our own model, all of whose weights are trained: GPT-2 with pre-norm blocks, learned positions, and a tied head. */

import * as tf from '@tensorflow/tfjs-core';
import { type BatchShape, END_OF_TEXT_ID } from '../batch.ts';
import { type ModelSpec, parameterLayout } from '../spec.ts';
import type { Model } from './model.ts';
import { type Network, score } from './network.ts';
import { embed, gelu, layerNorm, linear, product, relu, residual, scoreHead, valueHead } from './ops.ts';
import { arrange, createPacking, type Weights } from './parameters.ts';

const SHAPE: BatchShape = { maxTokens: 2560, rowMultiple: 8, lengthMultiple: 8 };
const TOKEN_MULTIPLE = 256;
/** Rows that are decoded together. */
const DECODE_ROWS = 256;

export function gpt2Network(spec: ModelSpec, weights: Weights): Network {
  const { wte, wpe, blocks, lnF, valueHead: head } = weights;
  const epsilon = spec.layerNormEpsilon;
  const activation = spec.activation === 'relu' ? relu : gelu;
  return {
    layers: spec.layers,
    heads: { query: spec.heads, keyValue: spec.heads, width: spec.width / spec.heads },
    embed: (inputs) => embed(wte, wpe, inputs),
    block: (layer, x, _, attend) => {
      const { ln1, ln2, attention, attentionOut, mlp, mlpOut } = blocks[layer]!;
      const mixed = attend(linear(layerNorm(x, ln1, epsilon), attention));
      const middle = residual(x, linear(mixed, attentionOut));
      const inner = activation(linear(layerNorm(middle, ln2, epsilon), mlp));
      return residual(middle, linear(inner, mlpOut));
    },
    finish: (x) => layerNorm(x, lnF, epsilon),
    logits: (normal) => product(normal, wte, false, true),
    scores: (normal, targets, temperature) => scoreHead(normal, wte, targets, temperature),
    ...(head && { values: (normal: tf.Tensor) => valueHead(normal, head) }),
  };
}

export function gpt2Model(spec: ModelSpec): Model {
  const network = (parameters: readonly tf.Tensor[]) => gpt2Network(spec, arrange(parameters));
  return {
    vocabSize: spec.vocabSize,
    contextLength: spec.contextLength,
    valueHead: spec.valueHead ?? false,
    endOfText: END_OF_TEXT_ID,
    packing: createPacking(parameterLayout(spec)),
    tokenMultiple: TOKEN_MULTIPLE,
    batchShape: () => SHAPE,
    decodeRows: () => DECODE_ROWS,
    inputs: (ids, positions, length) => ({
      ids: tf.tensor1d(ids, 'int32'),
      positions: tf.tensor1d(positions, 'int32'),
      length,
    }),
    network,
    gradient: (parameters, tokens, derivatives, temperature) => {
      const { value, grads } = tf.valueAndGrads((...tensors: tf.Tensor[]) =>
        score(network(tensors), tokens, temperature),
      )([...parameters], derivatives);
      return { scores: value, gradients: grads };
    },
    dispose: () => {},
  };
}
