/** The Policy on TensorFlow.js: readable, the same on webgpu, wasm and cpu, and the oracle of faster engines. */

import * as tf from '@tensorflow/tfjs-core';
import type {
  Coefficients,
  OptimizerStep,
  Policy,
  PolicyInfo,
  PolicyMemory,
  PolicyState,
  SampleOptions,
  TokenBatch,
  TokenScores,
  UpdateResult,
} from '../../core/policy.ts';
import type { Completion } from '../../core/types.ts';
import { microBatches } from '../batch.ts';
import { checkCoefficients, checkState, checkStreams, disposedError } from '../checks.ts';
import type { ModelSpec } from '../spec.ts';
import { type AdamwState, adamw } from './adamw.ts';
import { type TfjsBackend, withBackend } from './backends.ts';
import { decode } from './decode.ts';
import { gpt2Model } from './gpt2.ts';
import type { Model } from './model.ts';
import { score } from './network.ts';
import { decayMask, download, norm, type Packing, pack, unpack, upload } from './parameters.ts';
import { coefficientTensor, readScores, tokenTensors } from './token-tensors.ts';

export interface TfjsPolicyOptions {
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`. */
  readonly weights: Float32Array;
  readonly backend: TfjsBackend;
  /** What the device is called, for people. */
  readonly adapter?: string;
}

/** Does a call's work, and throws an EngineError where the device failed it. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/** Starts the backend and uploads the weights, which become the reference too. */
export async function createTfjsPolicy(options: TfjsPolicyOptions): Promise<Policy> {
  const { spec, weights, backend } = options;
  if (spec.width % spec.heads !== 0) {
    throw new Error(`model: expected a width divisible by ${spec.heads} heads, got ${spec.width}`);
  }
  const model = gpt2Model(spec);
  checkState({ weights }, model.packing.size);
  return withBackend(backend, async () => policyOf(model, options));
}

/** The policy that trains a model; to be called while the backend is held. The model is disposed with it. */
export function policyOf(model: Model, options: Omit<TfjsPolicyOptions, 'spec'> & { readonly guard?: Guard }): Policy {
  const { backend, weights, adapter = backend, guard = (work) => work() } = options;
  const { packing } = model;
  const info: PolicyInfo = { engine: 'tfjs', backend, adapter, parameters: packing.size };
  return new TfjsPolicy(info, model, fresh(packing, { weights, step: 0 }), weights.slice(), guard);
}

function fresh(packing: Packing, state: PolicyState): AdamwState {
  const zeros = () => tf.zeros<tf.Rank.R1>([packing.paddedSize]);
  return {
    weights: upload(packing, state.weights),
    moment1: state.moment1 ? upload(packing, state.moment1) : zeros(),
    moment2: state.moment2 ? upload(packing, state.moment2) : zeros(),
  };
}

class TfjsPolicy implements Policy {
  /** The weights of `#state` and the reference, cut into one tensor per parameter. */
  #current: tf.Tensor[];
  #reference: tf.Tensor[];
  readonly #decays: tf.Tensor1D;
  #steps = 0;
  #peakBytes = 0;
  #disposed = false;
  #state: AdamwState;

  constructor(
    readonly info: PolicyInfo,
    readonly model: Model,
    state: AdamwState,
    /** Kept on the CPU too: saving the reference then needs no readback. */
    private reference: Float32Array,
    private readonly guard: Guard,
  ) {
    this.#state = state;
    this.#current = unpack(model.packing, state.weights);
    this.#reference = unpack(model.packing, state.weights);
    this.#decays = decayMask(model.packing);
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    const result = await withBackend(this.info.backend, async () => {
      if (this.#disposed) throw disposedError();
      return this.guard(work);
    });
    this.memory();
    return result;
  }

  /** Of the whole backend, which all its users share; buffers that it keeps for reuse are included where it tells. */
  memory(): PolicyMemory {
    const { numBytes, numTensors, ...rest } = tf.memory();
    const gpu = rest as { readonly numBytesAllocatedInGPU?: number };
    const bytes = gpu.numBytesAllocatedInGPU ?? numBytes;
    this.#peakBytes = Math.max(this.#peakBytes, bytes);
    return { bytes, peakBytes: this.#peakBytes, allocations: numTensors };
  }

  sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    return this.#run(async () => {
      checkPrompts(prompts, options, this.model);
      return decode(this.model, this.model.network(this.#current), prompts, options);
    });
  }

  score(batch: TokenBatch, weights: 'policy' | 'reference' = 'policy'): Promise<TokenScores> {
    return this.#run(async () => {
      const tensors = weights === 'policy' ? this.#current : this.#reference;
      const { model } = this;
      const batches = microBatches(batch.sequences, model, model.batchShape(batch.sequences));
      const results = batches.map((padded) =>
        tf.tidy(() => score(model.network(tensors), tokenTensors(padded, model), batch.temperature)),
      );
      const { scores } = await readScores(model, batch, batches, results);
      return scores;
    });
  }

  update(batch: TokenBatch, coefficients: Coefficients, step: OptimizerStep): Promise<UpdateResult> {
    return this.#run(async () => {
      const { model } = this;
      checkCoefficients(batch.sequences, coefficients, model);
      const batches = microBatches(batch.sequences, model, model.batchShape(batch.sequences));
      const results: tf.Tensor[] = [];
      let gradient = tf.zeros<tf.Rank.R1>([model.packing.paddedSize]);
      for (const padded of batches) {
        const [scores, sum] = tf.tidy(() => {
          const derivatives = coefficientTensor(padded, coefficients, model);
          const { scores, gradients } = model.gradient(
            this.#current,
            tokenTensors(padded, model),
            derivatives,
            batch.temperature,
          );
          return [scores, tf.add(gradient, pack(model.packing, gradients))] as [tf.Tensor, tf.Tensor1D];
        });
        gradient.dispose();
        gradient = sum;
        results.push(scores);
      }
      const { scores, last: gradNorm } = await readScores(model, batch, batches, results, norm(gradient));
      const applied = Number.isFinite(gradNorm);
      if (applied) {
        const count = this.#steps + 1;
        this.#replace(adamw(this.#state, gradient, gradNorm, this.#decays, step, count), count);
      }
      gradient.dispose();
      return { gradNorm, applied, scores };
    });
  }

  #replace(state: AdamwState, steps: number): void {
    tf.dispose([this.#state.weights, this.#state.moment1, this.#state.moment2, ...this.#current]);
    this.#state = state;
    this.#steps = steps;
    this.#current = unpack(this.model.packing, state.weights);
  }

  setReference(): Promise<void> {
    return this.#run(async () => {
      this.reference = await download(this.model.packing, this.#state.weights);
      tf.dispose(this.#reference);
      this.#reference = unpack(this.model.packing, this.#state.weights);
    });
  }

  save(): Promise<PolicyState> {
    return this.#run(async () => ({
      weights: await download(this.model.packing, this.#state.weights),
      moment1: await download(this.model.packing, this.#state.moment1),
      moment2: await download(this.model.packing, this.#state.moment2),
      step: this.#steps,
      reference: this.reference.slice(),
    }));
  }

  load(state: PolicyState): Promise<void> {
    return this.#run(async () => {
      checkState(state, this.model.packing.size);
      if (state.reference !== undefined) {
        const packed = state.reference;
        tf.dispose(this.#reference);
        this.#reference = tf.tidy(() => unpack(this.model.packing, upload(this.model.packing, packed)));
        this.reference = packed.slice();
      }
      this.#replace(fresh(this.model.packing, state), state.step);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return withBackend(this.info.backend, async () => {
      if (this.#disposed) return;
      this.#disposed = true;
      const { weights, moment1, moment2 } = this.#state;
      tf.dispose([weights, moment1, moment2, this.#decays, ...this.#current, ...this.#reference]);
      this.model.dispose();
    });
  }
}

function checkPrompts(prompts: readonly (readonly number[])[], options: SampleOptions, model: Model): void {
  checkStreams(prompts, options);
  const sequences = prompts.map((prompt) => ({ prompt, completion: [] }));
  microBatches(sequences, model, model.batchShape(sequences));
}
