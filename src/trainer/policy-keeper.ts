/** Owner of a policy whose engine may die: it keeps the state that was reached and makes another policy that goes on from there. */

import type { RunConfig } from '../core/config.ts';
import { EngineError, messageOf } from '../core/errors.ts';
import type { Policy, PolicyInfo, PolicyState } from '../core/policy.ts';

type Wanted = RunConfig['backend'];

/** Where to go when an engine died, or dies again. */
const LADDER: readonly PolicyInfo['backend'][] = ['webgpu', 'wasm', 'cpu'];

/** A policy with whatever its maker knows of it. */
export interface Made {
  readonly policy: Policy;
}

export interface KeeperOptions<M extends Made> {
  /** Makes the first policy on what is wanted, others on the backend that is named. */
  readonly make: (backend: Wanted) => Promise<M>;
  readonly wanted: Wanted;
  /** What the first policy begins with. */
  readonly state: PolicyState;
  /** Hears of engines that died, in one sentence that also says what goes on. */
  readonly onTrouble: (message: string, current: M) => void;
}

export class PolicyKeeper<M extends Made> implements AsyncDisposable {
  readonly #options: KeeperOptions<M>;
  #current: M | undefined;
  #state: PolicyState;
  /** Engines that died since something was finished last. */
  #deaths = 0;

  private constructor(options: KeeperOptions<M>, first: M) {
    this.#options = options;
    this.#current = first;
    this.#state = options.state;
  }

  /** Rejects when the first policy cannot be made. */
  static async start<M extends Made>(options: KeeperOptions<M>): Promise<PolicyKeeper<M>> {
    return new PolicyKeeper(options, await options.make(options.wanted));
  }

  /** Undefined once no engine was left, or after it was disposed of. */
  get current(): M | undefined {
    return this.#current;
  }

  /** Brings the policy into a state and keeps it. */
  async load(state: PolicyState): Promise<void> {
    this.#state = state;
    await this.use((policy) => policy.load(state));
  }

  /** Something was finished: from here on another policy would go on from this state. */
  keep(state: PolicyState): void {
    this.#state = state;
    this.#deaths = 0;
  }

  /**
   * Does `work` with the policy. When its engine dies, the work is done again, from its start, with another policy in the
   * kept state: on the same backend at first, and one step down when that dies too before anything was finished.
   *
   * @param retries how often the work may be done again; as long as there are engines when absent
   * @throws Error with every reason when no engine is left
   */
  async use<T>(work: (policy: Policy) => Promise<T>, retries = Number.POSITIVE_INFINITY): Promise<T> {
    for (let tries = 0; ; tries++) {
      if (this.#current === undefined) throw new Error('trainer: expected an engine for the model, but none is left');
      try {
        const result = await work(this.#current.policy);
        this.#deaths = 0;
        return result;
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const { backend } = this.#current.policy.info;
        await this[Symbol.asyncDispose]();
        if (tries === retries) throw error;
        await this.#replace(backend, error);
      }
    }
  }

  /** The state of the policy or, where no engine was left, the one that was kept last. */
  async save(): Promise<PolicyState> {
    return this.#current === undefined ? this.#state : this.use((policy) => policy.save());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const made = this.#current;
    this.#current = undefined;
    await letGo(made);
  }

  async #replace(dead: PolicyInfo['backend'], error: EngineError): Promise<void> {
    this.#deaths++;
    const sentence = [`${dead} failed: ${error.message}`];
    for (const backend of LADDER.slice(LADDER.indexOf(dead) + (this.#deaths > 1 ? 1 : 0))) {
      let made: M | undefined;
      try {
        made = await this.#options.make(backend);
        await made.policy.load(this.#state);
        this.#current = made;
        const who = backend === dead ? `${backend}, started anew,` : backend;
        this.#options.onTrouble([...sentence, `${who} goes on from the last finished step`].join('; '), made);
        return;
      } catch (reason) {
        await letGo(made);
        sentence.push(`${backend} did not start: ${messageOf(reason)}`);
      }
    }
    throw new Error([...sentence, 'no engine is left'].join('; '));
  }
}

async function letGo(made: Made | undefined): Promise<void> {
  try {
    await made?.policy[Symbol.asyncDispose]();
  } catch {
    // What is dead may fail to let go, too; there is nothing more to be done about it.
  }
}
