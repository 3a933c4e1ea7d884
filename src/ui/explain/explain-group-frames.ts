/** Frames one to four: from a sampled program to what its reward is compared with. */

import { words } from '../words/index.ts';
import type { AdvantageStory } from './explain-advantage.ts';
import { bracketed, call, type Formula, fraction, n, numberText, plus, power, root, s } from './explain-formula.ts';
import type { ExplainCase, Frame, Line } from './explain-frames.ts';
import * as y from './explain-symbols.ts';

const told = words.explain;

export function sampleFrame({ rollout, step, turn, turnAt }: ExplainCase): Frame {
  const { sampling } = step.config;
  const earlier = turn !== null && turn.turn < (rollout.earlier?.length ?? 0);
  const logProbs = earlier ? turn.oldLogProbs : rollout.logProbs;
  const total = logProbs.reduce((sum, one) => sum + one, 0);
  const notes = [
    ...(sampling.temperature === 1 ? [] : [told.sample.temperature(String(sampling.temperature))]),
    ...(sampling.topP === 1 && sampling.topK === 0 ? [] : [told.sample.cut]),
    ...(rollout.outcome === 'truncated' ? [told.sample.truncated] : []),
    ...(rollout.earlier === undefined ? [] : [told.sample.attempts(rollout.earlier.length + 1, turnAt + 1)]),
  ];
  return {
    says: [told.sample.says(logProbs.length)],
    lines:
      logProbs.length === 0
        ? []
        : [
            {
              symbols: [y.P, s('='), call('exp', [y.sumOverTokens, y.logOld])],
              numbers: [y.P, s('='), call('exp', plus(logProbs)), s('='), n(Math.exp(total))],
              check: null,
            },
          ],
    notes,
    source: { file: 'src/rl/rollout/sampling.ts', name: 'sampleGroups' },
  };
}

export function testsFrame({ rollout, members }: ExplainCase): Frame {
  const passes = rollout.perTest.map(({ outcome }) => Number(outcome === 'passed'));
  const total = passes.reduce((sum, one) => sum + one, 0);
  const of = members.filter(({ outcome }) => outcome === 'passed').length;
  const notes =
    rollout.outcome === 'infra_error' || rollout.flaky
      ? [told.tests.unscored]
      : passes.length === 0
        ? [rollout.outcome === 'truncated' ? told.tests.truncated : told.tests.nothingRan]
        : [];
  return {
    says: [told.tests.says(of, members.length)],
    lines:
      passes.length === 0
        ? []
        : [
            {
              symbols: [y.passed, s('='), y.sumOverTests, y.equal],
              numbers: [y.passed, s('='), ...plus(passes), s('='), n(total)],
              check: { computed: total, recorded: rollout.passed },
            },
          ],
    notes,
    source: { file: 'src/rl/rollout/judging.ts', name: 'judgeRollouts' },
  };
}

export function rewardFrame({ rollout, step, advantage, members }: ExplainCase): Frame {
  const { label } = words.rewards[step.config.reward];
  const { reward, components } = rollout;
  const paid = components.filter((part) => part.value !== null || part.paid !== 0).map((part) => part.paid);
  const total = Number(paid.reduce((sum, one) => sum + one, 0).toFixed(12));
  const lines: Line[] = [];
  if (reward !== null && paid.length > 0) {
    lines.push({
      symbols: [y.own, s('='), y.sumOverParts, y.paid],
      numbers: [y.own, s('='), ...plus(paid), ...(paid.length > 1 ? [s('='), n(total)] : [])],
      check: { computed: total, recorded: reward },
    });
  }
  const left = advantage.paid[members.indexOf(rollout)];
  if (reward !== null && left !== null && left !== undefined && taxed(step.config) && rollout.trained !== undefined) {
    lines.push({
      symbols: [y.rAfterKl, s('='), y.own, s('−'), y.beta, s('·'), y.sumOverTokens, y.kl],
      numbers: [y.rAfterKl, s('='), n(reward), s('−'), ...bracketed(reward - left), s('='), n(left)],
      check: null,
    });
  }
  const overlong = components.some(({ name, paid: own }) => name === 'overlong' && own !== 0);
  return {
    says: [told.reward.says(label)],
    lines,
    notes: [
      ...(reward === null ? [told.reward.none] : []),
      ...(taxed(step.config) ? [told.reward.taxed] : []),
      ...(overlong ? [told.reward.overlong] : []),
    ],
    source: { file: 'src/verify/reward.ts', name: 'rewardOf' },
  };
}

const taxed = ({ algorithm }: ExplainCase['step']['config']): boolean =>
  algorithm.klPlacement === 'reward' && algorithm.beta > 0;

/** Where groups are compared. */
export const GROUP = 'src/rl/advantage/group.ts';

export function spreadFrame(one: ExplainCase): Frame {
  const { story } = one.advantage;
  const source = { file: GROUP, name: 'batchAdvantages' };
  switch (story.kind) {
    case 'compared':
      return { ...comparedSpread(one, story), source };
    case 'reward':
      return { says: [told.spread.reward], lines: [], notes: [], source };
    case 'accepted':
      return {
        ...{ says: [told.spread.accepted], lines: [], notes: [] },
        source: { file: 'src/rl/rollout/select.ts', name: 'selectForUpdate' },
      };
    case 'gae':
      return { ...gaeSpread(one, story), source: { file: 'src/rl/advantage/gae.ts', name: 'gae' } };
    case 'turn-value':
      return { ...turnSpread(one, story), source: { file: 'src/rl/advantage/turn-value.ts', name: 'turnEstimates' } };
    case 'outcome-critic':
      return {
        says: [told.spread.critic],
        lines: [],
        notes: [
          story.baseline === null ? told.spread.baselineUnknown : told.spread.baseline(numberText(story.baseline)),
        ],
        source: { file: 'src/rl/rollout/baseline.ts', name: 'greedyRewards' },
      };
    default:
      return story satisfies never;
  }
}

export type Told = Omit<Frame, 'source'>;
export type StoryOf<K extends AdvantageStory['kind']> = Extract<AdvantageStory, { kind: K }>;

function comparedSpread({ step, left }: ExplainCase, { scale, comparison }: StoryOf<'compared'>): Told {
  const says = [scale === 'batch' ? told.spread.batch : told.spread.group];
  if (comparison === null) return { says, lines: [], notes: [told.spread.unknown] };
  const { values, mean, std, batchStd, divisor } = comparison;
  const scored = values.filter((value) => value !== null);
  const lines: Line[] = [];
  if (scored.length > 0) {
    lines.push({
      symbols: [y.mean, s('='), fraction([y.sumOverGroup, y.r], [y.count])],
      numbers: [y.mean, s('='), fraction(plus(scored), [n(scored.length)]), s('='), n(mean)],
      check: null,
    });
  }
  const unbiased = step.config.algorithm.deviation === 'sample';
  if (scored.length > 1 && (scale === 'group-std' || scale === 'batch')) {
    const squares = scored.map((value) => (value - mean) ** 2);
    const under: Formula = unbiased ? [y.count, s('−'), n(1)] : [y.count];
    const square = power([s('('), y.r, s('−'), y.mean, s(')')], [n(2)]);
    lines.push({
      symbols: [y.sigma, s('='), root(fraction([y.sumOverGroup, square], under))],
      numbers: [
        ...[y.sigma, s('=')],
        ...[root(fraction(plus(squares), [n(scored.length - Number(unbiased))])), s('='), n(std)],
      ],
      check: null,
    });
  }
  const absent = values.length - scored.length;
  return {
    says,
    lines,
    notes: [
      ...(absent > 0 ? [told.spread.absent(absent)] : []),
      ...(batchStd !== null && scale === 'batch-std' ? [told.spread.batchStd(numberText(batchStd))] : []),
      ...(divisor === null ? [left === 'no-signal' ? told.spread.dropped : told.spread.flat] : []),
    ],
  };
}

function gaeSpread({ turnAt, token, step }: ExplainCase, { turns }: StoryOf<'gae'>): Told {
  const at = turns?.[turnAt]?.[token];
  if (at === undefined) return { says: [told.spread.gae], lines: [], notes: [told.spread.attemptMissing] };
  const { gamma } = step.config.value;
  const numbers: Formula = [
    ...[y.error, s('='), n(at.reward), s('+'), n(gamma), s('·')],
    ...[...bracketed(at.nextValue), s('−'), ...bracketed(at.value), s('='), n(at.error)],
  ];
  const symbols: Formula = [y.error, s('='), y.rt, s('+'), y.gamma, s('·'), y.nextV, s('−'), y.V];
  return { says: [told.spread.gae], lines: [{ symbols, numbers, check: null }], notes: [] };
}

function turnSpread({ turnAt, turn }: ExplainCase, { turns }: StoryOf<'turn-value'>): Told {
  const at = turns?.[turnAt];
  if (turns === null || at === undefined) {
    return { says: [told.spread.turn], lines: [], notes: [told.spread.attemptMissing] };
  }
  const paid = turns.slice(turnAt).map((one) => one.paid);
  const recorded = turn?.returns?.[0];
  return {
    says: [told.spread.turn],
    lines: [
      {
        symbols: [y.comes, s('='), y.sumOnward, y.turnPaid],
        numbers: [y.comes, s('='), ...plus(paid), ...(paid.length > 1 ? [s('='), n(at.comes)] : [])],
        check: recorded === undefined ? null : { computed: at.comes, recorded },
      },
    ],
    notes: [],
  };
}
