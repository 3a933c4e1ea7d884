/** What a session keeps of its run beside the store: records, the programs of every step, and the weights around the newest one. */

import type { StepDraft } from '../core/draft.ts';
import type { PolicyState } from '../core/policy.ts';
import type { RolloutRecord, RunEvent, StepRecord } from '../core/records.ts';
import type { RecordedBatch } from '../rl/compare.ts';
import type { StepResult } from '../rl/loop.ts';

/** The rollouts of one step and the state that another loss can start from. */
export type KeptBatch = Omit<RecordedBatch, 'endOfText' | 'contextLength'>;

interface KeptStep {
  readonly records: readonly RolloutRecord[];
  readonly batch: StepResult['batch'];
}

/** So many steps keep their programs in memory; those of older ones are in the store. */
const STEPS_IN_MEMORY = 64;

export class KeptSteps {
  #run: string | null = null;
  #records: StepRecord[] = [];
  readonly #steps = new Map<number, KeptStep>();
  /** The policy before the newest step, and after it. */
  #before: PolicyState | undefined;
  #after: PolicyState | undefined;
  /** Of the step in flight. */
  #draft: (() => StepDraft | null) | undefined;

  /** A run begins, or goes on: of the steps before, only their records are known. */
  begin(run: string, past: readonly RunEvent[]): void {
    this.#run = run;
    this.#records = past.flatMap((event) => (event.type === 'step' ? [event.record] : []));
    this.#steps.clear();
    this.#before = undefined;
    this.#after = undefined;
    this.#draft = undefined;
  }

  /** The state that the next step starts from. */
  startFrom(state: PolicyState): void {
    this.#after = state;
  }

  add({ record, rollouts, batch }: Pick<StepResult, 'record' | 'rollouts' | 'batch'>, reached: PolicyState): void {
    this.#draft = undefined;
    this.#before = this.#after;
    this.#after = reached;
    this.#records.push(record);
    this.#steps.set(record.step, { records: rollouts, batch });
    this.#steps.delete(record.step - STEPS_IN_MEMORY);
  }

  /** Something more is known of the step in flight; without a draft, no step is in flight any more. */
  sketch(draft?: () => StepDraft | null): void {
    this.#draft = draft;
  }

  /** The programs of the step in flight as far as they are known; null between steps. */
  get draft(): StepDraft | null {
    return this.#draft?.() ?? null;
  }

  /** Which run of the history it is; null before the first. */
  get run(): string | null {
    return this.#run;
  }

  get records(): readonly StepRecord[] {
    return this.#records;
  }

  /** @param step the newest when absent; empty where nothing is in memory of it */
  rollouts(step = this.#newest()): readonly RolloutRecord[] {
    return this.#steps.get(step)?.records ?? [];
  }

  /**
   * The newest step starts where it did, so that its update is repeated to the last bit; older ones start from the
   * weights of now, which have moved since they were sampled.
   *
   * @throws Error where nothing is kept of the step
   */
  batch(step = this.#newest()): KeptBatch {
    const kept = this.#steps.get(step);
    const newest = step === this.#newest();
    const state = newest ? this.#before : this.#after;
    if (kept === undefined || state === undefined) {
      const known = [...this.#steps.keys()];
      const range = known.length === 0 ? 'none yet' : `${known[0]} to ${known.at(-1)}`;
      throw new Error(`trainer: expected a step whose programs are kept (${range}), got ${step}`);
    }
    return { ...kept.batch, step: step - 1, state, stale: kept.batch.stale || !newest };
  }

  #newest(): number {
    return Math.max(0, ...this.#steps.keys());
  }
}
