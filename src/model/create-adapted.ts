/** Makes the Policy of an imported model on the wanted device, or on the first that takes it: loading it twice to time it would take too long. */

import { messageOf } from '../core/errors.ts';
import { deviceRoom, refusalOf } from './adapted/device-room.ts';
import { type AdaptedPolicyOptions, createAdaptedPolicy } from './adapted/policy.ts';
import type { TensorSource } from './adapted/tensor-source.ts';
import { type Backend, findDevices, type Surroundings } from './backend.ts';
import type { ChosenPolicy } from './choose.ts';

export interface CreateAdaptedOptions extends Omit<AdaptedPolicyOptions, 'backend' | 'adapter'> {
  readonly wanted: Backend | 'auto';
}

/**
 * @param surroundings where to look for devices; tests bring their own
 * @throws Error what is wrong with the files, or, naming the backend and the reason, when a wanted backend is not available or
 *   does not start, or none does
 */
export async function createAdapted(
  { wanted, ...options }: CreateAdaptedOptions,
  surroundings?: Surroundings,
): Promise<ChosenPolicy> {
  const { found, notes } = await findDevices(wanted, surroundings);
  const failed: string[] = [];
  const { tensors, fault } = overheard(options.tensors);
  for (const { backend, adapter } of found) {
    try {
      // Told before anything is loaded.
      const refusal = refusalOf(options.spec, await deviceRoom(backend));
      if (refusal !== null) throw new Error(refusal);
      return {
        policy: await createAdaptedPolicy({ ...options, tensors, backend, adapter }),
        notes: [...notes, ...failed],
      };
    } catch (error) {
      // A fault of the files is no fault of an engine: another would meet it, too.
      const unread = fault();
      if (unread !== null) throw unread;
      if (wanted !== 'auto') throw error;
      failed.push(`${backend} was passed over: ${messageOf(error)}`);
    }
  }
  throw new Error(`model: expected an engine to start, but ${failed.join('; ')}`);
}

/** The same tensors, and what was thrown while they were read; null while nothing was. */
function overheard({ tensors, read }: TensorSource): { readonly tensors: TensorSource; fault(): Error | null } {
  let fault: Error | null = null;
  return {
    tensors: {
      tensors,
      read: async (name) => {
        try {
          return await read(name);
        } catch (error) {
          fault ??= error instanceof Error ? error : new Error(messageOf(error));
          throw error;
        }
      },
    },
    fault: () => fault,
  };
}
