/** Where the runs are kept, how much room that takes, and asking the browser not to delete them. */

import { memory } from '../parts/format.ts';
import { words } from '../words/index.ts';
import type { RunsStore } from './runs-store.ts';

const text = words.runs.storage;

export function RunsStorage({ history }: { readonly history: RunsStore }) {
  const storage = history.storage.value;
  if (storage === null) return null;
  const { kind, files, used, quota, persisted, trouble } = storage;
  if (kind === 'memory') {
    return (
      <p class="runs-storage is-short">
        {text.memory} {trouble}
      </p>
    );
  }
  return (
    <section class="runs-storage" aria-label={text.title}>
      <p>
        {text.where(files)}{' '}
        {used !== null && (quota === null ? text.usedOnly(memory(used)) : text.used(memory(used), memory(quota)))}
      </p>
      {used !== null && quota !== null && quota > 0 && (
        <meter min={0} max={quota} high={0.8 * quota} value={used} aria-label={text.meter} />
      )}
      {trouble !== null && <p class="runs-storage is-short">{trouble}</p>}
      <p>{persisted ? text.persisted : text.mayGo}</p>
      {!persisted && (
        <button type="button" class="button button-small" onClick={() => void history.persist()}>
          {text.ask}
        </button>
      )}
    </section>
  );
}
