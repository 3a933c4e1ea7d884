/** The newest programs: a grid of all outcomes, and one program in full. */

import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { StepPicker } from '../controls/step-picker.tsx';
import { Section } from '../parts/section.tsx';
import { commonOpening } from '../problems/problem-text.ts';
import { useHidden } from '../shell/view-context.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { Compare } from './compare.tsx';
import { RolloutDetail } from './rollout-detail.tsx';
import { RolloutFilters, RolloutLegend } from './rollout-filters.tsx';
import { RolloutGrid } from './rollout-grid.tsx';
import { gridRows, groupRollouts, type Order, rolloutAt, shownPlace } from './rollout-groups.ts';
import type { RolloutsView } from './rollouts-store.ts';
import { StepDraftView } from './step-draft.tsx';
import { TimelineStrip } from './timeline-strip.tsx';
import { useWatched } from './watched.ts';

const told = words.rollouts;

export function Rollouts({ store }: { readonly store: Store }) {
  const [place, view] = useWatched<HTMLDivElement>(store.rollouts);
  return (
    <Section id="rollouts" title={told.title} intro={told.intro}>
      <div ref={place}>
        <StepDraftView store={store} />
        <Programs store={store} view={view} />
      </div>
    </Section>
  );
}

interface ProgramsProps {
  readonly store: Store;
  readonly view: ReadonlySignal<RolloutsView>;
}

/** Drawn anew when other programs are shown, not at every event of the run. */
function Programs({ store, view }: ProgramsProps) {
  const others = useSignal(false);
  const order = useSignal<Order>('sampled');
  const text = useSignal('');
  const explained = !useHidden('explain');
  const { rollouts, follow } = view.value;
  const outcome = store.rollouts.filter.value;
  const problems = store.problems.value;
  const ready = problems.status === 'ready' ? problems : null;
  const opening = commonOpening(ready?.lecture.map((problem) => problem.text) ?? []);
  const main = [...(ready?.lecture ?? []), ...store.ownProblems.list.value];
  const groups = groupRollouts(
    rollouts,
    main.map((problem) => problem.id),
  );
  const ten = groups.filter((group) => group.lecture);
  const offered = others.value || ten.length === 0 ? groups : ten;
  const textOf = (id: string) => ready?.byId.get(id)?.text ?? id;
  const rows = gridRows(offered, { order: order.value, outcome, text: text.value }, textOf);
  const place = shownPlace(groups, follow ? null : store.rollouts.chosen.value, outcome);
  const shown = place && rolloutAt(groups, place);
  return (
    <>
      {groups.length === 0 ? (
        <EmptyGrid store={store} />
      ) : (
        <div class="rollouts">
          <div class="rollouts-left">
            <StepPicker store={store} />
            <RolloutFilters order={order} text={text} many={offered.length} />
            {rows.length === 0 ? (
              <p class="empty">{told.none}</p>
            ) : (
              <RolloutGrid
                rows={rows}
                byId={ready?.byId ?? new Map()}
                opening={opening}
                place={place}
                onChoose={(next) => store.rollouts.choose(next)}
                joined={order.value === 'programs'}
              />
            )}
            <p class="grid-links">
              {ten.length > 0 && ten.length < groups.length && (
                <button
                  type="button"
                  class="link"
                  aria-pressed={others.value}
                  onClick={() => (others.value = !others.value)}
                >
                  {others.value ? told.onlyTen : told.alsoOthers(groups.length - ten.length)}
                </button>
              )}
              {explained && (
                <a class="link" href="#explain">
                  {told.explain}
                </a>
              )}
            </p>
            <RolloutLegend groups={offered} filter={store.rollouts.filter} />
            <Timeline store={store} view={view} />
          </div>
          {shown && (
            <RolloutDetail
              rollout={shown.rollout}
              group={shown.group}
              problem={ready?.byId.get(shown.rollout.problemId)}
              onChoose={(next) => store.rollouts.choose(next)}
            />
          )}
        </div>
      )}
      {groups.length > 0 && <Compare store={store} />}
    </>
  );
}

function Timeline({ store, view }: ProgramsProps) {
  const record = useComputed(() => store.run.value.steps.find(({ step }) => step === view.value.step));
  return <TimelineStrip record={record.value} />;
}

function EmptyGrid({ store }: { readonly store: Store }) {
  const { step, error } = store.rollouts.view.value;
  const begun = useComputed(() => store.run.value.steps.length > 0).value;
  return (
    <div class="rollouts-empty">
      {begun && step !== null && <StepPicker store={store} />}
      <div class="ghost-grid" aria-hidden="true">
        {Array.from({ length: 40 }, (_, i) => (
          <i key={i} />
        ))}
      </div>
      <p class="empty">{error ?? (begun && step !== null ? told.gone : told.soon)}</p>
    </div>
  );
}
