/** Frames six to eight: what one optimiser step made of one token. */

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
import { words } from './words/index.ts';

const told = words.explain;

/** Where a loss has no token to look at: what is said instead. */
const nothing = (says: string): Pick<Frame, 'says' | 'lines' | 'notes'> => ({ says: [says], lines: [], notes: [] });

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

export function pushFrame(one: ExplainCase): Frame {
  const { step, turn, token, pass, loss } = one;
  const source = { file: 'src/rl/loss/objective.ts', name: 'objectiveOf' };
  const terms = loss?.tokens[token];
  const update = turn?.updates[pass];
  if (turn === null || loss === null || terms === undefined || update === undefined) {
    return { ...nothing(told.push.says), source };
  }
  const recorded = update.dLogProb[token]!;
  const { algorithm, explain } = step.config;
  const before = turn.currentLogProbs?.[token] ?? turn.oldLogProbs[token]!;
  const after = turn.after?.[token];
  const against = after !== undefined && recorded !== 0 && after - before > 0 === recorded > 0;
  const direction = recorded < 0 ? told.push.up : recorded > 0 ? told.push.down : told.push.none;
  const lines = loss.weight === null ? [] : [weightLine(one), slopeLine(one, terms), lossLine(one, terms)];
  return {
    says: [told.push.says, direction],
    lines: [...lines, ...(after === undefined ? [] : [movedLine(before, after)])],
    notes: [
      ...(loss.weight === null ? [told.push.weightUnknown] : []),
      ...(loss.weight?.from === 'inferred' ? [told.push.inferred(loss.weight.tokens)] : []),
      ...(algorithm.entropyBonus > 0 ? [told.push.entropy(String(algorithm.entropyBonus))] : []),
      ...(update.values === undefined ? [] : [told.push.value(String(step.config.value.coefficient))]),
      ...(algorithm.ratio === 'sequence' ? [told.push.sequence] : []),
      ...(after !== undefined ? [] : [explain ? told.push.noAfter : told.push.explainOff]),
      ...(against ? [told.push.against] : []),
    ],
    source,
  };
}

/** How much of the loss one token is. */
function weightLine({ loss, step }: ExplainCase): Line {
  const weight = loss!.weight!;
  const { aggregation } = step.config.algorithm;
  const end: Formula = [s('='), n(weight.value)];
  const { rows, tokens, length, value, from } = weight;
  if (from === 'inferred') {
    return { symbols: [y.weight], numbers: [y.weight, s('='), fraction([n(1)], [n(1 / value)]), ...end], check: null };
  }
  const line = (symbols: Formula, numbers: Formula): Line => ({
    symbols: [y.weight, s('='), fraction([n(1)], symbols)],
    numbers: [y.weight, s('='), fraction([n(1)], numbers), ...end],
    check: null,
  });
  switch (aggregation) {
    case 'token-mean':
      return line([y.tokens], [n(tokens)]);
    case 'sequence-mean':
      return line([y.rows, s('·'), y.length], [n(rows), s('·'), n(length)]);
    case 'sequence-sum':
      return line([y.rows], [n(rows)]);
    case 'constant-length':
      return line([y.rows, s('·'), y.longest], [n(rows), s('·'), n(step.config.sampling.maxNewTokens)]);
    default:
      return aggregation satisfies never;
  }
}

function slopeLine({ loss, step, turn, token, pass }: ExplainCase, terms: TokenTerms): Line {
  const weight = loss!.weight!;
  const { algorithm } = step.config;
  const advantage = turn!.advantages[token]!;
  const pulls = algorithm.klPlacement === 'loss' && step.beta !== 0;
  const [symbols, numbers] = surrogateSlope(algorithm, terms, advantage);
  const pullSymbols: Formula = pulls ? [s('+'), y.beta, s('·'), y.klSlope] : [];
  const pullNumbers: Formula = pulls ? [s('+'), n(step.beta), s('·'), ...bracketed(terms.klSlope)] : [];
  const computed = terms.slope ?? 0;
  return {
    symbols: [y.slope, s('='), y.weight, s('·'), s('('), ...symbols, ...pullSymbols, s(')')],
    numbers: [
      ...[y.slope, s('='), n(weight.value), s('·'), s('('), ...numbers, ...pullNumbers, s(')')],
      ...[s('='), n(computed)],
    ],
    check: { computed, recorded: turn!.updates[pass]!.dLogProb[token]! },
  };
}

/** What the surrogate gives, as symbols and as numbers. */
function surrogateSlope(
  algorithm: ExplainCase['step']['config']['algorithm'],
  terms: TokenTerms,
  advantage: number,
): readonly [symbols: Formula, numbers: Formula] {
  const corrected = terms.correction !== 1;
  const factor: Formula = corrected ? [y.correction, s('·')] : [];
  const factorNumber: Formula = corrected ? [n(terms.correction), s('·')] : [];
  if (algorithm.ratio === 'sequence') {
    const over: Formula = [y.sumOverTokens, s('('), s('−'), y.rho, s('·'), y.At, s(')')];
    return [[fraction(over, [y.length])], [n(terms.surrogateSlope)]];
  }
  switch (algorithm.surrogate) {
    case 'clip': {
      const held = terms.clipped === 'low' || terms.clipped === 'high' || terms.clipped === 'dual';
      if (held) return [[n(0)], [n(0)]];
      return [
        [s('−'), ...factor, y.rho, s('·'), y.At],
        [s('−'), ...factorNumber, n(terms.ratio), s('·'), ...bracketed(advantage)],
      ];
    }
    case 'cispo': {
      const high = 1 + algorithm.clipHigh;
      const held = call('min', [y.rho], [n(1), s('+'), y.epsilonHigh]);
      return [
        [s('−'), ...factor, held, s('·'), y.At],
        [s('−'), ...factorNumber, call('min', [n(terms.ratio)], [n(high)]), s('·'), ...bracketed(advantage)],
      ];
    }
    case 'log-likelihood':
      return [
        [s('−'), ...factor, y.At],
        [s('−'), ...factorNumber, ...bracketed(advantage)],
      ];
    default:
      return algorithm.surrogate satisfies never;
  }
}

/** What the token added to the loss of its minibatch. */
function lossLine({ loss, step, turn, token, pass }: ExplainCase, terms: TokenTerms): Line {
  const { algorithm, value } = step.config;
  const corrected = terms.correction !== 1;
  const pulls = algorithm.klPlacement === 'loss' && step.beta !== 0;
  const own = (loss!.valueWeight ?? 0) * value.coefficient * terms.valueLoss;
  const bonus = algorithm.entropyBonus > 0;
  const symbols: Formula = [
    ...[y.loss, s('='), y.weight, s('·'), s('('), ...(corrected ? [y.correction, s('·')] : []), y.tokenLoss],
    ...(pulls ? [s('+'), y.beta, s('·'), y.kl] : []),
    ...(bonus ? [s('−'), y.bonus, s('·'), y.entropy] : []),
    s(')'),
    ...(own === 0 ? [] : [s('+'), y.valueShare]),
  ] as Formula;
  const computed = terms.loss ?? 0;
  const numbers: Formula = [
    ...[y.loss, s('='), n(loss!.weight!.value), s('·'), s('(')],
    ...(corrected ? [n(terms.correction), s('·'), ...bracketed(terms.surrogate)] : [n(terms.surrogate)]),
    ...(pulls ? [s('+'), n(step.beta), s('·'), ...bracketed(terms.kl)] : []),
    ...(bonus ? [s('−'), n(algorithm.entropyBonus), s('·'), n(terms.entropy)] : []),
    s(')'),
    ...(own === 0 ? [] : [s('+'), n(own)]),
    ...[s('='), n(computed)],
  ] as Formula;
  // Without the share of the value head the sum is not whole.
  const whole = turn!.updates[pass]!.values === undefined || loss!.valueWeight !== null;
  return { symbols, numbers, check: whole ? { computed, recorded: turn!.updates[pass]!.loss[token]! } : null };
}

function movedLine(before: number, after: number): Line {
  return {
    symbols: [y.p, s('='), call('exp', [y.logOld]), s('→'), call('exp', [y.logNow])],
    numbers: [
      ...[y.p, s('='), call('exp', [n(before)]), s('='), n(Math.exp(before))],
      ...[s('→'), call('exp', [n(after)]), s('='), n(Math.exp(after))],
    ],
    check: null,
  };
}
