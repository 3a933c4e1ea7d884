/** Frame five: how the comparison becomes the advantage. */

import { words } from '../words/index.ts';
import type { Comparison, Whitening } from './explain-advantage.ts';
import { bracketed, type Formula, fraction, n, s } from './explain-formula.ts';
import type { ExplainCase, Frame, Line } from './explain-frames.ts';
import { GROUP, type StoryOf, type Told } from './explain-group-frames.ts';
import * as y from './explain-symbols.ts';

const told = words.explain;

export function advantageFrame(one: ExplainCase): Frame {
  const { story } = one.advantage;
  const source = { file: 'src/rl/advantage/estimate.ts', name: 'estimateAdvantages' };
  switch (story.kind) {
    case 'compared':
      return { ...comparedAdvantage(one, story), source: { file: GROUP, name: 'groupAdvantages' } };
    case 'reward':
    case 'accepted':
      return { ...givenAdvantage(one, story.kind), source };
    case 'gae':
    case 'turn-value':
      return { ...valuedAdvantage(one, story), source };
    case 'outcome-critic':
      return {
        ...criticAdvantage(one, story),
        source: { file: 'src/rl/advantage/outcome-critic.ts', name: 'tokenReturns' },
      };
    default:
      return story satisfies never;
  }
}

function pushWords(advantage: number): string {
  return advantage > 0 ? told.advantage.up : advantage < 0 ? told.advantage.down : told.advantage.none;
}

function comparedAdvantage(one: ExplainCase, { scale, comparison }: StoryOf<'compared'>): Told {
  const { rollout, members, advantage, step, left } = one;
  const index = members.indexOf(rollout);
  const paid = advantage.paid[index] ?? null;
  const computed = advantage.members?.[index];
  const says = [told.advantage.says[scale], pushWords(rollout.advantage)];
  if (comparison === null || computed === undefined) return { says, lines: [], notes: [told.spread.unknown] };
  if (paid === null) return { says, lines: [], notes: [told.advantage.unscored] };
  const check = { computed, recorded: rollout.advantage };
  if (comparison.divisor === null) {
    const lines = [{ symbols: [y.A, s('='), n(0)], numbers: [y.A, s('='), n(0)], check }];
    return { says, lines, notes: [left === 'no-signal' ? told.spread.dropped : told.spread.flat] };
  }
  const scored = comparison.values.filter((value) => value !== null).length;
  const above: Formula = [n(paid), s('−'), ...bracketed(comparison.mean)];
  const { symbols, numbers } = scaled(scale, comparison, { above, scored, delta: step.config.algorithm.delta });
  const lines = [
    { symbols: [y.A, s('='), ...symbols], numbers: [y.A, s('='), ...numbers, s('='), n(computed)], check },
  ];
  return { says, lines, notes: [] };
}

interface ScaleFacts {
  /** r − r̄ in numbers. */
  readonly above: Formula;
  readonly scored: number;
  readonly delta: number;
}

function scaled(
  scale: StoryOf<'compared'>['scale'],
  { std, batchStd, divisor }: Comparison,
  { above, scored, delta }: ScaleFacts,
): Pick<Line, 'symbols' | 'numbers'> {
  const over: Formula = [y.own, s('−'), y.mean];
  switch (scale) {
    case 'group-std':
    case 'batch':
      return {
        symbols: [fraction(over, [y.sigma, s('+'), y.delta])],
        numbers: [fraction(above, [n(std), s('+'), n(delta)])],
      };
    case 'batch-std':
      return {
        symbols: [fraction(over, [y.sigmaBatch, s('+'), y.delta])],
        numbers: [fraction(above, [n(batchStd ?? 0), s('+'), n(delta)])],
      };
    case 'group-mean':
      return { symbols: over, numbers: above };
    case 'rloo':
      return {
        symbols: [s('('), ...over, s(')'), s('·'), fraction([y.count], [y.count, s('−'), n(1)])],
        numbers: [s('('), ...above, s(')'), s('·'), fraction([n(scored)], [n(scored - 1)])],
      };
    case 'maxrl':
      return { symbols: [fraction(over, [y.mean])], numbers: [fraction(above, [n(divisor ?? 1)])] };
    default:
      return scale satisfies never;
  }
}

function givenAdvantage({ rollout, members, advantage }: ExplainCase, kind: 'reward' | 'accepted'): Told {
  const says = [told.advantage[kind], pushWords(rollout.advantage)];
  const index = members.indexOf(rollout);
  const computed = advantage.members?.[index] ?? 0;
  const symbols: Formula = kind === 'reward' ? [y.A, s('='), y.rAfterKl] : [y.A, s('='), n(computed)];
  const check = { computed, recorded: rollout.advantage };
  const notes = rollout.reward === null ? [told.advantage.unscored] : [];
  return { says, lines: [{ symbols, numbers: [y.A, s('='), n(computed)], check }], notes };
}

function valuedAdvantage(one: ExplainCase, story: StoryOf<'gae'> | StoryOf<'turn-value'>): Told {
  const { turn, token, turnAt, advantage } = one;
  const says = [told.advantage[story.kind], pushWords(turn?.advantages[token] ?? 0)];
  const raw = rawLine(one, story);
  if (turn === null || raw === null) return { says, lines: [], notes: [told.spread.attemptMissing] };
  const computed = advantage.tokens?.[turnAt]?.[token];
  const recorded = turn.advantages[token]!;
  const { whitening } = story;
  if (whitening === 'unknown') return { says, lines: [raw.line], notes: [told.advantage.whiteUnknown] };
  if (whitening === null || computed === undefined) return { says, lines: [raw.line], notes: [] };
  const white = whiteLine(raw.value, whitening, computed, recorded);
  return { says, lines: [raw.line, white], notes: [told.advantage.whitened] };
}

/** The advantage before whitening; the record has it as return less value. */
function rawLine(
  { turn, turnAt, token, step }: ExplainCase,
  story: StoryOf<'gae'> | StoryOf<'turn-value'>,
): { readonly line: Line; readonly value: number } | null {
  const at = story.kind === 'gae' ? token : 0;
  const returned = turn?.returns?.[at];
  const before = turn?.values?.[at];
  const recorded = returned === undefined || before === undefined ? null : returned - before;
  const checked = (computed: number) => (recorded === null ? null : { computed, recorded });
  if (story.kind === 'turn-value') {
    const own = story.turns?.[turnAt];
    if (own === undefined) return null;
    const value = own.comes - own.value;
    const numbers: Formula = [y.A, s('='), n(own.comes), s('−'), ...bracketed(own.value), s('='), n(value)];
    return { value, line: { symbols: [y.A, s('='), y.comes, s('−'), y.V], numbers, check: checked(value) } };
  }
  const own = story.turns?.[turnAt]?.[token];
  if (own === undefined) return null;
  const { gamma, lambda } = step.config.value;
  const numbers: Formula = [
    ...[y.At, s('='), n(own.error), s('+'), n(gamma), s('·'), n(lambda), s('·')],
    ...[...bracketed(own.nextAdvantage), s('='), n(own.raw)],
  ];
  const symbols: Formula = [y.At, s('='), y.error, s('+'), y.gamma, s('·'), y.lambda, s('·'), y.nextA];
  return { value: own.raw, line: { symbols, numbers, check: checked(own.raw) } };
}

function whiteLine(raw: number, { mean, scale }: Whitening, computed: number, recorded: number): Line {
  const above: Formula = [n(raw), s('−'), ...bracketed(mean)];
  return {
    symbols: [y.whiteA, s('='), fraction([y.At, s('−'), y.meanA], [y.spreadA])],
    numbers: [y.whiteA, s('='), fraction(above, [n(1 / scale)]), s('='), n(computed)],
    check: { computed, recorded },
  };
}

function criticAdvantage(
  { turn, turnAt, token, rollout, advantage }: ExplainCase,
  { baseline }: StoryOf<'outcome-critic'>,
): Told {
  const says = [told.advantage['outcome-critic'], pushWords(turn?.advantages[token] ?? 0)];
  const belief = turn?.outcomeProbs?.[token];
  const computed = advantage.tokens?.[turnAt]?.[token];
  if (turn === null || belief === undefined || computed === undefined || baseline === null) {
    return { says, lines: [], notes: [told.spread.baselineUnknown] };
  }
  const reward = rollout.reward ?? 0;
  const numbers: Formula = [
    ...[y.At, s('='), n(belief), s('·'), s('('), n(reward), s('−'), ...bracketed(baseline), s(')')],
    ...[s('='), n(computed)],
  ];
  return {
    says,
    lines: [
      {
        symbols: [y.At, s('='), y.belief, s('·'), s('('), y.own, s('−'), y.baseline, s(')')],
        numbers,
        check: { computed, recorded: turn.advantages[token]! },
      },
    ],
    notes: [],
  };
}
