/** What the page and the command line can ask of the trainer worker (through Comlink). */

import type { Lane } from '../core/beside.ts';
import type { RunConfig, RunConfigInput } from '../core/config.ts';
import type { StepDraft, StepUnit } from '../core/draft.ts';
import type { ExportDesk } from '../core/exports.ts';
import type { GradeRecord, GradeResult } from '../core/grade.ts';
import type { RunHistory, RunSnapshot } from '../core/history.ts';
import type { ModelDesk } from '../core/imported-models.ts';
import type { MeasureProgress, MeasureReport, MeasureRequest } from '../core/measuring.ts';
import type { OwnDesk } from '../core/own-problems.ts';
import type { DeviceInfo, Evaluation, RolloutRecord, RunEvent, StepRecord } from '../core/records.ts';
import type { RewardName } from '../core/rewards.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../core/samples.ts';
import type { Harness, Problem } from '../core/types.ts';
import type { LossComparison } from '../rl/compare.ts';
import type { Lesson, WeakHarness } from '../verify/audit/lesson.ts';
import type { AuditReport } from '../verify/audit/report.ts';
import type { BenchmarkProgress, BenchmarkReport, BenchmarkRequest } from './benchmark.ts';
import type { CheckpointFiles } from './checkpoint-files.ts';
import type { PretrainProgress, PretrainRequest } from './pretrain-request.ts';

export type { RunSnapshot } from '../core/history.ts';
export type { DeviceInfo } from '../core/records.ts';
export type { ComparedTurn, LossComparison, LossOutcome } from '../rl/compare.ts';
export type { Lesson, LessonStep } from '../verify/audit/lesson.ts';
export type { AttackSummary, Attempt, AuditReport, Memorised } from '../verify/audit/report.ts';
export type { BenchmarkEngine, BenchmarkProgress, BenchmarkReport, BenchmarkRequest } from './benchmark.ts';
export type { PretrainProgress, PretrainRequest } from './pretrain-request.ts';

/** Where the wall time of a run went, pauses excluded; the parts add up to `total`. */
export interface RunSeconds {
  readonly sample: number;
  /** Judging that the steps waited for; what went on while they sampled is not in it. */
  readonly judge: number;
  readonly reference: number;
  readonly update: number;
  /** The measurements before, in between and after. */
  readonly evaluate: number;
  /** Between the steps: records, storage, steps that were lost with an engine. */
  readonly other: number;
  readonly total: number;
}

/** The most bytes that each model's engine held at once. */
export interface RunMemory {
  readonly policy: number;
  readonly critic?: number;
}

export interface RunSummary {
  readonly config: RunConfig;
  readonly before: Evaluation;
  readonly after: Evaluation;
  readonly epochs: number;
  readonly seconds: RunSeconds;
  /** Completion tokens that were sampled to learn from. */
  readonly tokens: number;
  readonly memory: RunMemory;
  readonly device: DeviceInfo;
}

/** How a run begins. */
export interface RunStart {
  /** To wait after its first step, or the first part of it. */
  readonly advance?: StepUnit;
}

export interface SampleRequest {
  readonly model: string;
  readonly backend: RunConfig['backend'];
  /** Problem text, put into the lecture's prompt. */
  readonly text: string;
  readonly n: number;
  readonly temperature: number;
  readonly topP: number;
  readonly topK: number;
  readonly maxNewTokens: number;
  readonly seed: number;
}

export interface SampledProgram {
  readonly code: string;
  readonly logProb: number;
  readonly tokens: number;
  readonly truncated: boolean;
}

/** Two configurations to put on the programs of one step. */
export interface CompareRequest {
  /** The newest when absent. */
  readonly step?: number;
  readonly a: RunConfigInput;
  readonly b: RunConfigInput;
}

export interface AuditRequest {
  readonly reward: RewardName;
  readonly harness: Harness;
  /** The lecture's ten when absent. */
  readonly problems?: readonly Problem[];
  /** At most so many of them, drawn by `seed`; all when absent. */
  readonly problemCount?: number;
  readonly seed?: number;
}

export interface LessonRequest {
  readonly harness: WeakHarness;
  /** One of the lecture's ten; the first when absent. */
  readonly problem?: string;
}

/** That the browser keeps what is stored is asked for by the page itself: a worker may not. */
export interface TrainerApi extends Omit<RunHistory, 'persist'>, OwnDesk, ModelDesk, ExportDesk {
  /** Hands over the port to the sealed sandbox iframe and the page's address, once, before anything else is asked. */
  connect(port: MessagePort, baseUrl: string): Promise<void>;
  /** Loads the model on the wanted backend, reports progress, and says what runs. */
  prepare(config: RunConfigInput, onEvents: (events: readonly RunEvent[]) => void): Promise<DeviceInfo>;
  /**
   * Measure, train, measure. Resolves when finished or stopped; events arrive at most five times a second.
   *
   * @param own problems of a person's own, of which the configuration says how many an epoch visits
   */
  train(
    config: RunConfigInput,
    onEvents: (events: readonly RunEvent[]) => void,
    own?: readonly Problem[],
    start?: RunStart,
  ): Promise<RunSummary | null>;
  /**
   * Two runs of the history on one device, step by step in turn, each as it would be alone. Resolves when both came to their
   * end or were stopped; where one breaks off, the other goes on to its end first.
   */
  trainBeside(
    configs: Readonly<Record<Lane, RunConfigInput>>,
    onEvents: (lane: Lane, events: readonly RunEvent[]) => void,
    own?: readonly Problem[],
  ): Promise<void>;
  /** As in `RunHistory`; tells what is loaded for it. */
  loadRun(id: string, onEvents?: (events: readonly RunEvent[]) => void): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Ends the run after the part of a step in flight; what was learned is kept. */
  stop(): Promise<void>;
  /** As `stop`, but what was learned is not measured: a run that measures already ends, too. */
  abandon(): Promise<void>;
  /**
   * Goes on until the step, or the part of it that is next, is over, and pauses there. Resolves then, or as soon as
   * something else is asked for; measurements on the way run to their end first.
   */
  advance(unit: StepUnit): Promise<void>;
  /** Least seconds from step to step, of this run and the next ones; 0 is as fast as the machine goes. */
  setPace(seconds: number): Promise<void>;
  /** The programs of the step in flight as far as they are known; null between steps. */
  draft(): Promise<StepDraft | null>;
  /** Rollouts of one step (the newest when absent), pulled when a person looks. */
  rollouts(step?: number): Promise<readonly RolloutRecord[]>;
  steps(): Promise<readonly StepRecord[]>;
  /**
   * Two losses on the recorded programs of one step: coefficients, clip decisions, weights. The newest step starts from the
   * weights that it had, older ones from those of now; the model is left as it was. Waits for no run: asked when idle.
   */
  compare(request: CompareRequest): Promise<LossComparison>;
  /** The model as it is now (trained, after a run), as the files of a Hugging Face folder. */
  checkpoint(): Promise<CheckpointFiles>;
  /** The newest run that a reload or crash interrupted, if there is one; runs of other tabs are not. */
  unfinishedRun(): Promise<RunSnapshot | null>;
  /** The newest run that came to its end. */
  finishedRun(): Promise<RunSnapshot | null>;
  resumeRun(id: string, onEvents: (events: readonly RunEvent[]) => void): Promise<RunSummary | null>;
  /** Grades programs in the sealed sandbox; results arrive in any order, each once. */
  grade(records: readonly GradeRecord[], onResults: (results: readonly GradeResult[]) => void): Promise<void>;
  /**
   * Measures models at several temperatures and compares them; null when it was stopped. Takes nothing from training: not
   * its random numbers, not its weights. What was sampled is kept, so that a larger or stopped measurement goes on from it.
   */
  measure(
    request: MeasureRequest,
    onProgress: (progress: MeasureProgress) => void,
    onEvents?: (events: readonly RunEvent[]) => void,
  ): Promise<MeasureReport | null>;
  sample(request: SampleRequest): Promise<readonly SampledProgram[]>;
  /** Runs the attack suite against a reward and a harness; `onProgress` hears how many programs are judged. */
  audit(request: AuditRequest, onProgress: (done: number, total: number) => void): Promise<AuditReport>;
  /** A stub, a cheat and a right program under a weak and under the sealed harness, judged now. */
  lesson(request: LessonRequest): Promise<Lesson>;
  /** How fast is this machine: our engines on it beside stock TensorFlow.js; a minute or two with the default request. */
  benchmark(onProgress: (progress: BenchmarkProgress) => void, request?: BenchmarkRequest): Promise<BenchmarkReport>;
  /**
   * Reads samples, and perhaps their benchmark's problems, from files in any order, as streams; nothing runs yet.
   * What was read before is let go.
   */
  readSamples(files: readonly File[]): Promise<SamplesSummary>;
  /** Judges the samples that were read and have no verdict yet, until the end or `cancelSamples`. */
  gradeSamples(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport>;
  cancelSamples(): Promise<void>;
  /** Every judged sample with its result, as HumanEval's evaluator writes them. */
  samplesResults(): Promise<Blob>;
  /** Trains a base model from random weights; `onProgress` is awaited at checkpoints. */
  pretrain(request: PretrainRequest, onProgress: (progress: PretrainProgress) => Promise<void>): Promise<void>;
}
