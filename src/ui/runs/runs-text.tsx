/** A person's words on a run, changed in place: saved when the field is left, kept as a draft until they are. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { RunInfo } from '../../core/history.ts';
import { sentence } from '../parts/format.ts';
import { words } from '../words/index.ts';
import type { DraftField } from './run-drafts.ts';
import { nameOf } from './run-lines.ts';
import type { RunsStore } from './runs-store.ts';

const text = words.runs.line;
const LONGEST = { name: 120, note: 4000 } as const;

interface RunTextProps {
  readonly history: RunsStore;
  readonly run: RunInfo;
}

interface RunNameProps extends RunTextProps {
  /** Id of the heading. */
  readonly heading: string;
}

export function RunName({ history, run, heading }: RunNameProps) {
  const editing = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const open = editing.value || history.drafts.of(run.id, 'name') !== null;
  useEffect(() => {
    if (editing.value) field.current?.select();
  }, [editing.value]);
  const close = () => {
    editing.value = false;
    requestAnimationFrame(() => button.current?.focus());
  };
  const label = nameOf(run);
  return (
    <div class="run-name">
      <h3 id={heading} class={open ? 'sr-only' : ''}>
        <span class="sr-only">{history.letterOf(run.id)} </span>
        {label}
      </h3>
      {open ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void history.drafts.save(run.id, 'name');
            close();
          }}
        >
          <input
            ref={field}
            type="text"
            aria-label={text.name(history.letterOf(run.id))}
            maxLength={LONGEST.name}
            placeholder={nameOf({ ...run, name: '' })}
            value={history.textOf(run, 'name')}
            onInput={(event) => history.drafts.write(run.id, 'name', event.currentTarget.value)}
            onBlur={() => {
              editing.value = false;
              void history.drafts.save(run.id, 'name');
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              history.drafts.discard(run.id, 'name');
              close();
            }}
          />
        </form>
      ) : (
        <button ref={button} type="button" class="link" onClick={() => (editing.value = true)}>
          {text.rename}
          <span class="sr-only">{text.of(label)}</span>
        </button>
      )}
      <Unsaved history={history} run={run} field="name" />
    </div>
  );
}

export function RunNote({ history, run }: RunTextProps) {
  const written = history.textOf(run, 'note');
  return (
    <div class="run-note">
      <textarea
        rows={Math.min(8, Math.max(1, written.split('\n').length))}
        aria-label={text.note(history.letterOf(run.id))}
        maxLength={LONGEST.note}
        placeholder={text.noteHint}
        value={written}
        onInput={(event) => history.drafts.write(run.id, 'note', event.currentTarget.value)}
        onBlur={() => void history.drafts.save(run.id, 'note')}
      />
      <Unsaved history={history} run={run} field="note" />
    </div>
  );
}

interface UnsavedProps extends RunTextProps {
  readonly field: DraftField;
}

/** Says why a text could not be saved, as long as it is not. */
function Unsaved({ history, run, field }: UnsavedProps) {
  const error = history.drafts.of(run.id, field)?.error ?? null;
  if (error === null) return null;
  return (
    <p class="error-line" role="alert">
      {text.unsavedWhy(sentence(error))}{' '}
      <button type="button" class="link" onClick={() => void history.drafts.save(run.id, field)}>
        {text.again}
      </button>{' '}
      <button type="button" class="link" onClick={() => history.drafts.discard(run.id, field)}>
        {text.discard}
      </button>
    </p>
  );
}
