/** Frame eight: which way the update pushes a token, and where it ends. */

import { words } from '../words/index.ts';
import { bracketed, call, type Formula, fraction, n, s } from './explain-formula.ts';
import type { ExplainCase, Frame, Line } from './explain-frames.ts';
import type { TokenTerms } from './explain-loss.ts';
import * as y from './explain-symbols.ts';
import { nothing } from './explain-token-frames.ts';

const told = words.explain;

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
