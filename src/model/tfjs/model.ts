/** What a policy on TensorFlow.js trains: a network made of packed parameters, and the bounds of its batches. */

import type * as tf from '@tensorflow/tfjs-core';
import type { Sequence } from '../../core/policy.ts';
import type { BatchShape } from '../batch.ts';
import type { Inputs } from './inputs.ts';
import type { Network, TokenTensors } from './network.ts';
import type { Packing } from './parameters.ts';

export interface Model {
  readonly vocabSize: number;
  readonly contextLength: number;
  readonly valueHead: boolean;
  /** Id that ends a completion. */
  readonly endOfText: number;
  /** Of the parameters that are trained. */
  readonly packing: Packing;
  /** Completion tokens of a micro-batch are padded to a multiple of this: few shapes, few pooled buffers. */
  readonly tokenMultiple: number;
  /** Bounds of the micro-batches that these sequences are cut into. */
  batchShape(sequences: readonly Sequence[]): BatchShape;
  /** How many rows are decoded together whose caches have `slots` positions. */
  decodeRows(slots: number): number;
  inputs(ids: Int32Array, positions: Int32Array, length: number): Inputs;
  /** @param parameters one tensor per slot of the packing */
  network(parameters: readonly tf.Tensor[]): Network;
  /** Scores `[2, N]` or `[3, N]`, and the gradient of Σ derivative · score by each parameter. */
  gradient(
    parameters: readonly tf.Tensor[],
    tokens: TokenTensors,
    derivatives: tf.Tensor,
    temperature: number,
  ): { readonly scores: tf.Tensor; readonly gradients: readonly tf.Tensor[] };
  /** Gives up what it holds on the device beside the parameters. */
  dispose(): void;
}
