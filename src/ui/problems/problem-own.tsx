/** A person's own problems: the list, what is being written, what a file would bring, and how many a run learns. */

import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { messageOf } from '../../core/errors.ts';
import type { Problem } from '../../core/types.ts';
import { download } from '../parts/download.ts';
import { problemRates } from '../selectors.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { MOST_VISITS, type Saved } from './next-visits.ts';
import { type ChosenFile, chosen, droppedFiles } from './pack-files.ts';
import { ProblemCard } from './problem-card.tsx';
import { PackPreviewView } from './problem-pack.tsx';
import { commonOpening } from './problem-text.ts';

const told = words.problems;

interface OwnProblemsProps {
  readonly store: Store;
  /** Those that a search found. */
  readonly shown: readonly Problem[];
  /** Id of the card that is open, of all kinds. */
  readonly open: Signal<string | null>;
}

export function OwnProblems({ store, shown, open }: OwnProblemsProps) {
  const desk = store.ownProblems;
  const all = desk.list.value;
  const place = useRef<HTMLDivElement>(null);
  useDropped(place, (files) => {
    files.then(
      (found) => desk.choosePack(found),
      (error: unknown) => (desk.trouble.value = messageOf(error)),
    );
  });
  return (
    <div class="own" ref={place}>
      <h3 class="problems-group">{told.own}</h3>
      <p class="own-intro">{told.ownIntro}</p>
      <Actions store={store} />
      {desk.fleeting.value && all.length > 0 && <p class="own-warning">{told.fleeting}</p>}
      {desk.draftsRefused.value && <p class="own-warning">{told.draftsRefused}</p>}
      {desk.trouble.value !== null && (
        <p class="error-line" role="alert">
          {desk.trouble.value}
        </p>
      )}
      <SavedNote store={store} />
      <Undo store={store} />
      <TooLong store={store} />
      <Reading store={store} />
      {desk.preview.value !== null && <PackPreviewView store={store} preview={desk.preview.value} />}
      {desk.editor.value !== null && <Editor key={desk.editor.value.draft.value.key} store={store} />}
      <DraftList store={store} />
      {all.length === 0 && desk.editor.value === null && <p class="empty">{told.ownEmpty}</p>}
      <ul class="problems">
        {shown.map((problem) => (
          <ProblemCard
            key={problem.id}
            own
            note={isTooLong(store, problem) ? told.tooLong : null}
            problem={problem}
            number={all.indexOf(problem) + 1}
            opening={commonOpening(all.map(({ text }) => text))}
            rates={problemRates(store.run.value, problem.id)}
            open={open.value === problem.id}
            onToggle={() => (open.value = open.value === problem.id ? null : problem.id)}
          >
            <button type="button" class="button button-small" onClick={() => void desk.edit(problem.id)}>
              {told.edit}
            </button>
            <button type="button" class="button button-small" onClick={() => void desk.duplicate(problem)}>
              {told.duplicate}
            </button>
            <button type="button" class="button button-small" onClick={() => void desk.remove(problem.id)}>
              {told.remove}
            </button>
          </ProblemCard>
        ))}
      </ul>
      {all.length > 0 && <PerEpoch store={store} />}
    </div>
  );
}

const isTooLong = (store: Store, problem: Problem): boolean =>
  store.ownProblems.lengths.isTooLong(problem, store.plan.value.config.sampling.maxNewTokens);

/** Has the model at hand read what is there and what a file would bring, whenever one of these is another. */
function useLengths(store: Store): void {
  useSignalEffect(() => {
    const { list, preview, lengths } = store.ownProblems;
    const brought = preview.value?.problems.map(({ problem }) => problem) ?? [];
    if (store.device.value.status === 'ready') void lengths.read([...list.value, ...brought]);
  });
}

/** Says how many a run will leave out, and lets them be deleted at once. */
function TooLong({ store }: { readonly store: Store }) {
  useLengths(store);
  const desk = store.ownProblems;
  const long = desk.list.value.filter((problem) => isTooLong(store, problem));
  return (
    <div role="status">
      {long.length > 0 && (
        <p class="own-undo">
          {told.tooLongCount(long.length)}{' '}
          <button
            type="button"
            class="button button-small"
            onClick={() => void desk.remove(...long.map(({ id }) => id))}
          >
            {told.removeTooLong(long.length)}
          </button>
        </p>
      )}
    </div>
  );
}

function Actions({ store }: { readonly store: Store }) {
  const desk = store.ownProblems;
  const input = useRef<HTMLInputElement>(null);
  const give = async (form: 'json' | 'lines') =>
    download(form === 'json' ? 'problems.json' : 'problems.jsonl', await desk.pack(form));
  return (
    <div class="own-actions">
      <button type="button" class="button button-small button-go" onClick={() => void desk.create()}>
        {told.create}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        accept=".json,.jsonl,.ndjson,.txt,.py,.gz,.zip"
        aria-label={told.importLabel}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])].map(chosen);
          event.currentTarget.value = ''; // the same file may be chosen again after it was changed
          void desk.choosePack(files);
        }}
      />
      <button type="button" class="button button-small" onClick={() => input.current?.click()}>
        {told.importFiles}
      </button>
      {desk.list.value.length > 0 && (
        <>
          <button type="button" class="button button-small" onClick={() => void give('json')}>
            {told.exportJson}
          </button>
          <button type="button" class="button button-small" onClick={() => void give('lines')}>
            {told.exportLines}
          </button>
          {desk.list.value.length > 1 && (
            <button
              type="button"
              class="button button-small"
              onClick={() => void desk.remove(...desk.list.value.map(({ id }) => id))}
            >
              {told.removeAll(desk.list.value.length)}
            </button>
          )}
        </>
      )}
      <span class="own-hint">{told.importHint}</span>
    </div>
  );
}

/** The form itself is fetched when somebody writes. */
function Editor({ store }: { readonly store: Store }) {
  const panel = useSignal<ComponentType<{ readonly store: Store }> | null>(null);
  const { trouble } = store.ownProblems;
  useEffect(() => {
    import('./problem-editor.tsx').then(
      (module) => (panel.value = module.ProblemEditor),
      (error: unknown) => (trouble.value = messageOf(error)),
    );
  }, [panel, trouble]);
  const Panel = panel.value;
  return Panel === null ? <div class="editor editor-waiting" aria-busy="true" /> : <Panel store={store} />;
}

/** Says whether the next run learns what was saved, and lets it where it would not. */
function SavedNote({ store }: { readonly store: Store }) {
  const desk = store.ownProblems;
  const saved = desk.next.saved.value;
  const note = useFocusWhereLost(saved);
  return (
    <div role="status">
      {saved !== null && (
        <p class="own-undo" ref={note} tabIndex={-1}>
          {savedWords(store, saved)} {!saved.joined && <TrainOnAll store={store} />}
          {saved.type === 'brought' && (
            <button type="button" class="button button-small" onClick={() => void desk.remove(...saved.ids)}>
              {told.takeBack}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function savedWords(store: Store, saved: Saved): string {
  const visits = store.plan.value.config.ownProblems;
  switch (saved.type) {
    case 'new':
      return told.saved(saved.id, saved.joined);
    case 'changed':
      return told.changed(saved.id, visits);
    case 'brought':
      return told.brought(saved.ids.length, visits, store.ownProblems.list.value.length, saved.joined);
    default:
      return saved satisfies never;
  }
}

/** Takes the focus where what had it is gone with the news: whoever works by keyboard goes on from here. */
function useFocusWhereLost(news: unknown) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (news !== null && (activeElement === null || activeElement === body)) place.current?.focus();
  }, [news]);
  return place;
}

/** What is being read, for as long as that takes. */
function Reading({ store }: { readonly store: Store }) {
  const reading = store.ownProblems.packReading.value;
  return (
    <div role="status">
      {reading !== null && (
        <p class="own-hint">
          {reading.asked === null ? told.reading(reading.files.join(', ')) : told.askingReferences(reading.asked)}
        </p>
      )}
    </div>
  );
}

function TrainOnAll({ store }: { readonly store: Store }) {
  const desk = store.ownProblems;
  return (
    <button type="button" class="button button-small button-go" onClick={() => desk.next.visitAll()}>
      {told.trainOnAll(desk.list.value.length)}
    </button>
  );
}

function Undo({ store }: { readonly store: Store }) {
  const desk = store.ownProblems;
  const removed = desk.removed.value;
  const note = useFocusWhereLost(removed);
  return (
    <div role="status">
      {removed !== null && (
        <p class="own-undo" ref={note} tabIndex={-1}>
          {removed.type === 'draft'
            ? told.removedDraft
            : told.removedProblems(removed.own.length, removed.own[0]?.problem.id ?? '')}{' '}
          <button type="button" class="button button-small" onClick={() => void desk.undo()}>
            {told.undo}
          </button>
        </p>
      )}
    </div>
  );
}

/** What was begun and not saved, but for what is open. */
function DraftList({ store }: { readonly store: Store }) {
  const desk = store.ownProblems;
  const editing = desk.editor.value?.draft.value.key;
  const drafts = desk.drafts.value.filter(({ key }) => key !== editing);
  if (drafts.length === 0) return null;
  return (
    <ul class="own-drafts">
      {drafts.map(({ key, of, form }) => (
        <li key={key}>
          <span>
            <small>{of === null ? told.draft : told.draftOf(of)}</small>
            {form.text.trim() === '' ? told.draftEmpty : form.text}
          </span>
          <button type="button" class="button button-small" onClick={() => void desk.resume(key)}>
            {told.resume}
          </button>
          <button type="button" class="button button-small" onClick={() => desk.discard(key)}>
            {told.discard}
          </button>
        </li>
      ))}
    </ul>
  );
}

function PerEpoch({ store }: { readonly store: Store }) {
  const there = store.ownProblems.list.value.length;
  const chosen = store.plan.value.config.ownProblems;
  const most = Math.min(there, MOST_VISITS);
  const counts = Array.from({ length: most + 1 }, (_, n) => n);
  if (chosen > most) counts.push(chosen);
  return (
    <div class="own-per-epoch">
      <label class="field">
        {told.perEpoch}
        <select
          value={String(chosen)}
          onChange={(event) => store.set('ownProblems', Number(event.currentTarget.value))}
        >
          {counts.map((n) => (
            <option key={n} value={String(n)}>
              {n === 0 ? told.none : n === there ? told.all(n) : n}
            </option>
          ))}
        </select>
      </label>
      {chosen === 0 && store.ownProblems.next.saved.value?.joined !== false && <TrainOnAll store={store} />}
      <p>{told.perEpochHelp(chosen)}</p>
    </div>
  );
}

/** Files that are dropped on the panel are its own: the panel of samples lets those be. */
function useDropped(
  place: { readonly current: HTMLElement | null },
  onDrop: (files: Promise<readonly ChosenFile[]>) => void,
): void {
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (holdsFiles(event)) event.preventDefault(); // or the browser would open the file in the place of the page
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) latest.current(droppedFiles(event.dataTransfer));
    };
    place.current?.addEventListener('dragover', over, { signal });
    place.current?.addEventListener('drop', drop, { signal });
    return () => listeners.abort();
  }, [place]);
}
