/** Runs every dispatch of an update a second time and compares what it writes with what its twin in TypeScript writes. */

import type { ModelSpec } from '../../src/model/spec.ts';
import { withBackend } from '../../src/model/tfjs/backends.ts';
import { type Dispatch, Gpu } from '../../src/model/webgpu/gpu.ts';
import type { Kernel, Uniforms } from '../../src/model/webgpu/kernel.ts';
import type { Epilogue } from '../../src/model/webgpu/kernels/matmul.ts';
import * as twins from '../../src/model/webgpu/kernels/twins.ts';
import * as ends from '../../src/model/webgpu/kernels/twins-head.ts';
import { Optimizer } from '../../src/model/webgpu/optimizer.ts';
import { type GradientRequest, Passes } from '../../src/model/webgpu/passes.ts';
import { Transposer, transposedLayout, transposedLength, vocabStride } from '../../src/model/webgpu/weights.ts';
import { randomSequences, randomValueCoefficients, randomWeights } from './random-model.ts';

interface Call {
  readonly kernel: Kernel;
  readonly dispatch: Dispatch;
}

export interface Compared {
  readonly kernel: string;
  /** Largest difference over the result, divided by the largest number that the kernel changed. */
  readonly error: number;
  /** Numbers that the kernel changed. */
  readonly changed: number;
}

/** One update of a random model, dispatch by dispatch. */
export async function compareWithTwins(spec: ModelSpec): Promise<Compared[]> {
  using gpu = await Gpu.open();
  return withBackend('webgpu', async () => {
    const optimizer = await Optimizer.create(gpu, spec);
    const weights = { packed: optimizer.state, transposed: await gpu.allocate(transposedLength(spec)) };
    const transposer = await Transposer.create(gpu, spec);
    const passes = new Passes(gpu, spec);
    optimizer.load({ weights: randomWeights(spec, 5), step: 0 });

    const calls: Call[] = [];
    const run = gpu.run.bind(gpu);
    gpu.run = (kernel, dispatch) => {
      calls.push({ kernel, dispatch });
      run(kernel, dispatch);
    };
    transposer.run(weights);
    const sequences = randomSequences(spec, 6, 3);
    // Two sequences begin alike, and one is there twice: shared rows, and heads with several pairs.
    sequences.push(sequences[0]!, { ...sequences[1]!, completion: [...sequences[1]!.completion.slice(0, 2), 7, 3] });
    const coefficients = randomValueCoefficients(sequences, 2);
    const request: GradientRequest = { coefficients, optimizer };
    const { gradNorm } = await passes.run({ sequences, temperature: 0.8 }, weights, request);
    const step = { learningRate: 1e-2, beta1: 0.9, beta2: 0.95, epsilon: 1e-8, weightDecay: 0.1, clipNorm: 1 };
    optimizer.step(step, gradNorm, 3);

    const compared: Compared[] = [];
    for (const { kernel, dispatch } of calls) {
      const { output, inputs, uniforms } = dispatch;
      const arrays = new Map<string, Float32Array>();
      for (const [i, input] of inputs.entries()) {
        arrays.set(kernel.inputs[i]!, await gpu.read(input, 0, input.length));
      }
      const before = await gpu.read(output, 0, output.length);
      run(kernel, dispatch);
      const after = await gpu.read(output, 0, output.length);
      const expected = before.slice();
      runTwin(kernel, spec, uniforms, expected, arrays);
      compared.push(compare(kernel.name, before, after, expected));
    }
    return compared;
  });
}

function compare(kernel: string, before: Float32Array, after: Float32Array, expected: Float32Array): Compared {
  let worst = 0;
  let scale = 0;
  let changed = 0;
  after.forEach((value, i) => {
    const wanted = expected[i]!;
    const difference = Math.abs(value - wanted);
    worst = Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(worst, difference);
    if (wanted !== before[i]) {
      scale = Math.max(scale, Math.abs(wanted));
      changed++;
    }
  });
  return { kernel, error: scale === 0 ? worst : worst / scale, changed };
}

/** The two backward kernels of attention each write a part of what their one twin writes. */
function keepPart(part: 'queries' | 'keys', spec: ModelSpec, u: Uniforms, result: Float32Array, before: Float32Array) {
  const [C, at] = [spec.width, 4 * u.dqkv!];
  for (let row = 0; row < u.rows!; row++) {
    const [from, to] = part === 'queries' ? [C, 3 * C] : [0, C];
    result.set(before.subarray(at + row * 3 * C + from, at + row * 3 * C + to), at + row * 3 * C + from);
  }
}

interface Context {
  readonly kernel: Kernel;
  readonly spec: ModelSpec;
  readonly u: Uniforms;
  readonly result: Float32Array;
  /** The inputs by name; a kernel that does not read one has none. */
  readonly floats: (name: string) => Float32Array;
  readonly ints: (name: string) => Int32Array;
  /** All of them, for twins that are given whatever there is. */
  readonly all: twins.TwinArrays;
}

const headShape = (spec: ModelSpec) => {
  const { vocabSize: vocab, width } = spec;
  return { vocab, stride: vocabStride(spec), width, valueHead: spec.valueHead === true };
};

function attentionBackward({ spec, u, result, all }: Context, part: 'queries' | 'keys'): void {
  const before = result.slice();
  twins.attentionBackwardTwin(spec.heads, spec.width / spec.heads, all, u);
  keepPart(part, spec, u, result, before);
}

/** By how a kernel's name begins; of several that fit, the first. */
const TWINS: Readonly<Record<string, (c: Context) => void>> = {
  matmul: ({ kernel, spec, all, u }) =>
    twins.matmulTwin(kernel.name.split(' ')[1] as Epilogue, spec.activation, all, u),
  'norm forward': ({ kernel, spec, all, u }) =>
    twins.normForwardTwin(spec.width, spec.layerNormEpsilon, kernel.name.endsWith('heads'), all, u),
  'norm backward final': ({ spec, all, u }) => twins.normBackwardFinalTwin(spec.width, all, u),
  'norm backward': ({ spec, all, u }) => twins.normBackwardTwin(spec.width, all, u),
  'attention forward': ({ spec, all, u }) => twins.attentionForwardTwin(spec.heads, spec.width / spec.heads, all, u),
  'attention backward queries': (c) => attentionBackward(c, 'queries'),
  'attention backward keys': (c) => attentionBackward(c, 'keys'),
  'embed forward': ({ spec, result, floats, ints, u }) =>
    ends.embedForwardTwin(spec.width, result, floats('weights'), ints('tables'), u),
  'embed backward': ({ spec, result, floats, ints, u }) => {
    const tables = ints('tables');
    const rows = tables[u.positionStarts! + u.context!]!;
    ends.embedBackwardTwin(spec.width, result, floats('arena'), tables, rows, u);
  },
  'head forward': ({ spec, result, floats, ints, u }) =>
    ends.headForwardTwin(headShape(spec), result, floats('weights'), ints('tables'), u),
  'head backward': ({ spec, result, ints, u }) => ends.headBackwardTwin(headShape(spec), result, ints('tables'), u),
  'value backward': ({ spec, result, floats, ints, u }) =>
    ends.valueBackwardTwin(spec.width, result, floats('weights'), ints('tables'), u),
  'matrix gradients': ({ result, floats, ints, u }) =>
    ends.matrixGradientsTwin(result, floats('arena'), ints('matrices'), u),
  'norm gradients': ({ spec, result, floats, ints, u }) =>
    ends.normGradientsTwin(spec.width, result, floats('arena'), ints('norms'), ints('tables'), u),
  'value gradients': ({ spec, result, floats, u }) => ends.valueGradientsTwin(spec.width, result, floats('arena'), u),
  'squared norm': ({ result, floats, u }) => ends.squaredNormTwin(result, floats('gradient'), u),
  adamw: ({ result, floats, u }) => ends.adamwTwin(result, floats('gradient'), floats('decays'), u),
  transpose: ({ spec, result, floats }) => transposeTwin(spec, result, floats('packed')),
};

function runTwin(
  kernel: Kernel,
  spec: ModelSpec,
  u: Uniforms,
  result: Float32Array,
  arrays: ReadonlyMap<string, Float32Array>,
): void {
  const twin = Object.entries(TWINS).find(([name]) => kernel.name.startsWith(name))?.[1];
  if (twin === undefined) throw new Error(`twins: expected a twin of ${kernel.name}, there is none`);
  const floats = (name: string) => arrays.get(name) ?? new Float32Array();
  const ints = (name: string) => new Int32Array(floats(name).buffer);
  const all = { result, weights: floats('weights'), tables: ints('tables') };
  twin({ kernel, spec, u, result, floats, ints, all });
}

function transposeTwin(spec: ModelSpec, result: Float32Array, packed: Float32Array): void {
  for (const { rows, columns, from, to, stride } of transposedLayout(spec)) {
    for (let column = 0; column < columns; column++) {
      for (let row = 0; row < stride; row++) {
        result[to + column * stride + row] = row < rows ? packed[from + row * columns + column]! : 0;
      }
    }
  }
}
