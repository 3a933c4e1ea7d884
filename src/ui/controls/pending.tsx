/** Told while a run is on its way: what was changed since does not reach it, unless it begins anew. */

import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { type Changes, changesSince } from './choice.ts';

const { form } = words;
const { pending } = form;

/** So many are named. */
const NAMED = 3;

export function Pending({ store }: { readonly store: Store }) {
  const changed = store.pending.value;
  const names = namesOf(changesSince(store.began.value, store.choice.value, changed));
  return (
    <div class="settings-pending" role="status">
      {changed.length > 0 && (
        <>
          <p>
            <b>{pending.title}</b> {pending.text(shorten(names), names.length)}
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

/** Settings with a place in the form go by its label; all others by their path, as the list of settings has them. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ['reward', form.reward],
  ['epochs', form.epochs],
  ['seed', form.seed],
  ['backend', form.device],
]);

function namesOf({ preset, algorithm, paths }: Changes): string[] {
  return [
    ...(preset ? [pending.preset] : []),
    ...(algorithm ? [pending.algorithm] : []),
    ...paths.map((path) => LABELS.get(path) ?? path),
  ];
}

function shorten(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? pending.more(shown, names.length - NAMED) : shown;
}
