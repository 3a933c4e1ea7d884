/** GPT-2 forward and backward as a sequence of dispatches on one arena. */

import type { ModelSpec } from '../spec.ts';
import type { Buffer, Gpu } from './gpu.ts';
import type { Kernel, Uniforms } from './kernel.ts';
import { MATRIX, NORM } from './kernels/gradients.ts';
import { type Kernels, kernelsOf } from './kernels/index.ts';
import { type Epilogue, matmulInvocations } from './kernels/matmul.ts';
import type { BatchTables } from './tables.ts';
import { transposedLayout, vocabStride, type WeightBuffers } from './weights.ts';
import { type BlockRegions, type ParameterOffsets, parameterOffsets, type Workspace } from './workspace.ts';

/** A micro-batch on the device: its tables, the room it works in, and the weights it is run with. */
export interface Batch {
  readonly weights: WeightBuffers;
  readonly arena: Buffer;
  readonly workspace: Workspace;
  /** `BatchTables.ints`. */
  readonly tables: Buffer;
  readonly shape: Omit<BatchTables, 'ints' | 'order'>;
  readonly temperature: number;
}

/** Where the gradients of the weights go, and the tables of the kernels that compute them. */
export interface GradientTarget {
  readonly gradient: Buffer;
  readonly matrices: Buffer;
  readonly tiles: number;
  readonly norms: Buffer;
  /** Add to what is there: not the first micro-batch of an update. */
  readonly accumulate: boolean;
}

interface Product {
  readonly m: number;
  readonly n4: number;
  readonly k4: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly bias?: number;
  readonly extra?: number;
}

export class Network {
  readonly #gpu: Gpu;
  readonly #spec: ModelSpec;
  readonly #kernels: Kernels;
  readonly #at: ParameterOffsets;
  readonly #transposedAt: ReadonlyMap<string, number>;

  constructor(gpu: Gpu, spec: ModelSpec) {
    this.#gpu = gpu;
    this.#spec = spec;
    this.#kernels = kernelsOf(spec);
    this.#at = parameterOffsets(spec);
    this.#transposedAt = new Map(transposedLayout(spec).map(({ name, to }) => [name, to / 4]));
  }

  /** Runs a batch up to its pairs' log-probabilities, entropies and values. */
  forward(batch: Batch): void {
    const { workspace: w, shape } = batch;
    const C = this.#spec.width / 4;
    const k = this.#kernels;
    const { rows, heads } = shape;
    const first = w.blocks[0]!.input;
    const embeddings = { wte: this.#at('wte.weight'), wpe: this.#at('wpe.weight') };
    this.#run(batch, k.embed, rows * C, { rows, x: first, ...embeddings });
    w.blocks.forEach((block, i) => {
      this.#block(batch, block, i, w.blocks[i + 1]?.input ?? w.output);
    });
    this.#norm(batch, k.normHeads, heads, { x: w.output, y: w.normed, stats: w.statsF, name: 'ln_f' });
    const stride = vocabStride(this.#spec) / 4;
    const logits = { m: heads, n4: stride, k4: C, a: w.normed, b: this.#turned('wte.weight'), c: w.logits };
    this.#product(batch, 'plain', 'transposed', logits);
    this.#run(batch, k.head, heads, {
      ...this.#headUniforms(batch),
      normed: w.normed,
      out: w.out,
      value: this.#spec.valueHead ? this.#at('v_head.weight') : 0,
    });
  }

  #block(batch: Batch, b: BlockRegions, layer: number, output: number): void {
    const { rows } = batch.shape;
    const C = this.#spec.width / 4;
    const at = (name: string) => this.#at(`h.${layer}.${name}`);
    const linear = (name: string) => ({ b: at(`${name}.weight`), bias: at(`${name}.bias`) });
    const k = this.#kernels;
    this.#norm(batch, k.norm, rows, { x: b.input, y: b.norm1, stats: b.stats1, name: `h.${layer}.ln_1` });
    const qkv = { m: rows, n4: 3 * C, k4: C, a: b.norm1, c: b.qkv, ...linear('attn.c_attn') };
    this.#product(batch, 'bias', 'packed', qkv);
    this.#attention(batch, k.attention, b, { out: b.mixed, dout: 0, dqkv: 0 });
    const mix = { m: rows, n4: C, k4: C, a: b.mixed, c: b.middle, extra: b.input, ...linear('attn.c_proj') };
    this.#product(batch, 'residual', 'packed', mix);
    this.#norm(batch, k.norm, rows, { x: b.middle, y: b.norm2, stats: b.stats2, name: `h.${layer}.ln_2` });
    const up = { m: rows, n4: 4 * C, k4: C, a: b.norm2, c: b.active, extra: b.dHidden, ...linear('mlp.c_fc') };
    this.#product(batch, 'activation', 'packed', up);
    const down = { m: rows, n4: C, k4: 4 * C, a: b.active, c: output, extra: b.middle, ...linear('mlp.c_proj') };
    this.#product(batch, 'residual', 'packed', down);
  }

  /** Gradients of the weights after `forward` with a workspace for gradients, and with the pairs' coefficients there. */
  backward(batch: Batch, target: GradientTarget): void {
    const { workspace: w, shape } = batch;
    const { rows, heads, headTable } = shape;
    const k = this.#kernels;
    const C = this.#spec.width / 4;
    const stride = vocabStride(this.#spec) / 4;
    const { coefficients } = w;
    this.#run(batch, k.headBackward, heads * stride, { ...this.#headUniforms(batch), coefficients });
    const dNormed = { m: heads, n4: C, k4: stride, a: w.logits, b: this.#at('wte.weight'), c: w.dNormed };
    this.#product(batch, 'plain', 'packed', dNormed);
    if (this.#spec.valueHead) {
      const value = this.#at('v_head.weight');
      const uniforms = { heads, headTable, coefficients, dnormed: w.dNormed, stats: w.headStats, value };
      this.#run(batch, k.valueBackward, heads, uniforms);
    }
    const gain = this.#at('ln_f.weight');
    const final = { rows, x: w.output, stats: w.statsF, gain, dy: w.dNormed, dx: w.dOutput };
    this.#run(batch, k.normBackwardFinal, rows, final);
    for (let i = w.blocks.length - 1; i >= 0; i--) {
      this.#blockBackward(batch, w.blocks[i]!, i, w.blocks[i + 1]?.dInput ?? w.dOutput);
    }
    this.#weightGradients(batch, target);
  }

  #blockBackward(batch: Batch, b: BlockRegions, layer: number, dOutput: number): void {
    const { rows } = batch.shape;
    const C = this.#spec.width / 4;
    const k = this.#kernels;
    const turned = (name: string) => this.#turned(`h.${layer}.${name}.weight`);
    const gain = (name: string) => this.#at(`h.${layer}.${name}.weight`);
    const back = (a: number, name: string, k4: number, n4: number, c: number): Product => {
      return { m: rows, n4, k4, a, b: turned(name), c, extra: b.dHidden };
    };
    this.#product(batch, 'slope', 'transposed', back(dOutput, 'mlp.c_proj', C, 4 * C, b.dHidden));
    this.#product(batch, 'plain', 'transposed', back(b.dHidden, 'mlp.c_fc', 4 * C, C, b.dNorm2));
    const norm2 = { rows, x: b.middle, stats: b.stats2, gain: gain('ln_2'), dy: b.dNorm2 };
    this.#run(batch, k.normBackward, rows, { ...norm2, residual: dOutput, dx: b.dMiddle });
    this.#product(batch, 'plain', 'transposed', back(b.dMiddle, 'attn.c_proj', C, C, b.dNorm1));
    const gradients = { out: b.mixed, dout: b.dNorm1, dqkv: b.dQkv };
    this.#attention(batch, k.attentionQueries, b, gradients);
    this.#attention(batch, k.attentionKeys, b, gradients);
    this.#product(batch, 'plain', 'transposed', back(b.dQkv, 'attn.c_attn', 3 * C, C, b.dNorm1));
    const norm1 = { rows, x: b.input, stats: b.stats1, gain: gain('ln_1'), dy: b.dNorm1 };
    this.#run(batch, k.normBackward, rows, { ...norm1, residual: b.dMiddle, dx: b.dInput });
  }

  #weightGradients({ arena, tables, workspace: w, shape }: Batch, target: GradientTarget): void {
    const { rows, heads, headTable, idStarts, positionStarts } = shape;
    const { gradient: output, matrices, norms, tiles } = target;
    const { vocabSize: vocab, contextLength: context } = this.#spec;
    const k = this.#kernels;
    const C = this.#spec.width / 4;
    const accumulate = target.accumulate ? 1 : 0;
    this.#gpu.run(k.matrixGradients, {
      output,
      inputs: [arena, matrices],
      uniforms: { count: matrices.length / MATRIX.fields, tiles, rows, heads, accumulate },
      invocations: tiles,
    });
    const count = norms.length / NORM.fields;
    this.#gpu.run(k.normGradients, {
      output,
      inputs: [arena, norms, tables],
      uniforms: { count, rows, heads, headTable, accumulate },
      invocations: count * C,
    });
    const places = { wte: this.#at('wte.weight'), wpe: this.#at('wpe.weight'), idStarts, positionStarts };
    this.#gpu.run(k.embedBackward, {
      output,
      inputs: [arena, tables],
      uniforms: { vocab, context, dx: w.blocks[0]!.dInput, ...places, accumulate },
      invocations: (vocab + context) * C,
    });
    if (!this.#spec.valueHead) return;
    this.#gpu.run(k.valueGradients, {
      output,
      inputs: [arena],
      uniforms: { heads, normed: w.normed, stats: w.headStats, to: this.#at('v_head.weight'), accumulate },
      invocations: C + 1,
    });
  }

  #headUniforms({ shape, workspace: w, temperature }: Batch): Uniforms {
    const { heads, headTable, targets } = shape;
    return { heads, headTable, targets, logits: w.logits, stats: w.headStats, scale: 1 / temperature };
  }

  #norm(
    batch: Batch,
    kernel: Kernel,
    rows: number,
    { name, ...places }: { readonly x: number; readonly y: number; readonly stats: number; readonly name: string },
  ): void {
    const heads = batch.shape.headTable;
    const affine = { gain: this.#at(`${name}.weight`), bias: this.#at(`${name}.bias`) };
    this.#run(batch, kernel, rows, { rows, heads, ...places, ...affine });
  }

  #attention(batch: Batch, kernel: Kernel, b: BlockRegions, places: Uniforms): void {
    const { rows } = batch.shape;
    const { arena: output, tables } = batch;
    this.#gpu.run(kernel, {
      output,
      inputs: [tables],
      uniforms: { rows, qkv: b.qkv, stats: b.attentionStats, ...places },
      invocations: rows * this.#spec.heads,
    });
  }

  #product(batch: Batch, epilogue: Epilogue, matrix: keyof WeightBuffers, product: Product): void {
    this.#gpu.run(this.#kernels.products[epilogue], {
      output: batch.arena,
      inputs: [batch.weights[matrix]],
      uniforms: { bias: 0, extra: 0, ...product },
      invocations: matmulInvocations(product.m, product.n4),
    });
  }

  /** A kernel on the arena that reads whichever of weights and tables it names. */
  #run({ arena, weights, tables }: Batch, kernel: Kernel, invocations: number, uniforms: Uniforms): void {
    const inputs = kernel.inputs.map((name) => (name === 'weights' ? weights.packed : tables));
    this.#gpu.run(kernel, { output: arena, inputs, uniforms, invocations });
  }

  /** Where the transpose of a matrix lies, in vectors. */
  #turned(name: string): number {
    const offset = this.#transposedAt.get(name);
    if (offset === undefined) throw new Error(`webgpu: expected the name of a matrix, got ${name}`);
    return offset;
  }
}
