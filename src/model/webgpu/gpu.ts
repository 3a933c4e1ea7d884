/** The one door to the GPU: buffers, dispatches and readbacks on the device of TensorFlow.js's WebGPU backend. */

import * as tf from '@tensorflow/tfjs-core';
import { EngineError, messageOf } from '../../core/errors.ts';
import { isSoftware } from '../backend.ts';
import { restart, withBackend } from '../tfjs/backends.ts';
import { bind, type Kernel, type NumberType, type Program, type Uniforms, type UniformValue } from './kernel.ts';

/** The part of tfjs's `WebGPUBackend` that is used here; some of it is public in JavaScript only. */
interface Backend {
  readonly device: GPUDevice;
  readonly queue: GPUQueue;
  readonly commandEncoder: GPUCommandEncoder | null;
  ensureCommandEncoderReady(): void;
  endComputePassEncoder(): void;
  submitQueue(): void;
  runWebGPUProgram(
    program: Program,
    inputs: readonly tf.TensorInfo[],
    dtype: NumberType,
    uniforms: readonly UniformValue[],
    output: tf.TensorInfo,
  ): tf.TensorInfo;
}

/** A one-dimensional array of 32-bit numbers on the device. */
export interface Buffer {
  readonly memory: GPUBuffer;
  /** The same memory as tfjs sees it. */
  readonly tensor: tf.Tensor;
  readonly type: NumberType;
  readonly length: number;
}

export interface Dispatch {
  /** Bound read-write as `result`; must not be among the inputs. */
  readonly output: Buffer;
  readonly inputs: readonly Buffer[];
  readonly uniforms: Uniforms;
  /** Invocations; rounded up to whole workgroups, so kernels check their index. */
  readonly invocations: number;
}

export class Gpu {
  readonly #backend: Backend;
  readonly #buffers = new Set<Buffer>();
  #lost: string | undefined;
  #dispatches = 0;
  #bytes = 0;
  #peakBytes = 0;

  private constructor(backend: Backend) {
    this.#backend = backend;
    void backend.device.lost.then(({ reason, message }) => {
      this.#lost = message || reason || 'unknown reason';
    });
  }

  /** Starts tfjs's backend, anew where its last device was lost. Throws when there is none. */
  static async open(): Promise<Gpu> {
    const gpu = await withBackend('webgpu', async () => new Gpu(tf.backend() as unknown as Backend));
    // A device that was lost earlier says so in a microtask.
    await Promise.resolve();
    if (gpu.#lost === undefined) return gpu;
    await restart('webgpu');
    return withBackend('webgpu', async () => new Gpu(tf.backend() as unknown as Backend));
  }

  get limits(): GPUSupportedLimits {
    return this.#backend.device.limits;
  }

  /** Whether the CPU only pretends to be a GPU: then a dispatch takes a thousand times as long. */
  get software(): boolean {
    const info = this.#backend.device.adapterInfo as GPUAdapterInfo | undefined;
    return info !== undefined && isSoftware({ info });
  }

  /** Dispatches so far: what most of a step at these sizes costs on a fast GPU. */
  get dispatches(): number {
    return this.#dispatches;
  }

  get memory(): { readonly bytes: number; readonly peakBytes: number; readonly allocations: number } {
    return { bytes: this.#bytes, peakBytes: this.#peakBytes, allocations: this.#buffers.size };
  }

  /** Room for `length` zeros. Throws an EngineError when the device allows no such binding or has no such memory. */
  async allocate(length: number, type: NumberType = 'float32'): Promise<Buffer> {
    this.check();
    const { device } = this.#backend;
    const bytes = 4 * length;
    const most = Math.min(this.limits.maxStorageBufferBindingSize, this.limits.maxBufferSize);
    if (bytes > most) {
      throw new EngineError('missing-limit', `webgpu: expected buffers of ${bytes} bytes, the device allows ${most}`);
    }
    device.pushErrorScope('out-of-memory');
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const memory = device.createBuffer({ size: bytes, usage });
    const error = await device.popErrorScope();
    this.check();
    if (error) {
      memory.destroy();
      throw new EngineError('out-of-memory', `webgpu: expected room for ${bytes} bytes: ${error.message}`);
    }
    const tensor = tf.tensor({ buffer: memory, zeroCopy: true }, [length], type);
    const buffer = { memory, tensor, type, length };
    this.#buffers.add(buffer);
    this.#bytes += bytes;
    this.#peakBytes = Math.max(this.#peakBytes, this.#bytes);
    return buffer;
  }

  free(buffer: Buffer): void {
    if (!this.#buffers.delete(buffer)) return;
    this.submit();
    this.#bytes -= 4 * buffer.length;
    buffer.tensor.dispose();
    buffer.memory.destroy();
  }

  /** Overwrites part of a buffer, after everything that was dispatched before. */
  upload(buffer: Buffer, values: Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer>, at = 0): void {
    if (at + values.length > buffer.length) {
      throw new Error(`webgpu: expected at most ${buffer.length - at} numbers to upload, got ${values.length}`);
    }
    this.submit();
    this.#backend.queue.writeBuffer(buffer.memory, 4 * at, values);
  }

  /** Copies `count` numbers between buffers, on the device. */
  copy(from: Buffer, fromAt: number, to: Buffer, toAt: number, count: number): void {
    this.#encoder().copyBufferToBuffer(from.memory, 4 * fromAt, to.memory, 4 * toAt, 4 * count);
  }

  /** Waits for everything that was dispatched and reads `count` numbers. */
  async read(buffer: Buffer, at: number, count: number): Promise<Float32Array> {
    this.check();
    const bytes = 4 * count;
    const { device } = this.#backend;
    const staging = device.createBuffer({ size: bytes, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ });
    this.#encoder().copyBufferToBuffer(buffer.memory, 4 * at, staging, 0, bytes);
    this.submit();
    try {
      await staging.mapAsync(GPUMapMode.READ);
      return new Float32Array(staging.getMappedRange().slice(0));
    } catch (error) {
      await this.#mayBeLost();
      throw new EngineError('device-lost', `webgpu: expected a readback, got ${messageOf(error)}`);
    } finally {
      staging.destroy();
    }
  }

  /** Waits until everything that was dispatched is done. */
  async done(): Promise<void> {
    this.submit();
    await this.#backend.queue.onSubmittedWorkDone();
    this.check();
  }

  run(kernel: Kernel, { output, inputs, uniforms, invocations }: Dispatch): void {
    if (invocations === 0) return;
    this.#dispatches++;
    const workgroups = Math.ceil(invocations / kernel.workgroupSize);
    const { program, values } = bind(kernel, uniforms, workgroups, output.length);
    const tensors = inputs.map(({ tensor }) => tensor);
    this.#backend.runWebGPUProgram(program, tensors, output.type, values, output.tensor);
  }

  /** Does `work`, and throws an EngineError when the device refused any part of it: a shader, a binding, a dispatch. */
  async validated<T>(work: () => Promise<T>): Promise<T> {
    const { device } = this.#backend;
    device.pushErrorScope('validation');
    let error: GPUError | null = null;
    let result: T;
    try {
      result = await work();
      this.submit();
    } finally {
      error = await device.popErrorScope();
    }
    if (error) throw new EngineError('missing-limit', `webgpu: expected the kernels to run here: ${error.message}`);
    return result;
  }

  /** Does `work` of tfjs itself, and throws an EngineError when the device was lost or had no room for it. */
  async watched<T>(work: () => Promise<T>): Promise<T> {
    this.check();
    const { device } = this.#backend;
    device.pushErrorScope('out-of-memory');
    let full: GPUError | null = null;
    let result: T;
    try {
      result = await work();
    } catch (error) {
      await this.#mayBeLost();
      throw error;
    } finally {
      full = await device.popErrorScope().catch(() => null);
    }
    this.check();
    if (full) throw new EngineError('out-of-memory', `webgpu: expected room for the model: ${full.message}`);
    return result;
  }

  /** Throws when the device is gone: it rejects what waits for it a moment before it says so. */
  async #mayBeLost(): Promise<void> {
    await Promise.race([this.#backend.device.lost, new Promise((resolve) => setTimeout(resolve, 100))]);
    this.check();
  }

  /** Throws when the device is gone. */
  check(): void {
    if (this.#lost !== undefined) throw new EngineError('device-lost', `webgpu: the device was lost: ${this.#lost}`);
  }

  /** Sends off what was dispatched. */
  submit(): void {
    this.#backend.endComputePassEncoder();
    if (this.#backend.commandEncoder) this.#backend.submitQueue();
  }

  /** Frees every buffer; the device stays with tfjs. */
  [Symbol.dispose](): void {
    for (const buffer of this.#buffers) this.free(buffer);
  }

  #encoder(): GPUCommandEncoder {
    this.#backend.ensureCommandEncoderReady();
    this.#backend.endComputePassEncoder();
    return this.#backend.commandEncoder!;
  }
}
