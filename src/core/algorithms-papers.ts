/** The algorithms of the papers, with settings that learn on a model of this size. */

import { type AlgorithmPreset, stepSize } from './algorithm-preset.ts';

export const PAPER_ALGORITHMS = {
  grpo: {
    label: 'GRPO',
    help: 'Each program is compared with the others of its group; β·KL in the loss keeps the model near its start.',
    source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300 §4.1); an article on RLVR and GRPO (document 003 §1)',
    departs: `${stepSize('1e-6')} Losses are averaged over tokens instead of completions, dead groups are dropped and truncated completions masked, as in DAPO and DeepCoder.`,
    config: {},
  },
  'dr-grpo': {
    label: 'Dr. GRPO',
    help: 'GRPO without its two divisions: by the deviation, which favours very easy and very hard problems, and by the length, which is lenient with long mistakes.',
    source: 'Understanding R1-Zero-like training (Liu et al. 2025, arXiv:2503.20783 §3.2)',
    departs: stepSize('1e-6'),
    config: {
      algorithm: {
        advantage: 'group-mean',
        aggregation: 'constant-length',
        beta: 0,
        dropZeroVariance: false,
        maskTruncated: false,
      },
    },
  },
  dapo: {
    label: 'DAPO',
    help: 'Ratios may rise further than fall, groups that are all right or all wrong are sampled anew, every token counts alike, and the last tokens before the limit cost reward.',
    source: 'DAPO (Yu et al. 2025, arXiv:2503.14476 §3.1–3.4)',
    departs: `${stepSize('1e-6')} At most 4 rounds of sampling and 2 updates per batch instead of 10 and 16; the reward falls over the last 10 of 48 tokens, as over 4,096 of 20,480 in the paper, and weighs twice as much beside 1 and 0 as beside the paper’s 1 and −1. Groups count as dead by the reward before that penalty.`,
    config: {
      reward: 'binary',
      algorithm: { clipHigh: 0.28, beta: 0, maskTruncated: false },
      rollout: { dynamicRounds: 4, overlongCache: 10 },
    },
  },
  'grpo-plus': {
    label: 'GRPO+ (DeepCoder)',
    help: 'GRPO without KL and entropy terms, with clip-high, masked truncation, all-or-nothing reward, a length limit that grows, and sampling one step ahead.',
    source:
      'DeepCoder and rLLM (Agentica and Together AI 2025; Huang 2025, UCB/EECS-2025-123); the lecture (document 000)',
    departs: `${stepSize('1e-6')} The limit grows once, from 24 to 48 tokens after a quarter of fifty epochs, where theirs grew from 16K to 32K; temperature 1 instead of 0.6, since small groups need variety. Losses are averaged over all tokens, where rLLM’s cookbook averages over each completion first.`,
    config: {
      reward: 'binary',
      algorithm: { clipHigh: 0.28, beta: 0, delta: 1e-6 },
      rollout: { pipelined: true },
      sampling: { firstMaxNewTokens: 24, lengthenAt: 12 },
    },
  },
  gspo: {
    label: 'GSPO',
    help: 'One ratio for the whole completion, the geometric mean of its tokens’, so that a program is clipped as a whole.',
    source: 'GSPO (Zheng et al. 2025, arXiv:2507.18071 §4.1)',
    departs:
      'Clips at 0.06 and 0.08, 200 times the paper’s 3e-4 and 4e-4, which go with the far smaller steps of large models.',
    config: {
      algorithm: {
        ratio: 'sequence',
        clipLow: 0.06,
        clipHigh: 0.08,
        beta: 0,
        aggregation: 'sequence-mean',
        maskTruncated: false,
      },
    },
  },
  cispo: {
    label: 'CISPO',
    help: 'The ratio is only a weight, held below its limit, so that no token loses its gradient to clipping.',
    source: 'MiniMax-M1 (2025, arXiv:2506.13585 §3.1); TRL `loss_type="cispo"`',
    departs:
      'Weights up to 5 (TRL’s `epsilon_high`); the paper only says that its limit was tuned. Its dynamic sampling and length penalty are left out. Beside the surrogate and its limit, what differs from GRPO here is that there is no KL, as in the paper, and that truncated completions count.',
    config: { algorithm: { surrogate: 'cispo', clipHigh: 4, beta: 0, maskTruncated: false } },
  },
  maxrl: {
    label: 'MaxRL',
    help: 'The advantage is divided by the mean reward of the group, so that the rare success of a hard problem pushes hardest.',
    source: 'Maximum Likelihood Reinforcement Learning (Tajwar et al. 2026, arXiv:2602.02710)',
    departs:
      'Clipping and two updates per batch are those of GRPO here. Beside the advantage, what differs from GRPO is that there is no KL, that truncated completions count, and that the reward is all or nothing on every exercise.',
    config: { reward: 'binary', algorithm: { advantage: 'maxrl', beta: 0, maskTruncated: false } },
  },
  rloo: {
    label: 'RLOO',
    help: 'REINFORCE whose baseline for a program is the mean reward of the others in its group; the KL is taken off the reward.',
    source: 'Back to basics (Ahmadian et al. 2024, arXiv:2402.14740 §3); TRL `RLOOTrainer`',
    departs:
      'Two updates per batch, the second one update off policy; β as in GRPO here. Losses are summed over the tokens of a program, as in the paper, which takes the whole program for one action.',
    config: {
      algorithm: {
        advantage: 'rloo',
        surrogate: 'log-likelihood',
        klEstimator: 'k1',
        klPlacement: 'reward',
        aggregation: 'sequence-sum',
        dropZeroVariance: false,
        maskTruncated: false,
      },
    },
  },
  reinforce: {
    label: 'REINFORCE',
    help: 'Log-probs weighted by how far a reward lies from the mean of the whole batch: no groups, no clipping, no KL.',
    source: 'Williams 1992; the batch as baseline: REINFORCE++ (Hu 2025, arXiv:2501.03262)',
    departs:
      'Two updates per batch, the second one update off policy. Mean and deviation are those of programs, where veRL whitens over tokens. REINFORCE++ has clipping and a KL in the reward besides; here they are off, to show what they are worth.',
    config: {
      algorithm: {
        advantage: 'batch',
        surrogate: 'log-likelihood',
        beta: 0,
        dropZeroVariance: false,
        maskTruncated: false,
      },
    },
  },
  ppo: {
    label: 'PPO',
    help: 'A value head predicts the reward at every token, and GAE compares what came with what it expected; no groups are needed.',
    source: 'PPO (Schulman et al. 2017, arXiv:1707.06347 eq. 7); GAE (arXiv:1506.02438 eq. 16); TRL `PPOTrainer`',
    departs: `${stepSize('3e-6', '1e-4')} Actor and critic share the network; one pass over the batch in two updates instead of four passes, since the value head learns along with the policy.`,
    config: {
      algorithm: {
        advantage: 'gae',
        klEstimator: 'k1',
        klPlacement: 'reward',
        dropZeroVariance: false,
        maskTruncated: false,
      },
      optimizer: { learningRate: 1e-4 },
    },
  },
  rlef: {
    label: 'RLEF',
    help: 'Up to three attempts, each shown the public test that failed; PPO with one value and one advantage per attempt.',
    source: 'RLEF (Gehring et al. 2024, arXiv:2410.02089 §2 and appendix A)',
    departs: `${stepSize('2e-7', '1e-4')} No weight decay and no warm-up, which fifty steps do not need; the base model has never seen feedback, so that later attempts begin as guesses. The paper’s importance weight, capped at 1, is left out, since sampler and trainer are one here.`,
    config: {
      reward: 'rlef',
      algorithm: {
        advantage: 'turn-value',
        beta: 0.05,
        klEstimator: 'k1',
        klPlacement: 'reward',
        dropZeroVariance: false,
        maskTruncated: false,
        minibatches: 4,
      },
      rollout: { turns: 3 },
      optimizer: { learningRate: 1e-4 },
    },
  },
  coderl: {
    label: 'CodeRL',
    help: 'A second model learns to predict a program’s outcome; its belief in the true outcome at each token divides the reward among them.',
    source: 'CodeRL (Le et al. 2022, arXiv:2207.01780 §3.2)',
    departs: `${stepSize('2e-5', '1e-4')} At 3e-4 two of the ten problems are lost for good. The critic learns during the run instead of before it, on the programs of the run: after every token it predicts the class as one token of its whole vocabulary, without an error head. The cross-entropy on reference solutions that the paper adds to the loss is left out.`,
    config: {
      reward: 'coderl',
      algorithm: {
        advantage: 'outcome-critic',
        surrogate: 'log-likelihood',
        beta: 0,
        aggregation: 'sequence-mean',
        dropZeroVariance: false,
        maskTruncated: false,
      },
      critic: { passes: 2 },
      optimizer: { learningRate: 1e-4 },
    },
  },
  rft: {
    label: 'Rejection fine-tuning',
    help: 'Programs that pass are imitated, all others are thrown away; an honest baseline that is hard to beat here.',
    source:
      'RFT (Yuan et al. 2023, arXiv:2308.01825); expert iteration; an article on RLEF (document 004), execution-guided iterative RFT',
    departs:
      'Samples come from the current model at every step instead of thousands from the base model at once, and a program that was written twice counts twice.',
    config: {
      algorithm: { advantage: 'accepted', surrogate: 'log-likelihood', beta: 0, dropZeroVariance: false },
    },
  },
  'warm-start': {
    label: 'Warm start, then GRPO',
    help: 'Five epochs imitate the reference solutions of other problems before GRPO begins, whose KL is then measured from the model that they made.',
    source: 'DeepSeek-R1 (2025, arXiv:2501.12948 §2.3.1), cold start; CodeRL, fine-tuning before RL',
    departs:
      'The base model was trained on programs of this kind already, so that there is less to gain than for a model that never saw the form.',
    config: { auxiliaryProblems: 10, rollout: { warmStart: 5 } },
  },
  'adaptive-groups': {
    label: 'Groups by difficulty',
    help: 'GRPO with 4 programs for a problem that is always solved, and up to 16 for one that never is.',
    source: 'An article on RLVR and GRPO (document 003 §5)',
    departs: 'Difficulty is the running solve rate of the problem, where the article tells tasks apart by their kind.',
    config: { groupSize: 4, rollout: { hardGroupSize: 16 } },
  },
} as const satisfies Record<string, AlgorithmPreset>;
