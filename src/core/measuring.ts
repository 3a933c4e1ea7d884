/** What is asked of a measurement and what it reports: plain data that the trainer, the page and the command line share. */

import type {
  AgreementReport,
  AgreementRequest,
  SearchReport,
  SearchRequest,
  SelectionReport,
} from './measure-choices.ts';
import type { MeasureCost } from './measure-cost.ts';
import type { Estimate, ProblemSetName, RunSetName, SetEvaluation } from './records.ts';
import type { Outcome, Problem } from './types.ts';

/** Where the weights of a measured model come from. */
export type ModelSource =
  /** The files under `models/NAME`, as they were loaded. */
  | { readonly type: 'bundled'; readonly name: string }
  /** The model at hand, as the last run left it. */
  | { readonly type: 'trained' };

export interface MeasuredModel {
  /** As people call it; unique within a request. */
  readonly label: string;
  readonly source: ModelSource;
}

export interface MeasureRequest {
  /** The first is what others are compared with. */
  readonly models: readonly MeasuredModel[];
  readonly backend: 'auto' | 'webgpu' | 'wasm' | 'cpu';
  readonly sets: readonly ProblemSetName[];
  /** Problems of a person's own, measured as the set `own`. */
  readonly own?: readonly Problem[];
  /** Of the pass@k curves; the greedy completion is judged beside them. */
  readonly temperatures: readonly number[];
  /** Per problem and temperature. */
  readonly samples: number;
  readonly maxNewTokens: number;
  readonly seed: number;
  readonly search?: SearchRequest;
  readonly agreement?: AgreementRequest;
}

/** What a model does on the sets. */
export interface ModelReport {
  readonly label: string;
  /** Of its weights: equal digests are equal models. */
  readonly digest: string;
  /** Every set at every temperature, sets first. */
  readonly sets: readonly SetEvaluation[];
  readonly searches: readonly SearchReport[];
  readonly agreements: readonly AgreementReport[];
  readonly selections: readonly SelectionReport[];
}

/** One problem under two models at one k. */
export interface PairedProblem {
  readonly id: string;
  readonly base: number;
  readonly other: number;
  /** `other − base` with the interval that redrawing both models' samples gives. */
  readonly difference: Estimate;
}

/** `other − base` at one k on one set. */
export interface PairedDifference {
  readonly k: number;
  readonly base: number;
  readonly other: number;
  /**
   * Mean over problems; the 95 % interval is that of redrawing problems, both models' together; of one problem, that of
   * redrawing its samples.
   */
  readonly difference: Estimate;
  /** Those that both models have k judged samples of. */
  readonly problems: readonly PairedProblem[];
}

/**
 * What became of pass@1 and of pass@k at the last k, where only differences count as moves that other problems (97.5 %) and
 * other samples of the same ones (95 %) would hardly undo:
 * - `widened`: the last k rose, whatever pass@1 did.
 * - `sharpened`: pass@1 rose, the last k stayed.
 * - `narrowed`: the last k fell, pass@1 did not.
 * - `worse`: pass@1 fell, the last k did not rise.
 * - `unchanged`: neither moved.
 */
export const GAINS = ['sharpened', 'widened', 'narrowed', 'worse', 'unchanged'] as const;
export type Gain = (typeof GAINS)[number];

export interface Comparison {
  readonly set: RunSetName;
  /** Labels of models. */
  readonly base: string;
  readonly other: string;
  /** Of `same`: the shared temperature that is nearest to 1. */
  readonly temperature: number;
  /** Of `best`: where each has its best pass@1 among the temperatures it was measured at. */
  readonly baseTemperature: number;
  readonly otherTemperature: number;
  /** For k = 1, 8, 64 as far as the samples go that were asked for of both. */
  readonly same: readonly PairedDifference[];
  /** The other at its best temperature against the base at the base's own best. */
  readonly best: readonly PairedDifference[];
  /** Of greedy completions, k = 1; absent unless both have them. */
  readonly greedy?: PairedDifference;
  /** Ids of problems that not both have judged samples of, at the temperatures above. */
  readonly leftOut: readonly string[];
  readonly gain: Gain;
  /** One sentence with the numbers. */
  readonly sentence: string;
}

export interface MeasureReport {
  readonly request: MeasureRequest;
  readonly models: readonly ModelReport[];
  readonly comparisons: readonly Comparison[];
  readonly cost: MeasureCost;
}

/** How far a measurement is. */
export interface MeasureProgress {
  readonly model: string;
  readonly set: RunSetName;
  /** What is done now. */
  readonly part: 'samples' | 'greedy' | 'search' | 'tests' | 'agreement' | 'critic';
  readonly temperature: number;
  readonly done: number;
  readonly total: number;
}

/** What all tests say of a sampled program. */
export interface JudgedSample {
  readonly outcome: Outcome;
  /** Passes the public tests. */
  readonly public: boolean;
  /** Passes public and reward tests. */
  readonly visible: boolean;
  /** Passes everything. */
  readonly correct: boolean;
  /** Fails for want of nothing but an import. */
  readonly missingImport: boolean;
}
