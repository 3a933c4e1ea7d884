/** What a program did besides returning values: what it cost, what it printed, and what it tried and was refused. */

import { describeEffect } from '../../core/effects.ts';
import type { RolloutRecord } from '../../core/records.ts';
import type { Effect } from '../../core/types.ts';
import { counted, memory } from '../parts/format.ts';
import { words } from '../words/index.ts';

const told = words.rollout;

export function Conduct({ rollout }: { readonly rollout: RolloutRecord }) {
  const { ledger, ticks, heapBytes, stdout, hidden } = rollout;
  if (rollout.outcome === 'truncated' || rollout.outcome === 'infra_error') return null;
  return (
    <section class="conduct" aria-label={told.conduct}>
      <p>{told.cost(counted(ticks, 'tick'), heapBytes === undefined ? null : memory(heapBytes))}</p>
      {hidden !== undefined && (
        <p>
          {hidden.passed === hidden.total
            ? told.hiddenPassed(hidden.total)
            : told.hiddenFailed(hidden.total - hidden.passed, hidden.total)}
        </p>
      )}
      {stdout !== undefined && stdout !== '' && (
        <figure class="stdout">
          <figcaption>{told.printed}</figcaption>
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
    <ul class="ledger" aria-label={told.tried}>
      {ledger.map((effect) => (
        <li key={`${effect.kind} ${effect.detail} ${effect.refused}`} class={effect.refused ? 'is-refused' : ''}>
          {describeEffect(effect)}
        </li>
      ))}
    </ul>
  );
}
