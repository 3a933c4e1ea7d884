/** The tokens of the explained attempt with one number each; the chosen one is what the formulas are about. */

import { useRef } from 'preact/hooks';
import { decimal, figure } from '../parts/format.ts';
import { visibleText } from '../rollouts/token-rows.ts';
import { words } from '../words/index.ts';
import { type ExplainCase, FRAMES, type FrameName } from './explain-frames.ts';

/** What stands below each token. */
export type TokenFrame = Extract<FrameName, 'sample' | 'spread' | 'advantage' | 'ratio' | 'kl' | 'push'>;

interface ExplainTokensProps {
  readonly one: ExplainCase;
  readonly frame: TokenFrame;
  readonly onChoose: (token: number) => void;
}

export function ExplainTokens({ one, frame, onChoose }: ExplainTokensProps) {
  const list = useRef<HTMLDivElement>(null);
  const { turn, rollout, token } = one;
  const pieces = turn?.pieces ?? rollout.pieces;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(pieces.length - 1, token + by));
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`[data-token="${next}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be read as a form
    <div ref={list} class="explain-tokens" role="group" aria-label={words.explain.chooseToken} onKeyDown={onKeyDown}>
      {pieces.map((piece, t) => {
        const told = figureOf(one, frame, t);
        return (
          <button
            key={t}
            type="button"
            class={`explain-token ${told.look}`}
            style={{ '--share': told.share.toFixed(3) }}
            data-token={t}
            aria-pressed={t === token}
            tabIndex={t === token ? 0 : -1}
            onClick={() => onChoose(t)}
          >
            <code>{visibleText(piece)}</code>
            <span>{told.text}</span>
          </button>
        );
      })}
    </div>
  );
}

interface Told {
  readonly text: string;
  /** How strong the colour is, from 0 to 1. */
  readonly share: number;
  readonly look: string;
}

const PLAIN: Told = { text: '', share: 0, look: '' };

function figureOf({ turn, rollout, pass }: ExplainCase, frame: TokenFrame, t: number): Told {
  if (frame === 'sample') {
    const p = Math.exp((turn?.oldLogProbs ?? rollout.logProbs)[t] ?? 0);
    return { text: decimal(p, 2), share: 1 - p, look: 'heat-one' };
  }
  const update = turn?.updates[pass];
  if (turn === null || update === undefined) return PLAIN;
  const scaled = (values: readonly number[], value: number) => {
    const top = values.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-9);
    return { share: Math.abs(value) / top, look: value > 0 ? 'heat-up' : value < 0 ? 'heat-down' : '' };
  };
  switch (frame) {
    case 'spread':
      return turn.values === undefined ? PLAIN : { text: decimal(turn.values[t]!, 2), share: 0, look: '' };
    case 'advantage': {
      const value = turn.advantages[t]!;
      return { text: decimal(value, 2), ...scaled(turn.advantages, value) };
    }
    case 'ratio': {
      const logs = update.ratios.map(Math.log);
      const clipped = update.clipped[t] === 'no' ? '' : ` ${words.tokens.clip[update.clipped[t]!].word}`;
      return { text: `${decimal(update.ratios[t]!, 3)}${clipped}`, ...scaled([...logs, Math.log(1.02)], logs[t]!) };
    }
    case 'kl': {
      const value = update.kl[t]!;
      const top = update.kl.reduce((most, one) => Math.max(most, Math.abs(one)), 1e-4);
      return { text: figure(value), share: Math.abs(value) / top, look: value < 0 ? 'heat-down' : 'heat-one' };
    }
    case 'push': {
      const push = update.dLogProb[t] === 0 ? 0 : -update.dLogProb[t]!;
      const before = Math.exp(turn.currentLogProbs?.[t] ?? turn.oldLogProbs[t]!);
      const after = turn.after?.[t];
      const arrow = push > 0 ? '↑' : push < 0 ? '↓' : '·';
      const moved = after === undefined ? '' : ` ${decimal(before, 2)}→${decimal(Math.exp(after), 2)}`;
      return { text: `${arrow}${moved}`, ...scaled(update.dLogProb, push) };
    }
    default:
      return frame satisfies never;
  }
}

/** Whether a frame is about single tokens. */
export function isTokenFrame(frame: FrameName, { advantage, left }: ExplainCase): frame is TokenFrame {
  if (frame === 'sample') return true;
  if (left !== null) return false;
  const { kind } = advantage.story;
  const perToken = kind === 'gae' || kind === 'outcome-critic';
  if (frame === 'spread') return kind === 'gae';
  return frame === 'advantage' ? perToken : FRAMES.indexOf(frame) >= FRAMES.indexOf('ratio');
}
