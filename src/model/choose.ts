/** Which engine runs a model: those that could are started and timed on it, and the fastest stays. */

import { messageOf } from '../core/errors.ts';
import { letGo } from '../core/let-go.ts';
import type { Policy } from '../core/policy.ts';
import type { Backend, Device } from './backend.ts';
import { measureStep, probe } from './measure-step.ts';
import type { ModelSpec } from './spec.ts';

/** Hears what goes on while a policy is made: `done` of `total` of what `what` names. */
export type OnProgress = (done: number, total: number, what: string) => void;

export interface EngineOptions {
  readonly spec: ModelSpec;
  /** Packed as in `parameterLayout`. */
  readonly weights: Float32Array;
  /** What the device is called, for people. */
  readonly adapter: string;
  /** Engines that compile much tell how far they are. */
  readonly onProgress?: OnProgress;
}

/** Makes the policy of an engine. Rejects, best with an `EngineError`, where the engine cannot start. */
export type MakePolicy = (options: EngineOptions) => Promise<Policy>;

export type Engines = Readonly<Record<Backend, MakePolicy>>;

export interface ChosenPolicy {
  readonly policy: Policy;
  /** Why others were passed over, one sentence each. */
  readonly notes: readonly string[];
}

/** An engine and how long it took for a short step. */
export interface Timing {
  readonly device: Device;
  readonly milliseconds: number;
}

interface Started extends Timing {
  readonly policy: Policy;
}

/** Index of the fastest (of equals, the first) and the sentence that says so. */
export function fastestOf(timings: readonly [Timing, ...Timing[]]): { readonly index: number; readonly note: string } {
  const least = Math.min(...timings.map(({ milliseconds }) => milliseconds));
  const index = timings.findIndex(({ milliseconds }) => milliseconds === least);
  const told = timings.map(({ device, milliseconds }, i) => {
    const { backend, adapter } = device;
    const time = `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
    return `${backend} (${adapter}) ${i === 0 ? `took ${time} for a short step` : time}`;
  });
  return { index, note: `${told.join(', ')}: ${timings[index]!.device.backend} runs` };
}

/**
 * Makes a policy on the fastest of the devices; plain JavaScript runs only where nothing else does. Engines that fail to
 * start, while they are timed, or while others are, are passed over. The policy is as new.
 *
 * @param devices by rank
 * @param now milliseconds
 * @throws Error with every engine's reason when none could start
 */
export async function startFastest(
  devices: readonly Device[],
  engines: Engines,
  options: Omit<EngineOptions, 'adapter'>,
  now: () => number = () => performance.now(),
): Promise<ChosenPolicy> {
  const { spec, weights, onProgress = () => {} } = options;
  const notes: string[] = [];
  /** Empty, with a note why, when the engine fails. */
  const attempt = async (device: Device, measured: boolean): Promise<Started[]> => {
    const { backend, adapter } = device;
    let policy: Policy | undefined;
    try {
      onProgress(0, 1, `starting ${backend}`);
      policy = await engines[backend]({ ...options, adapter });
      const named = { backend, adapter: policy.info.adapter };
      if (!measured) return [{ policy, device: named, milliseconds: 0 }];
      const onRound = (done: number, total: number) => onProgress(done, total, `measuring ${backend}`);
      const milliseconds = await measureStep(policy, spec, now, onRound);
      await policy.load({ weights, step: 0, reference: weights });
      return [{ policy, device: named, milliseconds }];
    } catch (error) {
      notes.push(`${backend} was passed over: ${messageOf(error)}`);
      await letGo(policy);
      return [];
    }
  };
  const started: Started[] = [];
  const fast = devices.filter(({ backend }) => backend !== 'cpu');
  // One alone has nothing to be compared with.
  const timed = fast.length > 1;
  for (const device of fast) started.push(...(await attempt(device, timed)));
  while (hasOne(started)) {
    const { index, note } = fastestOf(started);
    const [{ policy, device }] = started.splice(index, 1) as [Started];
    try {
      // A GPU may have been lost while another engine was timed.
      if (timed) await probe(policy, spec);
    } catch (error) {
      notes.push(`${device.backend} was passed over: ${messageOf(error)}`);
      await letGo(policy);
      continue;
    }
    await Promise.all(started.map((slower) => letGo(slower.policy)));
    return { policy, notes: started.length > 0 ? [...notes, note] : notes };
  }
  for (const device of devices.filter(({ backend }) => backend === 'cpu')) {
    const [only] = await attempt(device, false);
    if (only !== undefined) return { policy: only.policy, notes };
  }
  throw new Error(`model: expected an engine to start, but ${notes.join('; ')}`);
}

const hasOne = <T>(list: readonly T[]): list is readonly [T, ...T[]] => list.length > 0;
