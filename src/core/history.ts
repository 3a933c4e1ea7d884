/** Runs that are over, or were interrupted: what is kept of them, and what can be asked for. */

import type { RunConfig } from './config.ts';
import type { Estimate, RolloutRecord, RunEvent } from './records.ts';
import type { Problem } from './types.ts';

/** `live`: on its way in some tab; `interrupted`: can go on; `ended`: came to its end, or was stopped. */
export type RunStatus = 'live' | 'interrupted' | 'ended';

/** A line of the history. */
export interface RunInfo {
  readonly id: string;
  readonly config: RunConfig;
  readonly status: RunStatus;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** A person's words; empty until there are any. */
  readonly name: string;
  readonly note: string;
  /** The run that others are held against; at most one. */
  readonly baseline: boolean;
  /** Came out of a bundle. */
  readonly imported: boolean;
  /** Steps done. */
  readonly steps: number;
  /** pass@1 of the ten; null where it was not measured. */
  readonly before: Estimate | null;
  readonly after: Estimate | null;
  /** Steps whose trained model is kept, in order; the last one may be loaded, measured and exported. */
  readonly checkpoints: readonly number[];
  /** Bytes that it takes, about. */
  readonly bytes: number;
}

/** Everything needed to show a run again. */
export interface RunSnapshot {
  readonly id: string;
  readonly config: RunConfig;
  readonly events: readonly RunEvent[];
  readonly finished: boolean;
  /** Problems that a person brought to the run; absent where there are none. */
  readonly own?: readonly Problem[];
}

/** What a person may write on a run. */
export interface RunLabel {
  readonly name?: string;
  readonly note?: string;
  /** Takes the mark from the run that had it. */
  readonly baseline?: boolean;
}

export interface StorageReport {
  /** `memory`: this browser refuses storage, and a reload forgets. */
  readonly kind: 'indexeddb' | 'memory';
  /** Weights are files of the origin's private file system, and not in the database. */
  readonly files: boolean;
  /** Bytes that the page has in this browser, and may have; null where the browser does not tell. */
  readonly used: number | null;
  readonly quota: number | null;
  /** Whether the browser promised to keep it when space runs short. */
  readonly persisted: boolean;
  /** Why nothing can be stored, or no more, and what to do: a sentence; null while all is well. */
  readonly trouble: string | null;
}

/** The history as the page and the trainer know it. */
export interface RunHistory {
  /** Newest first. */
  runs(): Promise<readonly RunInfo[]>;
  readRun(id: string): Promise<RunSnapshot | null>;
  labelRun(id: string, label: RunLabel): Promise<void>;
  /** Takes it out of the history; until `forgetRemoved`, or the next start of the page, `restoreRun` brings it back whole. */
  removeRun(id: string): Promise<void>;
  restoreRun(id: string): Promise<void>;
  forgetRemoved(): Promise<void>;
  /** The run as one zip. */
  exportRun(id: string): Promise<Blob>;
  /** @throws Error that says what is wrong with the bundle; nothing was changed then */
  importRun(bundle: Blob): Promise<RunInfo>;
  /** Rollouts of one step of a run, of the newest step when absent; empty where nothing is kept of it. */
  rolloutsOf(id: string, step?: number): Promise<readonly RolloutRecord[]>;
  /** Makes the newest checkpoint of a run the model at hand: it can then be measured, compared and exported. */
  loadRun(id: string): Promise<void>;
  storage(): Promise<StorageReport>;
  /** Asks the browser to keep what is stored; whether it promised to. */
  persist(): Promise<boolean>;
}
