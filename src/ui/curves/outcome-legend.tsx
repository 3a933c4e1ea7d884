/** Names, patterns and shapes of outcomes, with their share at the crosshair; each is a switch of what the grid looks for. */

import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Outcome } from '../../core/types.ts';
import { PatternKey } from '../charts/patterns.tsx';
import { percent } from '../parts/format.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../parts/outcomes.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { barAt, type MixBar } from './outcome-shares.ts';

interface MixLegendProps {
  readonly store: Store;
  readonly kinds: readonly Outcome[];
  /** One for each step. */
  readonly bars: readonly MixBar[];
  /** What is pointed at. */
  readonly aimed: Signal<Outcome | null>;
}

export function MixLegend({ store, kinds, bars, aimed }: MixLegendProps) {
  const name = useId();
  const { cursor } = store.curves;
  const { filter } = store.rollouts;
  const bar = (cursor.value === null ? null : barAt(bars, cursor.value)) ?? bars.at(-1);
  if (bar === undefined) return null;
  const shareOf = (outcome: Outcome) => (bar.segments.find((one) => one.outcome === outcome)?.count ?? 0) / bar.total;
  return (
    <div class="mix-legend">
      <span class="mix-legend-head">
        {words.outcomes.legend} {words.outcomes.steps(bar.first, bar.last)}
      </span>
      <ul>
        {kinds.map((outcome) => (
          <li key={outcome}>
            <button
              type="button"
              class={`mix-key${aimed.value === outcome ? ' is-aimed' : ''}`}
              title={OUTCOME_LOOKS[outcome].help}
              aria-pressed={filter.value === outcome}
              onClick={() => (filter.value = filter.value === outcome ? null : outcome)}
            >
              <PatternKey id={`${name}-${outcome}`} look={OUTCOME_LOOKS[outcome]} />
              <OutcomeGlyph outcome={outcome} />
              {OUTCOME_LOOKS[outcome].label} <b>{percent(shareOf(outcome))}</b>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the grid looks for, where it is, and the way back. */
export function FilteredNote({ store }: { readonly store: Store }) {
  const { filter, view } = store.rollouts;
  return (
    <p class="looked-at" role="status">
      {filter.value !== null && (
        <>
          {words.outcomes.filtered(OUTCOME_LOOKS[filter.value].label)}{' '}
          <a href="#rollouts">
            {words.outcomes.where}
            {view.value.step === null ? '' : `, ${words.outcomes.steps(view.value.step, view.value.step)}`}
          </a>
          .{' '}
          <button type="button" class="link" onClick={() => (filter.value = null)}>
            {words.outcomes.clear}
          </button>
        </>
      )}
    </p>
  );
}
