/** Writes pools to the store while they grow: what a reload in between loses is little, and nothing once it pauses. */

import { messageOf } from '../../core/errors.ts';
import type { SamplePool } from '../../eval/pool.ts';
import type { PoolStore } from '../../store/pools.ts';

/** Milliseconds between two writes, unless writing takes long: then it rests so many times as long as it took. */
const EVERY_MS = 3000;
const REST = 10;

/** Milliseconds that an answer takes only where a person paused. */
const PAUSE_MS = 500;

export interface SaverOptions {
  readonly store: PoolStore;
  /** Of each problem's pool. */
  readonly keys: readonly string[];
  /** Keys of all pools of the measurement: none of them gives way to another. */
  readonly inUse: ReadonlySet<string>;
  /** Told once when samples cannot be kept. */
  readonly onNotice: (message: string) => void;
}

export class PoolSaver {
  readonly #options: SaverOptions;
  readonly #grown = new Map<number, () => SamplePool>();
  #due = performance.now() + EVERY_MS;
  #paused = false;
  #saving: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(options: SaverOptions) {
    this.#options = options;
  }

  /** @param pool makes the pool of a problem as it is at the time */
  grown(problem: number, pool: () => SamplePool): void {
    this.#grown.set(problem, pool);
    if (this.#paused || performance.now() > this.#due) this.#save();
  }

  /** Waits for an answer; where that takes long, everything is written meanwhile: somebody may have paused, and leave. */
  async through<T>(answer: Promise<T> | T): Promise<T> {
    const timer = setTimeout(() => {
      this.#paused = true;
      this.#save();
    }, PAUSE_MS);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      this.#paused = false;
    }
  }

  async finish(): Promise<void> {
    this.#save();
    await this.#saving;
  }

  #save(): void {
    // Until this is written no other write is due.
    this.#due = Number.POSITIVE_INFINITY;
    const { store, keys, inUse } = this.#options;
    const pools = [...this.#grown].map(([problem, pool]) => [keys[problem]!, pool()] as const);
    this.#grown.clear();
    this.#saving = this.#saving.then(async () => {
      const from = performance.now();
      for (const [key, pool] of pools) await store.save(key, pool, inUse).catch((error) => this.#tell(error));
      const now = performance.now();
      this.#due = now + Math.max(EVERY_MS, REST * (now - from));
    });
  }

  #tell(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#options.onNotice(`samples could not be kept (${messageOf(error)}): another measurement will draw them again`);
  }
}
