/** GRPO with the constants of the frameworks, and what the code of the seed documents amounts to, with its errors named. */

import { type AlgorithmPreset, stepSize } from './algorithm-preset.ts';

export const CODE_ALGORITHMS = {
  'trl-grpo': {
    label: 'GRPO as in TRL',
    help: 'TRL’s defaults: sample deviation with δ 1e-4, mean over all tokens, no KL, one update per batch.',
    source: 'TRL `GRPOConfig` and `GRPOTrainer._generate_and_score_completions`',
    departs: `${stepSize('1e-6 that falls linearly')} A group whose rewards are all equal gets exactly 0, where TRL’s float32 leaves a residue.`,
    config: {
      algorithm: {
        deviation: 'sample',
        delta: 1e-4,
        beta: 0,
        dropZeroVariance: false,
        maskTruncated: false,
        minibatches: 1,
      },
    },
  },
  'verl-grpo': {
    label: 'GRPO as in veRL',
    help: 'veRL’s defaults: sample deviation with δ 1e-6, mean over all tokens, no KL, dual clip at 3, four updates per batch.',
    source: 'veRL `compute_grpo_outcome_advantage`, `compute_policy_loss` and the trainer’s defaults',
    departs: `${stepSize('1e-6')} A group whose rewards are all equal gets exactly 0, where veRL’s float32 leaves a residue; a group of one is not possible here.`,
    config: {
      algorithm: {
        deviation: 'sample',
        delta: 1e-6,
        dualClip: 3,
        beta: 0,
        dropZeroVariance: false,
        maskTruncated: false,
        minibatches: 4,
      },
    },
  },
  'seed-002': {
    label: 'The lecture’s own code',
    help: 'What the lecture calls PPO: the raw reward is the advantage, with a little KL in the reward and an entropy bonus.',
    source: 'The lecture’s own code (document 002), `CodeRLTrainer.train_step`',
    departs: `${stepSize('1e-5')} The reward reaches every token and there are groups, so that it learns; the code’s entropy estimate from sampled tokens is the exact entropy here.`,
    bug: 'The critic is never asked: its values are zeros, so that the advantage is the raw reward less a little KL, and no program is ever pushed down for failing. Told but not reproduced: the code puts the reward on the last token and never sums it backwards, so that no other token would learn; and its log-probs come from `generate`, which keeps no gradient, so that `backward` stops with an error.',
    config: {
      reward: 'fraction',
      algorithm: {
        advantage: 'reward',
        beta: 0.01,
        klEstimator: 'k1',
        klPlacement: 'reward',
        entropyBonus: 0.01,
        aggregation: 'sequence-mean',
        dropZeroVariance: false,
        maskTruncated: false,
        minibatches: 1,
      },
      sampling: { temperature: 0.8, topP: 0.95 },
    },
  },
  'seed-003': {
    label: 'The enterprise trainer of an article',
    help: 'GRPO on the four-layer reward, which pays for syntax, types and cost whether tests pass or not.',
    source: 'An article on RLVR and GRPO (document 003 §3), `RuleBasedCodeVerifier` and `GRPORLVRTrainer`',
    departs:
      'k2 stands for the code’s KL over the whole vocabulary: its expected gradient is the same. The ratio is that of the sampled token, as in the document’s formula.',
    bug: 'A tidy stub earns 0.6 without passing a single test. Told but not reproduced: the code takes the ratio over the whole vocabulary without picking the sampled token, so that all tokens of the vocabulary move alike; no mask keeps prompt and padding out of the loss; and the loss is only read with `.item()`, so that nothing is ever trained.',
    config: {
      reward: 'four-layers',
      algorithm: {
        klEstimator: 'k2',
        aggregation: 'sequence-mean',
        dropZeroVariance: false,
        maskTruncated: false,
        minibatches: 1,
      },
    },
  },
  'seed-004': {
    label: 'RLEF as an article has it',
    help: 'GRPO over three attempts with the article’s partial credit: −0.5 without a program that compiles, else the share of tests less time.',
    source: 'An article on RLEF (document 004), reward shaping and GRPO',
    departs:
      'The article names no number of attempts, no clip range and no KL: three attempts are the RLEF paper’s, the rest is GRPO’s default.',
    bug: 'The deviation is divided by without a δ: a group of equal rewards is 0/0, which makes every weight NaN. Here such a group gets 0. And partial credit teaches the popular mistake: reward hacking is not “virtually zero”.',
    config: {
      reward: 'rlef-article',
      algorithm: { delta: 0, dropZeroVariance: false, maskTruncated: false },
      rollout: { turns: 3 },
    },
  },
} as const satisfies Record<string, AlgorithmPreset>;
