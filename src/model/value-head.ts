/** Gives a model a value head that predicts 0 everywhere, and takes a value head off. */

import { adapterCount } from './adapted/adapters.ts';
import type { AdaptedSpec } from './adapted/spec.ts';
import { type ModelSpec, parameterCount } from './spec.ts';

interface Packed {
  readonly spec: ModelSpec | AdaptedSpec;
  /** Packed as in `parameterLayout`, or adapters as in `adapterLayout`; in both the value head comes last. */
  readonly weights: Float32Array;
}

/** Numbers that are trained. */
export const trainedCount = (spec: ModelSpec | AdaptedSpec): number =>
  'decoder' in spec ? adapterCount(spec) : parameterCount(spec);

/**
 * The model with a head of zeros: what it samples and scores stays as it was. The head learns from the first update on,
 * for its own gradient does not pass through its weights; the weights below it follow once it has left 0.
 */
export function withValueHead<M extends Packed>(model: M): M {
  if (model.spec.valueHead) return model;
  const spec = { ...model.spec, valueHead: true };
  const weights = new Float32Array(model.weights.length + headSize(spec));
  weights.set(model.weights);
  return { ...model, spec, weights };
}

/** The plain language model, as checkpoints hold it. */
export function withoutValueHead<M extends Packed>(model: M): M {
  if (!model.spec.valueHead) return model;
  const { valueHead: _, ...spec } = model.spec;
  return { ...model, spec, weights: model.weights.slice(0, trainedCount(spec)) };
}

function headSize(spec: ModelSpec | AdaptedSpec): number {
  return trainedCount({ ...spec, valueHead: true }) - trainedCount({ ...spec, valueHead: false });
}
