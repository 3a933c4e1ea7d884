/** The symbols of the formulas, each with what a screen reader says for it. */

import { words } from '../words/index.ts';
import type { Term } from './explain-formula.ts';

const { symbols } = words.explain;

const symbol = (text: string, say: string, sub?: string): Term => ({
  ...{ kind: 'symbol', text, say },
  ...(sub === undefined ? {} : { sub }),
});

export const P = symbol('P', symbols.programProbability);
export const p = symbol('p', symbols.probability, 't');
export const sumOverTokens = symbol('Σ', symbols.sumOverTokens, 't');
export const sumOverTests = symbol('Σ', symbols.sumOverTests, 'j');
export const sumOverParts = symbol('Σ', symbols.sumOverParts, 'k');
export const sumOverGroup = symbol('Σ', symbols.sumOverGroup, 'i');
export const sumOnward = symbol('Σ', symbols.sumOnward, 'i≥t');
export const logOld = symbol('log π', symbols.logOld, 'old');
export const logNow = symbol('log π', symbols.logNow, 'θ');
export const logRef = symbol('log π', symbols.logRef, 'ref');
export const passed = symbol('passed', symbols.passed);
export const equal = symbol('[got = expected]', symbols.equal, 'j');
export const paid = symbol('paid', symbols.paid, 'k');
export const r = symbol('r', symbols.reward, 'i');
export const rAfterKl = symbol('R', symbols.rewardAfterKl);
export const own = symbol('r', symbols.reward);
export const mean: Term = { kind: 'symbol', text: 'r', bar: true, say: symbols.mean };
export const count = symbol('n', symbols.count);
export const sigma = symbol('σ', symbols.sigma);
export const sigmaBatch = symbol('σ', symbols.sigmaBatch, 'batch');
export const delta = symbol('δ', symbols.delta);
export const A = symbol('A', symbols.advantage);
export const At = symbol('A', symbols.advantageAt, 't');
export const nextA = symbol('A', symbols.nextAdvantage, 't+1');
export const whiteA = symbol('Â', symbols.whiteAdvantage, 't');
export const meanA: Term = { kind: 'symbol', text: 'A', bar: true, say: symbols.meanAdvantage };
export const spreadA = symbol('σ', symbols.spreadAdvantage, 'A');
export const V = symbol('V', symbols.value, 't');
export const nextV = symbol('V', symbols.nextValue, 't+1');
export const rt = symbol('r', symbols.tokenReward, 't');
export const error = symbol('δ', symbols.surprise, 't');
export const gamma = symbol('γ', symbols.gamma);
export const lambda = symbol('λ', symbols.lambda);
export const turnPaid = symbol('R', symbols.turnPaid, 'i');
export const comes = symbol('G', symbols.comes, 't');
export const baseline = symbol('b', symbols.baseline);
export const belief = symbol('q', symbols.belief, 't');
export const rho = symbol('ρ', symbols.ratio, 't');
export const epsilonLow = symbol('ε', symbols.epsilonLow, 'low');
export const epsilonHigh = symbol('ε', symbols.epsilonHigh, 'high');
export const dual = symbol('c', symbols.dual);
export const correction = symbol('c', symbols.correction, 'IS');
export const length = symbol('T', symbols.length);
export const tokenLoss = symbol('ℓ', symbols.tokenLoss, 't');
export const x = symbol('x', symbols.x);
export const e = symbol('e', symbols.e);
export const kl = symbol('KL', symbols.kl, 't');
export const klSlope = symbol('∂KL', symbols.klSlope, 't');
export const beta = symbol('β', symbols.beta);
export const weight = symbol('w', symbols.weight);
export const tokens = symbol('N', symbols.tokens);
export const rows = symbol('B', symbols.rows);
export const longest = symbol('L', symbols.longest);
export const slope = symbol('∂loss/∂log π', symbols.slope);
export const loss = symbol('loss', symbols.loss, 't');
export const bonus = symbol('α', symbols.bonus);
export const entropy = symbol('H', symbols.entropy, 't');
export const valueShare = symbol('v', symbols.valueShare, 't');
