/** One problem: its sentence, its own small green bar, and its tests when it is opened. */

import type { ComponentChildren } from 'preact';
import type { Problem } from '../../core/types.ts';
import { Bar } from '../parts/bar.tsx';
import { NOTHING, percent } from '../parts/format.ts';
import type { ProblemRates } from '../selectors.ts';
import { words } from '../words/index.ts';
import { difficulty } from './difficulty.ts';
import { ProblemTests } from './problem-tests.tsx';
import { afterOpening } from './problem-text.ts';

const told = words.problems;

interface ProblemCardProps {
  readonly problem: Problem;
  readonly number: number;
  /** What the texts of all of its kind begin with. */
  readonly opening: string;
  readonly rates: ProblemRates;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Whether its hidden tests may be shown: those of a person's own. */
  readonly own?: boolean;
  /** What a person should know of it; null where there is nothing. */
  readonly note?: string | null;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

export function ProblemCard(props: ProblemCardProps) {
  const { problem, number, opening, rates, open, onToggle, own = false, note = null, children } = props;
  const { before, now } = rates;
  const current = now ?? before;
  const panel = `tests-${own ? 'own' : 'ten'}-${number}`;
  return (
    <>
      <li class={open ? 'problem is-open' : 'problem'}>
        <button type="button" aria-expanded={open} aria-controls={open ? panel : undefined} onClick={onToggle}>
          <span class="problem-text">
            <span class="problem-words">
              <span class="problem-opening">{opening}</span>
              {afterOpening(problem.text, opening)}
            </span>
            {note !== null && <small class="problem-note">{note}</small>}
          </span>
          <span class="problem-number">
            {number} · {difficulty(rates)}
          </span>
          <span class="problem-rates">
            {now && <span class="problem-before">{percent(before?.value)} → </span>}
            <b class={now && now.value > (before?.value ?? 0) ? 'is-gain' : ''}>
              {current ? percent(current.value) : NOTHING}
            </b>
          </span>
          <Bar
            size="medium"
            value={current?.value ?? null}
            before={now ? (before?.value ?? null) : null}
            label={current ? told.pass(percent(current.value)) : told.notMeasured}
          />
        </button>
      </li>
      {open && (
        <li class="problem-detail" id={panel}>
          <ProblemTests problem={problem} rates={rates} own={own} />
          <div class="problem-actions">{children}</div>
        </li>
      )}
    </>
  );
}
