/** Other tabs know which imported models are in use: nobody takes one away from under a run. */

import { importedName } from '../../core/model-name.ts';
import type { Environment } from '../environment.ts';

/** @throws Error where it is being written or removed just now */
export async function whileInUse<T>(
  model: string,
  { heldModels }: Pick<Environment, 'heldModels'>,
  work: () => Promise<T>,
): Promise<T> {
  const name = importedName(model);
  return name === null ? work() : heldModels.share(name, work);
}
