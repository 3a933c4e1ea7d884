/** What choosing one program among many samples gives: AlphaCode's search, CodeT's agreement, and every way to choose side by side. */

import type { Estimate, RunSetName } from './records.ts';

/** AlphaCode's search (Li et al. 2022, §4.4–4.6): sample many, filter on public tests, cluster by behaviour, submit few. */
export interface SearchRequest {
  /** Programs sampled for each problem. */
  readonly samples: number;
  readonly temperature: number;
  /** n of n@k: most programs that are submitted for a problem; 10 in the paper. */
  readonly submissions: number;
  /** Generated inputs on which survivors are run to tell their behaviour. */
  readonly probes: number;
}

/** CodeT's dual execution agreement (Chen et al. 2022, §2): the model writes tests too, and solutions and tests vouch for each other. */
export interface AgreementRequest {
  /** Solutions of each problem: the first so many samples at `temperature`. */
  readonly solutions: number;
  /** Completions of the tests prompt for each problem. */
  readonly testSamples: number;
  /** Assert lines kept of one completion; 5 in the paper's code. */
  readonly testsPerSample: number;
  readonly temperature: number;
}

/** The paper submits ten programs; samples are what a laptop draws in a minute. */
export const SEARCH_DEFAULTS: SearchRequest = { samples: 1000, temperature: 1, submissions: 10, probes: 32 };

/** The numbers of the paper's experiments (Chen et al. 2022, §3.1). */
export const AGREEMENT_DEFAULTS: AgreementRequest = {
  solutions: 100,
  testSamples: 100,
  testsPerSample: 5,
  temperature: 0.8,
};

/** How many programs of a problem, or of a set, are left after each station of the search. */
export interface Funnel {
  readonly sampled: number;
  readonly distinct: number;
  /** Of the samples: those that compile. */
  readonly compile: number;
  /** Of the samples: those that pass every public test. */
  readonly passPublic: number;
  /** Of those: samples whose behaviour could not be told through our fault; they are in no cluster and never submitted. */
  readonly unprobed: number;
  readonly clusters: number;
  readonly submitted: number;
  /** Problems that a submission solves: 0 or 1 for one problem. */
  readonly solved: number;
}

export interface Submission {
  readonly code: string;
  /** Samples with this very text. */
  readonly count: number;
  /** Index of its cluster, largest first. */
  readonly cluster: number;
  readonly correct: boolean;
}

export interface SearchedProblem {
  readonly id: string;
  readonly funnel: Funnel;
  /** Samples in each cluster, largest first. */
  readonly clusters: readonly number[];
  /** Clusters that fail on every probe input, where there are any: submitted all the same, since inputs need not be valid. */
  readonly failing?: number;
  /** In the order of submission. */
  readonly submissions: readonly Submission[];
}

/** One budget of the n@k curve: k samples, of which n are submitted. */
export interface SearchPoint {
  /** k: samples drawn. */
  readonly budget: number;
  /** n@k: mean over problems of pass@k times the share of draws with a right sample in which one is submitted; of one problem 0 to 1. */
  readonly solved: Estimate;
  /** pass@k of the same samples: what a filter that is never wrong would reach. */
  readonly pass: number;
  /** Draws that the share is over; 1 where the budget is the whole pool. */
  readonly draws: number;
  /** Problems that have so many judged samples, where not all of the curve have: the others are left out of this point. */
  readonly problems?: number;
}

export interface SearchReport {
  readonly set: RunSetName;
  readonly request: SearchRequest;
  readonly problems: readonly SearchedProblem[];
  /** Sums over the problems. */
  readonly total: Funnel;
  readonly curve: readonly SearchPoint[];
}

/** What one way of scoring consensus sets picks. */
export interface AgreementPick {
  /** Sampled solutions and tests in the best set; of the first of them where several tie. */
  readonly solutions: number;
  readonly tests: number;
  readonly score: number;
  /** Sets that tie for the best. */
  readonly tied: number;
  /** Chance that a solution drawn from the best sets, each sample as likely, passes everything. */
  readonly correct: number;
}

export interface AgreedProblem {
  readonly id: string;
  readonly solutions: number;
  /** Assert lines that the model wrote, those that can be run, and those of them that differ. */
  readonly written: number;
  readonly valid: number;
  readonly distinct: number;
  /**
   * Of the valid ones: share that the reference solution passes, null where there is nothing to take a share of. Known to
   * whoever measures only.
   */
  readonly right: number | null;
  /** pass@1 of the same solutions without any choice. */
  readonly plain: number;
  /** The paper's |S_x|·|S_y|, and √|S_x|·|S_y| of the released code; null where no solution passes any test. */
  readonly product: AgreementPick | null;
  readonly sqrt: AgreementPick | null;
  /** The two pick different sets. */
  readonly disagree: boolean;
}

export interface AgreementReport {
  readonly set: RunSetName;
  readonly request: AgreementRequest;
  readonly problems: readonly AgreedProblem[];
  /** Cells of the matrices: runs of one distinct solution on one distinct test. */
  readonly cells: number;
}

/** Ways to choose one program among the samples of a problem. */
export const SELECTIONS = [
  'random',
  'likelihood',
  'public-tests',
  'largest-cluster',
  'agreement-product',
  'agreement-sqrt',
  'critic',
  'oracle',
] as const;
export type SelectionName = (typeof SELECTIONS)[number];

/** pass@1 after a choice among the same samples. */
export interface Selection {
  readonly name: SelectionName;
  readonly passAt1: Estimate;
}

export interface SelectionReport {
  readonly set: RunSetName;
  readonly temperature: number;
  /** Samples of each problem that are chosen among. */
  readonly samples: number;
  readonly selections: readonly Selection[];
}
