/** The attempts before the last one, each with the failing test that went back to the model. */

import type { ComponentChildren } from 'preact';
import type { EarlierTurn } from '../../core/records.ts';
import { OutcomeBadge } from '../parts/outcomes.tsx';
import { PythonLine } from '../parts/python-code.tsx';
import { words } from '../words/index.ts';

interface EarlierTurnsProps {
  readonly turns: readonly EarlierTurn[];
  /** Draws the program of attempt `index`. */
  readonly draw: (turn: EarlierTurn, index: number, label: string) => ComponentChildren;
}

export function EarlierTurns({ turns, draw }: EarlierTurnsProps) {
  return (
    <ol class="turns" aria-label={words.earlierTurns.label}>
      {turns.map((turn, index) => (
        <li key={index}>
          <p class="turn-head">
            <b>{words.earlierTurns.attempt(index + 1)}</b> <OutcomeBadge outcome={turn.outcome} plain />
          </p>
          {draw(turn, index, words.earlierTurns.attempt(index + 1))}
          <p class="turn-feedback">
            {words.earlierTurns.feedback}{' '}
            <code>
              <PythonLine code={turn.feedback} />
            </code>
          </p>
        </li>
      ))}
    </ol>
  );
}
