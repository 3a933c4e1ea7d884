/** Measures the model of a run: which sets, how many samples, at which temperatures. */

import type { PromptCodec } from '../core/codec.ts';
import type { RunConfig } from '../core/config.ts';
import type { Judge } from '../core/judge.ts';
import type { Policy } from '../core/policy.ts';
import {
  type Evaluation,
  PROBLEM_SETS,
  type ProblemSetName,
  type RunEvent,
  type SetEvaluation,
} from '../core/records.ts';
import type { Problem } from '../core/types.ts';
import type { RunControl } from './control.ts';
import { evaluatePolicy } from './evaluate.ts';

export type ProblemSets = Readonly<Record<ProblemSetName | 'auxiliary', readonly Problem[]>>;

export type When = 'before' | 'during' | 'after';

export interface MeasureOptions {
  readonly policy: Policy;
  readonly judge: Judge;
  readonly codec: PromptCodec;
  readonly sets: ProblemSets;
  readonly config: RunConfig;
  readonly control: RunControl;
  readonly emit: (event: RunEvent) => void;
}

/** The cooler temperature of the before and after measurements, the lecture's own. */
const COOL = 0.8;

interface Part {
  readonly set: ProblemSetName;
  readonly temperature: number;
  readonly samples: number;
}

/**
 * Before and after, all sets at temperature 1, and half as often at a cooler one: that shows how much of a gain is mere
 * sharpening, which needs no training at all. In between, only the ten.
 */
function partsOf(when: When, { evaluation }: RunConfig): Part[] {
  if (when === 'during') return [{ set: 'lecture', temperature: 1, samples: evaluation.samplesDuring }];
  const counts = PROBLEM_SETS.map((set) => ({
    set,
    samples: set === 'lecture' ? evaluation.samples : evaluation.heldOutSamples,
  })).filter(({ samples }) => samples > 0);
  return [
    ...counts.map((part) => ({ ...part, temperature: 1 })),
    ...counts.map(({ set, samples }) => ({ set, temperature: COOL, samples: Math.ceil(samples / 2) })),
  ];
}

/** One measurement, or null when it was stopped. */
export async function measure(options: MeasureOptions, when: When, epoch: number): Promise<Evaluation | null> {
  const { sets, config, control, emit, ...model } = options;
  const from = performance.now();
  const results: SetEvaluation[] = [];
  for (const { set, temperature, samples } of partsOf(when, config)) {
    const detail = `${when}: ${set}${temperature === 1 ? '' : ` at temperature ${temperature}`}`;
    const result = await evaluatePolicy({
      ...model,
      set,
      problems: sets[set],
      samples,
      sampling: { temperature, topP: 1, topK: 0, maxNewTokens: config.sampling.maxNewTokens },
      seed: config.seed,
      greedy: when !== 'during' && temperature === 1,
      onProgress: async (done, total) => {
        emit({ type: 'phase', phase: 'evaluating', detail, done, total, measuring: { when, set } });
        return await control.safePoint();
      },
    });
    if (result === null) return null;
    results.push(result);
  }
  return { epoch, sets: results, seconds: (performance.now() - from) / 1000 };
}
