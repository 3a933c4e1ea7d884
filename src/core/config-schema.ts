/** Every setting of a run: its range, its default, and a sentence of help. */

import type * as v from 'valibot';
import { aboveZero, between, choice, decay, flag, group, integer, modelName, part, setting } from './config-fields.ts';
import { REWARD_NAMES } from './rewards.ts';
import { HARNESSES } from './types.ts';

/** No run needs more of anything that is repeated; beyond it a typing error would only hang the page. */
const MANY = 100_000;

/** How rewards become a push on tokens, and the push a loss. */
export const AlgorithmSchema = group({
  advantage: setting(
    choice([
      'group-std',
      'group-mean',
      'rloo',
      'batch-std',
      'batch',
      'maxrl',
      'reward',
      'accepted',
      'gae',
      'turn-value',
      'outcome-critic',
    ]),
    'group-std',
    'How rewards become advantages: against the group (group-std, group-mean, rloo, batch-std, maxrl), against all programs of the step (batch), as they are (reward), 1 for programs that pass and nothing else (accepted), against a value head per token (gae) or per turn (turn-value, where the reward rlef also charges 0.2 for an earlier attempt without valid code), or as an outcome critic divides them among tokens.',
    { symbol: 'Â' },
  ),
  deviation: setting(
    choice(['population', 'sample']),
    'population',
    'The standard deviation of G rewards divides by G (population: rLLM and the article in document 003) or by G − 1 (sample: TRL, veRL).',
    { symbol: 'σ', source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300) §4.1.2' },
  ),
  delta: setting(between(0, 1), 1e-8, 'Added to the standard deviation that divides (TRL 1e-4, veRL and rLLM 1e-6).', {
    symbol: 'δ',
  }),
  ratio: setting(
    choice(['token', 'sequence']),
    'token',
    'Probability now over that when sampled: of each token, or of the whole completion as the geometric mean over its tokens (GSPO).',
    {
      symbol: 'ρ',
      source: 'PPO (Schulman et al. 2017, arXiv:1707.06347) §3; GSPO (Zheng et al. 2025, arXiv:2507.18071) eq. 7',
    },
  ),
  surrogate: setting(
    choice(['clip', 'cispo', 'log-likelihood']),
    'clip',
    'What is maximised: the clipped ratio (PPO), the log-prob weighted by the clipped ratio (CISPO), or the log-prob alone (REINFORCE, imitation).',
    { source: 'PPO (Schulman et al. 2017, arXiv:1707.06347) eq. 7; CISPO (MiniMax-M1 2025, arXiv:2506.13585) eq. 4' },
  ),
  clipLow: setting(aboveZero(1), 0.2, 'A ratio below 1 − ε_low pushes down no further (clip).', {
    symbol: 'ε_low',
    source: 'DAPO (Yu et al. 2025, arXiv:2503.14476) eq. 8',
  }),
  clipHigh: setting(
    aboveZero(100),
    0.2,
    'A ratio above 1 + ε_high pushes up no further (clip), or weighs no more than that (cispo).',
    { symbol: 'ε_high', source: 'DAPO (Yu et al. 2025, arXiv:2503.14476) eq. 8' },
  ),
  dualClip: setting(between(0, 100), 0, 'Largest ratio that counts where the advantage is negative; 0 is off.', {
    symbol: 'c',
    source: 'Dual-clip PPO (Ye et al. 2020, arXiv:1912.09729) eq. 5',
  }),
  beta: setting(between(0, 100), 0.04, 'Weight of KL(policy ‖ reference).', {
    symbol: 'β',
    source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300) eq. 3',
  }),
  klEstimator: setting(
    choice(['k1', 'k2', 'k3']),
    'k3',
    'Estimate of the KL per token: k1 is the log-ratio, k2 half its square, whose gradient in the loss is that of the KL, k3 never negative (DeepSeekMath eq. 4).',
    { source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300) eq. 4' },
  ),
  klPlacement: setting(
    choice(['loss', 'reward']),
    'loss',
    'β·KL is added to the loss, or taken off the reward of each token.',
    {
      source:
        'In the loss: DeepSeekMath (arXiv:2402.03300) §4.1; in the reward: Ziegler et al. 2019 (arXiv:1909.08593) eq. 2',
    },
  ),
  klTarget: setting(
    between(0, 100),
    0,
    'Nats per completion that β is steered towards (adaptive controller); 0 keeps β fixed.',
    { source: 'Ziegler et al. 2019 (arXiv:1909.08593) §2.2' },
  ),
  klHorizon: setting(aboveZero(1e9), 10_000, 'Completions over which the adaptive controller corrects β.', {
    source: 'Ziegler et al. 2019 (arXiv:1909.08593) §2.2',
  }),
  syncReferenceEvery: setting(
    integer(0, MANY),
    0,
    'The reference becomes the policy after every so many steps; 0 is never.',
  ),
  entropyBonus: setting(between(0, 10), 0, 'Weight of the entropy that is taken off the loss.', {
    symbol: 'c₂',
    source: 'PPO (Schulman et al. 2017, arXiv:1707.06347) eq. 9',
  }),
  aggregation: setting(
    choice(['token-mean', 'sequence-mean', 'sequence-sum', 'constant-length']),
    'token-mean',
    'How token losses become one number; constant-length divides by completions × sampling.maxNewTokens (Dr. GRPO).',
    { source: 'DAPO (arXiv:2503.14476) §3.3; Dr. GRPO (Liu et al. 2025, arXiv:2503.20783) §3.2' },
  ),
  correction: setting(
    choice(['off', 'token-truncate', 'token-mask', 'sequence-truncate', 'sequence-mask']),
    'off',
    'Importance weight where trainer and sampler disagree (TIS): the ratio of their probabilities of a token or of the whole completion, held at the cap (truncate) or 0 above it (mask).',
  ),
  correctionCap: setting(aboveZero(1000), 3, 'The cap of that correction.', { symbol: 'C' }),
  dropZeroVariance: setting(flag(), true, 'Leave groups without reward variance out of the update.', {
    source: 'DAPO (Yu et al. 2025, arXiv:2503.14476) §3.2',
  }),
  maskTruncated: setting(flag(), true, 'Leave completions that hit the length limit out of the loss.'),
  minibatches: setting(integer(1, MANY), 2, 'Parts of a rollout batch, one optimiser step each.'),
  innerEpochs: setting(integer(1, MANY), 1, 'Passes over a rollout batch.', {
    symbol: 'μ',
    source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300) algorithm 1',
  }),
});

/** The value head, where the advantage needs one. */
export const ValueSchema = group({
  gamma: setting(between(0, 1), 1, 'Discount per token.', {
    symbol: 'γ',
    source: 'GAE (Schulman et al. 2016, arXiv:1506.02438) eq. 16',
  }),
  lambda: setting(between(0, 1), 0.95, 'How far GAE trusts rewards over values.', {
    symbol: 'λ',
    source: 'GAE (Schulman et al. 2016, arXiv:1506.02438) eq. 16',
  }),
  coefficient: setting(between(0, 10), 0.1, 'Weight of the value loss.', {
    symbol: 'c₁',
    source: 'PPO (Schulman et al. 2017, arXiv:1707.06347) eq. 9',
  }),
  clip: setting(
    between(0, 100),
    0.2,
    'Farthest that a value may move in one step before its loss stops pulling; 0 is off.',
  ),
  whiten: setting(flag(), true, 'Advantages get mean 0 and variance 1 over the tokens of the batch.'),
});

/** The outcome critic of CodeRL, where the advantage needs one. */
export const CriticSchema = group({
  learningRate: setting(aboveZero(1), 3e-4, 'Step size of the critic’s AdamW.', { symbol: 'η' }),
  passes: setting(integer(1, 100), 1, 'Passes of the critic over each rollout batch.'),
});

/** How a step comes to its rollouts. */
export const RolloutSchema = group({
  hardGroupSize: setting(
    integer(0, 256),
    0,
    'Group size of problems that are never solved; between it and groupSize by solve rate. 0 gives all the same.',
  ),
  turns: setting(
    integer(1, 3),
    1,
    'Attempts per rollout: a failing public test goes back into the prompt of the next.',
    { source: 'RLEF (Gehring et al. 2024, arXiv:2410.02089) §2' },
  ),
  dynamicRounds: setting(
    integer(0, 20),
    0,
    'Dynamic sampling: rounds in which other problems may take the place of groups without variance; 0 is off.',
    { source: 'DAPO (Yu et al. 2025, arXiv:2503.14476) §3.2' },
  ),
  pipelined: setting(flag(), false, 'Sample the next step while this one is judged: one step off policy.'),
  overlongCache: setting(
    integer(0, 200),
    0,
    'Tokens before the length limit within which the reward falls by up to 1 (DAPO); 0 is off.',
    { symbol: 'L_cache', source: 'DAPO (Yu et al. 2025, arXiv:2503.14476) eq. 13' },
  ),
  truncated: setting(
    choice(['zero', 'judge']),
    'zero',
    'Completions that hit the length limit: paid as not a program, or run and paid like any other.',
  ),
  visibleTests: setting(integer(0, 1000), 0, 'At most so many visible tests of a problem pay; 0 is all.'),
  warmStart: setting(
    integer(0, MANY),
    0,
    'First epochs, which imitate the reference solutions of the auxiliary problems instead of sampling.',
  ),
});

/** Adapters of an imported model. */
export const LoraSchema = group({
  rank: setting(
    integer(1, 256),
    8,
    'Columns of A and rows of B, whose product is added to a matrix: how much an adapter can say.',
    { symbol: 'r', source: 'LoRA (Hu et al. 2021, arXiv:2106.09685) eq. 3' },
  ),
  alpha: setting(aboveZero(1024), 16, 'What adapters add is scaled by α/r.', {
    symbol: 'α',
    source: 'LoRA (Hu et al. 2021, arXiv:2106.09685) §4.1',
  }),
  targets: setting(
    choice(['attention', 'all']),
    'attention',
    'Which matrices get adapters: the projections around attention, or those of the MLP, too.',
    { source: 'LoRA (Hu et al. 2021, arXiv:2106.09685) §4.2' },
  ),
});

export const OptimizerSchema = group({
  // AdamW moves a weight by about this much in a step, so that 1 already destroys every model.
  learningRate: setting(
    aboveZero(1),
    3e-4,
    'Step size of AdamW. For the adapters of an imported model, 1e-4 to 1e-3 is usual: B begins at 0 and has far to go.',
    { symbol: 'η' },
  ),
  schedule: setting(
    choice(['constant', 'linear', 'cosine']),
    'constant',
    'How the step size falls from its full value to 0 over the run.',
  ),
  warmup: setting(integer(0, MANY), 0, 'Steps over which the step size rises to its full value.'),
  beta1: setting(decay(), 0.9, 'Decay rate of AdamW’s first moment.', {
    symbol: 'β₁',
    source: 'Adam (Kingma and Ba 2015, arXiv:1412.6980) algorithm 1',
  }),
  beta2: setting(decay(), 0.95, 'Decay rate of AdamW’s second moment.', {
    symbol: 'β₂',
    source: 'Adam (Kingma and Ba 2015, arXiv:1412.6980) algorithm 1',
  }),
  epsilon: setting(aboveZero(1), 1e-8, 'Added to the denominator of AdamW’s step.', {
    symbol: 'ε',
    source: 'Adam (Kingma and Ba 2015, arXiv:1412.6980) algorithm 1',
  }),
  weightDecay: setting(between(0, 1), 0, 'Decoupled weight decay of matrices.', {
    symbol: 'λ',
    source: 'AdamW (Loshchilov and Hutter 2019, arXiv:1711.05101) algorithm 2',
  }),
  clipNorm: setting(aboveZero(1e9), 1, 'Global gradient norm limit; one that no gradient reaches is off.'),
});

export const SamplingSchema = group({
  temperature: setting(
    between(0.05, 10),
    1,
    'Divides the logits: below 0.05 sampling is greedy and groups have no variance, above 10 it is uniform noise.',
    { symbol: 'τ' },
  ),
  topP: setting(aboveZero(1), 1, 'Nucleus mass; 1 is off.', {
    symbol: 'p',
    source: 'Nucleus sampling (Holtzman et al. 2020, arXiv:1904.09751) §3.1',
  }),
  topK: setting(integer(0, MANY), 0, 'Candidates per token; 0 is off.', { symbol: 'k' }),
  maxNewTokens: setting(integer(1, 200), 48, 'Longest completion.', {
    symbol: 'L_max',
    source: 'DAPO (Yu et al. 2025, arXiv:2503.14476) eq. 13',
  }),
  firstMaxNewTokens: setting(
    integer(0, 200),
    0,
    'Context lengthening: longest completion at the start of the run; 0 begins with maxNewTokens.',
  ),
  lengthenAt: setting(integer(0, MANY), 0, 'Epochs with the first length before maxNewTokens holds.'),
});

export const EvaluationSchema = group({
  before: setting(flag(), true, 'Measure the base model before training; without it only the trained one is measured.'),
  samples: setting(integer(1, MANY), 128, 'Samples per lecture problem before and after.', {
    symbol: 'n',
    source: 'Chen et al. 2021 (arXiv:2107.03374) eq. 1',
  }),
  heldOutSamples: setting(integer(0, MANY), 64, 'Samples per held-out problem before and after.', { symbol: 'n' }),
  everyEpochs: setting(integer(0, MANY), 10, 'Measure the lecture’s ten every so many epochs; 0 is never.'),
  samplesDuring: setting(integer(1, MANY), 32, 'Samples per lecture problem in between.', { symbol: 'n' }),
});

/** Ranges of single settings; what they owe each other is in `config-rules`. */
export const RunConfigSchema = group({
  seed: setting(integer(0, 2 ** 31 - 1), 0, 'Seed of every random number.'),
  backend: setting(
    choice(['auto', 'webgpu', 'wasm', 'cpu']),
    'auto',
    'Where the model runs; auto takes the fastest that works.',
  ),
  model: setting(
    modelName(),
    'base',
    'The checkpoint to start from: 0.9 M or 0.3 M parameters, or a model that was imported, of which adapters are trained.',
  ),
  epochs: setting(integer(0, MANY), 50, 'Passes over the epoch set.'),
  lectureProblems: setting(
    integer(0, 10),
    10,
    'How many of the ten lecture problems an epoch visits: all of them, or a random few as in the lecture.',
  ),
  auxiliaryProblems: setting(integer(0, MANY), 10, 'How many problems an epoch draws from the auxiliary set.'),
  ownProblems: setting(
    integer(0, 256),
    0,
    'How many of your own problems an epoch visits besides: all that you have, or some in turn.',
  ),
  groupSize: setting(integer(2, 256), 8, 'Programs written for each problem of a step.', {
    symbol: 'G',
    source: 'DeepSeekMath (Shao et al. 2024, arXiv:2402.03300) eq. 3',
  }),
  reward: setting(choice(REWARD_NAMES), 'binary', 'What a program earns.', { symbol: 'r' }),
  harness: setting(
    choice(HARNESSES),
    'sealed',
    'Who compares while training. The weak ones are a lesson: evaluation is sealed whatever stands here.',
  ),
  freshTests: setting(
    integer(0, 1000),
    0,
    'New reward tests each epoch, per problem that has a generator and a reference; 0 is none.',
  ),
  explain: setting(
    flag(),
    true,
    'Score every trained token once more after the step, so that any update can be replayed by hand.',
  ),
  algorithm: part(AlgorithmSchema, 'How rewards become a push on tokens, and the push a loss.'),
  value: part(ValueSchema, 'The value head, where the advantage is gae or turn-value; nothing elsewhere.'),
  critic: part(CriticSchema, 'The outcome critic, where the advantage is outcome-critic; nothing elsewhere.'),
  rollout: part(RolloutSchema, 'How a step comes to its rollouts.'),
  lora: part(LoraSchema, 'The adapters that are trained in an imported model; nothing elsewhere.'),
  optimizer: part(OptimizerSchema, 'How a gradient moves the weights.'),
  sampling: part(SamplingSchema, 'How programs are drawn from the model.'),
  evaluation: part(EvaluationSchema, 'What is measured before, during and after, on the sealed harness.'),
});

export type RunConfigInput = v.InferInput<typeof RunConfigSchema>;
export type RunConfig = v.InferOutput<typeof RunConfigSchema>;
export type AlgorithmConfig = RunConfig['algorithm'];
