/** Gives a model a value head that predicts 0 everywhere, and takes a value head off. */

import { type ModelSpec, parameterCount } from './spec.ts';

interface Packed {
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`, where the value head comes last. */
  readonly weights: Float32Array;
}

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
  return { ...model, spec, weights: model.weights.slice(0, parameterCount(spec)) };
}

function headSize(spec: ModelSpec): number {
  return parameterCount({ ...spec, valueHead: true }) - parameterCount({ ...spec, valueHead: false });
}
