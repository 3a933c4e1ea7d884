/** The lecture's exercise from first to last measurement: measure the base model, train, measure again. */

import type { Analyst } from '../core/analysis.ts';
import type { StepDraft, StepPart } from '../core/draft.ts';
import type { Policy } from '../core/policy.ts';
import type { Evaluation, MeasuredWhen, PhaseSeconds, RunEvent, RunPhase, StepRecord } from '../core/records.ts';
import { type StepResult, train } from '../rl/loop.ts';
import { checkDraw, checkHarness } from '../rl/rollout/epoch.ts';
import type { FreshTests } from '../rl/rollout/fresh.ts';
import { brokenProblems, selfTestNotice } from '../rl/rollout/self-test.ts';
import { FIRST_STATE, type LoopState } from '../rl/state.ts';
import type { TrainingState } from '../store/runs.ts';
import type { RunSeconds } from './api.ts';
import type { RunControl } from './control.ts';
import { type MeasureOptions, measure } from './measuring/measure.ts';
import type { Made, PolicyKeeper } from './policy-keeper.ts';
import { type Reached, toStored } from './training-state.ts';
import { writeBehind } from './write-behind.ts';

export interface RunOptions extends Omit<MeasureOptions, 'policy' | 'critic'> {
  /** Its models have the base model's weights, or the state of an interrupted run. */
  readonly keeper: Pick<PolicyKeeper<Made>, 'use' | 'keep'>;
  readonly analyst?: Analyst | undefined;
  readonly freshTests?: FreshTests | undefined;
  /** Called after every step and measurement: keeps what a crash must not lose. Calls follow one after the other. */
  readonly keep: (events: readonly RunEvent[], state?: TrainingState) => Promise<void>;
  readonly onStep: (step: StepResult, reached: Reached) => void;
  /** Given, before each part of a step, what the parts before made of its programs. */
  readonly onDraft?: (draft: () => StepDraft | null) => void;
  /** Events of the interrupted run that goes on, and where its loop was. */
  readonly past?: readonly RunEvent[];
  readonly startAt?: LoopState;
}

export interface RunResult {
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly epochs: number;
  readonly seconds: RunSeconds;
  /** Completion tokens that were sampled to learn from. */
  readonly tokens: number;
}

/**
 * Runs to the end, or returns null when it was stopped before anything could be compared. Where an engine dies, the step
 * or the measurement in flight is done again with the models that take its place.
 */
export async function runExercise(options: RunOptions): Promise<RunResult | null> {
  const {
    keeper,
    analyst,
    freshTests: fresh,
    keep,
    onStep,
    onDraft,
    past = [],
    startAt = FIRST_STATE,
    ...measuring
  } = options;
  const { judge, codec, sets, config, control, emit } = measuring;
  checkDraw(config, sets);
  checkHarness(config, sets);
  const clock = runClock(control);
  const evaluations = past.flatMap((event) => (event.type === 'evaluation' ? [event.evaluation] : []));
  const records = past.flatMap((event) => (event.type === 'step' ? [event.record] : []));
  let loop = startAt;
  const earlier = secondsOf(records, evaluations).total;

  // Storing a state takes as long as a good part of a step: the next step does not wait for it.
  const store = writeBehind(keep);

  const evaluate = async (policy: Policy, when: MeasuredWhen, critic?: Policy): Promise<Evaluation | null> => {
    const evaluation = await measure({ policy, critic, ...measuring }, when, records.length);
    if (evaluation === null) return null;
    evaluations.push(evaluation);
    const event: RunEvent = { type: 'evaluation', when, evaluation };
    emit(event);
    await store.write([event]);
    return evaluation;
  };

  /** In between, every so many epochs; resolves to false when it was stopped. */
  const evaluateWhenDue = async (policy: Policy): Promise<boolean> => {
    const epoch = records.length;
    const every = config.evaluation.everyEpochs;
    const due = every > 0 && epoch > 0 && epoch % every === 0 && epoch < config.epochs;
    if (!due || evaluations.some((evaluation) => evaluation.epoch === epoch)) return true;
    return (await evaluate(policy, 'during')) !== null;
  };

  /** From the last finished step to the last one of the run, or to a stop. */
  const trainOn = async (policy: Policy, critic: Policy | undefined): Promise<void> => {
    if (!(await evaluateWhenDue(policy))) return;
    const models = { policy, ...(critic && { critic }) };
    const training = { ...models, judge, analyst, fresh, problems: sets, codec, config, startAt: loop };
    /** The part of a step that is under way. */
    let part: StepPart | undefined;
    const tell = (phase: RunPhase, step: number, done: number, more = '') =>
      emit({ type: 'phase', phase, detail: `epoch ${step} of ${config.epochs}${more}`, done, total: config.epochs });
    for await (const progress of train(training)) {
      if (progress.type === 'phase') {
        const { phase, step, draft } = progress;
        onDraft?.(draft);
        const over = part;
        const goesOn =
          over === undefined
            ? await control.stepBegins()
            : await control.partDone(over, () => tell('paused', step, step - 1, `, after ${over}`));
        if (!goesOn) return;
        part = phase;
        tell(phase, step, step - 1);
        continue;
      }
      part = undefined;
      // A step whose weights are lost has not happened: they come first.
      const { record, notices, alerts, state } = progress;
      const reached = { policy: await policy.save(), critic: await critic?.save(), loop: state };
      keeper.keep(reached);
      loop = state;
      records.push(record);
      onStep(progress, reached);
      const events: RunEvent[] = [
        { type: 'step', record },
        ...notices.map((message): RunEvent => ({ type: 'notice', message })),
        ...alerts.map((alert): RunEvent => ({ type: 'alert', alert })),
      ];
      events.forEach(emit);
      await store.write(events, toStored(reached, config));
      const { step } = record;
      if (!(await control.partDone('updating', () => tell('paused', step, step)))) return;
      if (!(await evaluateWhenDue(policy))) return;
    }
  };

  if (records.length === 0) {
    const bundled = config.lectureProblems > 0 ? sets.lecture : config.auxiliaryProblems > 0 ? sets.auxiliary : [];
    const asked = [...bundled, ...(sets.own ?? [])];
    const message = selfTestNotice(await brokenProblems(judge, asked), asked);
    if (message !== null) emit({ type: 'notice', message });
  }
  // The first thing a run does is to measure; one that goes on has done so, unless it was cut off right there.
  const before = evaluations[0] ?? (await keeper.use((policy) => evaluate(policy, 'before')));
  if (before === null) return null;
  try {
    await keeper.use(trainOn);
  } finally {
    await store.written();
  }
  // A stopped run is measured too: what was learned until then is worth knowing.
  control.allowMeasuring();
  const after = await keeper.use((policy, critic) => evaluate(policy, 'after', critic));
  if (after === null) return null;
  await store.written();
  const seconds = secondsOf(records, evaluations, earlier + clock());
  return { before, after, epochs: records.length, seconds, tokens: loop.tokens };
}

/** Seconds since it was made, pauses excluded. */
function runClock(control: RunControl): () => number {
  const now = () => (performance.now() - control.pausedMs) / 1000;
  const from = now();
  return () => now() - from;
}

/**
 * Where the time of a run went, the parts before an interruption included.
 *
 * @param wall of the whole run; that of its steps and measurements when absent
 */
function secondsOf(records: readonly StepRecord[], evaluations: readonly Evaluation[], wall?: number): RunSeconds {
  const sum = (phase: keyof PhaseSeconds) => records.reduce((total, { seconds }) => total + seconds[phase], 0);
  const evaluate = evaluations.reduce((total, { seconds = 0 }) => total + seconds, 0);
  const told = sum('total') + evaluate;
  const total = wall ?? told;
  return {
    sample: sum('sample'),
    judge: sum('judge'),
    reference: sum('reference'),
    update: sum('update'),
    evaluate,
    other: total - told,
    total,
  };
}
