/** What pre-training is asked for, and what it tells on the way. */

import type { RunConfig } from '../core/config.ts';

export interface PretrainRequest {
  readonly preset: 'base' | 'small' | 'nano';
  readonly steps: number;
  readonly seed: number;
  readonly backend: RunConfig['backend'];
  /** Progress arrives, and a checkpoint is offered, every so many steps. */
  readonly checkpointEvery: number;
  /** Where an earlier run stopped: its packed weights and moments. */
  readonly resume?: {
    readonly step: number;
    readonly tokens: number;
    readonly weights: Float32Array;
    readonly moment1: Float32Array;
    readonly moment2: Float32Array;
  };
}

export interface PretrainProgress {
  readonly step: number;
  readonly of: number;
  /** Mean negative log-likelihood per completion token since the last report, nats. */
  readonly nll: number;
  readonly tokens: number;
  readonly secondsLeft: number;
  /** Sentences for a person: which engine runs and why, and engines that died. */
  readonly notices?: readonly string[];
  /** At checkpoints: the files of a Hugging Face GPT-2 folder and what resuming needs. */
  readonly checkpoint?: {
    readonly files: Readonly<Record<string, Uint8Array>>;
    readonly weights: Float32Array;
    readonly moment1: Float32Array;
    readonly moment2: Float32Array;
  };
}
