/** The lecture's exercise from first to last measurement: measure the base model, train, measure again. */

import type { Analyst } from '../core/analysis.ts';
import type { Evaluation, MeasuredWhen, PhaseSeconds, RolloutRecord, RunEvent, StepRecord } from '../core/records.ts';
import { checkDraw } from '../rl/epoch.ts';
import type { FreshTests } from '../rl/fresh.ts';
import { train } from '../rl/grpo.ts';
import type { TrainingState } from '../store/runs.ts';
import type { RunSeconds } from './api.ts';
import { type MeasureOptions, measure } from './measure.ts';

/** The policy comes with the base model's weights, or with the state of an interrupted run. */
export interface RunOptions extends MeasureOptions {
  readonly analyst?: Analyst | undefined;
  readonly freshTests?: FreshTests | undefined;
  /** Called after every step, before the next begins: keeps what a crash must not lose. */
  readonly keep: (events: readonly RunEvent[], state?: TrainingState) => Promise<void>;
  readonly onStep: (record: StepRecord, rollouts: readonly RolloutRecord[]) => void;
  /** Events of the interrupted run that goes on. */
  readonly past?: readonly RunEvent[];
}

export interface RunResult {
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly epochs: number;
  readonly seconds: RunSeconds;
}

/** Runs to the end, or returns null when it was stopped before anything could be compared. */
export async function runExercise(options: RunOptions): Promise<RunResult | null> {
  const {
    policy,
    judge,
    analyst,
    freshTests: fresh,
    codec,
    sets,
    config,
    control,
    emit,
    keep,
    onStep,
    past = [],
  } = options;
  checkDraw(config, sets);
  const evaluations = past.flatMap((event) => (event.type === 'evaluation' ? [event.evaluation] : []));
  const records = past.flatMap((event) => (event.type === 'step' ? [event.record] : []));

  const evaluate = async (when: MeasuredWhen): Promise<Evaluation | null> => {
    const evaluation = await measure({ policy, judge, codec, sets, config, control, emit }, when, records.length);
    if (evaluation === null) return null;
    evaluations.push(evaluation);
    const event: RunEvent = { type: 'evaluation', when, evaluation };
    emit(event);
    await keep([event]);
    return evaluation;
  };

  // The first thing a run does is to measure; one that goes on has done so, unless it was cut off right there.
  const before = evaluations[0] ?? (await evaluate('before'));
  if (before === null) return null;

  const startAt = { step: records.length, updates: records.at(-1)?.updates ?? 0 };
  for await (const progress of train({ policy, judge, analyst, fresh, problems: sets, codec, config, startAt })) {
    if (progress.type === 'phase') {
      if (!(await control.safePoint())) break;
      const detail = `epoch ${progress.step} of ${config.epochs}`;
      emit({ type: 'phase', phase: progress.phase, detail, done: progress.step - 1, total: config.epochs });
      continue;
    }
    const { record, rollouts, notices } = progress;
    records.push(record);
    onStep(record, rollouts);
    const events: RunEvent[] = [
      { type: 'step', record },
      ...notices.map((message): RunEvent => ({ type: 'notice', message })),
    ];
    events.forEach(emit);
    await keep(events, { step: records.length, policy: await policy.save() });
    const every = config.evaluation.everyEpochs;
    const due = every > 0 && record.epoch % every === 0 && record.epoch < config.epochs;
    if (due && (await evaluate('during')) === null) break;
  }

  // A stopped run is measured too: what was learned until then is worth knowing.
  control.allowMeasuring();
  const after = await evaluate('after');
  if (after === null) return null;
  return { before, after, epochs: records.length, seconds: secondsOf(records, evaluations) };
}

/** Where the time of a run went, the parts before an interruption included. */
function secondsOf(records: readonly StepRecord[], evaluations: readonly Evaluation[]): RunSeconds {
  const sum = (phase: keyof PhaseSeconds) => records.reduce((total, { seconds }) => total + seconds[phase], 0);
  const evaluate = evaluations.reduce((total, { seconds = 0 }) => total + seconds, 0);
  return {
    sample: sum('sample'),
    judge: sum('judge'),
    reference: sum('reference'),
    update: sum('update'),
    evaluate,
    total: sum('total') + evaluate,
  };
}
