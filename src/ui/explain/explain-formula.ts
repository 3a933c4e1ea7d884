/** Formulas as data: symbols or the numbers in their place, to be set as text on the page and to be said aloud. */

import { words } from '../words/index.ts';

export type Term =
  | { readonly kind: 'symbol'; readonly text: string; readonly sub?: string; readonly bar?: true; readonly say: string }
  | { readonly kind: 'number'; readonly value: number; readonly text: string }
  | { readonly kind: 'sign'; readonly text: Sign }
  | { readonly kind: 'fraction'; readonly top: Formula; readonly bottom: Formula }
  | { readonly kind: 'root'; readonly inner: Formula }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly inner: readonly Formula[] }
  | { readonly kind: 'power'; readonly base: Formula; readonly exponent: Formula };

export type Formula = readonly Term[];

export type Sign = '=' | '≈' | '+' | '−' | '·' | '(' | ')' | '…' | '→' | '≤' | '>' | '<' | '½';
export type FunctionName = 'exp' | 'min' | 'max' | 'clip' | 'log';

/** Written as on paper: four digits that matter, real minus signs. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size === 0) return '0';
  if (!Number.isFinite(size)) return `${sign}∞`;
  if (size >= 1e6 || size < 1e-4) {
    const [mantissa, exponent] = size.toExponential(2).split('e') as [string, string];
    return `${sign}${Number(mantissa)}e${exponent.replace('+', '').replace('-', '−')}`;
  }
  return `${sign}${Number(size.toPrecision(4))}`;
}

/** @param text where the digits are not the usual four */
export const n = (value: number, text = numberText(value)): Term => ({ kind: 'number', value, text });

export const s = (text: Sign): Term => ({ kind: 'sign', text });

export const fraction = (top: Formula, bottom: Formula): Term => ({ kind: 'fraction', top, bottom });

export const root = (...inner: Formula): Term => ({ kind: 'root', inner });

export const call = (name: FunctionName, ...inner: readonly Formula[]): Term => ({ kind: 'call', name, inner });

export const power = (base: Formula, exponent: Formula): Term => ({ kind: 'power', base, exponent });

/** So many numbers of a long sum are written out. */
const WRITTEN = 8;

/** a + b + c, long sums with an ellipsis in their middle; negative numbers stand in brackets. */
export function plus(values: readonly number[]): Term[] {
  const short = values.length <= WRITTEN;
  const head = short ? values : values.slice(0, WRITTEN - 2);
  const shown: Formula[] = head.map((value, i) => bracketed(value, i > 0));
  if (!short) shown.push([s('…')], bracketed(values.at(-1)!, true));
  return shown.flatMap((terms, i) => (i === 0 ? terms : [s('+'), ...terms]));
}

/** A number that follows a sign: in brackets where it is negative. */
export const bracketed = (value: number, follows = true): Term[] =>
  follows && value < 0 ? [s('('), n(value), s(')')] : [n(value)];

/** What a screen reader says instead. */
export function say(formula: Formula): string {
  return formula.map(sayTerm).join(' ');
}

function sayTerm(term: Term): string {
  const { speech } = words.explain;
  switch (term.kind) {
    case 'symbol':
      return term.say;
    case 'number':
      return term.text.replace('−', `${speech.minus} `);
    case 'sign':
      return speech.signs[term.text];
    case 'fraction':
      return speech.fraction(say(term.top), say(term.bottom));
    case 'root':
      return speech.root(say(term.inner));
    case 'call':
      return speech.call(speech.functions[term.name], term.inner.map(say).join(', '));
    case 'power':
      return speech.power(say(term.base), say(term.exponent));
    default:
      return term satisfies never;
  }
}
