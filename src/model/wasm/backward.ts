/** The way back through the network: from derivatives of the scores to the gradient of every weight, in the arena. */

import type { RowPlan } from '../plan/plan.ts';
import { SEGMENT_FIELDS } from '../plan/trie.ts';
import type { LayerBuffers } from './buffers.ts';
import { type Pointer, START } from './kernels.ts';
import type { Network } from './network.ts';

/** Adds to the gradient of the policy weights after `forward(keep)` and `scores`, given dLogProb, dEntropy, dValue in the arena. */
export function backward(network: Network, plan: RowPlan, temperature: number): void {
  const { kernels: k, buffers: b, spec } = network;
  const C = network.shape.width;
  const V = spec.vocabSize;
  const stride = b.vocabStride;
  const heads = plan.headRows.length;
  const w = b.weights;
  const g = b.gradient;
  const wte = network.offset('wte.weight');
  const scale = 1 / temperature;
  k.headBackward(b.logits, heads, V, stride, b.targets, scale, b.entropy, b.headStats, b.dLogProb, b.dEntropy);
  k.gemm(0, 0, heads, C, V, b.logits, stride, w + wte, C, b.dNorm, C, START.overwrite, 0);
  k.gemm(1, 0, V, C, heads, b.logits, stride, b.normed, C, g + wte, C, START.accumulate, 0);
  if (spec.valueHead) {
    const [weight, bias] = [network.offset('v_head.weight'), network.offset('v_head.bias')];
    k.valueBackward(b.dValue, heads, C, b.normed, w + weight, b.dNorm, g + weight, g + bias);
  }
  k.clear(b.dFinal, 4 * heads * C);
  const gain = network.offset('ln_f.weight');
  const bias = network.offset('ln_f.bias');
  k.normBackward(b.dNorm, b.final, w + gain, b.statsF, b.dFinal, g + gain, g + bias, heads, spec.width);
  const last = spec.layers - 1;
  outputBackward(network, last, network.headBuffers(b.layers[last]!), b.dFinal, heads);
  scatterHeads(network, plan.rows, heads);
  attentionBackward(network, last, plan, b.dHidden);
  for (let i = last - 1; i >= 0; i--) {
    outputBackward(network, i, b.layers[i]!, b.dStream, plan.rows);
    attentionBackward(network, i, plan, b.dNorm);
  }
  k.embedBackward(b.ids, b.positions, plan.rows, C, g + wte, g + network.offset('wpe.weight'), b.dStream);
}

/** Spreads the head rows' gradients over all rows: of the residual stream, and into dHidden of what attention mixed. */
function scatterHeads(network: Network, rows: number, heads: number): void {
  const { kernels: k, buffers: b, shape } = network;
  k.clear(b.dStream, 4 * rows * shape.width);
  k.scatterAddRows(b.dFinal, b.headRows, heads, shape.width, b.dStream);
  k.clear(b.dHidden, 4 * rows * shape.attention);
  k.scatterAddRows(b.dNorm, b.headRows, heads, shape.attention, b.dHidden);
}

/**
 * Back through `blockOutput`: dStream enters as the gradient of the block's output and leaves as that of the residual
 * stream beside its attention; that of what attention mixed is left in dNorm.
 */
function outputBackward(network: Network, layer: number, l: LayerBuffers, dStream: Pointer, N: number): void {
  const { kernels: k, buffers: b } = network;
  const { width: C, attention: A, hidden: H } = network.shape;
  const p = network.pointers(layer, b.weights);
  const d = network.pointers(layer, b.gradient);
  const { dNorm, dHidden } = b;
  k.columnSums(dStream, d('mlp.c_proj.bias'), N, C);
  k.gemm(1, 0, H, C, N, l.active, H, dStream, C, d('mlp.c_proj.weight'), C, START.accumulate, 0);
  k.gemm(0, 1, N, H, C, dStream, C, p('mlp.c_proj.weight'), C, dHidden, H, START.overwrite, 0);
  k.multiply(dHidden, l.hidden, N * H);
  k.columnSums(dHidden, d('mlp.c_fc.bias'), N, H);
  k.gemm(1, 0, C, H, N, l.norm2, C, dHidden, H, d('mlp.c_fc.weight'), H, START.accumulate, 0);
  k.gemm(0, 1, N, C, H, dHidden, H, p('mlp.c_fc.weight'), H, dNorm, C, START.overwrite, 0);
  normBackward(network, layer, 'ln_2', l.middle, l.stats2, dStream, N);
  k.columnSums(dStream, d('attn.c_proj.bias'), N, C);
  k.gemm(1, 0, A, C, N, l.mixed, A, dStream, C, d('attn.c_proj.weight'), C, START.accumulate, 0);
  k.gemm(0, 1, N, A, C, dStream, C, p('attn.c_proj.weight'), C, dNorm, A, START.overwrite, 0);
}

/** Back through attention and the norm before it: dStream leaves as the gradient of the block's input. */
function attentionBackward(network: Network, layer: number, plan: RowPlan, dMixed: Pointer): void {
  const { kernels: k, buffers: b, spec } = network;
  const { width: C, attention: A, headDim } = network.shape;
  const N = plan.rows;
  const l = b.layers[layer]!;
  const p = network.pointers(layer, b.weights);
  const d = network.pointers(layer, b.gradient);
  const { dNorm, dQkv } = b;
  const segments = plan.segments.length / SEGMENT_FIELDS;
  const scale = network.attentionScale;
  k.attentionBackward(b.segments, segments, b.context, l.qkv, l.probs, dMixed, dQkv, spec.heads, headDim, scale);
  k.columnSums(dQkv, d('attn.c_attn.bias'), N, 3 * A);
  k.gemm(1, 0, C, 3 * A, N, l.norm1, C, dQkv, 3 * A, d('attn.c_attn.weight'), 3 * A, START.accumulate, 0);
  k.gemm(0, 1, N, C, 3 * A, dQkv, 3 * A, p('attn.c_attn.weight'), 3 * A, dNorm, C, START.overwrite, 0);
  normBackward(network, layer, 'ln_1', l.input, l.stats1, b.dStream, N);
}

/** Adds to dStream what dNorm makes of the input of one norm of a block. */
function normBackward(
  network: Network,
  layer: number,
  norm: 'ln_1' | 'ln_2',
  input: Pointer,
  stats: Pointer,
  dStream: Pointer,
  rows: number,
): void {
  const { kernels: k, buffers: b } = network;
  const gain = network.offset(`h.${layer}.${norm}.weight`);
  const bias = network.offset(`h.${layer}.${norm}.bias`);
  const { weights: w, gradient: g, dNorm } = b;
  k.normBackward(dNorm, input, w + gain, stats, dStream, g + gain, g + bias, rows, network.spec.width);
}
