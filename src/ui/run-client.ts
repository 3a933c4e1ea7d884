/** What the page's store needs of a trainer; the real one sits behind Comlink, development has a made-up one. */

import type { RunConfig, RunConfigInput } from '../core/config.ts';
import type { ExportDesk } from '../core/exports.ts';
import type { RunHistory } from '../core/history.ts';
import type { ModelDesk } from '../core/imported-models.ts';
import type { RolloutRecord, RunEvent } from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import type { DeviceInfo, RunSnapshot, RunStart, RunSummary } from '../trainer/api.ts';
import type { AuditClient } from './audit/audit-store.ts';
import type { BesideClient } from './beside/beside-store.ts';
import type { ControlClient } from './controls/control-store.ts';
import type { MachineClient } from './machine/machine-store.ts';
import type { MeasureClient } from './measure/measure-store.ts';
import type { ProblemsClient } from './problems/problems-store.ts';
import type { CompareClient } from './rollouts/compare-store.ts';
import type { SamplesClient } from './samples/samples-store.ts';

/** Told of every run, whoever started it: a button, the keyboard or a script. */
export interface RunListener {
  onStart(config: RunConfig): void;
  onEvents(events: readonly RunEvent[]): void;
  /** The run is over; with an error when it broke. */
  onEnd(error: Error | null): void;
}

export interface RunClient
  extends AuditClient,
    MachineClient,
    CompareClient,
    MeasureClient,
    SamplesClient,
    BesideClient,
    ControlClient,
    ProblemsClient,
    RunHistory,
    ExportDesk,
    ModelDesk {
  listen(listener: RunListener): () => void;
  prepare(config: RunConfigInput, onEvents: (events: readonly RunEvent[]) => void): Promise<DeviceInfo>;
  /** @param own problems of a person's own */
  train(config: RunConfigInput, own?: readonly Problem[], start?: RunStart): Promise<RunSummary | null>;
  resumeRun(snapshot: RunSnapshot): Promise<RunSummary | null>;
  rollouts(step?: number): Promise<readonly RolloutRecord[]>;
  unfinishedRun(): Promise<RunSnapshot | null>;
  finishedRun(): Promise<RunSnapshot | null>;
}
