/** Weights, both moments of AdamW and the gradient on the device. */

import type { OptimizerStep, PolicyState } from '../../core/policy.ts';
import { adamwFactors } from '../adamw-factors.ts';
import { type ModelSpec, parameterCount, parameterLayout } from '../spec.ts';
import type { Buffer, Gpu } from './gpu.ts';
import { ADAMW, NORM_PARTS, SQUARED_NORM, SQUARED_NORM_INVOCATIONS } from './kernels/optimizer.ts';
import { paddedCount } from './weights.ts';

export class Optimizer {
  readonly #gpu: Gpu;
  readonly #parameters: number;
  readonly #padded: number;
  readonly #decays: Buffer;
  /** `[3, padded]`: weights, first and second moment. */
  readonly state: Buffer;
  readonly gradient: Buffer;
  /** What `sumSquares` leaves: `NORM_PARTS` numbers that add up to the squared norm. */
  readonly normParts: Buffer;

  private constructor(gpu: Gpu, spec: ModelSpec, buffers: readonly [Buffer, Buffer, Buffer, Buffer]) {
    this.#gpu = gpu;
    this.#parameters = parameterCount(spec);
    this.#padded = paddedCount(spec);
    [this.state, this.gradient, this.normParts, this.#decays] = buffers;
  }

  static async create(gpu: Gpu, spec: ModelSpec): Promise<Optimizer> {
    const padded = paddedCount(spec);
    const state = await gpu.allocate(3 * padded);
    const gradient = await gpu.allocate(padded);
    const normParts = await gpu.allocate(NORM_PARTS);
    const decays = await gpu.allocate(padded / 4);
    const mask = new Float32Array(padded / 4);
    for (const { decays, offset, size } of parameterLayout(spec)) {
      if (decays) mask.fill(1, offset / 4, (offset + size) / 4);
    }
    gpu.upload(decays, mask);
    return new Optimizer(gpu, spec, [state, gradient, normParts, decays]);
  }

  sumSquares(): void {
    this.#gpu.run(SQUARED_NORM, {
      output: this.normParts,
      inputs: [this.gradient],
      uniforms: { count4: this.#padded / 4 },
      invocations: SQUARED_NORM_INVOCATIONS,
    });
  }

  /** One step along the gradient; `count` is its number, from 1. */
  step(step: OptimizerStep, gradNorm: number, count: number): void {
    const { beta1, beta2, epsilon } = step;
    this.#gpu.run(ADAMW, {
      output: this.state,
      inputs: [this.gradient, this.#decays],
      uniforms: {
        count4: this.#padded / 4,
        beta1,
        beta2,
        rest1: 1 - beta1,
        rest2: 1 - beta2,
        epsilon,
        ...adamwFactors(step, gradNorm, count),
      },
      invocations: this.#padded / 4,
    });
  }

  /** Moments that are absent start at 0. */
  load({ weights, moment1, moment2 }: PolicyState): void {
    const packed = new Float32Array(3 * this.#padded);
    [weights, moment1, moment2].forEach((values, i) => {
      if (values) packed.set(values, i * this.#padded);
    });
    this.#gpu.upload(this.state, packed);
  }

  async save(): Promise<Required<Pick<PolicyState, 'weights' | 'moment1' | 'moment2'>>> {
    const packed = await this.#gpu.read(this.state, 0, 3 * this.#padded);
    const part = (i: number) => packed.slice(i * this.#padded, i * this.#padded + this.#parameters);
    return { weights: part(0), moment1: part(1), moment2: part(2) };
  }
}
