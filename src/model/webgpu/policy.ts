/** The Policy on our own kernels, inside TensorFlow.js's WebGPU backend. */

import { EngineError } from '../../core/errors.ts';
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
import { checkCoefficients, checkState, checkStreams, disposedError, refuseEnds } from '../checks.ts';
import { type ModelSpec, parameterCount } from '../spec.ts';
import { withBackend } from '../tfjs/backends.ts';
import { Decoder } from './decode/decoder.ts';
import { Gpu } from './gpu.ts';
import { Optimizer } from './optimizer.ts';
import { Passes } from './passes.ts';
import { paddedCount, Transposer, transposedLength, type WeightBuffers } from './weights.ts';

export interface WebgpuPolicyOptions {
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`. */
  readonly weights: Float32Array;
  /** What the device is called, for people. */
  readonly adapter?: string;
  /** Most rows of a micro-batch: fewer take less memory. Default: what the device can use. */
  readonly mostRows?: number;
  /** Told while pipelines are made, which takes a while on some drivers. */
  readonly onProgress?: (done: number, total: number) => void;
}

type WeightSet = 'policy' | 'reference';

/**
 * Takes the device, makes every pipeline and uploads the weights, which become the reference too. Throws an EngineError
 * where the device or the shape of the model does not do.
 */
export async function createWebgpuPolicy(options: WebgpuPolicyOptions): Promise<WebgpuPolicy> {
  const { spec, weights, adapter = 'WebGPU', mostRows, onProgress = () => {} } = options;
  const size = spec.width / spec.heads;
  if (!Number.isInteger(size) || size % 4 !== 0) {
    const got = `${spec.width} / ${spec.heads}`;
    throw new EngineError('missing-limit', `webgpu: expected heads of a multiple of 4 numbers, got ${got}`);
  }
  const gpu = await Gpu.open();
  try {
    const parts = await withBackend('webgpu', () => openParts(gpu, spec, mostRows));
    const policy = new WebgpuPolicy(gpu, spec, adapter, parts);
    await policy.load({ weights, step: 0, reference: weights });
    await gpu.validated(() => warm(policy, spec, onProgress));
    await policy.load({ weights, step: 0, reference: weights });
    return policy;
  } catch (error) {
    gpu[Symbol.dispose]();
    throw error;
  }
}

type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts(gpu: Gpu, spec: ModelSpec, mostRows: number | undefined) {
  const optimizer = await Optimizer.create(gpu, spec);
  const sets: Record<WeightSet, WeightBuffers> = {
    policy: { packed: optimizer.state, transposed: await gpu.allocate(transposedLength(spec)) },
    reference: {
      packed: await gpu.allocate(paddedCount(spec)),
      transposed: await gpu.allocate(transposedLength(spec)),
    },
  };
  const transposer = await Transposer.create(gpu, spec);
  return {
    optimizer,
    sets,
    transposer,
    decoder: await Decoder.create(gpu, spec),
    passes: new Passes(gpu, spec, mostRows),
  };
}

/** Runs everything once on next to nothing, so that no pipeline is made in the middle of a step. */
async function warm(policy: Policy, spec: ModelSpec, onProgress: (done: number, total: number) => void): Promise<void> {
  const batch = { sequences: [{ prompt: [0], completion: [Math.min(1, spec.vocabSize - 1)] }], temperature: 1 };
  const step = { learningRate: 0, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0, clipNorm: 1 };
  const options = { maxNewTokens: 1, temperature: 1, topP: 1, topK: 0, seed: 0, streams: [0] };
  const parts = [
    () => policy.score(batch, 'reference'),
    () => policy.update(batch, { width: 1, logProb: new Float32Array(1) }, step),
    () => policy.sample([[0]], options),
  ];
  for (const [done, part] of parts.entries()) {
    onProgress(done, parts.length);
    await part();
  }
  onProgress(parts.length, parts.length);
}

export class WebgpuPolicy implements Policy {
  readonly info: PolicyInfo;
  readonly #gpu: Gpu;
  readonly #spec: ModelSpec;
  readonly #parts: Parts;
  /** Kept on the CPU too: saving the reference then needs no readback. */
  #reference: Float32Array = new Float32Array();
  #steps = 0;
  #disposed = false;

  constructor(gpu: Gpu, spec: ModelSpec, adapter: string, parts: Parts) {
    this.#gpu = gpu;
    this.#spec = spec;
    this.#parts = parts;
    this.info = { engine: 'webgpu', backend: 'webgpu', adapter, parameters: parameterCount(spec) };
  }

  memory(): PolicyMemory {
    return this.#gpu.memory;
  }

  /** Dispatches since the policy was made. */
  get dispatches(): number {
    return this.#gpu.dispatches;
  }

  /** One call at a time: they share buffers. */
  #turn<T>(work: () => Promise<T>): Promise<T> {
    return withBackend('webgpu', async () => {
      if (this.#disposed) throw disposedError();
      this.#gpu.check();
      return work();
    });
  }

  sample(prompts: readonly (readonly number[])[], options: SampleOptions): Promise<Completion[]> {
    const { decoder, sets } = this.#parts;
    return this.#turn(async () => {
      checkStreams(prompts, options);
      refuseEnds(options, 'WebGPU');
      return decoder.sample(sets.policy, prompts, options);
    });
  }

  score(batch: TokenBatch, weights: WeightSet = 'policy'): Promise<TokenScores> {
    const { passes, sets } = this.#parts;
    return this.#turn(async () => (await passes.run(batch, sets[weights])).scores);
  }

  update(batch: TokenBatch, coefficients: Coefficients, step: OptimizerStep): Promise<UpdateResult> {
    const { passes, sets, optimizer, transposer } = this.#parts;
    return this.#turn(async () => {
      checkCoefficients(batch.sequences, coefficients, this.#spec);
      const { scores, gradNorm } = await passes.run(batch, sets.policy, { coefficients, optimizer });
      // Looked at here: what a shader makes of NaN differs between devices.
      const applied = Number.isFinite(gradNorm);
      if (applied) {
        this.#steps++;
        optimizer.step(step, gradNorm, this.#steps);
        transposer.run(sets.policy);
      }
      return { gradNorm, applied, scores };
    });
  }

  setReference(): Promise<void> {
    return this.#turn(async () => this.#setReference((await this.#parts.optimizer.save()).weights));
  }

  save(): Promise<PolicyState> {
    return this.#turn(async () => ({
      ...(await this.#parts.optimizer.save()),
      step: this.#steps,
      reference: this.#reference.slice(),
    }));
  }

  load(state: PolicyState): Promise<void> {
    const { optimizer, sets, transposer } = this.#parts;
    return this.#turn(async () => {
      checkState(state, this.info.parameters);
      optimizer.load(state);
      transposer.run(sets.policy);
      if (state.reference) this.#setReference(state.reference);
      this.#steps = state.step;
    });
  }

  #setReference(weights: Float32Array): void {
    const { sets, transposer } = this.#parts;
    this.#reference = weights.slice();
    this.#gpu.upload(sets.reference.packed, weights.slice());
    transposer.run(sets.reference);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await withBackend('webgpu', async () => {
      this.#disposed = true;
      this.#gpu[Symbol.dispose]();
    });
  }
}
