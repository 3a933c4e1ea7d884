/** An imported decoder as a model to train: what it is run on, how much of it at a time, and its gradient block by block. */

import * as tf from '@tensorflow/tfjs-core';
import type { Sequence } from '../../core/policy.ts';
import type { BatchShape } from '../batch.ts';
import type { Inputs } from '../tfjs/inputs.ts';
import type { Model } from '../tfjs/model.ts';
import { causalAttention, headScores, type Network, type TokenTensors } from '../tfjs/network.ts';
import { createPacking } from '../tfjs/parameters.ts';
import { adapterLayout } from './adapters.ts';
import { BUDGET, type Budget, decodeRows, headRows, MAX_TOKENS, tokensTogether } from './budget.ts';
import type { FrozenDecoder } from './frozen.ts';
import { rotaryOf } from './modules.ts';
import { adaptedNetwork, tensorsPerBlock } from './network.ts';
import type { AdaptedSpec } from './spec.ts';

/** Completion tokens of a micro-batch are padded to a multiple of this. */
const TOKEN_MULTIPLE = 32;

export function adaptedModel(spec: AdaptedSpec, frozen: FrozenDecoder, budget: Budget = BUDGET): Model {
  const { decoder } = spec;
  const network = (parameters: readonly tf.Tensor[]) => adaptedNetwork(spec, frozen, parameters, headRows(decoder));
  return {
    vocabSize: decoder.vocabSize,
    contextLength: decoder.contextLength,
    valueHead: spec.valueHead ?? false,
    endOfText: spec.endOfText,
    packing: createPacking(adapterLayout(spec)),
    tokenMultiple: TOKEN_MULTIPLE,
    batchShape: (sequences) => batchShape(spec, sequences, budget),
    decodeRows: (slots) => decodeRows(decoder, slots, budget),
    inputs: (ids, positions, length) => inputsOf(decoder, frozen, { ids, positions, length }),
    network,
    gradient: (parameters, tokens, derivatives, temperature) => {
      const perBlock = tensorsPerBlock(spec);
      const blocks = Array.from({ length: decoder.layers }, (_, i) =>
        parameters.slice(i * perBlock, (i + 1) * perBlock),
      );
      const head = parameters.slice(decoder.layers * perBlock);
      return blockwise(network(parameters), { blocks, head }, { tokens, derivatives, temperature });
    },
    dispose: () => frozen.dispose(),
  };
}

/** Bounds of micro-batches within the budget; few shapes where there is room for many rows. */
function batchShape(spec: AdaptedSpec, sequences: readonly Sequence[], budget: Budget): BatchShape {
  const longest = sequences.reduce(
    (most, { prompt, completion }) => Math.max(most, prompt.length + completion.length),
    1,
  );
  const length = Math.min(spec.contextLength, longest);
  const tokens = tokensTogether(spec, length, budget);
  return {
    maxTokens: Math.min(MAX_TOKENS, tokens),
    rowMultiple: tokens >= 8 * length ? 4 : 1,
    lengthMultiple: length > 128 ? 32 : 8,
  };
}

interface Tokens {
  readonly ids: Int32Array;
  readonly positions: Int32Array;
  readonly length: number;
}

/** Looks the embeddings up on the CPU, and the angles of the positions. */
function inputsOf(decoder: AdaptedSpec['decoder'], frozen: FrozenDecoder, tokens: Tokens): Inputs {
  const { ids, positions, length } = tokens;
  const { width } = decoder;
  const embedded = new Float32Array(ids.length * width);
  ids.forEach((id, row) => {
    embedded.set(frozen.embeddings.subarray(id * width, (id + 1) * width), row * width);
    if (frozen.positions === undefined) return;
    const from = positions[row]! * width;
    for (let i = 0; i < width; i++) embedded[row * width + i]! += frozen.positions[from + i]!;
  });
  const rotary = rotaryOf(decoder);
  return {
    ids: tf.tensor1d(ids, 'int32'),
    positions: tf.tensor1d(positions, 'int32'),
    length,
    embedded: tf.tensor2d(embedded, [ids.length, width]),
    ...(rotary.width > 0 && { rotation: rotationOf(positions, rotary) }),
  };
}

/** Angles position · base^(−2i/R), rounded to 32 bits where transformers rounds them. */
function rotationOf(positions: Int32Array, { width, base }: ReturnType<typeof rotaryOf>) {
  const half = width / 2;
  const speeds = Float32Array.from({ length: half }, (_, i) => 1 / base ** ((2 * i) / width));
  const angles = new Float32Array(positions.length * half);
  positions.forEach((position, row) => {
    for (let i = 0; i < half; i++) angles[row * half + i] = position * speeds[i]!;
  });
  const tensor = (values: Float32Array) => tf.tensor3d(values, [positions.length, 1, half]);
  return { cos: tensor(angles.map(Math.cos)), sin: tensor(angles.map(Math.sin)) };
}

interface Trained {
  /** The adapters of each block. */
  readonly blocks: readonly (readonly tf.Tensor[])[];
  /** The value head's tensors. */
  readonly head: readonly tf.Tensor[];
}

interface Pass {
  readonly tokens: TokenTensors;
  readonly derivatives: tf.Tensor;
  readonly temperature: number;
}

/**
 * The gradient with one block's activations in memory at a time: the way there keeps the input of each block only, the way
 * back computes a block once more (Chen et al. 2016).
 */
function blockwise(network: Network, { blocks, head }: Trained, { tokens, derivatives, temperature }: Pass) {
  const { inputs } = tokens;
  const attention = causalAttention(network, inputs.length);
  const run = (layer: number, x: tf.Tensor) => network.block(layer, x, inputs, attention(layer));
  const states = [network.embed(inputs)];
  for (let layer = 0; layer < network.layers; layer++) states.push(tf.tidy(() => run(layer, states[layer]!)));
  const { value, grads } = tf.valueAndGrads((x: tf.Tensor) => headScores(network, x, tokens, temperature))(
    [states[network.layers]!, ...head],
    derivatives,
  );
  let [slope, ...headGradients] = grads as [tf.Tensor, ...tf.Tensor[]];
  const gradients: tf.Tensor[] = [];
  for (let layer = network.layers - 1; layer >= 0; layer--) {
    const back = tf.grads((x: tf.Tensor) => run(layer, x))([states[layer]!, ...blocks[layer]!], slope);
    tf.dispose([slope, states[layer + 1]!]);
    const [dx, ...dBlock] = back as [tf.Tensor, ...tf.Tensor[]];
    slope = dx;
    gradients.unshift(...dBlock);
  }
  return { scores: value, gradients: [...gradients, ...headGradients] };
}
