/** Told while a run is on its way: what was changed since does not reach it, unless it begins anew. */

import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

const { pending } = words.form;

/** So many are named. */
const NAMED = 3;

export function Pending({ store }: { readonly store: Store }) {
  const changed = store.pending.value;
  return (
    <div class="settings-pending" role="status">
      {changed.length > 0 && (
        <>
          <p>
            <b>{pending.title}</b> {pending.text(namesOf(changed), changed.length)}
          </p>
          <button
            type="button"
            class="button button-small pending-restart"
            title={pending.restartHelp}
            disabled={store.control.resetting.value || store.plan.value.conflict !== null}
            onClick={() => void store.restart()}
          >
            {pending.restart}
          </button>
        </>
      )}
    </div>
  );
}

function namesOf(paths: readonly string[]): string {
  const shown = paths.slice(0, NAMED).join(', ');
  return paths.length > NAMED ? pending.more(shown, paths.length - NAMED) : shown;
}
