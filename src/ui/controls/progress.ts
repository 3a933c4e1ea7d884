/** Where a run stands on its way: load, measure, train, measure again, and how long the rest will take. */

import { RUN_SETS } from '../../core/records.ts';
import { RECORDED, type RunState } from '../state.ts';

export type Stage = 'load' | 'before' | 'train' | 'after';

export const STAGES: readonly Stage[] = ['load', 'before', 'train', 'after'];

export interface Progress {
  /** null when no run is on its way. */
  readonly stage: Stage | null;
  /** Share done of each stage, 0 … 1. */
  readonly shares: Readonly<Record<Stage, number>>;
}

const NONE = { load: 0, before: 0, train: 0, after: 0 };
const ALL = { load: 1, before: 1, train: 1, after: 1 };

export function progressOf(state: RunState): Progress {
  if (state.phase === 'idle') return { stage: null, shares: NONE };
  if (state.phase === 'finished') return { stage: null, shares: ALL };
  const epochs = state.config?.epochs ?? 0;
  const trained = epochs === 0 ? 0 : Math.min(1, state.steps.length / epochs);
  const stage = stageOf(state, epochs);
  const within = shareWithin(state);
  const shares = {
    load: stage === 'load' ? within : 1,
    before: stage === 'load' ? 0 : stage === 'before' ? within : 1,
    train: trained,
    after: stage === 'after' ? within : 0,
  };
  return { stage: state.phase === 'stopped' ? null : stage, shares };
}

function stageOf(state: RunState, epochs: number): Stage {
  if (state.phase === 'loading' && state.steps.length === 0) return 'load';
  if (state.before === null) return 'before';
  // A stopped run is measured too, whatever epoch it reached.
  if (state.measuring?.when === 'after') return 'after';
  if (state.phase === 'evaluating' && state.steps.length >= epochs) return 'after';
  return 'train';
}

/** Share done of the work that is counted now; the sets of a measurement follow one another. */
function shareWithin(state: RunState): number {
  const share = state.total > 0 ? Math.min(1, state.done / state.total) : 0;
  if (state.measuring === null) return share;
  const hasOwn = (state.config?.ownProblems ?? 0) > 0;
  const sets = RUN_SETS.filter((set) => set !== 'own' || hasOwn);
  return (sets.indexOf(state.measuring.set) + share) / sets.length;
}

/**
 * Seconds that the rest of a training stage takes at the pace of its last steps; null before the first step.
 *
 * @param least seconds that a step is given at least
 */
export function trainingSecondsLeft(state: RunState, least = 0): number | null {
  const recent = state.steps.slice(-8);
  if (recent.length === 0 || state.config === null) return null;
  const pace = recent.reduce((sum, record) => sum + Math.max(least, record.seconds.total), 0) / recent.length;
  return pace * Math.max(0, state.config.epochs - state.steps.length);
}

/** When a stage began and when its share last grew, milliseconds. */
export interface StageClock {
  readonly started: number;
  readonly advanced: number;
}

/**
 * Seconds left of a stage at its pace up to the last advance, counted down since then; null when too little is done
 * to tell.
 */
export function stageSecondsLeft(share: number, { started, advanced }: StageClock, now: number): number | null {
  if (share < 0.05) return null;
  const left = ((advanced - started) / 1000) * (1 / share - 1);
  return Math.max(0, left - (now - advanced) / 1000);
}

/** The recorded run is replayed and trains nothing. */
export const isRunning = (state: RunState): boolean =>
  state.id !== RECORDED && state.phase !== 'idle' && state.phase !== 'finished' && state.phase !== 'stopped';
