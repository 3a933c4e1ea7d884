/** Between plain arrays of a batch and the tensors that the model's graph is made of. */

import * as tf from '@tensorflow/tfjs-core';
import type { Coefficients, TokenBatch, TokenScores } from '../../core/policy.ts';
import { completionWidth, emptyScores, type PaddedBatch, roundUp } from '../batch.ts';
import type { Model } from './model.ts';
import type { TokenTensors } from './network.ts';

const paddedCount = (batch: PaddedBatch, { tokenMultiple }: Model) =>
  Math.max(tokenMultiple, roundUp(batch.slots.length, tokenMultiple));

/** Ids, rows and targets of a micro-batch; the tokens padded to few sizes. */
export function tokenTensors(batch: PaddedBatch, model: Model): TokenTensors {
  const padded = paddedCount(batch, model);
  const rows = new Int32Array(padded);
  rows.set(batch.positions);
  const targets = new Int32Array(padded);
  targets.set(batch.targets);
  const origins = new Int32Array(batch.rows * batch.length).fill(padded);
  batch.positions.forEach((position, n) => {
    origins[position] = n;
  });
  const places = batch.ids.map((_, i) => i % batch.length);
  return {
    inputs: model.inputs(batch.ids, places, batch.length),
    rows: tf.tensor1d(rows, 'int32'),
    origins: tf.tensor1d(origins, 'int32'),
    targets: tf.tensor1d(targets, 'int32'),
  };
}

/** What `score` returns per token, in the order of its rows. */
function scoreRows({ valueHead }: Model): readonly ('logProb' | 'entropy' | 'value')[] {
  return valueHead ? ['logProb', 'entropy', 'value'] : ['logProb', 'entropy'];
}

/** Derivatives of the loss by the scores of a micro-batch's tokens, of the scores' shape, 0 for padding. */
export function coefficientTensor(batch: PaddedBatch, coefficients: Coefficients, model: Model): tf.Tensor {
  const padded = paddedCount(batch, model);
  const rows = scoreRows(model);
  const values = new Float32Array(rows.length * padded);
  rows.forEach((name, row) => {
    batch.slots.forEach((slot, n) => {
      values[row * padded + n] = coefficients[name]?.[slot] ?? 0;
    });
  });
  return tf.tensor2d(values, [rows.length, padded]);
}

/** Reads the scores of all micro-batches, and one scalar more, in a single readback; disposes them. */
export async function readScores(
  model: Model,
  batch: TokenBatch,
  batches: readonly PaddedBatch[],
  results: readonly tf.Tensor[],
  scalar?: tf.Tensor,
): Promise<{ readonly scores: TokenScores; readonly last: number }> {
  const { sequences } = batch;
  const scores = emptyScores(model, completionWidth(sequences), sequences.length);
  const parts = scalar === undefined ? [...results] : [...results, scalar];
  if (parts.length === 0) return { scores, last: Number.NaN };
  const packed = tf.tidy(() => tf.concat1d(parts.map((part) => tf.reshape(part, [-1]) as tf.Tensor1D)));
  tf.dispose(parts);
  const values = await packed.data();
  packed.dispose();
  let offset = 0;
  batches.forEach((padded, i) => {
    for (const name of scoreRows(model)) {
      padded.slots.forEach((slot, n) => {
        scores[name]![slot] = values[offset + n]!;
      });
      offset += results[i]!.shape[1]!;
    }
  });
  return { scores, last: values.at(-1)! };
}
