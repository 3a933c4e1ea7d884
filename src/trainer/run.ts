/** The lecture's exercise from first to last measurement: measure the base model, train, measure again. */

import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { Judge } from '../core/judge.ts';
import type { Policy } from '../core/policy.ts';
import {
  type Evaluation,
  type PhaseSeconds,
  PROBLEM_SETS,
  type ProblemSetName,
  type RolloutRecord,
  type RunEvent,
  type SetEvaluation,
  type StepRecord,
} from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import { checkDraw } from '../rl/epoch.ts';
import { train } from '../rl/grpo.ts';
import type { TrainingState } from '../store/runs.ts';
import type { RunSeconds } from './api.ts';
import type { RunControl } from './control.ts';
import { evaluatePolicy } from './evaluate.ts';

export type ProblemSets = Readonly<Record<ProblemSetName | 'auxiliary', readonly Problem[]>>;

export interface RunOptions {
  /** Freshly loaded with the base model's weights, or with the state of an interrupted run. */
  readonly policy: Policy;
  readonly judge: Judge;
  readonly codec: PromptCodec;
  readonly sets: ProblemSets;
  readonly config: RunConfig;
  readonly control: RunControl;
  readonly emit: (event: RunEvent) => void;
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

/** The cooler temperature of the before and after measurements, the lecture's own. */
const COOL = 0.8;

/** Runs to the end, or returns null when it was stopped before anything could be compared. */
export async function runExercise(options: RunOptions): Promise<RunResult | null> {
  const { policy, judge, codec, sets, config, control, emit, keep, past = [] } = options;
  checkDraw(config, sets);
  let evaluating = past.reduce(
    (sum, event) => sum + (event.type === 'evaluation' ? (event.evaluation.seconds ?? 0) : 0),
    0,
  );

  const evaluate = async (
    when: 'before' | 'during' | 'after',
    epoch: number,
    names: readonly ProblemSetName[],
    samples: (set: ProblemSetName) => number,
  ): Promise<Evaluation | null> => {
    const from = performance.now();
    const wanted = names.filter((set) => samples(set) > 0);
    const results: SetEvaluation[] = [];
    // Cooler samples show how much of a gain is mere sharpening, which needs no training at all.
    const temperatures = when === 'during' ? [1] : [1, COOL];
    for (const temperature of temperatures) {
      for (const set of wanted) {
        const result = await evaluatePolicy({
          policy,
          judge,
          codec,
          set,
          problems: sets[set],
          samples: temperature === 1 ? samples(set) : Math.ceil(samples(set) / 2),
          sampling: { temperature, topP: 1, topK: 0, maxNewTokens: config.sampling.maxNewTokens },
          seed: config.seed,
          greedy: when !== 'during' && temperature === 1,
          onProgress: async (done, total) => {
            const detail = `${when}: ${set}${temperature === 1 ? '' : ` at temperature ${temperature}`}`;
            emit({ type: 'phase', phase: 'evaluating', detail, done, total, measuring: { when, set } });
            return await control.safePoint();
          },
        });
        if (result === null) return null;
        results.push(result);
      }
    }
    const seconds = (performance.now() - from) / 1000;
    evaluating += seconds;
    const evaluation: Evaluation = { epoch, sets: results, seconds };
    const event: RunEvent = { type: 'evaluation', when, evaluation };
    emit(event);
    await keep([event]);
    return evaluation;
  };
  const full = (set: ProblemSetName) =>
    set === 'lecture' ? config.evaluation.samples : config.evaluation.heldOutSamples;

  const measured = past.find((event) => event.type === 'evaluation' && event.when === 'before');
  const before =
    measured?.type === 'evaluation' ? measured.evaluation : await evaluate('before', 0, PROBLEM_SETS, full);
  if (before === null) return null;

  const records = past.flatMap((event) => (event.type === 'step' ? [event.record] : []));
  let epochs = records.length;
  const last = records.at(-1);
  const startAt = last ? { step: records.length, updates: last.updates } : { step: 0, updates: 0 };
  for await (const progress of train({ policy, judge, problems: sets, codec, config, startAt })) {
    if (progress.type === 'phase') {
      if (!(await control.safePoint())) break;
      const detail = `epoch ${progress.step} of ${config.epochs}`;
      emit({ type: 'phase', phase: progress.phase, detail, done: progress.step - 1, total: config.epochs });
      continue;
    }
    records.push(progress.record);
    epochs = progress.record.epoch;
    options.onStep(progress.record, progress.rollouts);
    const events: RunEvent[] = [
      { type: 'step', record: progress.record },
      ...progress.notices.map((message): RunEvent => ({ type: 'notice', message })),
    ];
    events.forEach(emit);
    await keep(events, { step: records.length, policy: await policy.save() });
    const every = config.evaluation.everyEpochs;
    if (every > 0 && epochs % every === 0 && epochs < config.epochs) {
      const during = await evaluate('during', epochs, ['lecture'], () => config.evaluation.samplesDuring);
      if (during === null) break;
    }
  }

  // A stopped run is measured too: what was learned until then is worth knowing.
  control.allowMeasuring();
  const after = await evaluate('after', epochs, PROBLEM_SETS, full);
  if (after === null) return null;
  const sum = (phase: keyof PhaseSeconds) => records.reduce((total, record) => total + record.seconds[phase], 0);
  const seconds: RunSeconds = {
    sample: sum('sample'),
    judge: sum('judge'),
    reference: sum('reference'),
    update: sum('update'),
    evaluate: evaluating,
    total: sum('total') + evaluating,
  };
  return { before, after, epochs, seconds };
}
