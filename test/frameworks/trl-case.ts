/** One comparison with TRL: settings there, the settings that should be the same here, and where the two are known to part. */

import { CODE_ALGORITHMS } from '../../src/core/algorithms-code.ts';
import type { RunConfigInput } from '../../src/core/config.ts';
import type { BatchName } from './batch.ts';

export type Algorithm = NonNullable<RunConfigInput['algorithm']>;

/** How our number follows from TRL's where the conventions differ: told in the table, and checked. */
export interface Known {
  readonly why: string;
  /** What TRL's loss and gradient are ours times. */
  readonly factor?: Factor;
  /** Numbers that no factor relates. */
  readonly free?: readonly Quantity[];
}

export type Quantity = 'logProb' | 'loss' | 'advantages' | 'kl' | 'low' | 'high' | 'gradient';

/**
 * - `kept-rows`: completions that were trained on / all completions.
 * - `kept-tokens`: tokens that were trained on / all tokens.
 * - `even-share`: tokens of the first minibatch / tokens of the batch shared evenly by its minibatches.
 */
export type Factor = 'kept-rows' | 'kept-tokens' | 'even-share';

export interface TrlCase {
  readonly name: string;
  readonly batch: BatchName;
  readonly trainer: 'grpo' | 'rloo';
  /** `GRPOConfig`, beside what the script sets. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Pieces of the batch; only the first is looked at, unless they are accumulated to one optimiser step. */
  readonly parts: number;
  readonly accumulated: boolean;
  /** The sampler's log-probs are not the trainer's, as with vLLM. */
  readonly corrected: boolean;
  /** The weights have not moved since sampling. */
  readonly onPolicy: boolean;
  /** GPT-2 is told where a padded completion stands, which the trainer itself does not do. */
  readonly positions: boolean;
  readonly algorithm: Algorithm;
  readonly temperature: number;
  readonly known?: Known;
}

/** What TRL's defaults are called here; `trl-grpo` is the preset of that name. */
const SAME: Algorithm = CODE_ALGORITHMS['trl-grpo'].config.algorithm;

/** k3 itself: by default TRL multiplies it with the ratio, through which it then differentiates. */
const PLAIN_KL = { use_bias_correction_kl: false };

/** `trl` is what differs from TRL's defaults, `ours` from the preset that answers to them. */
interface CaseInput extends Partial<Omit<TrlCase, 'name' | 'settings' | 'algorithm'>> {
  readonly trl?: Readonly<Record<string, unknown>>;
  readonly ours?: Algorithm;
}

/** A case with what is usual filled in. */
export function trlCase(name: string, { trl = {}, ours = {}, ...more }: CaseInput = {}): TrlCase {
  const onPolicy = more.onPolicy ?? false;
  const trainer = more.trainer ?? 'grpo';
  // Two iterations, or the trainer would take the log-probs of now for the old ones.
  const iterations = trainer === 'grpo' ? { num_iterations: onPolicy ? 1 : 2 } : {};
  return {
    name,
    batch: 'mixed',
    trainer,
    parts: 1,
    accumulated: true,
    corrected: false,
    positions: false,
    onPolicy,
    temperature: 1,
    ...more,
    settings: {
      beta: 0,
      ...(trainer === 'grpo' ? PLAIN_KL : {}),
      ...iterations,
      ...(more.temperature ? { temperature: more.temperature } : {}),
      ...trl,
    },
    algorithm: { ...SAME, ...ours },
  };
}
