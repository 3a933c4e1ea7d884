/** What is compared with veRL. */

import { adaptKlCoefficient } from '../../src/rl/advantage/token-rewards.ts';
import { BATCH_SIZE, MAX_NEW_TOKENS } from './batch.ts';
import { advantagesCase, correctionCase, gaeCase, klCase, lossCase, type VerlCase, valueCase } from './verl-case.ts';

const GRPO = { function: 'compute_grpo_outcome_advantage' };

export const VERL_CASES: readonly VerlCase[] = [
  advantagesCase('GRPO advantages', { ...GRPO, norm_adv_by_std_in_grpo: true }, 'group-std'),
  advantagesCase('GRPO advantages, not divided', { ...GRPO, norm_adv_by_std_in_grpo: false }, 'group-mean'),
  advantagesCase('RLOO advantages', { function: 'compute_rloo_outcome_advantage' }, 'rloo'),
  gaeCase('mask'),
  gaeCase('written'),
  lossCase('vanilla, dual clip 3', {}),
  lossCase('vanilla, dual clip 1.5', { surrogate: { dualClip: 1.5 } }),
  lossCase('vanilla, token correction', { corrected: true }),
  lossCase('vanilla, seq-mean-token-mean', { mode: 'seq-mean-token-mean', aggregation: { type: 'sequence-mean' } }),
  lossCase('vanilla, seq-mean-token-sum', { mode: 'seq-mean-token-sum', aggregation: { type: 'sequence-sum' } }),
  lossCase('vanilla, seq-mean-token-sum-norm', {
    mode: 'seq-mean-token-sum-norm',
    aggregation: { type: 'constant-length', length: MAX_NEW_TOKENS },
    factor: BATCH_SIZE,
    known: {
      why: 'veRL divides by the length alone, ours by completions · length as Dr. GRPO does: theirs is ours × 48',
      free: [],
    },
  }),
  lossCase('gspo, ε 0.02', {
    loss: 'gspo',
    ratio: 'sequence',
    aggregation: { type: 'sequence-mean' },
    surrogate: { clipLow: 0.02, clipHigh: 0.02, dualClip: 0 },
  }),
  lossCase('cispo', {
    loss: 'cispo',
    surrogate: { type: 'cispo', dualClip: 0 },
    known: {
      why: 'veRL also lifts ratios below 1 − ε_low; ours, as TRL’s, has no lower bound',
      free: ['value', 'gradient', 'share'],
    },
  }),
  lossCase('cispo, ε_low 1', {
    loss: 'cispo',
    theirLow: 1,
    surrogate: { type: 'cispo', dualClip: 0 },
    known: {
      why: 'without that bound; share: veRL counts every ratio that was held, ours and TRL’s only those that A > 0 pushes up',
      free: ['share'],
    },
  }),
  klCase('k1', 'k1'),
  klCase('k2', 'k2'),
  klCase('k3', 'low_var_kl'),
  valueCase(0.2),
  {
    name: 'AdaptiveKLController.update',
    function: 'kl_controller',
    arguments: { coefficient: 0.2, target: 6, horizon: 10_000, kl: 12, completions: 256 },
    ours: () => ({ value: adaptKlCoefficient(0.2, 12, 256, { target: 6, horizon: 10_000 }) }),
  },
  correctionCase('token'),
  correctionCase('sequence'),
];

/** On the batch that has a group of 0.2. */
export const VERL_RESIDUE = advantagesCase(
  'GRPO advantages, a group of 0.2',
  { ...GRPO, norm_adv_by_std_in_grpo: true },
  'group-std',
  { why: 'veRL leaves −0.015 of a group whose rewards are all 0.2; ours is exactly 0', free: ['table'] },
);
