/**
 * Writes a run down as it goes on. Storage that is full or gone does not end the run: room is made, what could not be
 * written is held until it can be, and a person is told once.
 */

import { messageOf } from '../core/errors.ts';
import type { RolloutRecord, RunEvent } from '../core/records.ts';
import type { NewRun, StepRollouts, TrainingState } from '../store/runs.ts';
import type { LoadedModel } from './environment.ts';
import { makeRoom, type RoomOptions } from './making-room.ts';
import { checkpointOfModel } from './run-models.ts';

export interface RecorderOptions extends RoomOptions {
  readonly epochs: number;
  readonly model: LoadedModel;
  /** The programs of a step that was made just now. */
  readonly rolloutsOf: (step: number) => readonly RolloutRecord[];
  readonly emit: (event: RunEvent) => void;
}

/** A run keeps about so many trained models, none closer together than this. */
const CHECKPOINTS = 10;
const CLOSEST = 10;

/** Besides what is written, a database needs room to work. */
const HEADROOM = 1_000_000;

export const checkpointEvery = (epochs: number): number => Math.max(CLOSEST, Math.ceil(epochs / CHECKPOINTS));

type Told = Pick<RecorderOptions, 'emit'>;

/** Puts a run into the store; where that cannot be, it goes on without, and that is told. */
export async function beginRun(run: NewRun, options: Omit<RoomOptions, 'own'> & Told): Promise<void> {
  const { store, emit } = options;
  try {
    await retried({ ...options, own: run.id }, HEADROOM, () => store.begin(run));
  } catch (error) {
    const message = `storage: ${messageOf(error)}; training goes on, but this run is not kept`;
    emit({ type: 'infra_error', message, fatal: false });
  }
}

/** Once more where the browser had no room for so many bytes and some could be made. */
async function retried(options: RoomOptions & Told, bytes: number, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error) || !(await roomMade(options, bytes))) throw error;
    await write();
  }
}

/** Whether there was anything to let go of; that is told. */
async function roomMade(options: RoomOptions & Told, refused = 0): Promise<boolean> {
  const message = await makeRoom(options, refused);
  if (message !== null) options.emit({ type: 'notice', message });
  return message !== null;
}

export class RunRecorder {
  readonly #options: RecorderOptions;
  readonly #id: string;
  /** What could not be written yet, in order. */
  #events: RunEvent[] = [];
  #state: TrainingState | undefined;
  /** Of the last step that was written. */
  #written = 0;
  #newest: Pick<TrainingState, 'step' | 'policy'> | undefined;
  #failing = false;
  #withoutRollouts = false;

  /** @param reached where a run that goes on had got to */
  constructor(options: RecorderOptions, reached: TrainingState | null) {
    this.#options = options;
    this.#id = options.own;
    this.#newest = reached ?? undefined;
    this.#written = reached?.step ?? 0;
  }

  /** Room for what will come, before it comes. */
  async begin(): Promise<void> {
    await this.#guarded(async () => void (await roomMade(this.#options)));
  }

  /** Events in order; a step comes with the state after it. Calls follow one after the other. */
  async keep(events: readonly RunEvent[], state?: TrainingState): Promise<void> {
    this.#events.push(...events);
    this.#state = state ?? this.#state;
    this.#newest = state ?? this.#newest;
    await this.#guarded(async () => {
      await this.#write();
      const { epochs } = this.#options;
      if (state !== undefined && state.step % checkpointEvery(epochs) === 0) {
        await this.#keepModel();
        await roomMade(this.#options);
      }
    });
  }

  /** The run came to its end: its last model is kept in the place of its training state. */
  async finish(): Promise<void> {
    const { store } = this.#options;
    await this.#guarded(async () => {
      if (this.#events.length > 0) await this.#write();
      const early = await this.#keepModel().then(
        () => true,
        () => false,
      );
      await store.finish(this.#id, Date.now());
      // The state is gone: there may be room for the model now.
      if (!early) await this.#keepModel();
    });
  }

  /** What fails is told once, and again when it has stopped failing. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#failing) return;
      this.#failing = true;
      const where = this.#written === 0 ? 'its beginning' : `step ${this.#written}`;
      const message = `storage: ${messageOf(error)}; training goes on, but a reload would go back to ${where} until there is room again`;
      this.#options.emit({ type: 'infra_error', message, fatal: false });
      return;
    }
    if (this.#failing) this.#options.emit({ type: 'notice', message: 'storage: this run is stored again' });
    this.#failing = false;
  }

  async #write(): Promise<void> {
    const { store, emit, rolloutsOf } = this.#options;
    const steps = this.#events.flatMap((event) => (event.type === 'step' ? [event.record.step] : []));
    const rollouts = steps.map((step): StepRollouts => ({ step, rollouts: rolloutsOf(step) }));
    const bytes = HEADROOM + (this.#newest?.policy.weights.byteLength ?? 0) * 4;
    const append = (programs: readonly StepRollouts[]) => store.append(this.#id, this.#events, this.#state, programs);
    try {
      await this.#retried(bytes, () => append(rollouts));
    } catch (error) {
      if (rollouts.length === 0) throw error;
      // Programs are worth less than going on.
      await append([]);
      const message = `storage: ${messageOf(error)}; the programs of this run's further steps may not be kept, everything else is`;
      if (!this.#withoutRollouts) emit({ type: 'infra_error', message, fatal: false });
      this.#withoutRollouts = true;
    }
    this.#written = this.#state?.step ?? this.#written;
    this.#events = [];
    this.#state = undefined;
  }

  async #keepModel(): Promise<void> {
    const { store, model } = this.#options;
    const newest = this.#newest;
    if (newest === undefined) return;
    const { step, policy } = newest;
    const kept = await store.kept(this.#id);
    if (kept.some((piece) => piece.kind === 'checkpoint' && piece.step === step)) return;
    const checkpoint = checkpointOfModel(model, policy.weights);
    await this.#retried(HEADROOM + checkpoint.weights.byteLength, () =>
      store.keepCheckpoint(this.#id, step, checkpoint),
    );
  }

  /** Where room was made and did not help, no more is given up for nothing. */
  #retried(bytes: number, write: () => Promise<void>): Promise<void> {
    return this.#failing ? write() : retried(this.#options, bytes, write);
  }
}

const isFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'QuotaExceededError';
