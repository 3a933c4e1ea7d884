/**
 * The differentiable operations of the model, each with its own hand-written derivative.
 *
 * The tape of tfjs only chains these, so no registered gradient is needed: gradients of `gather` and `einsum`, which
 * some backends lack, never occur, and what is kept for the backward pass is visible here.
 */

import * as tf from '@tensorflow/tfjs-core';
import type { Heads, Inputs } from './inputs.ts';
import type { Affine } from './parameters.ts';

/** Large enough that exp(−x) is 0 in f32, small enough to stay finite. */
export const MASKED = -1e9;

type Tensors = readonly tf.Tensor[];
/** Keeps tensors alive until the backward pass. */
type Keep = (tensors: tf.Tensor[]) => void;

/** An operation on `inputs` whose gradient is `backward(dy, kept)`, one tensor per input and of its shape. */
export function operation(
  inputs: Tensors,
  forward: (keep: Keep) => tf.Tensor,
  backward: (dy: tf.Tensor, kept: Tensors) => tf.Tensor[],
): tf.Tensor {
  const run = tf.customGrad((...args) => {
    const keep = args.at(-1) as unknown as Keep;
    // Without tidies of their own, everything made on either way would live until the whole pass is over.
    return { value: tf.tidy(() => forward(keep)), gradFunc: (dy, kept) => tf.tidy(() => backward(dy, kept)) };
  });
  return run(...inputs);
}

/** Swaps the last two axes. */
export function swap(x: tf.Tensor): tf.Tensor {
  const axes = x.shape.map((_, i) => i);
  const n = axes.length;
  return tf.transpose(x, [...axes.slice(0, n - 2), n - 1, n - 2]);
}

/**
 * Matrix product over the last two axes, either operand transposed. The wasm backend multiplies transposed operands
 * ten times slower than it transposes them, so there they are laid out first.
 */
export function product(a: tf.Tensor, b: tf.Tensor, transposeA = false, transposeB = false): tf.Tensor {
  if (tf.getBackend() !== 'wasm') return tf.matMul(a, b, transposeA, transposeB);
  return tf.matMul(transposeA ? swap(a) : a, transposeB ? swap(b) : b);
}

/** `[N]` → `[N, depth]`. Cast, because the wasm backend writes integers even where floats are asked for. */
export function oneHot(ids: tf.Tensor1D, depth: number): tf.Tensor {
  return tf.cast(tf.oneHot(ids, depth), 'float32');
}

/** `x W + b`: `[N, in]` × `[in, out]` + `[out]` → `[N, out]` (GPT-2's Conv1D). */
export function linear(x: tf.Tensor, { weight, bias }: Affine): tf.Tensor {
  return operation(
    [x, weight, bias],
    (keep) => {
      keep([x, weight]);
      return tf.add(product(x, weight), bias);
    },
    (dy, [x, weight]) => [product(dy, weight!, false, true), product(x!, dy, true), tf.sum(dy, 0)],
  );
}

/** `x + y` of one shape. */
export function residual(x: tf.Tensor, y: tf.Tensor): tf.Tensor {
  return operation(
    [x, y],
    () => tf.add(x, y),
    (dy) => [tf.clone(dy), tf.clone(dy)],
  );
}

/** Layer normalisation over the last axis (Ba et al. 2016): `[N, C]` → `[N, C]`. */
export function layerNorm(x: tf.Tensor, { weight: gain, bias }: Affine, epsilon: number): tf.Tensor {
  return operation(
    [x, gain, bias],
    (keep) => {
      const centred = tf.sub(x, tf.mean(x, -1, true));
      const inverseStd = tf.rsqrt(tf.add(tf.mean(tf.square(centred), -1, true), epsilon));
      const normal = tf.mul(centred, inverseStd);
      keep([normal, inverseStd, gain]);
      return tf.add(tf.mul(normal, gain), bias);
    },
    (dy, [normal, inverseStd, gain]) => {
      const dNormal = tf.mul(dy, gain!);
      const along = tf.mul(normal!, tf.mean(tf.mul(dNormal, normal!), -1, true));
      const dx = tf.mul(inverseStd!, tf.sub(tf.sub(dNormal, tf.mean(dNormal, -1, true)), along));
      return [dx, tf.sum(tf.mul(dy, normal!), 0), tf.sum(dy, 0)];
    },
  );
}

const GELU_SCALE = Math.sqrt(2 / Math.PI);
const GELU_CUBIC = 0.044715;

/** GPT-2's `gelu_new`: ½x(1 + tanh(√(2/π)(x + 0.044715x³))) (Hendrycks & Gimpel 2016, tanh form). */
export function gelu(x: tf.Tensor): tf.Tensor {
  return operation(
    [x],
    (keep) => {
      const inner = tf.mul(x, tf.add(tf.mul(tf.square(x), GELU_SCALE * GELU_CUBIC), GELU_SCALE));
      const tanh = tf.tanh(inner);
      keep([x, tanh]);
      return tf.mul(tf.mul(x, 0.5), tf.add(tanh, 1));
    },
    (dy, [x, tanh]) => {
      const slope = tf.add(tf.mul(tf.square(x!), 3 * GELU_SCALE * GELU_CUBIC), GELU_SCALE);
      const bend = tf.mul(tf.mul(x!, slope), tf.sub(1, tf.square(tanh!)));
      return [tf.mul(tf.mul(dy, 0.5), tf.add(tf.add(tanh!, 1), bend))];
    },
  );
}

export function relu(x: tf.Tensor): tf.Tensor {
  return operation(
    [x],
    (keep) => {
      keep([x]);
      return tf.relu(x);
    },
    (dy, [x]) => [tf.mul(dy, tf.step(x!))],
  );
}

/** Token plus position embeddings, rows of `wte` `[V, C]` and `wpe` `[P, C]` → `[B * L, C]`; trained only from position 0. */
export function embed(wte: tf.Tensor, wpe: tf.Tensor, { ids, positions, length }: Inputs): tf.Tensor {
  const [vocab, width] = wte.shape as [number, number];
  const context = wpe.shape[0]!;
  return operation(
    [wte, wpe],
    () => tf.add(tf.gather(wte, ids), tf.gather(wpe, positions)),
    (dy) => {
      const hits = oneHot(ids, vocab);
      const perPosition = tf.sum(tf.reshape(dy, [-1, length, width]), 0);
      return [
        product(hits, dy, true),
        tf.pad(perPosition as tf.Tensor2D, [
          [0, context - length],
          [0, 0],
        ]),
      ];
    },
  );
}

/**
 * Rows of `x` `[M, C]` → `[N, C]`. `origins[m]` says which output row the input row m became, or N if none: the
 * gradient is then a gather too. An input row may be chosen once only (padding rows, whose gradient is 0, aside).
 */
export function selectRows(x: tf.Tensor, rows: tf.Tensor1D, origins: tf.Tensor1D): tf.Tensor {
  return operation(
    [x],
    () => tf.gather(x, rows),
    (dy) => [tf.gather(tf.concat([dy, tf.zeros([1, dy.shape[1]!])], 0), origins)],
  );
}

/**
 * Causal self-attention: `[B * L, (Hq + 2 Hkv) D]` holding query, key, value → `[B * L, Hq D]`. Heads of queries that
 * share keys and values are one long list of rows to them.
 * `mask` is added to the scores `[B, Hkv, G L, L]`. `onKeyValue` sees key and value as `[B, Hkv, L, D]`.
 */
export function attention(
  qkv: tf.Tensor,
  heads: Heads,
  length: number,
  mask: tf.Tensor,
  onKeyValue?: (key: tf.Tensor, value: tf.Tensor) => void,
): tf.Tensor {
  const scale = 1 / Math.sqrt(heads.width);
  const rows = (heads.query / heads.keyValue) * length;
  const shared = (x: tf.Tensor) =>
    tf.reshape(splitHeads(x, heads.query, length), [-1, heads.keyValue, rows, heads.width]);
  const single = (x: tf.Tensor) => mergeHeads(tf.reshape(x, [-1, heads.query, length, heads.width]));
  return operation(
    [qkv],
    (keep) => {
      const [q, k, v] = splitColumns(qkv, heads);
      const [query, key, value] = [
        shared(q),
        splitHeads(k, heads.keyValue, length),
        splitHeads(v, heads.keyValue, length),
      ];
      onKeyValue?.(key, value);
      const weights = tf.softmax(tf.add(tf.mul(product(query, key, false, true), scale), mask), -1);
      keep([query, key, value, weights]);
      return single(product(weights, value));
    },
    (dy, [query, key, value, weights]) => {
      const dOut = shared(dy);
      const dWeights = product(dOut, value!, false, true);
      const mean = tf.sum(tf.mul(dWeights, weights!), -1, true);
      const dScores = tf.mul(tf.mul(weights!, tf.sub(dWeights, mean)), scale);
      const parts = [product(dScores, query!, true), product(weights!, dOut, true)].map(mergeHeads);
      return [tf.concat([single(product(dScores, key!)), ...parts], 1)];
    },
  );
}

/** Query, key and value out of `[N, (Hq + 2 Hkv) D]`. */
export function splitColumns(qkv: tf.Tensor, { query, keyValue, width }: Heads): [tf.Tensor, tf.Tensor, tf.Tensor] {
  return tf.split(qkv, [query * width, keyValue * width, keyValue * width], 1) as [tf.Tensor, tf.Tensor, tf.Tensor];
}

/** `[B * L, C]` → `[B, H, L, C/H]` */
export function splitHeads(x: tf.Tensor, heads: number, length: number): tf.Tensor {
  return tf.transpose(tf.reshape(x, [-1, length, heads, x.shape[1]! / heads]), [0, 2, 1, 3]);
}

/** `[B, H, L, C/H]` → `[B * L, C]` */
export function mergeHeads(x: tf.Tensor): tf.Tensor {
  return tf.reshape(tf.transpose(x, [0, 2, 1, 3]), [-1, x.shape[1]! * x.shape[3]!]);
}

/**
 * Tied output head: hidden rows `[N, C]`, `wte` `[V, C]`, targets `[N]` → `[2, N]`, the log-probability of each target
 * and the entropy (nats) of each distribution softmax(h wteᵀ / temperature).
 *
 * With p the distribution and H its entropy: ∂logp[y]/∂z = onehot(y) − p and ∂H/∂z = −p (log p + H).
 */
export function scoreHead(hidden: tf.Tensor, wte: tf.Tensor, targets: tf.Tensor1D, temperature: number): tf.Tensor {
  const vocab = wte.shape[0]!;
  return operation(
    [hidden, wte],
    (keep) => {
      const logits = tf.div(product(hidden, wte, false, true), temperature);
      const shifted = tf.sub(logits, tf.max(logits, -1, true));
      const logP = tf.sub(shifted, tf.log(tf.sum(tf.exp(shifted), -1, true)));
      const chosen = tf.sum(tf.mul(logP, oneHot(targets, vocab)), -1);
      const entropy = tf.neg(tf.sum(tf.mul(tf.exp(logP), logP), -1));
      keep([hidden, wte, logP, entropy]);
      return tf.stack([chosen, entropy]);
    },
    (dy, [hidden, wte, logP, entropy]) => {
      const [dChosen, dEntropy] = tf.split(dy, 2, 0).map((row) => tf.reshape(row, [-1, 1]));
      const p = tf.exp(logP!);
      const towardTarget = tf.mul(dChosen!, tf.sub(oneHot(targets, vocab), p));
      const towardSpread = tf.mul(tf.mul(dEntropy!, p), tf.add(logP!, tf.reshape(entropy!, [-1, 1])));
      const dLogits = tf.div(tf.sub(towardTarget, towardSpread), temperature);
      return [product(dLogits, wte!), product(dLogits, hidden!, true)];
    },
  );
}

/** Value head: hidden rows `[N, C]`, weight `[C]`, bias `[1]` → `[1, N]`. */
export function valueHead(hidden: tf.Tensor, { weight, bias }: Affine): tf.Tensor {
  return operation(
    [hidden, weight, bias],
    (keep) => {
      keep([hidden, weight]);
      return tf.reshape(tf.add(tf.sum(tf.mul(hidden, weight), 1), bias), [1, -1]);
    },
    (dy, [hidden, weight]) => {
      const column = tf.reshape(dy, [-1, 1]);
      return [tf.mul(column, weight!), tf.sum(tf.mul(column, hidden!), 0), tf.reshape(tf.sum(dy), [1])];
    },
  );
}

/** `[M, N]` above `[K, N]` → `[M + K, N]`. */
export function concatRows(above: tf.Tensor, below: tf.Tensor): tf.Tensor {
  const rows = [above.shape[0]!, below.shape[0]!];
  return operation(
    [above, below],
    () => tf.concat([above, below], 0),
    (dy) => tf.split(dy, rows, 0),
  );
}
