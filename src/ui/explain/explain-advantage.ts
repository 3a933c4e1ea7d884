/** How the rewards of a group became advantages, worked out again from what the record keeps. */

import { type AlgorithmConfig, needsValueHead } from '../../core/config.ts';
import type { RolloutRecord, TrainedTurn } from '../../core/records.ts';
import { mean, standardDeviation, sum } from '../../core/stats.ts';
import { type LeftOut, leftOut, membersOf, type StepCase } from './explain-case.ts';
import { klValue } from './explain-loss.ts';

type Scale = Exclude<AlgorithmConfig['advantage'], 'reward' | 'accepted' | 'gae' | 'turn-value' | 'outcome-critic'>;

/** What is subtracted and what it is divided by; without a divisor all are equal, and every advantage is 0. */
export interface Comparison {
  readonly over: 'group' | 'batch';
  /** What is compared, in order; null for what has no reward. */
  readonly values: readonly (number | null)[];
  readonly mean: number;
  readonly std: number;
  /** Of the whole step, for the scale that takes the deviation from there; null where the record has only part of it. */
  readonly batchStd: number | null;
  readonly divisor: number | null;
}

/** What whitening takes off and multiplies with. */
export interface Whitening {
  readonly mean: number;
  readonly scale: number;
}

/** null where nothing is whitened; unknown where the record has only part of what it was taken over. */
type MaybeWhitening = Whitening | null | 'unknown';

/** One token on the way through GAE. */
export interface GaeToken {
  readonly reward: number;
  readonly value: number;
  readonly nextValue: number;
  /** δ = r + γV′ − V */
  readonly error: number;
  /** A of the next token. */
  readonly nextAdvantage: number;
  readonly raw: number;
}

export type AdvantageStory =
  | { readonly kind: 'compared'; readonly scale: Scale; readonly comparison: Comparison | null }
  | { readonly kind: 'reward' | 'accepted' }
  | {
      readonly kind: 'gae';
      /** Per attempt; null where the record lacks an attempt. */
      readonly turns: readonly (readonly GaeToken[])[] | null;
      readonly whitening: MaybeWhitening;
    }
  | {
      readonly kind: 'turn-value';
      readonly turns: readonly { readonly paid: number; readonly value: number; readonly comes: number }[] | null;
      readonly whitening: MaybeWhitening;
    }
  /** What greedy decoding earned is not in the record: it follows from the advantages, where the critic’s belief is not 0. */
  | { readonly kind: 'outcome-critic'; readonly baseline: number | null };

export interface AdvantageCase {
  readonly story: AdvantageStory;
  /** What each member of the group is compared with: its reward, less the KL where that is taken off there; null without. */
  readonly paid: readonly (number | null)[];
  /** Of each token of each attempt of the chosen program, computed; null where the record does not say enough. */
  readonly tokens: readonly (readonly number[])[] | null;
  /** Of each member of the group, computed; null likewise. */
  readonly members: readonly number[] | null;
}

/** What was imitated, whether or not the record keeps how. */
const ACCEPTED: ReadonlySet<LeftOut | null> = new Set([null, 'no-update', 'not-kept']);

/** RLEF: what an earlier attempt costs that does not compile. */
const INVALID_TURN = -0.2;
const INVALID_OUTCOMES: ReadonlySet<string> = new Set(['syntax_error', 'truncated']);

/** A spread below this, or below this share of a reward above 1, is rounding. */
const ROUNDING = 1e-12;

export function advantageCase(step: StepCase, rollout: RolloutRecord): AdvantageCase {
  const { advantage } = step.config.algorithm;
  const group = membersOf(step.rollouts, rollout.group);
  const paid = group.map((one) => paidTo(step, one));
  const shared = (story: AdvantageStory, members: readonly number[] | null): AdvantageCase => {
    const own = members?.[group.indexOf(rollout)];
    const tokens = own === undefined ? null : (rollout.trained ?? []).map(({ ids }) => ids.map(() => own));
    return { story, paid, members, tokens };
  };
  switch (advantage) {
    case 'group-std':
    case 'group-mean':
    case 'rloo':
    case 'batch-std':
    case 'batch':
    case 'maxrl': {
      const comparison = comparisonOf(step, advantage, paid);
      return shared({ kind: 'compared', scale: advantage, comparison }, comparison && compared(comparison, paid));
    }
    case 'reward':
      return shared(
        { kind: 'reward' },
        paid.map((one) => one ?? 0),
      );
    case 'accepted':
      return shared(
        { kind: 'accepted' },
        group.map((one) => Number(ACCEPTED.has(leftOut(step, one)))),
      );
    case 'gae':
    case 'turn-value':
    case 'outcome-critic': {
      const told = { gae: gaeCase, 'turn-value': turnCase, 'outcome-critic': criticCase }[advantage];
      const white = whiteningOf(step);
      return {
        ...told(step, rollout, white),
        paid,
        members: meansOf(group.map((one) => told(step, one, white).tokens)),
      };
    }
    default:
      return advantage satisfies never;
  }
}

/** β·KL of each token of an attempt, where it is taken off the reward; RLEF spreads it evenly over the attempt. */
export function klTaken({ config, beta }: StepCase, turn: TrainedTurn): number[] {
  const { klPlacement, klEstimator, advantage } = config.algorithm;
  if (klPlacement !== 'reward') return turn.ids.map(() => 0);
  const scale = advantage === 'turn-value' ? beta / turn.ids.length : beta;
  return turn.oldLogProbs.map((old, t) => scale * klValue(klEstimator, old, turn.referenceLogProbs[t]!));
}

/** What each token of each attempt is paid. */
function tokenRewards(step: StepCase, rollout: RolloutRecord): number[][] {
  const { reward, algorithm } = step.config;
  const turns = rollout.trained ?? [];
  return turns.map((turn, i) => {
    const rewards = klTaken(step, turn).map((taken) => -taken);
    const charged = reward === 'rlef' && algorithm.advantage === 'turn-value';
    const invalid = charged && INVALID_OUTCOMES.has(rollout.earlier?.[turn.turn]?.outcome ?? '');
    const paid = i === turns.length - 1 ? (rollout.reward ?? 0) : invalid ? INVALID_TURN : 0;
    return rewards.map((one, t) => (t === rewards.length - 1 ? one + paid : one));
  });
}

/** The reward less what the KL takes off; null without a reward. */
function paidTo(step: StepCase, rollout: RolloutRecord): number | null {
  if (rollout.reward === null || rollout.trained === undefined) return rollout.reward;
  if (step.config.algorithm.klPlacement !== 'reward') return rollout.reward;
  return sum(tokenRewards(step, rollout).map(sum));
}

function comparisonOf(step: StepCase, scale: Scale, paid: readonly (number | null)[]): Comparison | null {
  const { deviation, delta } = step.config.algorithm;
  const batch = scale === 'batch' || scale === 'batch-std';
  if (batch && !step.whole) return null;
  const all = batch ? step.rollouts.map((one) => paidTo(step, one)) : paid;
  const values = scale === 'batch' ? all : paid;
  const scored = values.filter((one) => one !== null);
  const over = scale === 'batch' ? 'batch' : 'group';
  const ddof = deviation === 'sample' ? 1 : 0;
  const spreadOf = (numbers: readonly number[]) => (numbers.length === 0 ? 0 : standardDeviation(numbers, ddof));
  const batchStd = batch ? spreadOf(all.filter((one) => one !== null)) : null;
  const center = scored.length === 0 ? 0 : mean(scored);
  const summary = { over, values, mean: center, std: spreadOf(scored), batchStd } as const;
  const [low, high] = [Math.min(...scored), Math.max(...scored)];
  const flat = scored.length === 0 || high - low <= ROUNDING * Math.max(1, Math.abs(low), Math.abs(high));
  if (flat) return { ...summary, divisor: null };
  return { ...summary, divisor: divisorOf(scale, summary, { count: scored.length, delta, low }) };
}

interface DivisorFacts {
  readonly count: number;
  readonly delta: number;
  readonly low: number;
}

function divisorOf(
  scale: Scale,
  { mean: center, std, batchStd }: Omit<Comparison, 'divisor'>,
  { count, delta, low }: DivisorFacts,
): number {
  switch (scale) {
    case 'group-std':
    case 'batch':
      return std + delta;
    case 'group-mean':
      return 1;
    case 'rloo':
      return (count - 1) / count;
    case 'batch-std':
      return (batchStd ?? 0) + delta;
    case 'maxrl':
      return center - Math.min(0, low);
    default:
      return scale satisfies never;
  }
}

const compared = ({ mean: center, divisor }: Comparison, paid: readonly (number | null)[]): number[] =>
  paid.map((one) => (one === null || divisor === null ? 0 : (one - center) / divisor));

/** Whether every attempt of the program is in the record. */
const attemptsKept = ({ trained = [], earlier = [] }: RolloutRecord): boolean => trained.length === earlier.length + 1;

/** A program that was left out whole has no tokens; of one that lacks an attempt nothing is known. */
const unkept = ({ trained }: RolloutRecord) => (trained === undefined ? [] : null);

/** Mean and spread of what the value head was surprised by, over all tokens of the step. */
function whiteningOf(step: StepCase): MaybeWhitening {
  const { config } = step;
  if (!needsValueHead(config) || !config.value.whiten) return null;
  const trained = step.rollouts.filter((one) => leftOut(step, one) === null);
  if (!step.whole || !trained.every(attemptsKept)) return 'unknown';
  const raw = trained.flatMap(({ trained: turns = [] }) => turns.flatMap((turn) => rawOf(turn)));
  const center = mean(raw);
  const squares = sum(raw.map((one) => (one - center) ** 2));
  return { mean: center, scale: 1 / Math.sqrt(squares / Math.max(1, raw.length - 1) + 1e-8) };
}

/** R − V of each token; where one value stands for the attempt, that of its first token. */
function rawOf({ ids, values = [], returns = [], valueMask }: TrainedTurn): number[] {
  return ids.map((_, t) => {
    const at = valueMask === undefined ? t : 0;
    return returns[at]! - values[at]!;
  });
}

const whitened = (raw: number, white: Whitening | null) => (white === null ? raw : (raw - white.mean) * white.scale);

/** One number for each program: the mean over its tokens, 0 for what was left out; null where one is not known. */
function meansOf(programs: readonly (readonly (readonly number[])[] | null)[]): number[] | null {
  const known = programs.filter((tokens) => tokens !== null).map((tokens) => tokens.flat());
  if (known.length < programs.length) return null;
  return known.map((tokens) => (tokens.length === 0 ? 0 : mean(tokens)));
}

type Told = Pick<AdvantageCase, 'story' | 'tokens'>;

function gaeCase(step: StepCase, rollout: RolloutRecord, whitening: MaybeWhitening): Told {
  const { gamma, lambda } = step.config.value;
  if (!attemptsKept(rollout)) return { story: { kind: 'gae', turns: null, whitening }, tokens: unkept(rollout) };
  const { trained = [] } = rollout;
  const rewards = tokenRewards(step, rollout).flat();
  const values = trained.flatMap((turn) => turn.values ?? []);
  const told: GaeToken[] = [];
  let [nextValue, nextAdvantage] = [0, 0];
  for (let t = rewards.length - 1; t >= 0; t--) {
    const value = values[t]!;
    const error = rewards[t]! + gamma * nextValue - value;
    const raw = error + gamma * lambda * nextAdvantage;
    told.unshift({ reward: rewards[t]!, value, nextValue, error, nextAdvantage, raw });
    [nextValue, nextAdvantage] = [value, raw];
  }
  const ends = trained.map((_, i) => sum(trained.slice(0, i + 1).map(({ ids }) => ids.length)));
  const turns = ends.map((end, i) => told.slice(ends[i - 1] ?? 0, end));
  const tokens = whitening === 'unknown' ? null : turns.map((own) => own.map(({ raw }) => whitened(raw, whitening)));
  return { story: { kind: 'gae', turns, whitening }, tokens };
}

function turnCase(step: StepCase, rollout: RolloutRecord, whitening: MaybeWhitening): Told {
  if (!attemptsKept(rollout)) return { story: { kind: 'turn-value', turns: null, whitening }, tokens: unkept(rollout) };
  const { trained = [] } = rollout;
  const paid = tokenRewards(step, rollout).map(sum);
  const turns = trained.map(({ values = [] }, i) => ({
    paid: paid[i]!,
    value: values[0] ?? 0,
    comes: sum(paid.slice(i)),
  }));
  const tokens =
    whitening === 'unknown'
      ? null
      : trained.map(({ ids }, i) => ids.map(() => whitened(turns[i]!.comes - turns[i]!.value, whitening)));
  return { story: { kind: 'turn-value', turns, whitening }, tokens };
}

function criticCase(step: StepCase, rollout: RolloutRecord): Told {
  const { trained = [] } = rollout;
  const reward = paidTo(step, rollout) ?? 0;
  const [surest] = trained
    .flatMap(({ outcomeProbs = [], advantages }) => outcomeProbs.map((p, t) => ({ p, q: advantages[t]! })))
    .sort((a, b) => b.p - a.p);
  const baseline = surest === undefined || surest.p === 0 ? null : reward - surest.q / surest.p;
  const tokens =
    trained.length === 0
      ? []
      : baseline === null
        ? null
        : trained.map(({ outcomeProbs = [] }) => outcomeProbs.map((p) => p * (reward - baseline)));
  return { story: { kind: 'outcome-critic', baseline }, tokens };
}
