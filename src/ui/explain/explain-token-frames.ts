/** Frames six and seven: how far a token has moved, and what pulls it back. */

import { words } from '../words/index.ts';
import { klTaken } from './explain-advantage.ts';
import {
  bracketed,
  call,
  type Formula,
  fraction,
  n,
  numberText,
  plus,
  power,
  s,
  type Term,
} from './explain-formula.ts';
import type { ExplainCase, Frame, Line } from './explain-frames.ts';
import { klValue, type TokenTerms } from './explain-loss.ts';
import * as y from './explain-symbols.ts';

const told = words.explain;

/** Where a loss has no token to look at: what is said instead. */
export const nothing = (says: string): Pick<Frame, 'says' | 'lines' | 'notes'> => ({
  says: [says],
  lines: [],
  notes: [],
});

export function ratioFrame(one: ExplainCase): Frame {
  const { step, turn, token, pass, loss } = one;
  const source = { file: 'src/rl/loss/surrogate.ts', name: 'tokenSurrogate' };
  const terms = loss?.tokens[token];
  const update = turn?.updates[pass];
  if (turn === null || terms === undefined || update === undefined) return { ...nothing(told.ratio.says), source };
  const { surrogate } = step.config.algorithm;
  const says = surrogate === 'log-likelihood' ? told.ratio.unused : told.ratio.says;
  const first = update.ratios.every((ratio) => Math.abs(ratio - 1) < 1e-5);
  const numbers = turn.updates.map(({ update: number }) => number);
  return {
    says: [says, told.ratio.decided[surrogate === 'cispo' && terms.clipped === 'high' ? 'cispo' : terms.clipped]],
    lines: [ratioLine(one, terms), surrogateLine(one, terms)],
    notes: [
      ...(first ? [told.ratio.first] : []),
      ...(numbers.length > 1 ? [told.ratio.several(numbers.join(', '), update.update)] : []),
      ...(turn.correction === undefined ? [] : [told.ratio.correction(numberText(terms.correction))]),
      ...(step.config.algorithm.dualClip === 0 ? [] : [told.ratio.dualClip(String(step.config.algorithm.dualClip))]),
    ],
    source,
  };
}

function ratioLine({ turn, token, pass, step }: ExplainCase, terms: TokenTerms): Line {
  const update = turn!.updates[pass]!;
  const check = { computed: terms.ratio, recorded: update.ratios[token]! };
  if (step.config.algorithm.ratio === 'sequence') {
    const differences = update.logProbs.map((now, t) => now - turn!.oldLogProbs[t]!);
    const above: Formula = [y.sumOverTokens, s('('), y.logNow, s('−'), y.logOld, s(')')];
    return {
      symbols: [y.rho, s('='), call('exp', [fraction(above, [y.length])])],
      numbers: [
        ...[y.rho, s('='), call('exp', [fraction(plus(differences), [n(differences.length)])])],
        ...[s('='), n(terms.ratio)],
      ],
      check,
    };
  }
  const [now, old] = [update.logProbs[token]!, turn!.oldLogProbs[token]!];
  return {
    symbols: [y.rho, s('='), call('exp', [y.logNow, s('−'), y.logOld])],
    numbers: [y.rho, s('='), call('exp', [n(now), s('−'), ...bracketed(old)]), s('='), n(terms.ratio)],
    check,
  };
}

function surrogateLine({ turn, token, pass, step }: ExplainCase, terms: TokenTerms): Line {
  const { surrogate, clipLow, clipHigh, dualClip } = step.config.algorithm;
  const advantage = turn!.advantages[token]!;
  const now = turn!.updates[pass]!.logProbs[token]!;
  const end = (numbers: readonly Term[]): Formula => [...numbers, s('='), n(terms.surrogate)];
  const [low, high] = [1 - clipLow, 1 + clipHigh];
  const one = n(1);
  switch (surrogate) {
    case 'clip': {
      const held = call('clip', [y.rho], [one, s('−'), y.epsilonLow], [one, s('+'), y.epsilonHigh]);
      const inner: Formula[] = [
        [y.rho, s('·'), y.At],
        [held, s('·'), y.At],
      ];
      const values: Formula[] = [
        [n(terms.ratio), s('·'), ...bracketed(advantage)],
        [call('clip', [n(terms.ratio)], [n(low)], [n(high)]), s('·'), ...bracketed(advantage)],
      ];
      const dual = dualClip > 0 && advantage < 0;
      const least = (first: Term, bound: Formula): Term => (dual ? call('max', [first], bound) : first);
      return {
        symbols: [y.tokenLoss, s('='), s('−'), least(call('min', ...inner), [y.dual, s('·'), y.At])],
        numbers: end([
          ...[y.tokenLoss, s('='), s('−')],
          least(call('min', ...values), [n(dualClip), s('·'), ...bracketed(advantage)]),
        ]),
        check: null,
      };
    }
    case 'cispo':
      return {
        symbols: [
          ...[y.tokenLoss, s('='), s('−'), call('min', [y.rho], [one, s('+'), y.epsilonHigh])],
          ...[s('·'), y.At, s('·'), y.logNow],
        ],
        numbers: end([
          ...[y.tokenLoss, s('='), s('−'), call('min', [n(terms.ratio)], [n(high)]), s('·')],
          ...[...bracketed(advantage), s('·'), ...bracketed(now)],
        ]),
        check: null,
      };
    case 'log-likelihood':
      return {
        symbols: [y.tokenLoss, s('='), s('−'), y.At, s('·'), y.logNow],
        numbers: end([y.tokenLoss, s('='), s('−'), ...bracketed(advantage), s('·'), ...bracketed(now)]),
        check: null,
      };
    default:
      return surrogate satisfies never;
  }
}

export function klFrame(one: ExplainCase): Frame {
  const { step, turn, token, pass, loss } = one;
  const source = { file: 'src/rl/loss/kl.ts', name: 'klEstimate' };
  const { klPlacement, klEstimator, beta: configured } = step.config.algorithm;
  const terms = loss?.tokens[token];
  const update = turn?.updates[pass];
  const off = configured === 0;
  const says = off ? told.kl.off : klPlacement === 'loss' ? told.kl.inLoss : told.kl.inReward;
  if (turn === null || terms === undefined || update === undefined) return { ...nothing(says), source };
  const now = update.logProbs[token]!;
  const reference = turn.referenceLogProbs[token]!;
  const lines: Line[] = [
    {
      symbols: [y.x, s('='), y.logRef, s('−'), y.logNow],
      numbers: [y.x, s('='), n(reference), s('−'), ...bracketed(now), s('='), n(reference - now)],
      check: null,
    },
    { ...estimate(klEstimator, reference - now, terms.kl), check: { computed: terms.kl, recorded: update.kl[token]! } },
  ];
  if (!off && klPlacement === 'loss') {
    const numbers: Formula = [n(step.beta), s('·'), ...bracketed(terms.kl), s('='), n(step.beta * terms.kl)];
    lines.push({ symbols: [y.beta, s('·'), y.kl], numbers, check: null });
  }
  if (!off && klPlacement === 'reward') {
    const old = klValue(klEstimator, turn.oldLogProbs[token]!, reference);
    const taken = klTaken(step, turn)[token]!;
    const share = step.config.algorithm.advantage === 'turn-value';
    const numbers: Formula = [n(step.beta), s('·'), ...bracketed(old), s('='), n(step.beta * old)];
    lines.push({
      symbols: share ? [fraction([y.beta, s('·'), y.kl], [y.length])] : [y.beta, s('·'), y.kl],
      numbers: share
        ? [fraction([n(step.beta), s('·'), ...bracketed(old)], [n(turn.ids.length)]), s('='), n(taken)]
        : numbers,
      check: null,
    });
  }
  const adaptive = step.config.algorithm.klTarget > 0;
  return {
    says: [says],
    lines,
    notes: [
      told.kl.estimators[klEstimator],
      ...(klPlacement === 'reward' && !off ? [told.kl.old] : []),
      ...(adaptive ? [told.kl.adaptive(numberText(step.beta))] : []),
    ],
    source,
  };
}

function estimate(estimator: 'k1' | 'k2' | 'k3', x: number, value: number): Pick<Line, 'symbols' | 'numbers'> {
  const ends: Term[] = [s('='), n(value)];
  switch (estimator) {
    case 'k1':
      return { symbols: [y.kl, s('='), s('−'), y.x], numbers: [y.kl, s('='), s('−'), ...bracketed(x), ...ends] };
    case 'k2':
      return {
        symbols: [y.kl, s('='), s('½'), power([y.x], [n(2)])],
        numbers: [y.kl, s('='), s('½'), power([s('('), n(x), s(')')], [n(2)]), ...ends],
      };
    case 'k3':
      return {
        symbols: [y.kl, s('='), power([y.e], [y.x]), s('−'), n(1), s('−'), y.x],
        numbers: [y.kl, s('='), power([y.e], [n(x)]), s('−'), n(1), s('−'), ...bracketed(x), ...ends],
      };
    default:
      return estimator satisfies never;
  }
}
