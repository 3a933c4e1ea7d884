/** What a network is run on, and the shape of its attention. */

import type * as tf from '@tensorflow/tfjs-core';

/** Heads of attention; several heads of queries may share one of keys and values (Ainslie et al. 2023). */
export interface Heads {
  readonly query: number;
  readonly keyValue: number;
  readonly width: number;
}

/** Cosines and sines `[N, 1, R/2]` of the angles by which the first R numbers of a head are turned at N positions. */
export interface Rotation {
  readonly cos: tf.Tensor;
  readonly sin: tf.Tensor;
}

/** Tokens that a network is to be run on: `[B * length]`, `length` of each sequence. */
export interface Inputs {
  readonly ids: tf.Tensor1D;
  readonly positions: tf.Tensor1D;
  readonly length: number;
  /** Their embeddings `[B * length, C]`, where those are not trained. */
  readonly embedded?: tf.Tensor;
  readonly rotation?: Rotation;
}
