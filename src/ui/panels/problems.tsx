/** The ten problems, each with its own small green bar; a click opens its tests. */

import { useSignal } from '@preact/signals';
import type { Problem } from '../../core/types.ts';
import { NOTHING, percent } from '../format.ts';
import { afterOpening, commonOpening } from '../problem-text.ts';
import { type ProblemRates, problemRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { Bar } from './bar.tsx';
import { ProblemTests } from './problem-tests.tsx';
import { Section } from './section.tsx';

export function Problems({ store }: { readonly store: Store }) {
  const open = useSignal<string | null>(null);
  const problems = store.problems.value;
  const state = store.run.value;
  const opening = problems.status === 'ready' ? commonOpening(problems.lecture.map((problem) => problem.text)) : '';
  return (
    <Section
      id="problems"
      title="The ten problems"
      intro="What the model reads is one sentence. What decides is whether its function returns the right values. Open a problem to see its tests."
    >
      {problems.status === 'ready' ? (
        <ul class="problems">
          {problems.lecture.map((problem, index) => (
            <ProblemCard
              key={problem.id}
              problem={problem}
              number={index + 1}
              opening={opening}
              rates={problemRates(state, problem.id)}
              open={open.value === problem.id}
              onToggle={() => (open.value = open.value === problem.id ? null : problem.id)}
            />
          ))}
        </ul>
      ) : (
        <p class="empty">{problems.status === 'loading' ? 'Loading the problems…' : 'The problems are missing.'}</p>
      )}
    </Section>
  );
}

interface ProblemCardProps {
  readonly problem: Problem;
  readonly number: number;
  /** What the texts of all ten begin with. */
  readonly opening: string;
  readonly rates: ProblemRates;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function ProblemCard({ problem, number, opening, rates, open, onToggle }: ProblemCardProps) {
  const { before, now } = rates;
  const current = now ?? before;
  const panel = `tests-${problem.id}`;
  return (
    <>
      <li class={open ? 'problem is-open' : 'problem'}>
        <button type="button" aria-expanded={open} aria-controls={panel} onClick={onToggle}>
          <span class="problem-number">{number}</span>
          <span class="problem-text">
            <span class="problem-opening">{opening}</span>
            {afterOpening(problem.text, opening)}
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
            label={current ? `${percent(current.value)} pass` : 'Not measured yet'}
          />
        </button>
      </li>
      {open && (
        <li class="problem-detail" id={panel}>
          <ProblemTests problem={problem} rates={rates} />
        </li>
      )}
    </>
  );
}
