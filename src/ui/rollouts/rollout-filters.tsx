/** What the grid shows and in which order: sorting, a search for problems, and the outcomes as a legend that filters. */

import type { Signal } from '@preact/signals';
import { OUTCOMES, type Outcome } from '../../core/types.ts';
import { OUTCOME_LOOKS, OutcomeGlyph } from '../parts/outcomes.tsx';
import { words } from '../words/index.ts';
import { ORDERS, type Order, type RolloutGroup } from './rollout-groups.ts';

const told = words.rollouts;

/** A search is offered from so many problems on. */
const MANY = 12;

interface RolloutFiltersProps {
  readonly order: Signal<Order>;
  readonly text: Signal<string>;
  /** How many problems there are. */
  readonly many: number;
}

export function RolloutFilters({ order, text, many }: RolloutFiltersProps) {
  return (
    <div class="grid-filters">
      <label class="field">
        {told.order}
        <select value={order.value} onChange={(event) => (order.value = event.currentTarget.value as Order)}>
          {ORDERS.map((one) => (
            <option key={one} value={one}>
              {told.orders[one]}
            </option>
          ))}
        </select>
      </label>
      {(many > MANY || text.value !== '') && (
        <label class="field">
          {told.find}
          <input type="search" value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
        </label>
      )}
    </div>
  );
}

interface RolloutLegendProps {
  readonly groups: readonly RolloutGroup[];
  readonly filter: Signal<Outcome | null>;
}

/** Only the outcomes that occur; the shapes explain themselves then. */
export function RolloutLegend({ groups, filter }: RolloutLegendProps) {
  const counts = new Map(OUTCOMES.map((outcome) => [outcome, 0]));
  for (const group of groups) {
    for (const { outcome } of group.rollouts) counts.set(outcome, counts.get(outcome)! + 1);
  }
  const wanted = filter.value;
  const shown = OUTCOMES.filter((outcome) => counts.get(outcome)! > 0 || outcome === wanted);
  return (
    <>
      <ul class="legend" aria-label={told.legend}>
        {shown.map((outcome) => (
          <li key={outcome}>
            <button
              type="button"
              class="legend-key"
              title={OUTCOME_LOOKS[outcome].help}
              aria-pressed={outcome === wanted}
              onClick={() => (filter.value = outcome === wanted ? null : outcome)}
            >
              <span class={`tile-key outcome-${OUTCOME_LOOKS[outcome].tone}`}>
                <OutcomeGlyph outcome={outcome} />
              </span>
              {OUTCOME_LOOKS[outcome].label} <b>{counts.get(outcome)}</b>
            </button>
          </li>
        ))}
      </ul>
      <p class="legend-note">
        {wanted === null ? (
          told.bar
        ) : (
          <>
            {told.onlyOutcome(OUTCOME_LOOKS[wanted].label)}{' '}
            <button type="button" class="link" onClick={() => (filter.value = null)}>
              {told.clear}
            </button>
          </>
        )}
      </p>
    </>
  );
}
