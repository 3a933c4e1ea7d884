/** What can be done with one run. */

import type { RunInfo } from '../../core/history.ts';
import { nearestChoice } from '../../core/nearest-choice.ts';
import { busyWords } from '../controls/busy-words.ts';
import { CopyLink } from '../controls/copy-link.tsx';
import { download } from '../parts/download.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { runFileName } from './run-file-name.ts';
import { MOST_FAINT, nameOf } from './run-lines.ts';
import { RunExport } from './runs-export.tsx';
import type { RunsStore } from './runs-store.ts';

const text = words.runs.line;

interface RunActionsProps {
  readonly store: Store;
  readonly run: RunInfo;
}

export function RunActions({ store, run }: RunActionsProps) {
  const { history } = store;
  const label = nameOf(run);
  const work = history.work.value;
  const doing = (what: 'load' | 'export' | 'show') => work?.what === what && work.id === run.id;
  const blocked = busyWords(store);
  const wait = blocked === null ? undefined : `${blocked}.`;
  const own = <span class="sr-only">{text.of(label)}</span>;
  return (
    <fieldset class="run-actions" aria-label={text.actions(label)}>
      {run.status === 'interrupted' && (
        <button
          type="button"
          class="button button-small button-go"
          disabled={blocked !== null}
          title={wait}
          onClick={() => void history.continue(run.id)}
        >
          {text.continue}
          {own}
        </button>
      )}
      <button
        type="button"
        class="button button-small"
        disabled={store.running.value || run.steps === 0 || store.run.value.id === run.id}
        title={wait}
        onClick={() => void goTo(history.show(run.id))}
      >
        {text.show}
        {own}
      </button>
      {run.checkpoints.length > 0 && run.status !== 'live' && (
        <button
          type="button"
          class="button button-small"
          disabled={blocked !== null}
          title={wait}
          onClick={() => void history.load(run.id)}
        >
          {doing('load') ? text.loading : text.load}
          {own}
        </button>
      )}
      <CopyLink choice={nearestChoice(run.config)} />
      <button
        type="button"
        class="button button-small is-quiet"
        aria-disabled={doing('export')}
        onClick={() => void takeOut(history, run)}
      >
        {doing('export') ? text.packing : text.zip}
        {own}
      </button>
      {run.status !== 'live' && (
        <button type="button" class="button button-small is-quiet" onClick={() => void history.remove(run.id)}>
          {text.delete}
          {own}
        </button>
      )}
      <button
        type="button"
        class="button button-small is-quiet"
        aria-pressed={run.baseline}
        onClick={() => void history.mark(run.id, !run.baseline)}
      >
        <svg class={run.baseline ? 'glyph glyph-filled' : 'glyph'} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 2.5h8v11L8 10.6l-4 2.9z" />
        </svg>
        {text.baseline}
        {own}
      </button>
      <InCurves store={store} run={run} own={label} />
      <RunExport store={store} run={run} />
    </fieldset>
  );
}

interface InCurvesProps extends RunActionsProps {
  readonly own: string;
}

/** The run on the page is in the curves anyway. */
function InCurves({ store, run, own }: InCurvesProps) {
  const { history } = store;
  if (store.run.value.id === run.id || run.steps === 0) return null;
  const faint = history.earlier.faintIds.value;
  const drawn = faint.includes(run.id);
  const full = !drawn && faint.length >= MOST_FAINT && faint.every((id) => history.ticked(id));
  return (
    <label class="check run-in-curves" title={full ? text.curvesFull : undefined}>
      <input
        type="checkbox"
        checked={drawn}
        disabled={full}
        onChange={(event) => history.tick(run.id, event.currentTarget.checked)}
      />
      {text.inCurves}
      <span class="sr-only">{text.of(own)}</span>
    </label>
  );
}

/** The run is above: the page goes where its curves are. */
async function goTo(shown: Promise<boolean>): Promise<void> {
  if (await shown) document.getElementById('curves')?.scrollIntoView();
}

async function takeOut(history: RunsStore, run: RunInfo): Promise<void> {
  const bundle = await history.export(run.id);
  if (bundle !== null) download(runFileName(run), bundle);
}
