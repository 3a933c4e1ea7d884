/** What the page knows of a run: a pure fold over run events, so that live view, replay, resume and tests take one path. */

import type { RunConfig } from '../core/config.ts';
import type { RunSnapshot } from '../core/history.ts';
import type { Alert, Evaluation, MeasuredWhen, RunEvent, RunPhase, RunSetName, StepRecord } from '../core/records.ts';

export interface Trouble {
  readonly kind: 'infra_error' | 'notice';
  readonly message: string;
  readonly fatal: boolean;
}

/** Id of the run that comes with the page, in place of one of the history. */
export const RECORDED = 'recorded';

export interface RunState {
  /** In the history; null until the trainer has told it. */
  readonly id: string | null;
  /** null until a run was started. */
  readonly config: RunConfig | null;
  readonly phase: RunPhase | 'idle';
  /** What the trainer says it is doing, in words. */
  readonly detail: string;
  readonly done: number;
  readonly total: number;
  /** Which measurement and which set, while evaluating. */
  readonly measuring: { readonly when: MeasuredWhen; readonly set: RunSetName } | null;
  readonly steps: readonly StepRecord[];
  readonly before: Evaluation | null;
  readonly during: readonly Evaluation[];
  readonly after: Evaluation | null;
  readonly troubles: readonly Trouble[];
  /** What goes wrong in the training itself, each kind once, in order. */
  readonly alerts: readonly Alert[];
}

export const EMPTY_RUN: RunState = {
  id: null,
  config: null,
  phase: 'idle',
  detail: '',
  done: 0,
  total: 0,
  measuring: null,
  steps: [],
  before: null,
  during: [],
  after: null,
  troubles: [],
  alerts: [],
};

/** A fresh run under `config`: nothing of an earlier run is kept. */
export function startRun(config: RunConfig, id: string | null = null): RunState {
  return { ...EMPTY_RUN, id, config, phase: 'loading' };
}

/** Folds one event into the state. A repeated or rewound step replaces what was known from that step on. */
export function reduce(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case 'begin':
      return { ...state, id: event.id };
    case 'phase': {
      const { phase, detail, done, total, measuring = null } = event;
      return { ...state, phase, detail, done, total, measuring };
    }
    case 'step': {
      const earlier = ({ step }: { readonly step: number }) => step < event.record.step;
      const alerts = state.alerts.filter(earlier);
      return { ...state, steps: [...state.steps.filter(earlier), event.record], alerts };
    }
    case 'evaluation':
      return withEvaluation(state, event.when, event.evaluation);
    case 'device':
      return state; // shown beside every run, and before the first
    case 'infra_error':
      return withTrouble(state, { kind: 'infra_error', message: event.message, fatal: event.fatal });
    case 'alert':
      return state.alerts.some(({ name }) => name === event.alert.name)
        ? state
        : { ...state, alerts: [...state.alerts, event.alert] };
    case 'notice':
      return withTrouble(state, { kind: 'notice', message: event.message, fatal: false });
    default:
      event satisfies never;
      return state;
  }
}

export const reduceAll = (state: RunState, events: readonly RunEvent[]): RunState => events.reduce(reduce, state);

function withEvaluation(state: RunState, when: MeasuredWhen, evaluation: Evaluation): RunState {
  switch (when) {
    case 'before':
      return { ...state, before: evaluation };
    case 'during': {
      const kept = state.during.filter((earlier) => earlier.epoch < evaluation.epoch);
      return { ...state, during: [...kept, evaluation] };
    }
    case 'after':
      return { ...state, after: evaluation };
    default:
      when satisfies never;
      return state;
  }
}

function withTrouble(state: RunState, trouble: Trouble): RunState {
  const repeated = state.troubles.some((told) => told.message === trouble.message && told.fatal === trouble.fatal);
  return repeated ? state : { ...state, troubles: [...state.troubles, trouble] };
}

/**
 * A run that nobody works on, as it is shown again. What it was doing when it ended is not kept, so that one that did not
 * come to its end would seem to load.
 */
export function stateOf({ id, config, events }: RunSnapshot): RunState {
  const state = reduceAll(startRun(config, id), events);
  return state.phase === 'finished' ? state : { ...state, phase: 'stopped' };
}
