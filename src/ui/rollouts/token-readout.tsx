/** Everything that is recorded of one token, in a few figures; and the same in words for who cannot point at it. */

import type { ComponentChildren } from 'preact';
import { decimal, figure, NOTHING, signed } from '../parts/format.ts';
import { words } from '../words/index.ts';
import type { HeatName, HeatSource } from './token-heat.ts';
import { type TokenRow, tokenRows, visibleText } from './token-rows.ts';

/** One of its numbers, as the legend and the readout write it. */
export function heatText(name: HeatName, value: number): string {
  if (name === 'logProb' || name === 'ratio') return decimal(value, 3);
  if (name === 'advantage') return signed(value);
  const text = figure(value);
  return name === 'push' && value > 0 ? `+${text}` : text;
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly look?: ComponentChildren;
}

function factsOf(source: HeatSource, pass: number, token: number): Fact[] {
  const { readout, clip } = words.tokens;
  const sampled = source.logProbs[token] ?? 0;
  const row: TokenRow | undefined = source.turn === null ? undefined : tokenRows(source.turn, pass)[token];
  const facts: Fact[] = [
    { name: readout.probability, value: decimal(Math.exp(sampled), 3) },
    { name: readout.logProb, value: decimal(sampled, 3) },
  ];
  if (row === undefined) return facts;
  const push = row.slope === 0 ? 0 : -row.slope;
  facts.push(
    { name: readout.ratio, value: heatText('ratio', row.ratio) },
    { name: readout.clipped, value: clip[row.clipped].word },
    { name: readout.kl, value: figure(row.kl) },
    ...(row.entropy === null ? [] : [{ name: readout.entropy, value: decimal(row.entropy, 3) }]),
    { name: readout.advantage, value: signed(row.advantage) },
    { name: readout.push, value: heatText('push', push) },
    { name: readout.moved, value: movedText(row), look: <MovedProbability row={row} /> },
  );
  return facts;
}

/** For a screen reader that comes to the token. */
export function tokenWords(source: HeatSource, pass: number, token: number): string {
  const facts = factsOf(source, pass, token).map(({ name, value }) => `${name} ${value}`);
  return `${visibleText(source.pieces[token]!)}: ${facts.join(', ')}`;
}

interface TokenReadoutProps {
  readonly source: HeatSource;
  readonly pass: number;
  readonly token: number;
}

export function TokenReadout({ source, pass, token }: TokenReadoutProps) {
  return (
    <dl class="readout">
      <div class="readout-token">
        <dt>{words.tokens.readout.token}</dt>
        <dd>
          <code>{visibleText(source.pieces[token] ?? '')}</code>
        </dd>
      </div>
      {factsOf(source, pass, token).map(({ name, value, look }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{look ?? value}</dd>
        </div>
      ))}
    </dl>
  );
}

function movedText(row: TokenRow): string {
  const after = row.after === null ? NOTHING : decimal(Math.exp(row.after), 3);
  return `${decimal(Math.exp(row.before), 3)} → ${after}`;
}

/** The sign beside the colour: neither is the only one. */
export function MovedProbability({ row }: { readonly row: Pick<TokenRow, 'before' | 'after'> }) {
  const before = Math.exp(row.before);
  if (row.after === null) return <>{`${decimal(before, 3)} → ${NOTHING}`}</>;
  const after = Math.exp(row.after);
  const rose = after > before;
  return (
    <>
      {decimal(before, 3)} → <b class={rose ? 'is-gain' : after < before ? 'is-loss' : ''}>{decimal(after, 3)}</b>
      <span aria-hidden="true">{rose ? ' ↑' : after < before ? ' ↓' : ''}</span>
    </>
  );
}
