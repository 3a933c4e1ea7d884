/** Where the files of a model are chosen or dropped. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Marked } from '../parts/marked.tsx';
import { words } from '../words/index.ts';
import { droppedFiles } from './dropped-files.ts';
import { chosenFiles, modelFiles } from './model-files.ts';
import type { ModelsStore } from './models-store.ts';

const text = words.models.drop;

interface ModelDropProps {
  readonly models: ModelsStore;
  /** What became of the files. */
  readonly children: ComponentChildren;
}

/** Takes files before the page's own drop does, which reads samples. */
export function ModelDrop({ models, children }: ModelDropProps) {
  const over = useSignal(false);
  const busy = models.reading.value || models.importing.value !== null;
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons do the same by keyboard
    <div
      class={over.value ? 'model-drop is-over' : 'model-drop'}
      aria-busy={busy}
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
        if (!holdsFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        void models.pickFrom(droppedFiles(event.dataTransfer));
      }}
    >
      <div class="model-choose">
        <FileButton models={models} busy={busy} folder={true} />
        <FileButton models={models} busy={busy} folder={false} />
        <p>{models.reading.value ? text.reading : over.value ? text.here : <Marked text={text.help} />}</p>
      </div>
      {children}
    </div>
  );
}

interface FileButtonProps {
  readonly models: ModelsStore;
  readonly busy: boolean;
  /** Whole folders, or single files. */
  readonly folder: boolean;
}

function FileButton({ models, busy, folder }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={text.label}
        {...(folder && { webkitdirectory: true })}
        onChange={(event) => {
          const chosen = chosenFiles(event.currentTarget.files ?? []);
          event.currentTarget.value = ''; // the same files may be chosen again
          void models.pick(modelFiles(chosen));
        }}
      />
      <button type="button" class="button" disabled={busy} onClick={() => input.current?.click()}>
        {folder ? text.folder : text.files}
      </button>
    </>
  );
}
