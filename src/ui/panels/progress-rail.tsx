/** Four stages of a run as one rail, what happens now in words, and how long it will take. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { duration, timeLeft } from '../format.ts';
import { progressOf, STAGES, stageSecondsLeft, trainingSecondsLeft } from '../progress.ts';
import { SET_WORDS } from '../set-words.ts';
import type { RunState } from '../state.ts';
import type { Store } from '../store.ts';

export function ProgressRail({ store }: { readonly store: Store }) {
  const state = store.run.value;
  const { stage, shares } = progressOf(state);
  const now = useClock(store);
  return (
    <div class="progress">
      <ol class="rail" aria-label="Stages of the run">
        {STAGES.map((entry) => (
          <li key={entry.stage} class={`rail-${entry.stage}`} aria-current={stage === entry.stage ? 'step' : undefined}>
            <span class="rail-track">
              <i style={{ width: `${shares[entry.stage] * 100}%` }} />
            </span>
            <span class="rail-label">{entry.label}</span>
          </li>
        ))}
      </ol>
      <p class="progress-words">
        <span>{words(state, store)}</span>
        <span class="progress-left">{left(store, now)}</span>
      </p>
      <p class="sr-only" role="status">
        {announcement(state, store)}
      </p>
    </div>
  );
}

/** What a screen reader is told: changes of stage and every tenth epoch, not each phase of each step. */
function announcement(state: RunState, store: Store): string {
  const { stage } = progressOf(state);
  if (stage === null || store.paused.value) return words(state, store);
  const label = STAGES.find((entry) => entry.stage === stage)!.label;
  const epochs = Math.floor(state.steps.length / 10) * 10;
  return stage === 'train' && epochs > 0 ? `${label}: ${epochs} epochs done` : label;
}

function words(state: RunState, store: Store): string {
  const epochs = state.config?.epochs ?? 0;
  const epoch = `epoch ${Math.min(epochs, state.steps.length + 1)} of ${epochs}`;
  if (store.paused.value) return 'Paused: what is in flight is finished first. Press Resume to go on.';
  if (store.stopping.value) return 'Stopping after the step in flight; what was learned is kept.';
  switch (state.phase) {
    case 'idle':
      return store.busy.value ? 'Getting ready…' : 'Ready: measures, trains, and measures again.';
    case 'loading':
      return 'Loading the model and Python…';
    case 'evaluating':
      return measuringWords(state);
    case 'sampling':
      return `Writing programs, ${epoch}`;
    case 'judging':
      return `Running their tests, ${epoch}`;
    case 'updating':
      return `Moving the weights, ${epoch}`;
    case 'paused':
      return `Paused after ${state.steps.length} of ${epochs} epochs.`;
    case 'finished':
      return `Finished: ${state.steps.length} epochs in ${duration(trainingSeconds(state))} of training.`;
    case 'stopped':
      return `Stopped after ${state.steps.length} of ${epochs} epochs.`;
    default:
      return state.phase satisfies never;
  }
}

function measuringWords({ measuring, done, total }: RunState): string {
  const programs =
    total > 0 ? `${done.toLocaleString('en')} of ${total.toLocaleString('en')} programs` : 'fresh programs';
  if (measuring === null) return `Measuring: ${programs}`;
  const when = { before: 'before training', during: 'in between', after: 'after training' }[measuring.when];
  return `Measuring ${when}: ${SET_WORDS[measuring.set].title.toLowerCase()}, ${programs}`;
}

function left(store: Store, now: number): string {
  const state = store.run.value;
  const { stage, shares } = progressOf(state);
  if (stage === null || store.paused.value || store.stopping.value) return '';
  if (stage === 'train') {
    const seconds = trainingSecondsLeft(state);
    return seconds === null ? '' : `${timeLeft(seconds)} of training`;
  }
  const seconds = stageSecondsLeft(shares[stage], store.stageClock.value, now);
  return seconds === null ? '' : timeLeft(seconds);
}

const trainingSeconds = (state: RunState): number => state.steps.reduce((sum, record) => sum + record.seconds.total, 0);

/** Milliseconds, renewed once a second while a run is on its way. */
function useClock(store: Store): number {
  const now = useSignal(performance.now());
  useSignalEffect(() => {
    if (!store.running.value) return;
    const timer = setInterval(() => (now.value = performance.now()), 1000);
    return () => clearInterval(timer);
  });
  return now.value;
}
