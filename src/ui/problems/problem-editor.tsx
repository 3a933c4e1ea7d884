/** The form of a problem of one's own: a field says what is wrong with it once somebody has typed there, and all do when it cannot be saved. */

import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { nameFrom } from '../../problems/own.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { ProblemEditorStore } from './problem-editor-store.ts';
import { ProblemEditorTests } from './problem-editor-tests.tsx';
import { ReferenceRunView, TrialView } from './problem-editor-trial.tsx';
import { mountPythonEditor, type PythonEditor } from './python-editor.ts';

const told = words.editor;

export function ProblemEditor({ store }: { readonly store: Store }) {
  const editor = store.ownProblems.editor.value;
  const place = useRef<HTMLElement>(null);
  const first = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    first.current?.focus();
    first.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (editor === null) return null;
  const { of } = editor.draft.value;
  const save = async () => {
    editor.touchAll();
    if (editor.reading.value.problem !== null) await store.ownProblems.save();
    else requestAnimationFrame(() => place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const faults = editor.faults.value;
  const wrong = Object.keys(faults).length;
  return (
    <section class="editor" ref={place} aria-label={of === null ? told.titleNew : told.title(of)}>
      <h4>{of === null ? told.titleNew : told.title(of)}</h4>
      <Field label={told.text} fault={faults.text}>
        {(field) => (
          <textarea
            {...field}
            ref={first}
            rows={2}
            placeholder={told.textHint}
            value={editor.form.text}
            onInput={(event) => {
              editor.touch('text');
              editor.change({ text: event.currentTarget.value });
            }}
          />
        )}
      </Field>
      <PromptNotes store={store} editor={editor} />
      <Names editor={editor} />
      <ProblemEditorTests editor={editor} />
      <Reference editor={editor} />
      <ReferenceRunView editor={editor} />
      <TrialView store={store} editor={editor} />
      <div class="editor-end">
        <button type="button" class="button button-go" onClick={() => void save()}>
          {told.save}
        </button>
        <button type="button" class="button" onClick={() => store.ownProblems.close()}>
          {told.close}
        </button>
        <button type="button" class="button" onClick={() => store.ownProblems.discard(editor.draft.value.key)}>
          {words.problems.discard}
        </button>
        <p role="status">{wrong > 0 ? told.faults(wrong) : told.kept}</p>
      </div>
    </section>
  );
}

interface FieldProps {
  readonly label: string;
  readonly fault: string | undefined;
  readonly children: (field: {
    readonly id: string;
    readonly 'aria-invalid': boolean;
    readonly 'aria-describedby': string;
  }) => ComponentChildren;
}

function Field({ label, fault, children }: FieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-fault` })}
      <span class="field-fault" id={`${id}-fault`}>
        {fault}
      </span>
    </div>
  );
}

/** What the model makes of the sentence, and what it can understand at all. */
function PromptNotes({ store, editor }: { readonly store: Store; readonly editor: ProblemEditorStore }) {
  const prompt = editor.prompt.value;
  useSignalEffect(() => {
    if (store.device.value.status === 'ready') void editor.readAgain();
  });
  return (
    <div class="editor-notes" role="status">
      <p>{prompt === null ? told.noTokens : told.tokens(prompt.tokens, prompt.most)}</p>
      {prompt !== null && prompt.tokens > prompt.most && <p class="own-warning">{told.tooLong}</p>}
      {prompt !== null && prompt.spelled.length > 0 && (
        <p class="own-warning">{told.spelled(prompt.spelled.join(', '))}</p>
      )}
      {prompt !== null && prompt.unseen.length > 0 && <p class="own-warning">{told.unseen(prompt.unseen.join(' '))}</p>}
      <p>{told.reach}</p>
    </div>
  );
}

function Names({ editor }: { readonly editor: ProblemEditorStore }) {
  const faults = editor.faults.value;
  const { form } = editor;
  const readsInput = form.besides.call === 'stdin';
  return (
    <>
      <div class="editor-names">
        <Field label={told.name} fault={faults.id}>
          {(field) => (
            <input
              {...field}
              value={form.id}
              placeholder={told.nameHint(nameFrom(form.text, NONE))}
              onInput={(event) => {
                editor.touch('id');
                editor.change({ id: event.currentTarget.value });
              }}
            />
          )}
        </Field>
        {!readsInput && (
          <Field label={told.entryPoint} fault={faults.entryPoint}>
            {(field) => (
              <input
                {...field}
                class="is-code"
                spellcheck={false}
                value={form.entryPoint}
                onInput={(event) => {
                  editor.touch('entryPoint');
                  editor.change({ entryPoint: event.currentTarget.value.trim() });
                }}
              />
            )}
          </Field>
        )}
      </div>
      {!readsInput && form.entryPoint !== 'solution' && faults.entryPoint === undefined && (
        <p class="own-warning">{told.otherEntryPoint}</p>
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();

function Reference({ editor }: { readonly editor: ProblemEditorStore }) {
  const place = useRef<HTMLDivElement>(null);
  const python = useRef<PythonEditor | null>(null);
  const id = useId();
  const { reference, entryPoint, besides } = editor.form;
  useEffect(() => {
    if (place.current === null) return;
    const mounted = mountPythonEditor(place.current, {
      text: editor.form.reference,
      label: told.reference,
      describedBy: `${id}-keys`,
      onChange: (text) => editor.change({ reference: text }),
    });
    python.current = mounted;
    return () => mounted[Symbol.dispose]();
  }, [editor, id]);
  // What was typed since this was drawn is in the form already, and must not be undone.
  useEffect(() => python.current?.replace(editor.form.reference), [editor, reference]);
  const run = editor.reference.value;
  useEffect(() => {
    const mark = run.type === 'done' ? firstLine(run) : null;
    python.current?.mark(mark);
  }, [run]);
  // A program that reads standard input defines whatever it likes.
  const defines =
    besides.call === 'stdin' ||
    new RegExp(`^\\s*(?:async\\s+)?(?:def\\s+${entryPoint}\\b|${entryPoint}\\s*=)`, 'm').test(reference);
  return (
    <div class="editor-reference">
      <h5>{told.reference}</h5>
      <p class="editor-help">{told.referenceHelp}</p>
      <div class="editor-python" ref={place} />
      <p class="editor-help" id={`${id}-keys`}>
        {told.keys}
      </p>
      {reference.trim() === '' ? (
        <p class="editor-help">{told.noReference}</p>
      ) : (
        !defines && <p class="own-warning">{told.undefinedEntry(entryPoint)}</p>
      )}
    </div>
  );
}

/** Where the reference failed first. */
function firstLine(run: Extract<ProblemEditorStore['reference']['value'], { readonly type: 'done' }>) {
  if (run.error !== null) return run.line === null ? null : { line: run.line, message: run.error };
  const failed = run.rows.find(({ result }) => result.line !== undefined)?.result;
  return failed?.line === undefined ? null : { line: failed.line, message: failed.error ?? failed.outcome };
}
