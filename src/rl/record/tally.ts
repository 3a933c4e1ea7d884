/** Adds up what the optimiser steps of one rollout batch saw. */

import type { TokenScores } from '../../core/policy.ts';
import { sum } from '../../core/stats.ts';
import { type CorrectionOptions, type SamplingDifference, samplingDifference } from '../loss/correction.ts';
import type { Objective } from '../loss/objective.ts';
import type { TrainingRow } from '../rows.ts';

/** Sums and means over the optimiser steps of one rollout batch. Null where nothing was measured. */
export interface UpdateSummary {
  /** Optimiser steps whose loss and gradient were finite and moved the weights. */
  readonly applied: number;
  /** Steps whose loss or gradient was not finite: the weights were left as they were. */
  readonly skipped: number;
  /** What was not finite first, in words. */
  readonly flaw: string | null;
  /** Means over applied steps. */
  readonly loss: number | null;
  readonly policyLoss: number | null;
  readonly valueLoss: number | null;
  readonly gradNorm: number | null;
  /** Mean over the tokens of the first pass's applied steps, nats. */
  readonly entropy: number | null;
  /** Shares of the tokens of applied steps, over all passes. */
  readonly clippedLow: number | null;
  readonly clippedHigh: number | null;
  readonly clippedDual: number | null;
  readonly valueClipped: number | null;
  /** Between what the sampler stored and the forward pass of the first update, over its tokens. */
  readonly sampling: SamplingDifference | null;
}

export interface AppliedStep {
  readonly objective: Objective;
  readonly mask: Uint8Array;
  /** Tokens whose value is learned, where the run has a value head. */
  readonly valued: number;
  readonly gradNorm: number;
  /** Sum over the tokens inside the mask, nats. */
  readonly entropy: number;
  readonly firstPass: boolean;
}

export interface Tally {
  /** Optimiser steps that moved the weights so far. */
  readonly applied: number;
  add(step: AppliedStep): void;
  /** @param flaw what was not finite */
  skip(flaw: string): void;
  /** Compares what the sampler stored with what the first update's forward pass saw. */
  compareSampler(rows: readonly TrainingRow[], scores: TokenScores, mask: Uint8Array): void;
  summary(): UpdateSummary;
}

/** @param correction of the run: its weights are reported as they are applied */
export function createTally(correction: CorrectionOptions): Tally {
  const sums = {
    applied: 0,
    loss: 0,
    policy: 0,
    value: 0,
    gradNorm: 0,
    tokens: 0,
    low: 0,
    high: 0,
    dual: 0,
    valueClipped: 0,
    valued: 0,
    entropy: 0,
    entropyTokens: 0,
  };
  let skipped = 0;
  let flaw: string | null = null;
  let hasValues = false;
  let sampling: SamplingDifference | null = null;
  return {
    get applied() {
      return sums.applied;
    },
    add({ objective, mask, valued, gradNorm, entropy, firstPass }) {
      const { loss, parts, tokens, terms, valueClipped, dValue } = objective;
      const count = (kind: string) => terms.clipped.reduce((n, one, i) => n + Number(mask[i] === 1 && one === kind), 0);
      sums.applied++;
      sums.loss += loss;
      sums.policy += parts.policy;
      sums.value += parts.value;
      sums.gradNorm += gradNorm;
      sums.tokens += tokens;
      sums.low += count('low');
      sums.high += count('high');
      sums.dual += count('dual');
      sums.valueClipped += valueClipped;
      sums.valued += valued;
      hasValues ||= dValue !== undefined;
      if (!firstPass) return;
      sums.entropy += entropy;
      sums.entropyTokens += tokens;
    },
    skip(what) {
      skipped++;
      flaw ??= what;
    },
    compareSampler(rows, { logProb, width }, mask) {
      sampling = samplingDifference(
        rows.map(({ samplerLogProbs }, b) => {
          const length = sum(mask.subarray(b * width, (b + 1) * width));
          const trainer = Array.from({ length }, (_, t) => logProb[b * width + t]!);
          return { trainer, sampler: samplerLogProbs.slice(0, length) };
        }),
        correction,
      );
    },
    summary: () => ({
      applied: sums.applied,
      skipped,
      flaw,
      loss: share(sums.loss, sums.applied),
      policyLoss: share(sums.policy, sums.applied),
      valueLoss: hasValues ? share(sums.value, sums.applied) : null,
      gradNorm: share(sums.gradNorm, sums.applied),
      entropy: share(sums.entropy, sums.entropyTokens),
      clippedLow: share(sums.low, sums.tokens),
      clippedHigh: share(sums.high, sums.tokens),
      clippedDual: share(sums.dual, sums.tokens),
      valueClipped: hasValues ? share(sums.valueClipped, sums.valued) : null,
      sampling,
    }),
  };
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
