/** Operations of an imported decoder: weights of its own stay as they are, so no gradient of theirs is ever computed. */

import * as tf from '@tensorflow/tfjs-core';
import type { Heads, Rotation } from '../tfjs/inputs.ts';
import { oneHot, operation, product, swap } from '../tfjs/ops.ts';

/** `[out, in]`. `rows` says in which order the rows of a file are used. */
export interface FrozenLinear {
  readonly weight: tf.Tensor;
  readonly bias: tf.Tensor | undefined;
  readonly rows: RowOrder | undefined;
}

export interface RowOrder {
  readonly order: tf.Tensor1D;
  readonly inverse: tf.Tensor1D;
}

export interface FrozenNorm {
  readonly gain: tf.Tensor;
  readonly bias: tf.Tensor | undefined;
}

/** A `[r, in]` and B `[out, r]`, the latter in the file's order of rows. */
export interface Adapter {
  readonly a: tf.Tensor;
  readonly b: tf.Tensor;
  /** α/r */
  readonly scale: number;
}

/**
 * `x Wᵀ` for a frozen W `[out, in]`. The wasm backend packs the second operand of every product and keeps the copy as long
 * as the operand lives, so there the weights come first: or they would be held twice.
 */
export function timesFrozen(x: tf.Tensor, weight: tf.Tensor): tf.Tensor {
  if (tf.getBackend() !== 'wasm') return tf.matMul(x, weight, false, true);
  return swap(tf.matMul(weight, swap(x)));
}

/** `dy W`, the way back through `timesFrozen`. */
function backThroughFrozen(dy: tf.Tensor, weight: tf.Tensor): tf.Tensor {
  if (tf.getBackend() !== 'wasm') return tf.matMul(dy, weight);
  return swap(tf.matMul(swap(weight), swap(dy)));
}

/** `x Wᵀ + b + (α/r) x Aᵀ Bᵀ` (Hu et al. 2021), differentiable by x, A and B. */
export function adaptedLinear(x: tf.Tensor, frozen: FrozenLinear, adapter: Adapter | undefined): tf.Tensor {
  const { weight, bias, rows } = frozen;
  const plain = (x: tf.Tensor) => {
    const y = timesFrozen(x, weight);
    return bias ? tf.add(y, bias) : y;
  };
  if (adapter === undefined) {
    return operation(
      [x],
      () => plain(x),
      (dy) => [backThroughFrozen(dy, weight)],
    );
  }
  const { a, scale } = adapter;
  const b = rows ? inOrder(adapter.b, rows) : adapter.b;
  return operation(
    [x, a, b],
    (keep) => {
      const low = product(x, a, false, true);
      keep([x, b, low]);
      return tf.add(plain(x), tf.mul(product(low, b, false, true), scale));
    },
    (dy, [x, b, low]) => {
      const scaled = tf.mul(dy, scale);
      const dLow = product(scaled, b!);
      return [
        tf.add(backThroughFrozen(dy, weight), product(dLow, a)),
        product(dLow, x!, true),
        product(scaled, low!, true),
      ];
    },
  );
}

/** The rows of `x` in another order. */
function inOrder(x: tf.Tensor, { order, inverse }: RowOrder): tf.Tensor {
  return operation(
    [x],
    () => tf.gather(x, order),
    (dy) => [tf.gather(dy, inverse)],
  );
}

/** Layer norm (Ba et al. 2016) or, without a bias, root-mean-square norm (Zhang & Sennrich 2019), of frozen gain. */
export function frozenNorm(x: tf.Tensor, { gain, bias }: FrozenNorm, epsilon: number): tf.Tensor {
  const centre = (x: tf.Tensor) => (bias ? tf.sub(x, tf.mean(x, -1, true)) : x);
  return operation(
    [x],
    (keep) => {
      const centred = centre(x);
      const inverse = tf.rsqrt(tf.add(tf.mean(tf.square(centred), -1, true), epsilon));
      const normal = tf.mul(centred, inverse);
      keep([normal, inverse]);
      const scaled = tf.mul(normal, gain);
      return bias ? tf.add(scaled, bias) : scaled;
    },
    (dy, [normal, inverse]) => {
      const dNormal = tf.mul(dy, gain);
      const along = tf.mul(normal!, tf.mean(tf.mul(dNormal, normal!), -1, true));
      return [tf.mul(inverse!, tf.sub(centre(dNormal), along))];
    },
  );
}

/** Turns the queries and keys in `[N, (Hq + 2 Hkv) D]` by the angles of their positions (Su et al. 2021). */
export function rotate(qkv: tf.Tensor, heads: Heads, rotation: Rotation): tf.Tensor {
  return operation(
    [qkv],
    () => turn(qkv, heads, rotation.cos, rotation.sin),
    (dy) => [turn(dy, heads, rotation.cos, tf.neg(rotation.sin))],
  );
}

/** Dimension i and i + R/2 of each head are the two of a plane. */
function turn(qkv: tf.Tensor, heads: Heads, cos: tf.Tensor, sin: tf.Tensor): tf.Tensor {
  const [rows, columns] = qkv.shape as [number, number];
  const { query, keyValue, width } = heads;
  const half = cos.shape[2]!;
  const turning = query + keyValue;
  const all = tf.reshape(qkv, [rows, turning + keyValue, width]) as tf.Tensor3D;
  const part = (from: number, size: number) => tf.slice(all, [0, 0, from], [rows, turning, size]);
  const [first, second] = [part(0, half), part(half, half)];
  const turned = [
    tf.sub(tf.mul(first, cos), tf.mul(second, sin)),
    tf.add(tf.mul(second, cos), tf.mul(first, sin)),
    ...(2 * half < width ? [part(2 * half, width - 2 * half)] : []),
  ];
  const values = tf.slice(all, [0, turning, 0], [rows, keyValue, width]);
  return tf.reshape(tf.concat([tf.concat(turned, 2), values], 1), [rows, columns]);
}

/** `[N, A]`, `[N, B]`, … side by side. */
export function beside(parts: readonly tf.Tensor[]): tf.Tensor {
  const widths = parts.map(({ shape }) => shape[1]!);
  return operation(
    parts,
    () => tf.concat([...parts], 1),
    (dy) => tf.split(dy, widths, 1),
  );
}

/** `silu(gate) · up`, with silu(x) = x / (1 + e⁻ˣ) (Shazeer 2020). */
export function gated(gate: tf.Tensor, up: tf.Tensor): tf.Tensor {
  return operation(
    [gate, up],
    (keep) => {
      const sigmoid = tf.sigmoid(gate);
      keep([gate, up, sigmoid]);
      return tf.mul(tf.mul(gate, sigmoid), up);
    },
    (dy, [gate, up, sigmoid]) => {
      const slope = tf.mul(sigmoid!, tf.add(tf.mul(gate!, tf.sub(1, sigmoid!)), 1));
      return [tf.mul(tf.mul(dy, up!), slope), tf.mul(tf.mul(dy, gate!), sigmoid!)];
    },
  );
}

/** The output head in pieces `[V/k, C]`, which no limit on the size of a buffer forbids, and its bias `[V]`. */
export interface FrozenHead {
  readonly pieces: readonly tf.Tensor[];
  readonly bias: tf.Tensor | undefined;
}

/** `[N, C]` → `[N, V]`. */
export function frozenLogits(normal: tf.Tensor, { pieces, bias }: FrozenHead): tf.Tensor {
  const logits = tf.concat(
    pieces.map((piece) => timesFrozen(normal, piece)),
    1,
  );
  return bias ? tf.add(logits, bias) : logits;
}

interface Portion {
  readonly from: number;
  readonly rows: number;
}

/**
 * As `scoreHead`, `[N, C]` → `[2, N]`, by portions of at most `most` rows: logits of so many are there at a time, on the way
 * back once more.
 */
export function frozenScores(
  normal: tf.Tensor,
  head: FrozenHead,
  targets: tf.Tensor1D,
  temperature: number,
  most: number,
): tf.Tensor {
  const vocab = head.pieces.reduce((sum, piece) => sum + piece.shape[0]!, 0);
  const count = targets.shape[0];
  const portions = Array.from({ length: Math.ceil(count / most) }, (_, i): Portion => {
    return { from: i * most, rows: Math.min(most, count - i * most) };
  });
  const cut = (x: tf.Tensor, { from, rows }: Portion) => tf.slice(x, [from, 0], [rows, x.shape[1]!]);
  const hits = ({ from, rows }: Portion) => oneHot(tf.slice(targets, [from], [rows]), vocab);
  const logProbs = (part: tf.Tensor) =>
    tf.tidy(() => {
      const logits = tf.div(frozenLogits(part, head), temperature);
      const shifted = tf.sub(logits, tf.max(logits, -1, true));
      return tf.sub(shifted, tf.log(tf.sum(tf.exp(shifted), -1, true)));
    });
  const spread = (logP: tf.Tensor) => tf.neg(tf.sum(tf.mul(tf.exp(logP), logP), -1, true));
  return operation(
    [normal],
    (keep) => {
      keep([normal]);
      const scores = portions.map((portion) =>
        tf.tidy(() => {
          const logP = logProbs(cut(normal, portion));
          const chosen = tf.tidy(() => tf.sum(tf.mul(logP, hits(portion)), -1));
          return tf.stack([chosen, tf.reshape(spread(logP), [portion.rows])]);
        }),
      );
      return tf.concat(scores, 1);
    },
    (dy, [normal]) => {
      const slopes = portions.map((portion) =>
        tf.tidy(() => {
          const { from, rows } = portion;
          const logP = logProbs(cut(normal!, portion));
          const [dChosen, dEntropy] = [0, 1].map((row) =>
            tf.reshape(tf.slice(dy, [row, from], [1, rows]), [rows, 1]),
          ) as [tf.Tensor, tf.Tensor];
          const dLogits = tf.tidy(() => {
            const p = tf.exp(logP);
            const towardTarget = tf.tidy(() => tf.mul(dChosen, tf.sub(hits(portion), p)));
            const towardSpread = tf.tidy(() => tf.mul(tf.mul(dEntropy, p), tf.add(logP, spread(logP))));
            return tf.div(tf.sub(towardTarget, towardSpread), temperature);
          });
          return backThroughHead(dLogits, head);
        }),
      );
      return [tf.concat(slopes, 0)];
    },
  );
}

function backThroughHead(dLogits: tf.Tensor, { pieces }: FrozenHead): tf.Tensor {
  const rows = dLogits.shape[0]!;
  let from = 0;
  const parts = pieces.map((piece) => {
    const size = piece.shape[0]!;
    const part = tf.tidy(() => backThroughFrozen(tf.slice(dLogits, [0, from], [rows, size]), piece));
    from += size;
    return part;
  });
  return tf.addN(parts);
}
