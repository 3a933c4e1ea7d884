/**
 * What a store of runs keeps, and how its lines are kept up to date: a run with what a person wrote on it, its events as
 * they happen, the newest training state, the programs of every step, and trained models.
 */

import type { RunConfig } from '../core/config.ts';
import type { RunInfo, RunLabel } from '../core/history.ts';
import type { PolicyState } from '../core/policy.ts';
import type { Estimate, Evaluation, RolloutRecord, RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import type { AdaptedSpec } from '../model/adapted/spec.ts';
import type { ModelSpec } from '../model/spec.ts';
import type { LoopState } from '../rl/state.ts';

/** What a run is when it begins. */
export interface NewRun {
  readonly id: string;
  readonly config: RunConfig;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Problems that a person brought to the run; absent where there are none. */
  readonly own?: readonly Problem[];
}

/** A line of the list: told without reading a single event. */
export interface StoredRun
  extends NewRun,
    Pick<RunInfo, 'name' | 'note' | 'baseline' | 'imported' | 'steps' | 'before' | 'after'> {
  readonly finished: boolean;
  readonly endedAt: number | null;
  /** Out of the list, but not gone yet. */
  readonly removedAt: number | null;
  /** Characters of its events as JSON. */
  readonly eventBytes: number;
  /** Of the training state that is kept. */
  readonly state: { readonly step: number; readonly bytes: number } | null;
}

/** Where training stands after a step: enough to go on exactly. */
export interface TrainingState {
  /** Steps done. */
  readonly step: number;
  /** Without a reference, that is the run's base model. */
  readonly policy: PolicyState;
  /** Where the run has one. */
  readonly critic?: PolicyState;
  /** Absent in what an older version stored. */
  readonly loop?: LoopState;
  /** What the adapters are for, where the run trains an imported model. */
  readonly base?: BaseIdentity;
}

/** The programs of one step. */
export interface StepRollouts {
  readonly step: number;
  readonly rollouts: readonly RolloutRecord[];
}

/** Which imported model adapters belong to. */
export interface BaseIdentity {
  /** That it was imported under. */
  readonly name: string;
  /** Of its files: equal digests are equal models. */
  readonly digest: string;
}

/** A trained model: weights packed as in `model/spec`, or the adapters of an imported one, to the last bit. */
export type StoredCheckpoint =
  | { readonly spec: ModelSpec; readonly weights: Float32Array; readonly base?: never }
  | { readonly spec: AdaptedSpec; readonly weights: Float32Array; readonly base: BaseIdentity };

/** Puts a checkpoint together from its parts; adapters without their base are none. */
export function checkpointOf(
  spec: StoredCheckpoint['spec'],
  weights: Float32Array,
  base?: BaseIdentity,
): StoredCheckpoint | null {
  if (!('decoder' in spec)) return { spec, weights };
  return base === undefined ? null : { spec, weights, base };
}

/** Something large that is kept of a run and may be let go of when room is short. */
export interface KeptPiece {
  readonly run: string;
  readonly kind: 'rollouts' | 'checkpoint';
  readonly step: number;
  /** That it takes. */
  readonly bytes: number;
}

/** A whole run, as it comes out of a bundle. */
export interface WholeRun {
  readonly run: NewRun & Pick<StoredRun, 'finished' | 'endedAt' | 'name' | 'note'>;
  readonly events: readonly RunEvent[];
  readonly rollouts: readonly StepRollouts[];
  readonly checkpoints: readonly (StoredCheckpoint & { readonly step: number })[];
  readonly state: TrainingState | null;
}

export interface RunStore {
  /** `memory`: a reload forgets. */
  readonly kind: 'indexeddb' | 'memory';
  /** Whether trained models are files of the origin's private file system. */
  readonly files: boolean;
  /** @throws Error where there is a run of this id, even a removed one */
  begin(run: NewRun): Promise<void>;
  /**
   * Appends events, keeps the programs of steps and, when given, replaces the training state: all in one transaction.
   * Does nothing for a run that is gone.
   */
  append(
    id: string,
    events: readonly RunEvent[],
    state?: TrainingState,
    rollouts?: readonly StepRollouts[],
  ): Promise<void>;
  /** Either the whole checkpoint is kept or nothing of it. Does nothing for a run that is gone. */
  keepCheckpoint(id: string, step: number, checkpoint: StoredCheckpoint): Promise<void>;
  /** The run came to its end: its training state is let go of. */
  finish(id: string, endedAt: number): Promise<void>;
  /** Does nothing for a run that is gone. */
  label(id: string, label: RunLabel): Promise<void>;
  /** Takes a run out of the list, or with null puts it back; whether there is such a run. */
  setRemoved(id: string, removedAt: number | null): Promise<boolean>;
  /** All runs, newest first; removed ones are in none of the two. */
  runs(): Promise<StoredRun[]>;
  run(id: string): Promise<StoredRun | null>;
  /** Ids of runs that are removed and not gone yet. */
  removed(): Promise<string[]>;
  events(id: string): Promise<RunEvent[]>;
  state(id: string): Promise<TrainingState | null>;
  /** Null where nothing is kept of the step. */
  rollouts(id: string, step: number): Promise<readonly RolloutRecord[] | null>;
  /** @throws Error where what is kept cannot be read any more */
  checkpoint(id: string, step: number): Promise<StoredCheckpoint | null>;
  /** Of one run, or of all, removed ones too. */
  kept(id?: string): Promise<KeptPiece[]>;
  letGo(pieces: readonly KeptPiece[]): Promise<void>;
  /** Keeps everything of a run or, when anything fails, nothing. Its id must be free. */
  add(whole: WholeRun): Promise<void>;
  /** Lets go of everything of a run, for good. */
  discard(id: string): Promise<void>;
  /** Runs with files that were written before a crash, and that nothing names. */
  strays(): Promise<string[]>;
  /** Removes such files of a run that nobody is working on. */
  sweep(id: string): Promise<void>;
}

export function freshRun({ id, config, startedAt, own }: NewRun): StoredRun {
  return {
    ...{ id, config, startedAt, ...(own && { own }) },
    ...{ finished: false, endedAt: null, removedAt: null },
    ...{ name: '', note: '', baseline: false, imported: false },
    ...{ steps: 0, before: null, after: null, eventBytes: 0, state: null },
  };
}

/** A line whose summary takes in more events and, when given, another training state. */
export function withEvents(run: StoredRun, events: readonly RunEvent[], state?: TrainingState): StoredRun {
  let { steps, before, after, eventBytes } = run;
  for (const event of events) {
    eventBytes += JSON.stringify(event).length;
    if (event.type === 'step') steps = event.record.step;
    else if (event.type === 'evaluation' && event.when === 'before') before = passOf(event.evaluation);
    else if (event.type === 'evaluation' && event.when === 'after') after = passOf(event.evaluation);
  }
  const kept = state === undefined ? run.state : { step: state.step, bytes: bytesOfState(state) };
  return { ...run, steps, before, after, eventBytes, state: kept };
}

/** The line of a run that comes whole. */
export function lineOf({ run, events, state }: WholeRun): StoredRun {
  const { finished, endedAt, name, note } = run;
  const line = { ...freshRun(run), finished, endedAt, name, note, imported: true };
  return withEvents(line, events, state ?? undefined);
}

const passOf = ({ sets }: Evaluation): Estimate | null => sets[0]?.passAt1 ?? null;

function bytesOfState({ policy, critic }: TrainingState): number {
  const bytes = ({ weights, moment1, moment2, reference }: PolicyState) =>
    [weights, moment1, moment2, reference].reduce((sum, part) => sum + (part?.byteLength ?? 0), 0);
  return bytes(policy) + (critic === undefined ? 0 : bytes(critic));
}

export const newestFirst = (runs: readonly StoredRun[]): StoredRun[] =>
  runs.toSorted((a, b) => b.startedAt - a.startedAt);
