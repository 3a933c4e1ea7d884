/** What was deleted from the history just now, and having it back. */

import { useEffect, useRef } from 'preact/hooks';
import { memory } from '../parts/format.ts';
import { words } from '../words/index.ts';
import type { RunsStore } from './runs-store.ts';

const text = words.runs.removed;

export function RunsRemoved({ history }: { readonly history: RunsStore }) {
  const removed = history.removed.value;
  const newest = removed[0]?.id ?? null;
  const undo = useRef<HTMLButtonElement>(null);
  const last = useRef(removed.length);
  useEffect(() => {
    // The button that deleted is gone with its run: the keyboard goes on where the deletion can be taken back.
    if (removed.length > last.current) undo.current?.focus({ preventScroll: false });
    last.current = removed.length;
  }, [removed.length]);
  const size = removed.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div class="runs-removed" role="status">
      {removed.length > 0 && (
        <>
          <ul aria-label={text.title}>
            {removed.map((run) => {
              const label = history.labelOf(run);
              return (
                <li key={run.id}>
                  {text.line(label)}{' '}
                  <button
                    ref={run.id === newest ? undo : null}
                    type="button"
                    class="button button-small"
                    onClick={() => void history.restore(run.id)}
                  >
                    {text.undo}
                    <span class="sr-only">{text.undoOf(label)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
          <p>
            {text.until}{' '}
            <button type="button" class="link" onClick={() => void history.forget()}>
              {text.forget(memory(size))}
            </button>
          </p>
        </>
      )}
    </div>
  );
}
