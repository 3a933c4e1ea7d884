/** The work that can be shared among threads, as plain messages: whoever runs a job, its result is the same bits. */

import type { SampleOptions } from '../../core/policy.ts';
import type { Completion } from '../../core/types.ts';
import type { RowPlan } from '../plan/plan.ts';
import { type DecodeRow, decode } from './decode.ts';
import type { Pointer } from './kernels.ts';
import type { Network, WeightSet } from './network.ts';

export type Job =
  | { readonly type: 'score'; readonly plan: RowPlan; readonly weights: WeightSet; readonly temperature: number }
  | {
      readonly type: 'gradient';
      readonly plan: RowPlan;
      readonly temperature: number;
      /** ∂loss by each score of every head row of the plan. */
      readonly derivatives: HeadScores;
    }
  | { readonly type: 'sample'; readonly rows: readonly DecodeRow[]; readonly options: SampleOptions };

/** Per head row of the plan. */
export interface HeadScores {
  readonly logProb: Float32Array;
  readonly entropy: Float32Array;
  /** Where the model has a value head. */
  readonly value?: Float32Array;
}

export interface JobResults {
  readonly score: HeadScores;
  readonly gradient: HeadScores & { readonly gradient: Float32Array };
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
      return runGradient(network, job);
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

function runGradient(network: Network, job: Extract<Job, { type: 'gradient' }>): JobResults['gradient'] {
  const { arena, buffers: b, parameters } = network;
  const { plan, temperature, derivatives } = job;
  network.load(plan);
  network.forward(plan, 'policy', true);
  const scores = readScores(network, plan, 'policy', temperature);
  const n = plan.headRows.length;
  arena.floats(b.dLogProb, n).set(derivatives.logProb);
  arena.floats(b.dEntropy, n).set(derivatives.entropy);
  if (derivatives.value) arena.floats(b.dValue, n).set(derivatives.value);
  network.backward(plan, temperature);
  return { ...scores, gradient: arena.floats(b.gradient, parameters).slice() };
}
