/** Before and after on all tests, beside the baseline, and what the numbers say and do not say. */

import { RUN_SETS } from '../../core/records.ts';
import { points } from '../parts/format.ts';
import { Section } from '../parts/section.tsx';
import { ReportButton } from '../runs/report-button.tsx';
import { hasOwnSet, lectureSet, lostProblems } from '../selectors.ts';
import type { RunState } from '../state.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { PassAtK } from './pass-at-k.tsx';
import { SetCard } from './set-card.tsx';
import { verdict } from './verdict.ts';

export function Comparison({ store }: { readonly store: Store }) {
  const state = store.curves.run.value;
  const baseline = store.history.pinned.value;
  const pinned = baseline?.id === state.id ? null : baseline;
  return (
    <Section id="comparison" title={words.comparison.title} intro={words.comparison.intro}>
      <div class="sets">
        {RUN_SETS.filter((name) => name !== 'own' || hasOwnSet(state)).map((name) => (
          <SetCard key={name} name={name} state={state} pinned={pinned} />
        ))}
      </div>
      <Reading state={state} />
      <ReportButton store={store} />
      <PassAtK state={state} pinned={pinned} />
    </Section>
  );
}

/** What the numbers say and do not say. */
function Reading({ state }: { readonly state: RunState }) {
  const before = lectureSet(state.before);
  const after = lectureSet(state.after);
  if (before === null || after === null) return null;
  const lost = lostProblems(before, after, state.steps);
  const gap = after.visibleAt1 - after.passAt1.value;
  return (
    <ul class="reading">
      <li>{verdict(before, after)}</li>
      {gap > 0.03 && <li>{words.comparison.pleases(points(after.passAt1.value, after.visibleAt1))}</li>}
      {lost.length > 0 && <li>{words.comparison.lost(lost.map(({ id }) => id))}</li>}
    </ul>
  );
}
