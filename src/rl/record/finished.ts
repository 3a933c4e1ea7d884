/** Everything that is known of a step when it is over: what its record is made of. */

import type { PhaseSeconds, Span } from '../../core/records.ts';
import type { Rollout } from '../rollout/select.ts';
import type { TrainingRow } from '../rows.ts';
import type { Updated } from '../update.ts';

/** What a step did by plan, and what was foreseen of it. */
export interface StepFacts {
  readonly learningRate: number;
  readonly klCoefficient: number;
  readonly maxNewTokens: number;
  /** Rounds of sampling. */
  readonly rounds: number;
  readonly predictedDead: number | null;
  /** Optimiser steps between sampling and the first update. */
  readonly staleness: number;
}

export interface FinishedStep {
  /** 0-based. */
  readonly step: number;
  /** Optimiser steps of the run so far, this step's included. */
  readonly updates: number;
  /** Completion tokens sampled in the run so far. */
  readonly tokens: number;
  readonly plan: StepFacts;
  readonly rollouts: readonly Rollout[];
  /** What the update saw: one row for every attempt that was trained on. */
  readonly rows: readonly TrainingRow[];
  /** The advantage of every rollout, for people. */
  readonly shown: ReadonlyMap<Rollout, number>;
  readonly updated: Updated;
  /** Log-probs after the step, where they were asked for. */
  readonly after: ReadonlyMap<TrainingRow, readonly number[]>;
  readonly critic: { readonly loss: number; readonly accuracy: number } | null;
  readonly seconds: PhaseSeconds;
  readonly spans: readonly Span[];
}
