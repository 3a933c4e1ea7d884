/** Samples completions on the GPU: the host enqueues dispatches that draw many tokens each and reads back once. */

import type { SampleOptions } from '../../../core/policy.ts';
import type { Completion } from '../../../core/types.ts';
import { completionLimit, END_OF_TEXT_ID } from '../../batch.ts';
import { checkPrompt } from '../../checks.ts';
import type { ModelSpec } from '../../spec.ts';
import type { Gpu } from '../gpu.ts';
import { GrowingBuffer } from '../growing-buffer.ts';
import type { WeightBuffers } from '../weights.ts';
import { drawUniforms, leavesOut } from './draw.ts';
import { decodeKernel, FINISHED, prefillKernel } from './kernels.ts';
import { type DecodeLayout, type DecodeRow, layOut } from './layout.ts';
import { Pace, type Portion } from './pace.ts';
import { chooseShape, type DecodeShape } from './shape.ts';

/** Most bytes of key-value cache; larger batches are decoded in several goes. */
const CACHE_BYTES = 96 * 2 ** 20;

/** What is otherwise chosen for the device; changes how fast decoding is, never what is decoded. */
export interface DecoderSettings {
  readonly shape?: DecodeShape;
  /** Of every dispatch. A step is a token, or a tile of prompt positions. */
  readonly portion?: Portion;
}

/** What one dispatch does. */
interface Part extends Portion {
  readonly firstStep: number;
  readonly firstTile: number;
}

/** One at a time: calls of `sample` must not overlap. */
export class Decoder {
  readonly #gpu: Gpu;
  readonly #shape: DecodeShape;
  readonly #portion: Portion | undefined;
  readonly #paces = new Map<string, Pace>();
  readonly #plan: GrowingBuffer;
  readonly #state: GrowingBuffer;

  private constructor(gpu: Gpu, shape: DecodeShape, portion: Portion | undefined) {
    this.#gpu = gpu;
    this.#shape = shape;
    this.#portion = portion;
    this.#plan = new GrowingBuffer(gpu, 'int32');
    this.#state = new GrowingBuffer(gpu, 'float32');
  }

  /** Throws an EngineError when the device cannot run the kernels for this model. */
  static async create(gpu: Gpu, spec: ModelSpec, settings: DecoderSettings = {}): Promise<Decoder> {
    return new Decoder(gpu, settings.shape ?? chooseShape(spec, gpu.limits), settings.portion);
  }

  /** One completion per prompt, as `Policy.sample`. */
  async sample(
    weights: WeightBuffers,
    prompts: readonly (readonly number[])[],
    options: SampleOptions,
  ): Promise<Completion[]> {
    const { limits } = this.#gpu;
    const room = Math.min(CACHE_BYTES, limits.maxStorageBufferBindingSize, limits.maxBufferSize) / 16;
    const done: Completion[] = prompts.map(() => ({ ids: [], logProbs: [], truncated: true }));
    const rows = rowsOf(prompts, options, this.#shape.spec).filter(({ limit }) => limit > 0);
    for (const layout of layOut(rows, this.#shape, leavesOut(options), Math.floor(room))) {
      const records = await this.#decode(weights, layout, options);
      layout.members.forEach(({ index }, row) => {
        done[index] = completionOf(records.subarray(4 * row * layout.recordStride));
      });
    }
    return done;
  }

  /** Decodes what was laid out and returns its records. */
  async #decode(weights: WeightBuffers, layout: DecodeLayout, options: SampleOptions): Promise<Float32Array> {
    const { rows, prompts, capacity, cacheAt, recordStride, logitsAt, keptOffset, promptsAt } = layout;
    const numbers = 4 * rows * recordStride;
    const plan = await this.#plan.atLeast(layout.plan.length);
    const output = await this.#state.atLeast(4 * layout.length);
    this.#gpu.upload(plan, layout.plan);
    this.#gpu.upload(output, new Float32Array(numbers));

    const { rows: perTile, threads } = this.#shape;
    const prefill = prefillKernel(this.#shape);
    const steps = Math.ceil(layout.promptPositions / perTile);
    await this.#advance(prefill.name, { steps, workgroups: prompts }, (part) => {
      const uniforms = { ...part, capacity, cacheAt, promptsAt, slotsAt: rows };
      const inputs = [weights.packed, plan];
      this.#gpu.run(prefill, { output, inputs, uniforms, invocations: part.workgroups * threads });
    });
    const decode = decodeKernel(this.#shape, leavesOut(options));
    await this.#advance(decode.name, { steps: layout.rowPositions, workgroups: rows / perTile }, (part) => {
      const places = { capacity, cacheAt, recordStride, logitsAt, keptOffset };
      const uniforms = { ...part, ...places, ...drawUniforms(options) };
      const inputs = [weights.packed, weights.transposed, plan];
      this.#gpu.run(decode, { output, inputs, uniforms, invocations: part.workgroups * threads });
    });
    return this.#gpu.read(output, 0, numbers);
  }

  /** Runs a kernel in portions that its pace allows; waits only while that is being learnt. */
  async #advance(kernel: string, whole: Portion, run: (part: Part) => void): Promise<void> {
    const pace = this.#paces.get(kernel) ?? new Pace();
    this.#paces.set(kernel, pace);
    for (let firstStep = 0; firstStep < whole.steps; ) {
      const { steps: most, workgroups: atOnce } = this.#portion ?? pace.portion(whole.workgroups);
      const steps = Math.min(most, whole.steps - firstStep);
      for (let firstTile = 0; firstTile < whole.workgroups; firstTile += atOnce) {
        const part = { firstStep, steps, firstTile, workgroups: Math.min(atOnce, whole.workgroups - firstTile) };
        if (this.#portion || pace.settled) {
          run(part);
          this.#gpu.submit();
        } else {
          await this.#gpu.done();
          const start = performance.now();
          run(part);
          await this.#gpu.done();
          pace.record(part, performance.now() - start);
        }
      }
      firstStep += steps;
    }
  }

  [Symbol.dispose](): void {
    this.#plan[Symbol.dispose]();
    this.#state[Symbol.dispose]();
  }
}

function rowsOf(prompts: readonly (readonly number[])[], options: SampleOptions, spec: ModelSpec): DecodeRow[] {
  const { contextLength } = spec;
  return prompts.map((prompt, index) => {
    checkPrompt(prompt, index, spec);
    const limit = completionLimit(prompt.length, options.maxNewTokens, contextLength);
    return { index, prompt, stream: options.streams[index]!, limit };
  });
}

/** What a row's records say; the first is its state. */
function completionOf(records: Float32Array): Completion {
  const [count = 0, newest, finished] = records;
  if (finished === FINISHED.notFinite) throw new Error('sampling: expected finite logits, got NaN');
  const tokens = Array.from({ length: count }, (_, t) => 4 * (1 + t));
  return {
    ids: tokens.map((at) => records[at]!),
    logProbs: tokens.map((at) => records[at + 1]!),
    truncated: newest !== END_OF_TEXT_ID,
  };
}
