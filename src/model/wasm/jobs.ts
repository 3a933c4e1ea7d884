/** The work that can be shared among threads, as plain messages: whoever runs a job, its result is the same bits. */

import type { SampleOptions } from '../../core/policy.ts';
import type { Completion } from '../../core/types.ts';
import type { RowPlan } from '../plan/plan.ts';
import { backward } from './backward.ts';
import { type DecodeRow, decode } from './decode.ts';
import type { Pointer } from './kernels.ts';
import type { Network, WeightSet } from './network.ts';

export type Job =
  | { readonly type: 'score'; readonly plan: RowPlan; readonly weights: WeightSet; readonly temperature: number }
  | { readonly type: 'gradient'; readonly parts: readonly GradientPart[]; readonly temperature: number }
  | { readonly type: 'sample'; readonly rows: readonly DecodeRow[]; readonly options: SampleOptions };

/** A micro-batch and ∂loss by each score of every head row of its plan. */
export interface GradientPart {
  readonly plan: RowPlan;
  readonly derivatives: HeadScores;
}

/** Per head row of the plan. */
export interface HeadScores {
  readonly logProb: Float32Array;
  readonly entropy: Float32Array;
  /** Where the model has a value head. */
  readonly value?: Float32Array;
}

/** A gradient job gives the scores of its parts; the sum of their gradients stays in the arena. */
export interface JobResults {
  readonly score: HeadScores;
  readonly gradient: readonly HeadScores[];
  readonly sample: Completion[];
}

export type JobResult = JobResults[Job['type']];

export function runJob(network: Network, job: Job): JobResult {
  switch (job.type) {
    case 'score':
      network.load(job.plan);
      network.forward(job.plan, job.weights, false);
      return readScores(network, job.plan, job.weights, job.temperature);
    case 'gradient':
      network.clearGradient();
      return job.parts.map((part) => addPart(network, part, job.temperature));
    case 'sample':
      return decode(network, job.rows, job.options);
    default:
      return job satisfies never;
  }
}

function readScores(network: Network, plan: RowPlan, weights: WeightSet, temperature: number): HeadScores {
  const { arena, buffers: b, spec } = network;
  const n = plan.headRows.length;
  network.scores(n, weights, temperature);
  const read = (base: Pointer) => arena.floats(base, n).slice();
  const scores = { logProb: read(b.logProb), entropy: read(b.entropy) };
  return spec.valueHead ? { ...scores, value: read(b.value) } : scores;
}

/** Adds the gradient of one micro-batch to the arena's and returns its scores. */
function addPart(network: Network, { plan, derivatives }: GradientPart, temperature: number): HeadScores {
  const { arena, buffers: b } = network;
  network.load(plan);
  network.forward(plan, 'policy', true);
  const scores = readScores(network, plan, 'policy', temperature);
  const n = plan.headRows.length;
  arena.floats(b.dLogProb, n).set(derivatives.logProb);
  arena.floats(b.dEntropy, n).set(derivatives.entropy);
  if (derivatives.value) arena.floats(b.dValue, n).set(derivatives.value);
  backward(network, plan, temperature);
  return scores;
}
