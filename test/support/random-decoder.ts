/** Random imported decoders of any shape, made as they are read: for tests and measurements without files. */

import { createRng } from '../../src/core/rng.ts';
import { adapterLayout } from '../../src/model/adapted/adapters.ts';
import { decoderTensors } from '../../src/model/adapted/decoder-tensors.ts';
import type { AdaptedSpec, Decoder } from '../../src/model/adapted/spec.ts';
import type { TensorInfo, TensorSource } from '../../src/model/adapted/tensor-source.ts';

const sizeOf = (shape: readonly number[]) => shape.reduce((a, b) => a * b, 1);

/** Uniform weights of standard deviation `scale`, gains around 1. */
export function randomTensors(decoder: Decoder, seed: number, scale = 0.15): TensorSource {
  const shapes = decoderTensors(decoder);
  const names = [...shapes.keys()];
  const tensors = new Map<string, TensorInfo>();
  for (const [name, shape] of shapes) tensors.set(name, { dtype: 'F32', shape, bytes: 4 * sizeOf(shape) });
  return {
    tensors,
    read: async (name) => {
      const shape = shapes.get(name);
      if (shape === undefined) throw new Error(`no tensor ${name}`);
      const rng = createRng('init', seed, names.indexOf(name));
      const centre = /norm\.weight$|ln_\w+\.weight$/.test(name) ? 1 : 0;
      const values = new Float32Array(sizeOf(shape));
      for (let i = 0; i < values.length; i++) values[i] = centre + scale * Math.sqrt(12) * (rng.next() - 0.5);
      return values;
    },
  };
}

/** Adapters that change something: both A and B are random. */
export function randomAdapters(spec: AdaptedSpec, seed: number, scale = 0.15): Float32Array {
  const last = adapterLayout(spec).at(-1);
  const rng = createRng('init', seed);
  return Float32Array.from({ length: last === undefined ? 0 : last.offset + last.size }, () => scale * rng.normal());
}
