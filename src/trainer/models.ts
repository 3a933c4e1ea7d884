/** The model at hand: loads a checkpoint, has policies made for it, and keeps both between tasks for as long as their engines live. */

import { needsOutcomeCritic, needsValueHead, parseConfig, type RunConfig } from '../core/config.ts';
import type { Policy } from '../core/policy.ts';
import type { DeviceInfo, LoadedPart, RunEvent } from '../core/records.ts';
import { initialAdapters } from '../model/adapted/adapters.ts';
import type { LoraSpec } from '../model/adapted/spec.ts';
import { withValueHead } from '../model/value-head.ts';
import type { RunMemory } from './api.ts';
import { type Environment, isAdapted, type LoadedModel } from './environment.ts';
import { type KeptState, type Made, PolicyKeeper } from './policy-keeper.ts';
import { measureTokensPerSecond } from './programs.ts';

/** Adapters of an imported model where nobody says what they are like. */
export const DEFAULT_LORA = parseConfig({}).lora;

interface MadeOnDevice extends Made {
  /** Learns beside the policy, on the same backend. */
  critic?: Policy;
  /** Why other engines were passed over. */
  readonly notes: readonly string[];
  /** Measured when it is tried out; 0 before. */
  tokensPerSecond: number;
}

/** What a task asks for. */
export interface WantedModel {
  readonly model: string;
  readonly backend: RunConfig['backend'];
  /** What it is to be trained with; where nothing is trained, the model is taken as the last run left it. */
  readonly algorithm?: RunConfig['algorithm'];
  /** Adapters of an imported model; those that are there, or as by default, when absent. */
  readonly lora?: RunConfig['lora'];
  /** Of its first adapters; 0 when absent. */
  readonly seed?: number;
}

/** A model that is ready. */
export interface ReadyModel {
  /** With a value head where it was asked for one. */
  readonly model: LoadedModel;
  readonly keeper: PolicyKeeper<MadeOnDevice>;
  /** As it was loaded: what every run begins with. */
  readonly base: KeptState;
  /** What it was made for. */
  readonly wanted: WantedModel;
}

export class Models implements AsyncDisposable {
  readonly #environment: Pick<Environment, 'loadModel' | 'createPolicy'>;
  readonly #emit: (event: RunEvent) => void;
  #ready: ReadyModel | undefined;

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
  async prepare(wanted: WantedModel): Promise<ReadyModel> {
    if (this.#ready?.keeper.current === undefined || !serves(this.#ready, wanted)) {
      await this.#ready?.keeper[Symbol.asyncDispose]();
      this.#ready = undefined;
      this.#ready = { wanted, ...(await this.#load(wanted)) };
    } else if (wanted.algorithm !== undefined) {
      this.#ready = anewFrom(this.#ready, wanted);
    }
    this.#tellDevice(deviceOf(this.#ready));
    return this.#ready;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ready?.keeper[Symbol.asyncDispose]();
    this.#ready = undefined;
  }

  async #load(wanted: WantedModel): Promise<Omit<ReadyModel, 'wanted'>> {
    const { valued, criticised } = needsOf(wanted);
    const tell = (loads: LoadedPart) => (done: number, total: number, detail: string) =>
      this.#emit({ type: 'phase', phase: 'loading', detail, done, total, loads });
    const onProgress = tell('engine');
    const { model: name, lora = DEFAULT_LORA, seed = 0 } = wanted;
    const plain = await this.#environment.loadModel({ model: name, lora, seed }, (done, total) =>
      tell('model')(done, total, `model ${name}`),
    );
    const model = valued ? withValueHead(plain) : plain;
    const base = { policy: untrained(model), ...(criticised && { critic: untrained(plain) }) };
    const keeper = await PolicyKeeper.start<MadeOnDevice>({
      make: async (backend) => {
        const { policy, notes } = await this.#environment.createPolicy(model, backend, onProgress);
        return { policy, notes, tokensPerSecond: 0 };
      },
      tryOut: async (made) => {
        const { backend } = made.policy.info;
        if (criticised) made.critic = (await this.#environment.createPolicy(plain, backend, onProgress)).policy;
        made.tokensPerSecond = await measureTokensPerSecond(made.policy, model);
      },
      wanted: wanted.backend,
      state: base,
      onTrouble: (message, made) => {
        this.#emit({ type: 'infra_error', message, fatal: false });
        this.#tellDevice(infoOf(made));
      },
    });
    return { model, keeper, base };
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

/** The most that the engines of a model held at once. */
export function memoryOf({ keeper: { current } }: ReadyModel): RunMemory {
  const policy = current?.policy.memory().peakBytes ?? 0;
  return { policy, ...(current?.critic && { critic: current.critic.memory().peakBytes }) };
}

function needsOf({ algorithm }: WantedModel) {
  return {
    valued: algorithm !== undefined && needsValueHead({ algorithm }),
    criticised: algorithm !== undefined && needsOutcomeCritic({ algorithm }),
  };
}

/** Whether what was made for one task can do another. */
function serves({ wanted: made, model }: ReadyModel, wanted: WantedModel): boolean {
  if (made.model !== wanted.model || made.backend !== wanted.backend) return false;
  if (wanted.lora !== undefined && isAdapted(model) && !isSame(model.spec.lora, wanted.lora)) return false;
  if (wanted.algorithm === undefined) return true;
  const [has, needs] = [needsOf(made), needsOf(wanted)];
  return has.valued === needs.valued && has.criticised === needs.criticised;
}

const isSame = (a: LoraSpec, b: LoraSpec): boolean =>
  a.rank === b.rank && a.alpha === b.alpha && a.targets === b.targets;

/** Another run may begin with other first adapters: the engine, and the weights that it holds, stay. */
function anewFrom(ready: ReadyModel, wanted: WantedModel): ReadyModel {
  const { seed = 0 } = wanted;
  if (!isAdapted(ready.model) || (ready.wanted.seed ?? 0) === seed) return ready;
  const model = { ...ready.model, weights: initialAdapters(ready.model.spec, seed) };
  return { ...ready, model, wanted: { ...ready.wanted, seed }, base: { policy: untrained(model) } };
}

const untrained = ({ weights }: LoadedModel) => ({ weights, reference: weights, step: 0 });

const infoOf = ({ policy, notes, tokensPerSecond }: MadeOnDevice): DeviceInfo => ({
  ...policy.info,
  tokensPerSecond,
  notes,
});
