/** What a program did besides returning values: what it cost, what it printed, and what it tried and was refused. */

import { describeEffect } from '../../core/effects.ts';
import type { RolloutRecord } from '../../core/records.ts';
import type { Effect } from '../../core/types.ts';
import { counted, memory } from '../format.ts';

export function Conduct({ rollout }: { readonly rollout: RolloutRecord }) {
  const { ledger, ticks, heapBytes, stdout, hidden } = rollout;
  if (rollout.outcome === 'truncated' || rollout.outcome === 'infra_error') return null;
  return (
    <section class="conduct" aria-label="What it did besides returning values">
      <p>
        {counted(ticks, 'tick')} of interpreter time
        {heapBytes !== undefined && `, ${memory(heapBytes)} of memory`}. Everything it did is undone, byte for byte.
      </p>
      {hidden !== undefined && (
        <p>
          {hidden.passed === hidden.total
            ? `It passes all ${hidden.total} hidden tests as well, which pay nothing.`
            : `It fails ${hidden.total - hidden.passed} of ${hidden.total} hidden tests: the visible ones were passed, the task was not solved.`}
        </p>
      )}
      {stdout !== undefined && stdout !== '' && (
        <figure class="stdout">
          <figcaption>Printed</figcaption>
          <pre>{stdout}</pre>
        </figure>
      )}
      <Effects ledger={ledger} />
    </section>
  );
}

/** The ledger: what was tried, and what became of it. */
export function Effects({ ledger }: { readonly ledger: readonly Effect[] }) {
  if (ledger.length === 0) return null;
  return (
    <ul class="ledger" aria-label="What the program tried">
      {ledger.map((effect) => (
        <li key={`${effect.kind} ${effect.detail} ${effect.refused}`} class={effect.refused ? 'is-refused' : ''}>
          {describeEffect(effect)}
        </li>
      ))}
    </ul>
  );
}
