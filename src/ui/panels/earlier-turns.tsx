/** The attempts before the last one, each with the failing test that went back to the model. */

import type { EarlierTurn } from '../../core/records.ts';
import { OutcomeBadge } from '../outcomes.tsx';
import { words } from '../words/index.ts';
import { PythonCode, PythonLine } from './python-code.tsx';

export function EarlierTurns({ turns }: { readonly turns: readonly EarlierTurn[] }) {
  return (
    <ol class="turns" aria-label={words.earlierTurns.label}>
      {turns.map(({ code, outcome, feedback }, index) => (
        <li key={index}>
          <p class="turn-head">
            <b>{words.earlierTurns.attempt(index + 1)}</b> <OutcomeBadge outcome={outcome} plain />
          </p>
          <PythonCode code={code} label={words.earlierTurns.attempt(index + 1)} />
          <p class="turn-feedback">
            {words.earlierTurns.feedback}{' '}
            <code>
              <PythonLine code={feedback} />
            </code>
          </p>
        </li>
      ))}
    </ol>
  );
}
