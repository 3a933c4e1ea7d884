/** The Policy for an imported decoder: its own weights frozen and shared with the reference, low-rank adapters trained. */

import type { Policy } from '../../core/policy.ts';
import type { OnProgress } from '../choose.ts';
import type { TfjsBackend } from '../tfjs/backends.ts';
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

export type CreateAdaptedPolicy = (options: AdaptedPolicyOptions) => Promise<Policy>;
