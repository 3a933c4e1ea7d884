/** The model at hand: loads a checkpoint, has a policy made for it, and keeps both between tasks for as long as its engine lives. */

import type { RunConfig } from '../core/config.ts';
import type { DeviceInfo, RunEvent } from '../core/records.ts';
import type { Environment, LoadedModel } from './environment.ts';
import { type Made, PolicyKeeper } from './policy-keeper.ts';
import { measureTokensPerSecond } from './programs.ts';

interface MadeOnDevice extends Made {
  /** Why other engines were passed over. */
  readonly notes: readonly string[];
  /** Measured when it is tried out; 0 before. */
  tokensPerSecond: number;
}

/** A model that is ready. */
export interface ReadyModel {
  readonly model: LoadedModel;
  readonly keeper: PolicyKeeper<MadeOnDevice>;
}

export class Models {
  readonly #environment: Pick<Environment, 'loadModel' | 'createPolicy'>;
  readonly #emit: (event: RunEvent) => void;
  #ready: (ReadyModel & { readonly key: string }) | undefined;

  /** @param emit hears of the progress of loading, of the device, and of engines that died */
  constructor(environment: Pick<Environment, 'loadModel' | 'createPolicy'>, emit: (event: RunEvent) => void) {
    this.#environment = environment;
    this.#emit = emit;
  }

  /** The model that was prepared last, even when its engine died since. */
  get ready(): ReadyModel | undefined {
    return this.#ready;
  }

  /** The wanted model on the wanted backend, made when the one at hand is another or dead; tells what runs it, and why. */
  async prepare(name: string, wanted: RunConfig['backend']): Promise<ReadyModel> {
    const key = `${name} on ${wanted}`;
    if (this.#ready?.key !== key || this.#ready.keeper.current === undefined) {
      await this.#ready?.keeper[Symbol.asyncDispose]();
      this.#ready = undefined;
      this.#ready = { key, ...(await this.#load(name, wanted)) };
    }
    this.#tellDevice(deviceOf(this.#ready));
    return this.#ready;
  }

  async #load(name: string, wanted: RunConfig['backend']): Promise<ReadyModel> {
    const onProgress = (done: number, total: number, detail: string) =>
      this.#emit({ type: 'phase', phase: 'loading', detail, done, total });
    const model = await this.#environment.loadModel(name, (done, total) => onProgress(done, total, `model ${name}`));
    const keeper = await PolicyKeeper.start<MadeOnDevice>({
      make: async (backend) => {
        const { policy, notes } = await this.#environment.createPolicy(model, backend, onProgress);
        return { policy, notes, tokensPerSecond: 0 };
      },
      tryOut: async (made) => {
        made.tokensPerSecond = await measureTokensPerSecond(made.policy, model.codec);
      },
      wanted,
      state: { weights: model.weights, reference: model.weights, step: 0 },
      onTrouble: (message, made) => {
        this.#emit({ type: 'infra_error', message, fatal: false });
        this.#tellDevice(infoOf(made));
      },
    });
    return { model, keeper };
  }

  #tellDevice(device: DeviceInfo): void {
    for (const message of device.notes) this.#emit({ type: 'notice', message });
    this.#emit({ type: 'device', device });
  }
}

/** What runs a model that is ready. */
export function deviceOf({ keeper: { current } }: ReadyModel): DeviceInfo {
  if (current === undefined) throw new Error('trainer: expected an engine for the model, but none is left');
  return infoOf(current);
}

const infoOf = ({ policy, notes, tokensPerSecond }: MadeOnDevice): DeviceInfo => ({
  ...policy.info,
  tokensPerSecond,
  notes,
});
