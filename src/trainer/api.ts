/** What the page and the command line can ask of the trainer worker (through Comlink). */

import type { RunConfig, RunConfigInput } from '../core/config.ts';
import type { Evaluation, RolloutRecord, RunEvent, StepRecord } from '../core/records.ts';

export interface DeviceInfo {
  readonly engine: string;
  readonly backend: 'webgpu' | 'wasm' | 'cpu';
  readonly adapter: string;
  readonly parameters: number;
  /** Sampled completion tokens per second, from a short warm-up; 0 when not measured yet. */
  readonly tokensPerSecond: number;
}

export interface RunSummary {
  readonly config: RunConfig;
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly epochs: number;
  readonly seconds: {
    readonly sample: number;
    readonly judge: number;
    readonly reference: number;
    readonly update: number;
    readonly evaluate: number;
    readonly total: number;
  };
  readonly device: DeviceInfo;
}

/** Everything a reloaded page needs to show a run again. */
export interface RunSnapshot {
  readonly id: string;
  readonly config: RunConfig;
  readonly events: readonly RunEvent[];
  readonly finished: boolean;
}

export interface TrainerApi {
  /** Port to the sealed sandbox iframe; handed over once, before anything is judged. */
  connectSandbox(port: MessagePort): Promise<void>;
  /** Loads the model on the wanted backend, reports progress, and says what runs. */
  prepare(config: RunConfigInput, onEvents: (events: readonly RunEvent[]) => void): Promise<DeviceInfo>;
  /** Measure, train, measure. Resolves when finished or stopped; events arrive at most five times a second. */
  train(config: RunConfigInput, onEvents: (events: readonly RunEvent[]) => void): Promise<RunSummary | null>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the run after the step in flight; what was learned is kept. */
  stop(): Promise<void>;
  /** Rollouts of one step (the newest when absent), pulled when a person looks. */
  rollouts(step?: number): Promise<readonly RolloutRecord[]>;
  steps(): Promise<readonly StepRecord[]>;
  /** The run that a reload or crash interrupted, if there is one. */
  unfinishedRun(): Promise<RunSnapshot | null>;
  resumeRun(id: string, onEvents: (events: readonly RunEvent[]) => void): Promise<RunSummary | null>;
  discardRun(id: string): Promise<void>;
}
