/** The policy of an imported model. */

import type { RunConfig } from '../../core/config.ts';
import type { ChosenPolicy, OnProgress } from '../../model/choose.ts';
import type { AdaptedModel } from '../environment.ts';

/** @throws Error, in one sentence, where no device has room for it */
export async function createImported(
  { spec, weights, base }: AdaptedModel,
  wanted: RunConfig['backend'],
  onProgress: OnProgress,
): Promise<ChosenPolicy> {
  // TensorFlow.js is fetched only by whoever has such a model.
  const { createAdapted } = await import('../../model/create-adapted.ts');
  return createAdapted({ wanted, spec, weights, tensors: base.tensors, onProgress });
}
