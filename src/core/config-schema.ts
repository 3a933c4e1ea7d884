/** Every setting of a run: its range, its default, and a sentence of help. */

import type * as v from 'valibot';
import { aboveZero, between, choice, decay, flag, group, integer, part, setting } from './config-fields.ts';
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
  ),
  deviation: setting(
    choice(['population', 'sample']),
    'population',
    'The standard deviation of G rewards divides by G (population: rLLM, seed 003) or by G − 1 (sample: TRL, veRL).',
  ),
  delta: setting(
    between(0, 1),
    1e-8,
    'δ, added to the standard deviation that divides (TRL 1e-4, veRL and rLLM 1e-6).',
  ),
  ratio: setting(
    choice(['token', 'sequence']),
    'token',
    'ρ of each token, or of the whole completion as the geometric mean over its tokens (GSPO).',
  ),
  surrogate: setting(
    choice(['clip', 'cispo', 'log-likelihood']),
    'clip',
    'What is maximised: the clipped ratio (PPO), the log-prob weighted by the clipped ratio (CISPO), or the log-prob alone (REINFORCE, imitation).',
  ),
  clipLow: setting(aboveZero(1), 0.2, 'ε_low: a ratio below 1 − ε_low pushes down no further (clip).'),
  clipHigh: setting(
    aboveZero(100),
    0.2,
    'ε_high: a ratio above 1 + ε_high pushes up no further (clip), or weighs no more than that (cispo).',
  ),
  dualClip: setting(between(0, 100), 0, 'c: largest ratio that counts where the advantage is negative; 0 is off.'),
  beta: setting(between(0, 100), 0.04, 'β: weight of KL(policy ‖ reference).'),
  klEstimator: setting(
    choice(['k1', 'k2', 'k3']),
    'k3',
    'Estimate of the KL per token: k1 is the log-ratio, k2 half its square, whose gradient in the loss is that of the KL, k3 never negative (DeepSeekMath eq. 4).',
  ),
  klPlacement: setting(
    choice(['loss', 'reward']),
    'loss',
    'β·KL is added to the loss, or taken off the reward of each token.',
  ),
  klTarget: setting(
    between(0, 100),
    0,
    'Nats per completion that β is steered towards (adaptive controller); 0 keeps β fixed.',
  ),
  klHorizon: setting(aboveZero(1e9), 10_000, 'Completions over which the adaptive controller corrects β.'),
  syncReferenceEvery: setting(
    integer(0, MANY),
    0,
    'The reference becomes the policy after every so many steps; 0 is never.',
  ),
  entropyBonus: setting(between(0, 10), 0, 'Weight of the entropy that is taken off the loss.'),
  aggregation: setting(
    choice(['token-mean', 'sequence-mean', 'sequence-sum', 'constant-length']),
    'token-mean',
    'How token losses become one number; constant-length divides by completions × sampling.maxNewTokens (Dr. GRPO).',
  ),
  correction: setting(
    choice(['off', 'token-truncate', 'token-mask', 'sequence-truncate', 'sequence-mask']),
    'off',
    'Importance weight where trainer and sampler disagree (TIS): the ratio of their probabilities of a token or of the whole completion, held at the cap (truncate) or 0 above it (mask).',
  ),
  correctionCap: setting(aboveZero(1000), 3, 'C: the cap of that correction.'),
  dropZeroVariance: setting(flag(), true, 'Leave groups without reward variance out of the update.'),
  maskTruncated: setting(flag(), true, 'Leave completions that hit the length limit out of the loss.'),
  minibatches: setting(integer(1, MANY), 2, 'Parts of a rollout batch, one optimiser step each.'),
  innerEpochs: setting(integer(1, MANY), 1, 'Passes over a rollout batch.'),
});

/** The value head, where the advantage needs one. */
export const ValueSchema = group({
  gamma: setting(between(0, 1), 1, 'γ: discount per token.'),
  lambda: setting(between(0, 1), 0.95, 'λ: how far GAE trusts rewards over values.'),
  coefficient: setting(between(0, 10), 0.1, 'Weight of the value loss.'),
  clip: setting(
    between(0, 100),
    0.2,
    'Farthest that a value may move in one step before its loss stops pulling; 0 is off.',
  ),
  whiten: setting(flag(), true, 'Advantages get mean 0 and variance 1 over the tokens of the batch.'),
});

/** The outcome critic of CodeRL, where the advantage needs one. */
export const CriticSchema = group({
  learningRate: setting(aboveZero(1), 3e-4, 'Step size of the critic’s AdamW.'),
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
  ),
  dynamicRounds: setting(
    integer(0, 20),
    0,
    'Dynamic sampling: rounds in which other problems may take the place of groups without variance; 0 is off.',
  ),
  pipelined: setting(flag(), false, 'Sample the next step while this one is judged: one step off policy.'),
  overlongCache: setting(
    integer(0, 200),
    0,
    'Tokens before the length limit within which the reward falls by up to 1 (DAPO); 0 is off.',
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

export const OptimizerSchema = group({
  // AdamW moves a weight by about this much in a step, so that 1 already destroys every model.
  learningRate: setting(aboveZero(1), 3e-4, 'Step size of AdamW.'),
  schedule: setting(
    choice(['constant', 'linear', 'cosine']),
    'constant',
    'How the step size falls from its full value to 0 over the run.',
  ),
  warmup: setting(integer(0, MANY), 0, 'Steps over which the step size rises to its full value.'),
  beta1: setting(decay(), 0.9, 'Decay rate of AdamW’s first moment.'),
  beta2: setting(decay(), 0.95, 'Decay rate of AdamW’s second moment.'),
  epsilon: setting(aboveZero(1), 1e-8, 'ε in AdamW’s denominator.'),
  weightDecay: setting(between(0, 1), 0, 'Decoupled weight decay of matrices.'),
  clipNorm: setting(aboveZero(1e9), 1, 'Global gradient norm limit; one that no gradient reaches is off.'),
});

export const SamplingSchema = group({
  temperature: setting(
    between(0.05, 10),
    1,
    'Divides the logits: below 0.05 sampling is greedy and groups have no variance, above 10 it is uniform noise.',
  ),
  topP: setting(aboveZero(1), 1, 'Nucleus mass; 1 is off.'),
  topK: setting(integer(0, MANY), 0, 'Candidates per token; 0 is off.'),
  maxNewTokens: setting(integer(1, 200), 48, 'Longest completion.'),
  firstMaxNewTokens: setting(
    integer(0, 200),
    0,
    'Context lengthening: longest completion at the start of the run; 0 begins with maxNewTokens.',
  ),
  lengthenAt: setting(integer(0, MANY), 0, 'Epochs with the first length before maxNewTokens holds.'),
});

export const EvaluationSchema = group({
  before: setting(flag(), true, 'Measure the base model before training; without it only the trained one is measured.'),
  samples: setting(integer(1, MANY), 128, 'Samples per lecture problem before and after.'),
  heldOutSamples: setting(integer(0, MANY), 64, 'Samples per held-out problem before and after.'),
  everyEpochs: setting(integer(0, MANY), 10, 'Measure the lecture’s ten every so many epochs; 0 is never.'),
  samplesDuring: setting(integer(1, MANY), 32, 'Samples per lecture problem in between.'),
});

/** Ranges of single settings; what they owe each other is in `config-rules`. */
export const RunConfigSchema = group({
  seed: setting(integer(0, 2 ** 31 - 1), 0, 'Seed of every random number.'),
  backend: setting(
    choice(['auto', 'webgpu', 'wasm', 'cpu']),
    'auto',
    'Where the model runs; auto takes the fastest that works.',
  ),
  model: setting(choice(['base', 'small']), 'base', 'The checkpoint to start from: 0.9 M or 0.3 M parameters.'),
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
  groupSize: setting(integer(2, 256), 8, 'G: programs written for each problem of a step.'),
  reward: setting(choice(REWARD_NAMES), 'binary', 'What a program earns.'),
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
  optimizer: part(OptimizerSchema, 'How a gradient moves the weights.'),
  sampling: part(SamplingSchema, 'How programs are drawn from the model.'),
  evaluation: part(EvaluationSchema, 'What is measured before, during and after, on the sealed harness.'),
});

export type RunConfigInput = v.InferInput<typeof RunConfigSchema>;
export type RunConfig = v.InferOutput<typeof RunConfigSchema>;
export type AlgorithmConfig = RunConfig['algorithm'];
