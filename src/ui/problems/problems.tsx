/** All problems: the ten with their green bars, a person's own, and what is kept from view, as counts. */

import { type Signal, useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Problem } from '../../core/types.ts';
import { SET_SIZES } from '../measure/measure-choice.ts';
import { Section } from '../parts/section.tsx';
import { problemRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { ProblemCard } from './problem-card.tsx';
import { OwnProblems } from './problem-own.tsx';
import { commonOpening } from './problem-text.ts';

const told = words.problems;

export function Problems({ store }: { readonly store: Store }) {
  const open = useSignal<string | null>(null);
  const search = useSignal('');
  const problems = store.problems.value;
  if (problems.status !== 'ready') {
    return (
      <Section id="problems" title={told.title} intro={told.intro}>
        <p class="empty">{problems.status === 'loading' ? told.loading : told.missing}</p>
      </Section>
    );
  }
  const found = problems.lecture.filter((problem) => says(problem, search.value));
  const own = store.ownProblems.list.value.filter((problem) => says(problem, search.value));
  const of = problems.lecture.length + store.ownProblems.list.value.length;
  return (
    <Section id="problems" title={told.title} intro={told.intro}>
      <Search search={search} found={found.length + own.length} of={of} />
      <h3 class="problems-group">{told.ten}</h3>
      <ul class="problems">
        {found.map((problem) => (
          <ProblemCard
            key={problem.id}
            problem={problem}
            number={problems.lecture.indexOf(problem) + 1}
            opening={commonOpening(problems.lecture.map(({ text }) => text))}
            rates={problemRates(store.run.value, problem.id)}
            open={open.value === problem.id}
            onToggle={() => (open.value = open.value === problem.id ? null : problem.id)}
          >
            <button type="button" class="button button-small" onClick={() => void store.ownProblems.duplicate(problem)}>
              {told.duplicate}
            </button>
          </ProblemCard>
        ))}
      </ul>
      <OwnProblems store={store} shown={own} open={open} />
      <h3 class="problems-group">{told.heldBack}</h3>
      <ul class="problems-locked">
        {problems.auxiliary !== null && <li>{told.auxiliary(problems.auxiliary)}</li>}
        <li class="is-locked">{told.phrasings(SET_SIZES.phrasings)}</li>
        <li class="is-locked">{told.compositions(SET_SIZES.compositions)}</li>
      </ul>
    </Section>
  );
}

/** Whether every word of a search stands in what a problem is called or asks for. */
function says({ id, text }: Problem, search: string): boolean {
  const whole = `${id} ${text}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

interface SearchProps {
  readonly search: Signal<string>;
  readonly found: number;
  readonly of: number;
}

function Search({ search, found, of }: SearchProps) {
  const id = useId();
  return (
    <div class="problems-search field">
      <label for={id}>{told.search}</label>
      <input
        id={id}
        type="search"
        placeholder={told.searchHint}
        value={search.value}
        onInput={(event) => (search.value = event.currentTarget.value)}
      />
      <span class="problems-found" role="status">
        {search.value.trim() === '' ? '' : told.found(found, of)}
      </span>
    </div>
  );
}
