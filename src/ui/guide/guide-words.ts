/** What the guide says at a step: the sentence of that step, then what the numbers on the page add to it. */

import type { RunConfig } from '../../core/config.ts';
import { REWARDS } from '../../core/rewards.ts';
import type { Range } from '../machine/estimate.ts';
import { decimal, percent, rangeText, signed } from '../parts/format.ts';
import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { words } from '../words/index.ts';
import type { GuideStep } from './guide.ts';
import type { GuideFacts } from './guide-facts.ts';

export interface GuideContext {
  /** Of the run on the page, else of the next one. */
  readonly config: RunConfig;
  readonly facts: GuideFacts;
  /** The text of a problem; the first of the ten where it is not known. */
  readonly problemText: (id: string | null) => string;
  /** How long the next run takes; null where that is not known yet. */
  readonly duration: Range | null;
  readonly epochs: number;
}

export interface GuideText {
  readonly title: string;
  readonly text: string;
  /** Numbers; empty where there is no run to take them from. */
  readonly facts: readonly string[];
}

export function guideText(step: GuideStep, context: GuideContext): GuideText {
  const { config, facts, problemText } = context;
  const { programs, newest, measured } = facts;
  const told = words.guide.steps;
  switch (step) {
    case 'problem':
      return { title: told.problem.title, text: told.problem.text(problemText(null)), facts: [] };
    case 'sample':
      return {
        title: told.sample.title,
        text: told.sample.text(config.groupSize),
        facts: programs === null ? [] : [told.sample.facts(programs.step, programs.programs, programs.distinct)],
      };
    case 'run': {
      const failures = programs?.failures.map(([outcome, n]) => `${n} ${OUTCOME_LOOKS[outcome].label.toLowerCase()}`);
      return {
        title: told.run.title,
        text: told.run.text,
        facts:
          programs === null ? [] : [told.run.facts(programs.passed, programs.programs, failures?.join(', ') ?? '')],
      };
    }
    case 'reward':
      return {
        title: told.reward.title,
        text: told.reward.text(REWARDS[config.reward].help),
        facts: programs === null ? [] : [told.reward.facts(decimal(programs.reward))],
      };
    case 'compare':
      return { title: told.compare.title, text: told.compare.text, facts: compareFacts(context) };
    case 'push': {
      const { clipLow, clipHigh } = config.algorithm;
      return {
        title: told.push.title,
        text: told.push.text(decimal(1 - clipLow, 1), decimal(1 + clipHigh, 1)),
        facts: newest?.clipped == null ? [] : [told.push.facts(percent(newest.clipped, 1))],
      };
    }
    case 'leash': {
      const { beta } = config.algorithm;
      return {
        title: told.leash.title,
        text: beta === 0 ? told.leash.none : told.leash.text(String(beta)),
        facts: newest?.kl == null ? [] : [told.leash.facts(newest.step, decimal(newest.kl))],
      };
    }
    case 'measure': {
      if (measured === null) return { title: told.measure.title, text: told.measure.text, facts: [] };
      const { before, after, k, beforeAtK, afterAtK } = measured;
      const [first, last, firstAtK, lastAtK] = [before, after, beforeAtK, afterAtK].map((rate) => percent(rate));
      return {
        title: told.measure.title,
        text: told.measure.text,
        facts: [told.measure.facts(first ?? '', last ?? '', k, firstAtK ?? '', lastAtK ?? '')],
      };
    }
    case 'fooled':
      return {
        title: told.fooled.title,
        text: told.fooled.text,
        facts: newest?.overfit == null ? [] : [told.fooled.facts(percent(newest.overfit))],
      };
    case 'turn':
      return {
        title: told.turn.title,
        text: told.turn.text(context.epochs),
        facts: context.duration === null ? [] : [told.turn.facts(rangeText(context.duration))],
      };
    default:
      return step satisfies never;
  }
}

function compareFacts({ facts: { programs }, problemText }: GuideContext): string[] {
  if (programs === null) return [];
  const told = words.guide.steps.compare;
  const { group, dead, groups } = programs;
  const shown =
    group === null || group.up === null || group.down === null
      ? []
      : [told.facts(problemText(group.problemId), group.passed, group.of, signed(group.up), signed(group.down))];
  return [...shown, told.dead(dead, groups)];
}
