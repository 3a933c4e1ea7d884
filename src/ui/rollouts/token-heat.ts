/** What each token of a program is coloured by, on a scale that says where its ends are. */

import type { TrainedTurn } from '../../core/records.ts';

export const HEATS = ['logProb', 'ratio', 'kl', 'entropy', 'advantage', 'push'] as const;
export type HeatName = (typeof HEATS)[number];

/** One attempt: its tokens with what the sampler stored, and what the update made of it where it saw it. */
export interface HeatSource {
  readonly pieces: readonly string[];
  readonly logProbs: readonly number[];
  readonly turn: TrainedTurn | null;
}

export interface Heat {
  readonly name: HeatName;
  readonly values: readonly number[];
  /** From −1 to 1 where there are two directions, else from 0 to 1: how strong the colour is. */
  readonly shares: readonly number[];
  readonly diverging: boolean;
  /** The value at the strong end; of two directions, at the positive one. */
  readonly strongest: number;
}

/** Below these a difference is noise, and is not blown up to a full colour. */
const LEAST: Readonly<Record<HeatName, number>> = {
  logProb: 1,
  ratio: Math.log(1.02),
  kl: 1e-4,
  entropy: 0.1,
  advantage: 1e-3,
  push: 1e-9,
};

/** The values of every token; null where the record has none of this kind. */
function valuesOf({ logProbs, turn }: HeatSource, name: HeatName, pass: number): readonly number[] | null {
  const update = turn?.updates[pass];
  switch (name) {
    case 'logProb':
      return logProbs;
    case 'ratio':
      return update?.ratios ?? null;
    case 'kl':
      return update?.kl ?? null;
    case 'entropy':
      return update?.entropy ?? null;
    case 'advantage':
      return turn?.advantages ?? null;
    case 'push':
      return update?.dLogProb.map((slope) => (slope === 0 ? 0 : -slope)) ?? null;
    default:
      return name satisfies never;
  }
}

/** What the colour follows: how unlikely, how far from 1 on a log scale, or the value itself. */
function size(name: HeatName, value: number): number {
  if (name === 'logProb') return -value;
  return name === 'ratio' ? Math.log(value) : value;
}

const valueAt = (name: HeatName, strength: number): number => {
  if (name === 'logProb') return -strength;
  return name === 'ratio' ? Math.exp(strength) : strength;
};

/** @param pass index into the updates of the attempt */
export function heatOf(source: HeatSource, name: HeatName, pass: number): Heat | null {
  const values = valuesOf(source, name, pass);
  if (values === null || values.length === 0) return null;
  const sizes = values.map((value) => size(name, value));
  const top = sizes.reduce((most, one) => Math.max(most, Math.abs(one)), LEAST[name]);
  // Of the KL estimators k1 alone may be negative.
  const diverging = name === 'ratio' || name === 'advantage' || name === 'push' || sizes.some((one) => one < 0);
  const shares = sizes.map((one) => one / top);
  return { name, values, shares, diverging, strongest: valueAt(name, top) };
}

/** A part of a token on one line. */
export interface TokenChunk {
  /** Index of the token. */
  readonly token: number;
  readonly text: string;
  /** The part that stands for the whole token: its first that can be seen. */
  readonly head: boolean;
}

/** The tokens line by line; a line end belongs to the line that it ends. The end of text stands as an empty chunk. */
export function tokenLines(pieces: readonly string[]): TokenChunk[][] {
  const lines: TokenChunk[][] = [[]];
  for (const [token, piece] of pieces.entries()) {
    const parts = piece.split('\n');
    const visible = parts.findIndex((part) => part !== '');
    const head = visible === -1 ? 0 : visible;
    for (const [i, text] of parts.entries()) {
      if (i > 0) lines.push([]);
      const ends = i < parts.length - 1;
      if (text !== '' || ends || piece === '') lines.at(-1)!.push({ token, text, head: i === head });
    }
  }
  return lines;
}

/** The token to move to with the arrow keys: along the text, or to the start of the line above or below. */
export function neighbour(lines: readonly (readonly TokenChunk[])[], token: number, key: string): number | null {
  const heads = lines.flatMap((line) => line.filter(({ head }) => head));
  const at = heads.findIndex((one) => one.token === token);
  const beside = (index: number) => heads[Math.max(0, Math.min(heads.length - 1, index))]?.token ?? null;
  const row = lines.findIndex((line) => line.some((chunk) => chunk.head && chunk.token === token));
  const firstOf = (rows: readonly (readonly TokenChunk[])[]) =>
    rows.map((line) => line.find(({ head }) => head)?.token).find((one) => one !== undefined) ?? token;
  switch (key) {
    case 'ArrowLeft':
      return beside(at - 1);
    case 'ArrowRight':
      return beside(at + 1);
    case 'Home':
      return beside(0);
    case 'End':
      return beside(heads.length - 1);
    case 'ArrowUp':
      return firstOf(lines.slice(0, row).toReversed());
    case 'ArrowDown':
      return firstOf(lines.slice(row + 1));
    default:
      return null;
  }
}
