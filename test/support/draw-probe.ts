/** The draw of the WebGPU decoder as a kernel of its own, for comparing it with its twin. */

import type { SampleOptions } from '../../src/core/policy.ts';
import { roundUp } from '../../src/model/batch.ts';
import { MODEL_PRESETS } from '../../src/model/spec.ts';
import { DRAW_UNIFORMS, drawCode, drawUniforms, leavesOut } from '../../src/model/webgpu/decode/draw.ts';
import { type DecodeShape, shapeConstants, shapeKey } from '../../src/model/webgpu/decode/shape.ts';
import type { Gpu } from '../../src/model/webgpu/gpu.ts';
import type { Kernel } from '../../src/model/webgpu/kernel.ts';

export interface ProbeRow {
  readonly logits: Float32Array;
  /** The uniform number to draw with. */
  readonly u: number;
  /** What the kernel is to hash besides. */
  readonly stream: number;
  readonly counter: number;
}

export interface ProbeResult {
  readonly id: number;
  readonly logProb: number;
  /** `uniform(seed, stream, counter)` as the device computes it. */
  readonly uniform: number;
}

const ROWS = 4;
const THREADS = 64;
/** Threads per row, as the twin has to know. */
export const PROBE_LANES = THREADS / ROWS;

function probeKernel(shape: DecodeShape, leaveOut: boolean): Kernel {
  return {
    name: `draw probe ${leaveOut} ${shapeKey(shape)}`,
    inputs: ['given', 'words'],
    inputComponents: [1, 1],
    outputComponents: 4,
    uniforms: { resultsAt: 'i32', keptOffset: 'i32', ...DRAW_UNIFORMS },
    workgroupSize: THREADS,
    code: `
${shapeConstants(shape)}
${drawCode(leaveOut)}
fn main(index : i32) {
  let thread = index % THREADS;
  let row = index / LANES;
  draw(thread, row * VOCAB4, given[row]);
  if (thread % LANES == 0) {
    let u = uniformOf(bitcast<u32>(words[2 * row]), u32(words[2 * row + 1]));
    let token = drawn[thread / LANES];
    result[uniforms.resultsAt + row] = vec4<f32>(f32(token.id), token.logProb, u, 0.0);
  }
}`,
  };
}

/** Draws one token per row on the device. Rows have one length. */
export async function probeDraw(gpu: Gpu, given: readonly ProbeRow[], options: SampleOptions): Promise<ProbeResult[]> {
  const vocab = given[0]!.logits.length;
  const stride = roundUp(vocab, 8);
  const shape = { spec: { vocabSize: vocab, ...MODEL_PRESETS.nano }, rows: ROWS, threads: THREADS };
  const rows = roundUp(given.length, ROWS);
  const leaveOut = leavesOut(options);
  const resultsAt = (rows * stride * 2) / 4;
  const output = await gpu.allocate(4 * (resultsAt + rows));
  const u = await gpu.allocate(rows);
  const words = await gpu.allocate(2 * rows, 'int32');
  const logits = new Float32Array(rows * stride).fill(-1e30);
  for (const [r, row] of given.entries()) logits.set(row.logits, r * stride);
  gpu.upload(output, logits);
  gpu.upload(
    u,
    Float32Array.from(given, (row) => row.u),
  );
  gpu.upload(words, Int32Array.from(given.flatMap(({ stream, counter }) => [stream | 0, counter | 0])));
  gpu.run(probeKernel(shape, leaveOut), {
    output,
    inputs: [u, words],
    uniforms: { resultsAt, keptOffset: (rows * stride) / 4, ...drawUniforms(options) },
    invocations: rows * PROBE_LANES,
  });
  const results = await gpu.read(output, 4 * resultsAt, 4 * given.length);
  for (const buffer of [output, u, words]) gpu.free(buffer);
  return given.map((_, r) => ({ id: results[4 * r]!, logProb: results[4 * r + 1]!, uniform: results[4 * r + 2]! }));
}
