/**
 * Owner of a policy whose engine may die: it keeps the state that was reached and makes another policy that goes on from
 * there. A critic that learns beside it shares its lot: when either dies, both are made anew and go on from where both were.
 */

import type { RunConfig } from '../core/config.ts';
import { EngineError, messageOf } from '../core/errors.ts';
import { letGo } from '../core/let-go.ts';
import type { Policy, PolicyInfo, PolicyState } from '../core/policy.ts';

type Wanted = RunConfig['backend'];

/** Where to go when an engine died, or dies again. */
const LADDER: readonly PolicyInfo['backend'][] = ['webgpu', 'wasm', 'cpu'];

/** A policy with whatever its maker knows of it. */
export interface Made {
  readonly policy: Policy;
  readonly critic?: Policy | undefined;
}

/** What was reached at one moment; a critic's where there is one. */
export interface KeptState {
  readonly policy: PolicyState;
  readonly critic?: PolicyState | undefined;
}

export interface KeeperOptions<M extends Made> {
  /** Makes the first policy on what is wanted, others on the backend that is named. */
  readonly make: (backend: Wanted) => Promise<M>;
  /**
   * Puts a new policy to the test, and adds its critic, before it is worked with. An engine that dies here is replaced like
   * any other.
   */
  readonly tryOut?: (made: M) => Promise<void>;
  readonly wanted: Wanted;
  /** What the first policy begins with. */
  readonly state: KeptState;
  /** Hears of engines that died, in one sentence that also says what goes on. */
  readonly onTrouble: (message: string, current: M) => void;
}

/** Several pieces of work may share the policy (a checkpoint is saved while a run trains); they share its replacement, too. */
export class PolicyKeeper<M extends Made> implements AsyncDisposable {
  readonly #options: KeeperOptions<M>;
  #current: M | undefined;
  #state: KeptState;
  /** Engines that died since something was finished last. */
  #deaths = 0;
  /** The replacement of each engine that died, so that there is one however many meet the death. */
  readonly #replacements = new WeakMap<M, Promise<void>>();
  /** The newest of them, perhaps under way. */
  #replacement: Promise<void> = Promise.resolve();
  #disposed = false;

  private constructor(options: KeeperOptions<M>) {
    this.#options = options;
    this.#state = options.state;
  }

  /**
   * Where the engine of the first policy dies at once, another takes its place as at any later time: even that of a
   * backend that was named, for it would be replaced, too, if it lived a little longer.
   *
   * @throws what `make` does: Error when what is wanted is not there at all, or with every reason when no engine is left
   */
  static async start<M extends Made>(options: KeeperOptions<M>): Promise<PolicyKeeper<M>> {
    const { make, tryOut, wanted } = options;
    const keeper = new PolicyKeeper(options);
    let first: M | undefined;
    try {
      first = await make(wanted);
      await tryOut?.(first);
      keeper.#current = first;
    } catch (error) {
      await letGoOf(first);
      const backend = first?.policy.info.backend ?? wanted;
      // Where nothing at all could be made, all that there is was tried.
      if (!(error instanceof EngineError) || backend === 'auto') throw error;
      await keeper.#replace(backend, error, 'begins');
    }
    return keeper;
  }

  /** Undefined while no engine is there: once none was left, during a replacement, and after it was disposed of. */
  get current(): M | undefined {
    return this.#current;
  }

  /** Brings the policy and its critic into a state and keeps it. */
  async load(state: KeptState): Promise<void> {
    this.#state = state;
    await this.use((policy, critic) => loadInto({ policy, critic }, state));
  }

  /** Something was finished: from here on another policy would go on from this state. */
  keep(state: KeptState): void {
    this.#state = state;
    this.#deaths = 0;
  }

  /**
   * Does `work` with the policy and its critic. When an engine dies, the work is done again, from its start, with others
   * in the kept state: on the same backend at first, and one step down when that dies too before anything was finished.
   *
   * @param retries how often the work may be done again; as long as there are engines when absent
   * @throws Error with every reason when no engine is left
   */
  async use<T>(
    work: (policy: Policy, critic: Policy | undefined) => Promise<T>,
    retries = Number.POSITIVE_INFINITY,
  ): Promise<T> {
    for (let tries = 0; ; tries++) {
      await this.#replacement;
      const made = this.#current;
      if (made === undefined) throw new Error('trainer: expected an engine for the model, but none is left');
      try {
        const result = await work(made.policy, made.critic);
        this.#deaths = 0;
        return result;
      } catch (error) {
        // Once other work has seen the engine die, it is let go: what fails on it then, fails for that.
        const died = error instanceof EngineError || made !== this.#current;
        if (!died || this.#disposed) throw error;
        if (tries === retries) {
          await this.#bury(made);
          throw error;
        }
        await this.#replaceOnce(made, error);
      }
    }
  }

  /** The state of the policy or, where there is no engine, the one that was kept last. */
  async save(): Promise<PolicyState> {
    return this.#current === undefined ? this.#state.policy : this.use((policy) => policy.save());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#replacement.catch(() => undefined);
    if (this.#current !== undefined) await this.#bury(this.#current);
  }

  async #bury(made: M): Promise<void> {
    if (this.#current !== made) return;
    this.#current = undefined;
    await letGoOf(made);
  }

  async #replaceOnce(dead: M, error: unknown): Promise<void> {
    const known = this.#replacements.get(dead);
    if (known !== undefined) return known;
    // It is known before it begins: whoever comes while the dead engine is let go waits for it.
    this.#replacement = Promise.resolve().then(async () => {
      await this.#bury(dead);
      await this.#replace(dead.policy.info.backend, error, 'goes on from the last finished step');
    });
    this.#replacements.set(dead, this.#replacement);
    return this.#replacement;
  }

  /** @param onward what the new engine does, for people */
  async #replace(dead: PolicyInfo['backend'], error: unknown, onward: string): Promise<void> {
    const { make, tryOut, onTrouble } = this.#options;
    this.#deaths++;
    const sentence = [`${dead} failed: ${messageOf(error)}`];
    for (const backend of LADDER.slice(LADDER.indexOf(dead) + (this.#deaths > 1 ? 1 : 0))) {
      let made: M | undefined;
      try {
        made = await make(backend);
        await tryOut?.(made);
        await loadInto(made, this.#state);
        this.#current = made;
        const who = backend === dead ? `${backend}, started anew,` : backend;
        onTrouble([...sentence, `${who} ${onward}`].join('; '), made);
        return;
      } catch (reason) {
        await letGoOf(made);
        sentence.push(`${backend} did not start: ${messageOf(reason)}`);
      }
    }
    throw new Error([...sentence, 'no engine is left'].join('; '));
  }
}

async function loadInto({ policy, critic }: Made, state: KeptState): Promise<void> {
  await policy.load(state.policy);
  if (state.critic !== undefined) await critic?.load(state.critic);
}

async function letGoOf(made: Made | undefined): Promise<void> {
  await letGo(made?.policy);
  await letGo(made?.critic);
}
