/** The newest programs: a grid of all outcomes, and one program in full. */

import { useSignal } from '@preact/signals';
import { OUTCOMES } from '../../core/types.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../outcomes.tsx';
import { commonOpening } from '../problem-text.ts';
import { firstPick, groupRollouts, type Place, type RolloutGroup } from '../rollout-groups.ts';
import type { Store } from '../store.ts';
import { Compare } from './compare.tsx';
import { RolloutDetail } from './rollout-detail.tsx';
import { RolloutGrid } from './rollout-grid.tsx';
import { Section } from './section.tsx';
import { StepPicker } from './step-picker.tsx';
import { TimelineStrip } from './timeline.tsx';

export function Rollouts({ store }: { readonly store: Store }) {
  const chosen = useSignal<Place | null>(null);
  const others = useSignal(false);
  const view = store.rollouts.view.value;
  const problems = store.problems.value;
  const ready = problems.status === 'ready' ? problems : null;
  const opening = commonOpening(ready?.lecture.map((problem) => problem.text) ?? []);
  const groups = groupRollouts(view.rollouts, ready?.lecture.map((problem) => problem.id) ?? []);
  const ten = groups.filter((group) => group.lecture);
  const shown = others.value || ten.length === 0 ? groups : ten;
  const place = view.follow ? firstPick(shown) : (within(shown, chosen.value) ?? firstPick(shown));
  const pick = place && shown[place.row];
  const rollout = place && pick?.rollouts[place.column];
  const choose = (next: Place) => {
    chosen.value = next;
    store.rollouts.hold();
  };
  return (
    <Section
      id="rollouts"
      title="What it writes"
      intro="One row per problem, one tile per program of the same step. A row in which all fare alike teaches nothing; the others push the weights from the worse programs to the better ones."
    >
      {groups.length === 0 ? (
        <EmptyGrid store={store} />
      ) : (
        <div class="rollouts">
          <div class="rollouts-left">
            <StepPicker store={store} />
            <RolloutGrid
              groups={shown}
              byId={ready?.byId ?? new Map()}
              opening={opening}
              place={place}
              onChoose={choose}
            />
            {ten.length > 0 && ten.length < groups.length && (
              <button
                type="button"
                class="link"
                aria-pressed={others.value}
                onClick={() => (others.value = !others.value)}
              >
                {others.value ? 'Only the ten' : `Show ${groups.length - ten.length} auxiliary problems too`}
              </button>
            )}
            <Legend groups={shown} />
            <TimelineStrip record={store.run.value.steps.find((record) => record.step === view.step)} />
          </div>
          {rollout && pick && (
            <RolloutDetail rollout={rollout} group={pick} problem={ready?.byId.get(rollout.problemId)} />
          )}
        </div>
      )}
      {groups.length > 0 && <Compare store={store} />}
    </Section>
  );
}

const within = (groups: readonly RolloutGroup[], place: Place | null): Place | null =>
  place && groups[place.row]?.rollouts[place.column] ? place : null;

function EmptyGrid({ store }: { readonly store: Store }) {
  const { step, error } = store.rollouts.view.value;
  const begun = store.run.value.steps.length > 0;
  const words = begun
    ? 'The programs of this step are gone: they are kept only as long as the page stays open.'
    : 'The first programs appear here a few seconds after training begins.';
  return (
    <div class="rollouts-empty">
      {begun && step !== null && <StepPicker store={store} />}
      <div class="ghost-grid" aria-hidden="true">
        {Array.from({ length: 40 }, (_, i) => (
          <i key={i} />
        ))}
      </div>
      <p class="empty">{error ?? words}</p>
    </div>
  );
}

/** Only the outcomes that occur; the shapes explain themselves then. */
function Legend({ groups }: { readonly groups: readonly RolloutGroup[] }) {
  const counts = new Map(OUTCOMES.map((outcome) => [outcome, 0]));
  for (const group of groups) {
    for (const { outcome } of group.rollouts) counts.set(outcome, counts.get(outcome)! + 1);
  }
  return (
    <ul class="legend" aria-label="Outcomes in this grid">
      {OUTCOMES.filter((outcome) => counts.get(outcome)! > 0).map((outcome) => (
        <li key={outcome} title={OUTCOME_LOOKS[outcome].help}>
          <span class={`tile tile-key outcome-${OUTCOME_LOOKS[outcome].tone}`}>
            <OutcomeGlyph outcome={outcome} />
          </span>
          {OUTCOME_LOOKS[outcome].label} <b>{counts.get(outcome)}</b>
        </li>
      ))}
    </ul>
  );
}
