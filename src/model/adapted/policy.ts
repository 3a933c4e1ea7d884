/** The Policy for an imported decoder: its own weights frozen and shared with the reference, low-rank adapters trained. */

import type { Policy } from '../../core/policy.ts';
import { checkState } from '../checks.ts';
import type { OnProgress } from '../choose.ts';
import { type TfjsBackend, withBackend } from '../tfjs/backends.ts';
import { policyOf } from '../tfjs/policy.ts';
import { adapterCount } from './adapters.ts';
import { loadFrozen } from './frozen.ts';
import { guardOf } from './guard.ts';
import { adaptedModel } from './model.ts';
import type { AdaptedSpec } from './spec.ts';
import type { TensorSource } from './tensor-source.ts';

export interface AdaptedPolicyOptions {
  readonly spec: AdaptedSpec;
  /** The decoder's own weights. */
  readonly tensors: TensorSource;
  /** Adapters, packed as in `adapterLayout`. */
  readonly weights: Float32Array;
  readonly backend: TfjsBackend;
  /** What the device is called, for people. */
  readonly adapter?: string;
  /** Hears of every tensor that is on the device, in bytes of the file. */
  readonly onProgress?: OnProgress;
}

/**
 * Brings the decoder onto the device, tensor by tensor; the adapters become the reference too.
 *
 * @throws Error when spec, tensors and adapters do not fit each other, EngineError when the device has no room for them
 */
export async function createAdaptedPolicy(options: AdaptedPolicyOptions): Promise<Policy> {
  const { spec, tensors, backend, onProgress } = options;
  checkSpec(spec);
  checkState({ weights: options.weights }, adapterCount(spec));
  const guard = await guardOf(backend);
  return withBackend(backend, () =>
    guard(async () => {
      const frozen = await loadFrozen(spec.decoder, tensors, onProgress);
      return policyOf(adaptedModel(spec, frozen), { ...options, guard });
    }),
  );
}

function checkSpec({ decoder, lora }: AdaptedSpec): void {
  const { heads, width } = decoder;
  if (!Number.isInteger(lora.rank) || lora.rank < 1) {
    throw new Error(`adapters: rank: expected a positive integer, got ${lora.rank}`);
  }
  if (decoder.architecture !== 'llama' && width % heads !== 0) {
    throw new Error(`model: expected a width divisible by ${heads} heads, got ${width}`);
  }
  if (decoder.architecture === 'llama' && heads % decoder.keyValueHeads !== 0) {
    throw new Error(`model: expected heads divisible by ${decoder.keyValueHeads} of keys and values, got ${heads}`);
  }
  if (decoder.architecture === 'codegen' && heads % 4 !== 0) {
    throw new Error(`model: expected heads of CodeGen divisible by its 4 partitions, got ${heads}`);
  }
}
