/** Where files of samples are dropped or chosen; the whole page takes a drop. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Marked } from '../parts/marked.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';

const { samplesDrop } = words;

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function SamplesDrop({ store }: { readonly store: Store }) {
  const { samples } = store;
  const reading = samples.reading.value;
  const input = useRef<HTMLInputElement>(null);
  const zone = useRef<HTMLDivElement>(null);
  const dragging = useDrop((files) => {
    zone.current?.scrollIntoView({ block: 'nearest' });
    void samples.choose(files);
  });
  const busy = samples.busy.value;
  return (
    <div ref={zone} class={dragging.value && !busy ? 'samples-drop is-over' : 'samples-drop'} aria-busy={busy}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={samplesDrop.label}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = ''; // the same file may be chosen again after it was changed
          void samples.choose(chosen);
        }}
      />
      <button type="button" class="button" disabled={busy} onClick={() => input.current?.click()}>
        {reading === null ? samplesDrop.choose : samplesDrop.reading}
      </button>
      <p>{reading !== null ? reading : busy ? samplesDrop.later : <Marked text={samplesDrop.help} />}</p>
    </div>
  );
}

/** Whether files are being dragged over the page; a drop hands them over. */
function useDrop(onDrop: (files: readonly File[]) => void) {
  const dragging = useSignal(false);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      dragging.value = !event.defaultPrevented; // another panel takes what is dropped on it
      event.preventDefault(); // or the browser would open the file in the place of the page
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) dragging.value = false;
    };
    const drop = (event: DragEvent) => {
      dragging.value = false;
      if (!holdsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    document.addEventListener('dragover', over, { signal });
    document.addEventListener('dragleave', leave, { signal });
    document.addEventListener('drop', drop, { signal });
    return () => listeners.abort();
  }, []);
  return dragging;
}
