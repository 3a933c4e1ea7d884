/** GPT-2 forward as a sequence of kernel calls on one arena; `backward.ts` has the way back. */

import { limitsOf, probsOf, type RowPlan } from '../plan/plan.ts';
import { SEGMENT_FIELDS } from '../plan/trie.ts';
import type { ModelSpec } from '../spec.ts';
import { Arena } from './arena.ts';
import { type Buffers, type LayerBuffers, reserveBuffers } from './buffers.ts';
import { instantiate, isChecked, type Kernels, type Pointer, START } from './kernels.ts';
import { type ArenaLayout, arenaLayout, type Shape, shapeOf } from './shape.ts';

/** Between regions in the checked module: more than a few rows. */
const GUARD_BYTES = 8192;

export type WeightSet = 'policy' | 'reference';

/** Parameter vectors that every network has. */
export type VectorName = 'weights' | 'reference' | 'gradient' | 'total' | 'moment1' | 'moment2';

const WEIGHTS = { policy: 'weights', reference: 'reference' } as const satisfies Record<WeightSet, VectorName>;

/** Called for every block during a forward pass once its queries, keys and values are there. */
export type LayerHook = (layer: number, qkv: Pointer) => void;

/** Owner of one module instance: weights, activations and scratch of one thread. */
export class Network {
  readonly spec: ModelSpec;
  readonly shape: Shape;
  readonly layout: ArenaLayout;
  readonly kernels: Kernels;
  readonly arena: Arena;
  readonly buffers: Buffers;
  /** Floats of a parameter vector in the arena, padding included. */
  readonly parameters: number;
  readonly #offsets: ReadonlyMap<string, number>;

  constructor(module: WebAssembly.Module, spec: ModelSpec) {
    this.spec = spec;
    this.shape = shapeOf(spec);
    this.layout = arenaLayout(spec);
    this.parameters = this.layout.size;
    this.kernels = instantiate(module, (address, bytes) => this.arena.checkAccess(address, bytes));
    const guard = isChecked(module) ? GUARD_BYTES : 0;
    this.arena = new Arena(this.kernels.memory, this.kernels.heapBase(), { guard });
    this.buffers = reserveBuffers(this.arena, this.kernels, spec, this.shape, this.parameters, limitsOf(spec));
    this.#offsets = new Map(this.layout.slots.map((slot) => [slot.name, 4 * slot.offset]));
  }

  /** One of the parameter vectors in the arena, padding included. */
  vector(name: VectorName): Float32Array {
    return this.arena.floats(this.buffers[name], this.parameters);
  }

  /** The vector of one of the two weight sets. */
  weights(which: WeightSet): Float32Array {
    return this.vector(WEIGHTS[which]);
  }

  /** `weights` is packed in the parameter layout, of exactly its size. */
  setWeights(which: WeightSet, weights: Float32Array): void {
    this.layout.place(weights, this.weights(which));
  }

  /** Byte offset of a named tensor within a parameter vector. */
  offset(name: string): number {
    const offset = this.#offsets.get(name);
    if (offset === undefined) throw new Error(`wasm: expected a parameter name, got ${name}`);
    return offset;
  }

  clearGradient(): void {
    this.kernels.clear(this.buffers.gradient, 4 * this.parameters);
  }

  /** Copies a micro-batch into the arena, checking that it fits. */
  load(plan: RowPlan): void {
    const { arena, buffers: b } = this;
    arena.check(b.layers[0]!.input, plan.rows * this.shape.width);
    arena.ints(b.ids, plan.rows).set(plan.ids);
    arena.ints(b.positions, plan.rows).set(plan.positions);
    arena.ints(b.segments, plan.segments.length).set(plan.segments);
    arena.ints(b.context, plan.context.length).set(plan.context);
    arena.ints(b.headRows, plan.headRows.length).set(plan.headRows);
    arena.ints(b.targets, plan.targets.length).set(plan.targets);
    arena.check(b.layers[0]!.probs, probsOf(plan, this.spec.heads));
  }

  /**
   * Runs a loaded micro-batch up to the logits of its head rows. With `keep` every block has its own activations, else
   * all share those of the first.
   */
  forward(plan: RowPlan, which: WeightSet, keep: boolean, hook?: LayerHook): void {
    const { kernels: k, buffers: b, spec, shape } = this;
    const w = this.buffers[WEIGHTS[which]];
    const segments = plan.segments.length / SEGMENT_FIELDS;
    const at = (layer: number) => this.#layer(layer, keep);
    k.embedForward(
      b.ids,
      b.positions,
      plan.rows,
      shape.width,
      w + this.offset('wte.weight'),
      w + this.offset('wpe.weight'),
      at(0).input,
    );
    for (let i = 0; i < spec.layers; i++) {
      const l = at(i);
      this.attentionInput(i, l, w, plan.rows);
      hook?.(i, l.qkv);
      const { headDim } = shape;
      const scale = this.attentionScale;
      k.attentionForward(b.segments, segments, b.context, l.qkv, l.probs, l.mixed, spec.heads, headDim, scale);
      if (i + 1 < spec.layers) this.blockOutput(i, l, w, plan.rows, at(i + 1).input, keep);
    }
    // No head reads the other rows, so the last block goes on without them.
    const heads = plan.headRows.length;
    this.blockOutput(spec.layers - 1, this.#gatherHeads(at(spec.layers - 1), heads), w, heads, b.final, keep);
    this.head(heads, w);
  }

  /** Takes what the rest of the last block reads to the head rows, one line for each. */
  #gatherHeads(l: LayerBuffers, heads: number): LayerBuffers {
    const { kernels: k, buffers: b, shape } = this;
    k.gatherRows(l.input, b.headRows, heads, shape.width, b.headStream);
    k.gatherRows(l.mixed, b.headRows, heads, shape.attention, b.headMixed);
    return this.headBuffers(l);
  }

  /** The last block's buffers from its attention on: lines of head rows. */
  headBuffers(l: LayerBuffers): LayerBuffers {
    const { headStream, headMixed } = this.buffers;
    return { ...l, input: headStream, middle: headStream, mixed: headMixed };
  }

  /** What scores are multiplied by: 1 / √(C / heads). */
  get attentionScale(): number {
    return 1 / Math.sqrt(this.spec.width / this.spec.heads);
  }

  /** Buffers of a block. Unless kept, all blocks have those of the first and update the residual stream in place. */
  #layer(layer: number, keep: boolean): LayerBuffers {
    const { layers } = this.buffers;
    const first = layers[0]!;
    return keep ? layers[layer]! : { ...first, middle: first.input };
  }

  /** Norm and the fused query-key-value projection of one block. */
  attentionInput(layer: number, l: LayerBuffers, w: Pointer, rows: number): void {
    const { kernels: k, spec } = this;
    const C = this.shape.width;
    const A3 = 3 * this.shape.attention;
    const p = this.pointers(layer, w);
    const epsilon = spec.layerNormEpsilon;
    k.normForward(l.input, p('ln_1.weight'), p('ln_1.bias'), l.norm1, l.stats1, rows, spec.width, epsilon);
    const weight = p('attn.c_attn.weight');
    k.gemm(0, 0, rows, A3, C, l.norm1, C, weight, A3, l.qkv, A3, START.fromBias, p('attn.c_attn.bias'));
  }

  /** Everything of one block after its attention: projection, residual, norm, MLP, residual. */
  blockOutput(layer: number, l: LayerBuffers, w: Pointer, rows: number, output: Pointer, keep: boolean): void {
    const { kernels: k, spec } = this;
    const { width: C, attention: A, hidden: H } = this.shape;
    const p = this.pointers(layer, w);
    const epsilon = spec.layerNormEpsilon;
    k.addBias(l.input, p('attn.c_proj.bias'), l.middle, rows, C);
    k.gemm(0, 0, rows, C, A, l.mixed, A, p('attn.c_proj.weight'), C, l.middle, C, START.accumulate, 0);
    k.normForward(l.middle, p('ln_2.weight'), p('ln_2.bias'), l.norm2, l.stats2, rows, spec.width, epsilon);
    k.gemm(0, 0, rows, H, C, l.norm2, C, p('mlp.c_fc.weight'), H, l.hidden, H, START.fromBias, p('mlp.c_fc.bias'));
    this.#activate(l, rows * H, keep);
    k.addBias(l.middle, p('mlp.c_proj.bias'), output, rows, C);
    k.gemm(0, 0, rows, C, H, l.active, H, p('mlp.c_proj.weight'), C, output, C, START.accumulate, 0);
  }

  /** With `keep` the input of the activation gives way to its slope, which is all that the backward pass wants of it. */
  #activate({ hidden, active }: LayerBuffers, count: number, keep: boolean): void {
    const { kernels: k, spec } = this;
    if (spec.activation === 'relu') (keep ? k.reluWithSlope : k.reluForward)(hidden, active, count);
    else (keep ? k.geluWithSlope : k.geluForward)(hidden, active, count);
  }

  /** Final norm of the head rows' residual stream, logits through the tied embedding. */
  head(heads: number, w: Pointer): void {
    const { kernels: k, buffers: b, spec } = this;
    const C = this.shape.width;
    const wte = w + this.offset('wte.weight');
    const gain = w + this.offset('ln_f.weight');
    const bias = w + this.offset('ln_f.bias');
    k.normForward(b.final, gain, bias, b.normed, b.statsF, heads, spec.width, spec.layerNormEpsilon);
    k.gemm(0, 1, heads, spec.vocabSize, C, b.normed, C, wte, C, b.logits, b.vocabStride, START.overwrite, 0);
  }

  /** Log-probs and entropies of the head rows after `forward`, and their values where there is a value head. */
  scores(heads: number, which: WeightSet, temperature: number): void {
    const { kernels: k, buffers: b, spec } = this;
    const stride = b.vocabStride;
    const scale = 1 / temperature;
    k.headForward(b.logits, heads, spec.vocabSize, stride, b.targets, scale, b.logProb, b.entropy, b.headStats);
    if (!spec.valueHead) return;
    const w = this.buffers[WEIGHTS[which]];
    const [weight, bias] = [w + this.offset('v_head.weight'), w + this.offset('v_head.bias')];
    k.valueForward(b.normed, heads, this.shape.width, weight, bias, b.value);
  }

  /** Places of one block's parameters in the vector at `base`, by their names within the block. */
  pointers(layer: number, base: Pointer): (name: string) => Pointer {
    return (name) => base + this.offset(`h.${layer}.${name}`);
  }
}
