/** What a run does now, in one sentence. */

import type { StepDraft } from '../../core/draft.ts';
import { duration } from '../parts/format.ts';
import { SET_WORDS } from '../parts/set-words.ts';
import type { RunState } from '../state.ts';
import { words } from '../words/index.ts';
import type { Asked } from './control-store.ts';

export interface Wishes {
  readonly asked: Asked;
  /** Of the step in flight. */
  readonly draft: StepDraft | null;
  /** Something is being made ready, or a run is on its way. */
  readonly busy: boolean;
}

const { progress } = words;

export function progressWords(state: RunState, { asked, draft, busy }: Wishes): string {
  const epochs = state.config?.epochs ?? 0;
  const done = state.steps.length;
  const epoch = progress.epoch(Math.min(epochs, done + 1), epochs);
  if (asked === 'reset') return progress.resetting;
  if (asked === 'stop') return progress.stopping;
  if (asked === 'pause' && state.phase !== 'paused')
    return state.phase === 'evaluating' || state.phase === 'loading' ? progress.pausedMeasuring : progress.pausing;
  switch (state.phase) {
    case 'idle':
      return busy ? progress.preparing : progress.ready;
    case 'loading':
      return progress.loading;
    case 'evaluating':
      return [measuringWords(state), ...(asked === 'step' || asked === 'part' ? [progress.stepping] : [])].join('. ');
    case 'sampling':
    case 'judging':
    case 'scoring':
    case 'updating':
      return progress[state.phase](epoch);
    case 'paused':
      return draft === null ? progress.pausedStep(done, epochs) : progress.pausedPart[draft.done](epoch);
    case 'finished':
      return progress.finished(done, duration(trainingSeconds(state)));
    case 'stopped':
      return progress.stopped(done, epochs);
    default:
      return state.phase satisfies never;
  }
}

function measuringWords({ measuring, done, total }: RunState): string {
  const programs = progress.programs(done, total);
  if (measuring === null) return progress.measuring(programs);
  return progress.measuringSet(progress.when[measuring.when], SET_WORDS[measuring.set].title.toLowerCase(), programs);
}

const trainingSeconds = (state: RunState): number => state.steps.reduce((sum, record) => sum + record.seconds.total, 0);
