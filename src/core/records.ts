/** What a run writes down: step records, rollouts, evaluations and the events that carry them. UI state is a fold over these. */

import type { MetricName } from './metrics.ts';
import type { PolicyInfo } from './policy.ts';
import type { RewardComponent } from './rewards.ts';
import type { Effect, Outcome, TestResult, TracebackFrame } from './types.ts';

export type Metrics = Readonly<Partial<Record<MetricName, number>>>;

/** What a step waited for, pauses excluded: programs that run while others are sampled cost it nothing. */
export interface PhaseSeconds {
  readonly sample: number;
  readonly judge: number;
  readonly reference: number;
  readonly update: number;
  readonly total: number;
}

/** When a part of a step was under way, seconds since the step before it ended; parts may overlap. Not reproducible. */
export interface Span {
  readonly phase: 'sample' | 'judge' | 'reference' | 'update';
  /** Of which step (1-based): sampling may belong to the next one. */
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** What is going wrong in a run, by name. */
export const ALERTS = [
  'dead-groups',
  'entropy-collapsed',
  'kl-runaway',
  'length-collapsed',
  'not-finite',
  'all-truncated',
] as const;
export type AlertName = (typeof ALERTS)[number];

/** Raised once when a run goes wrong; training goes on. */
export interface Alert {
  readonly name: AlertName;
  readonly step: number;
  /** What is seen, what it means, what to try: one or two sentences. */
  readonly message: string;
}

/** One step: a rollout batch from sampling to the last update made from it. Everything but `seconds` and `spans` is reproducible. */
export interface StepRecord {
  readonly step: number;
  readonly epoch: number;
  /** Optimiser steps taken so far in the run. */
  readonly updates: number;
  readonly metrics: Metrics;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Rollouts that passed all their visible tests, public and reward, per problem of this step. */
  readonly problems: readonly { readonly id: string; readonly solved: number; readonly of: number }[];
  /** Order-sensitive digest of the sampled token ids: two runs that agree here sampled the same programs. */
  readonly digest: string;
  readonly seconds: PhaseSeconds;
  readonly spans?: readonly Span[];
}

/** How a token's ratio met the bounds of the loss. `masked`: the correction for the sampler left it out. */
export type Clipped = 'no' | 'low' | 'high' | 'dual' | 'masked';

/** What one optimiser step made of one completion, `[T]` each: enough to replay the update by hand. */
export interface TokenUpdate {
  /** Optimiser step of the run, 1-based. */
  readonly update: number;
  /** Under the weights that this optimiser step moved. */
  readonly logProbs: readonly number[];
  readonly ratios: readonly number[];
  readonly clipped: readonly Clipped[];
  /** Estimate of KL(policy ‖ reference), nats. */
  readonly kl: readonly number[];
  /** What the token added to the loss of its minibatch. */
  readonly loss: readonly number[];
  /** ∂loss/∂logProb. */
  readonly dLogProb: readonly number[];
  /** Of the next-token distribution, nats, and ∂loss/∂entropy; where the loss has a bonus for it. */
  readonly entropy?: readonly number[];
  readonly dEntropy?: readonly number[];
  /** Of the value head, and ∂loss/∂value; where the run has one. */
  readonly values?: readonly number[];
  readonly dValue?: readonly number[];
}

/** One attempt of a rollout as it was trained on. */
export interface TrainedTurn {
  /** 0 for the first attempt. */
  readonly turn: number;
  readonly prompt: readonly number[];
  readonly ids: readonly number[];
  /** Texts of the ids. */
  readonly pieces: readonly string[];
  readonly oldLogProbs: readonly number[];
  readonly referenceLogProbs: readonly number[];
  readonly advantages: readonly number[];
  readonly values?: readonly number[];
  readonly returns?: readonly number[];
  /** 1 where a value is learned, where that is not everywhere. */
  readonly valueMask?: readonly number[];
  /** Before the step, where that is not what the sampler stored. */
  readonly currentLogProbs?: readonly number[];
  readonly outcomeProbs?: readonly number[];
  readonly correction?: readonly number[];
  /** One per pass over the batch. */
  readonly updates: readonly TokenUpdate[];
  /** Log-probs after the last optimiser step of the step; absent where the run does not ask for them. */
  readonly after?: readonly number[];
}

/** An attempt that failed a public test and was followed by another. */
export interface EarlierTurn {
  readonly code: string;
  readonly outcome: Outcome;
  /** The failing public test that went back into the prompt, as Python. */
  readonly feedback: string;
}

export interface RolloutRecord {
  readonly problemId: string;
  /** Index of the group within the step; two groups of one problem stay apart. */
  readonly group: number;
  readonly code: string;
  /** Attempts before this one, first to last. */
  readonly earlier?: readonly EarlierTurn[];
  /** Its attempts as the update saw them, first to last; absent where it was left out. */
  readonly trained?: readonly TrainedTurn[];
  /** Token ids of the completion with their texts, log-probs at sampling time, and reference log-probs. */
  readonly ids: readonly number[];
  readonly pieces: readonly string[];
  readonly logProbs: readonly number[];
  readonly referenceLogProbs: readonly number[];
  readonly outcome: Outcome;
  readonly error?: string;
  readonly line?: number;
  readonly traceback?: readonly TracebackFrame[];
  readonly perTest: readonly TestResult[];
  readonly passed: number;
  readonly total: number;
  /** Counts on hidden tests, for programs that pass every visible one; they pay nothing. */
  readonly hidden?: { readonly passed: number; readonly total: number };
  /** Passes a weak harness and not the sealed one. */
  readonly cheats?: true;
  readonly ticks: number;
  readonly heapBytes?: number;
  /** What the program printed, where its problem grants that. */
  readonly stdout?: string;
  /** What the program tried besides computing. */
  readonly ledger: readonly Effect[];
  readonly flaky?: true;
  /** null when the verdict was an infra_error or flaky: left out of the group. */
  readonly reward: number | null;
  /** What the reward is made of; the parts paid add up to it. */
  readonly components: readonly RewardComponent[];
  readonly advantage: number;
}

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export const PROBLEM_SETS = ['lecture', 'phrasings', 'compositions'] as const;
export type ProblemSetName = (typeof PROBLEM_SETS)[number];

/** What a run measures: the sets that come with the page, and a person's own problems where the run has any. */
export const RUN_SETS = [...PROBLEM_SETS, 'own'] as const;
export type RunSetName = (typeof RUN_SETS)[number];

/** Counts of one problem at one temperature: `correct` passed visible and hidden tests, `visible` only the visible ones. */
export interface ProblemCounts {
  readonly id: string;
  readonly n: number;
  readonly correct: number;
  readonly visible: number;
  /** Whether the greedy completion passes everything; absent when it was not sampled. */
  readonly greedy?: boolean;
}

/** What k samples of each problem reach, mean over problems. */
export interface CurvePoint {
  readonly k: number;
  /** Unbiased pass@k with the band that redrawing the problems gives; of one problem, the band of its samples. */
  readonly pass: Estimate;
  /** Problems that have k judged samples, where not all of the curve have: the others are left out of this point. */
  readonly problems?: number;
  /** Band that redrawing the samples of these same problems gives; absent in what an older version stored, like `biased`. */
  readonly samples?: { readonly low: number; readonly high: number };
  /** The plug-in estimate 1 − (1 − c/n)^k, too low for every k above 1: to be shown beside the unbiased one, never instead. */
  readonly biased?: number;
}

export interface SetEvaluation {
  readonly set: RunSetName;
  readonly temperature: number;
  readonly n: number;
  readonly problems: readonly ProblemCounts[];
  /** pass@k for k = 1, 2, 4, … n. */
  readonly curve: readonly CurvePoint[];
  readonly passAt1: Estimate;
  /** Mean share passing visible tests only. */
  readonly visibleAt1: number;
  readonly greedy?: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Samples that failed for want of nothing but an import; absent in evaluations that an older version stored. */
  readonly missingImports?: number;
}

/** How the second round of critic sampling went on: with passing programs, with failing ones, or from nothing. */
export type SecondRound = 'refine' | 'repair' | 'anew';

export interface SampledRates {
  readonly passAt1: Estimate;
  /** Share of problems that any of the samples solves. */
  readonly solved: number;
}

/** Critic sampling beside plain sampling of as many programs from the same streams. */
export interface CriticSamplingEvaluation {
  /** Programs of each problem, both rounds together. */
  readonly samples: number;
  readonly plain: SampledRates;
  readonly guided: SampledRates;
  /** Problems by how their second round went on. */
  readonly ways: Readonly<Record<SecondRound, number>>;
}

/** Which of a run's measurements: of the base model, in between, of the trained model. */
export type MeasuredWhen = 'before' | 'during' | 'after';

export interface Evaluation {
  readonly epoch: number;
  readonly sets: readonly SetEvaluation[];
  /** After a run with an outcome critic, of the lecture's ten at temperature 1. */
  readonly criticSampling?: CriticSamplingEvaluation;
  /** Wall time, pauses excluded; not reproducible. */
  readonly seconds?: number;
}

/** What runs the model. */
export interface DeviceInfo extends PolicyInfo {
  /** Sampled completion tokens per second on a short batch. */
  readonly tokensPerSecond: number;
  /** Why it was chosen and others were passed over, one sentence each. */
  readonly notes: readonly string[];
}

/** What must be there before anything can be trained: the interpreter, the model, and the engine that runs it. */
export type LoadedPart = 'python' | 'model' | 'engine';

export type RunPhase =
  | 'loading'
  | 'evaluating'
  | 'sampling'
  | 'judging'
  | 'scoring'
  | 'updating'
  | 'paused'
  | 'finished'
  | 'stopped';

export type RunEvent =
  /** Told first and never stored: which run of the history the events are of. */
  | { readonly type: 'begin'; readonly id: string }
  | {
      readonly type: 'phase';
      readonly phase: RunPhase;
      readonly detail: string;
      readonly done: number;
      readonly total: number;
      /** While evaluating: which measurement of the run this is, and of which set. */
      readonly measuring?: { readonly when: MeasuredWhen; readonly set: RunSetName };
      /** While loading: which part; `done` and `total` of interpreter and model count bytes, 0 where the total is not known. */
      readonly loads?: LoadedPart;
    }
  | { readonly type: 'evaluation'; readonly when: MeasuredWhen; readonly evaluation: Evaluation }
  | { readonly type: 'step'; readonly record: StepRecord }
  /** The model runs here from now on. */
  | { readonly type: 'device'; readonly device: DeviceInfo }
  /** Ours: a worker died, the device was lost. The run went on after a retry, or is paused with its last step kept. */
  | { readonly type: 'infra_error'; readonly message: string; readonly fatal: boolean }
  | { readonly type: 'alert'; readonly alert: Alert }
  | { readonly type: 'notice'; readonly message: string };
