/**
 * Work counted by hand: floating-point operations and bytes of an update and of sampling, to hold against what the
 * machine can do.
 *
 * A multiply-add is two operations. Counted are the matrix products and attention, which is nearly everything; layer
 * norms, activations, soft-max and the optimiser are not.
 */

import { planBatch } from '../plan/plan.ts';
import { SEGMENT_FIELDS } from '../plan/trie.ts';
import { type ModelSpec, parameterCount } from '../spec.ts';
import type { Workload } from './workload.ts';

export interface Cost {
  readonly flops: number;
  /** Traffic with memory if nothing stayed in a cache from one kernel to the next. */
  readonly bytes: number;
}

export interface PassShape {
  /** Rows of the residual stream: tokens, each shared one counted once. */
  readonly rows: number;
  /** Rows whose next token is predicted. */
  readonly heads: number;
  /** Query–key pairs under the causal mask, of one head. */
  readonly pairs: number;
}

/**
 * Operations of one forward pass. Per row and block 24 C² (query, key and value 6 C², projection 2 C², MLP 16 C²), per
 * query–key pair and block 4 C (scores and mixing, all heads together), per predicted row 2 C V.
 */
export function flopsOf({ width: C, layers, vocabSize: V }: ModelSpec, { rows, heads, pairs }: PassShape): number {
  return layers * (24 * C * C * rows + 4 * C * pairs) + 2 * C * V * heads;
}

/** Backward, each matrix product makes two: for its input and for its weight. Attention's two make four. */
const FORWARD_AND_BACKWARD = 3;

/**
 * Floats of width C that one row reads and writes in a block. Forward 38: norms 2 + 2, QKV 4, attention 4, projection 3,
 * MLP 5 + 12 (activation and its slope) + 6. Backward 68: MLP 10 + 12 + 5 + 10, norms 4 + 4, projection 1 + 4, attention
 * 7, QKV 3 + 8.
 */
const FORWARD_FLOATS = 38;
const BACKWARD_FLOATS = 68;

/** AdamW reads weight, gradient and two moments and writes three of them; the norm reads the gradient once more. */
const OPTIMIZER_FLOATS = 8;

/** One update: forward and backward over the batch's prefix trees, then AdamW. */
export function updateCost({ spec, batch, size }: Workload): Cost {
  const plans = planBatch(batch.sequences, size.tokens - size.promptTokens + 1, spec);
  const parameters = parameterCount(spec);
  const costs = plans.map((plan): Cost => {
    const shape = { rows: plan.rows, heads: plan.headRows.length, pairs: pairsOf(plan.segments) };
    const activations = shape.rows * spec.layers * spec.width * (FORWARD_FLOATS + BACKWARD_FLOATS);
    // Logits are written, turned into probabilities and then gradients, and read twice.
    const logits = 6 * shape.heads * spec.vocabSize;
    // Weights are read forward and backward, the gradient is written once.
    return {
      flops: FORWARD_AND_BACKWARD * flopsOf(spec, shape),
      bytes: 4 * (activations + logits + FORWARD_AND_BACKWARD * parameters),
    };
  });
  return costs.reduce(add, { flops: 0, bytes: 4 * OPTIMIZER_FLOATS * parameters });
}

/**
 * Sampling `tokens` completion tokens: each prompt that differs is read once, then one row per token whose next one is
 * drawn. Each round reads all weights and the cache of each of its rows.
 */
export function sampleCost({ spec, prompts, size }: Workload, tokens: number): Cost {
  const { promptTokens, sequences } = size;
  const distinct = new Set(prompts.map((prompt) => prompt.join())).size;
  const prefill = { rows: distinct * promptTokens, heads: distinct, pairs: distinct * triangle(promptTokens) };
  // The first token comes from the prompt's last row; a sequence reads all of its tokens but the last.
  const perSequence = tokens / sequences - 1;
  const rows = sequences * perSequence;
  const pairs = rows * (promptTokens + (perSequence + 1) / 2);
  const rounds = Math.ceil(perSequence);
  const cache = 2 * spec.width * spec.layers * pairs;
  const activations = FORWARD_FLOATS * spec.width * spec.layers * (rows + prefill.rows);
  return {
    flops: flopsOf(spec, prefill) + flopsOf(spec, { rows, heads: rows, pairs }),
    bytes: 4 * (cache + activations + (rounds + 1) * parameterCount(spec)),
  };
}

/** Query–key pairs of segments as in `RowPlan.segments`. */
function pairsOf(segments: Int32Array): number {
  let pairs = 0;
  for (let at = 0; at < segments.length; at += SEGMENT_FIELDS) {
    const length = segments[at + 1]!;
    const context = segments[at + 3]!;
    pairs += length * context + triangle(length);
  }
  return pairs;
}

function triangle(n: number): number {
  return (n * (n + 1)) / 2;
}

function add(a: Cost, b: Cost): Cost {
  return { flops: a.flops + b.flops, bytes: a.bytes + b.bytes };
}
