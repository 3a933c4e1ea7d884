/** Taking a run in that somebody exported: by a button, or dropped anywhere on the panel. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { words } from '../words/index.ts';
import type { RunsStore } from './runs-store.ts';

export function RunsImport({ history }: { readonly history: RunsStore }) {
  const input = useRef<HTMLInputElement>(null);
  const busy = history.work.value?.what === 'import';
  return (
    <div class="runs-import">
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        multiple
        hidden
        onChange={(event) => {
          void history.import([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = ''; // the same file may be chosen again
        }}
      />
      <button type="button" class="button" aria-disabled={busy} onClick={() => !busy && input.current?.click()}>
        {busy ? words.runs.importing : words.runs.import}
      </button>
      <p>{words.runs.drop}</p>
    </div>
  );
}

interface RunsDropProps {
  readonly history: RunsStore;
  readonly children: ComponentChildren;
}

/** Takes files before the page's own drop does, which reads samples. */
export function RunsDrop({ history, children }: RunsDropProps) {
  const over = useSignal(false);
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      class={over.value ? 'runs-panel is-over' : 'runs-panel'}
      onDragOver={(event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) over.value = false;
      }}
      onDrop={(event) => {
        over.value = false;
        if (!holdsFiles(event)) return;
        event.preventDefault();
        void history.import([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {over.value && <p class="runs-over">{words.runs.dropHere}</p>}
      {children}
    </div>
  );
}
