/** One run of the history: its key, name and state, what changed, how it did, and what can be done with it. */

import type { RunInfo } from '../../core/history.ts';
import { Bar } from '../parts/bar.tsx';
import { memory, percent, points } from '../parts/format.ts';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { nameOf, whenText } from './run-lines.ts';
import { RunActions } from './runs-actions.tsx';
import { RunChanges } from './runs-changes.tsx';
import { RunName, RunNote } from './runs-text.tsx';

const text = words.runs.line;

interface RunLineProps {
  readonly store: Store;
  readonly run: RunInfo;
}

export function RunLine({ store, run }: RunLineProps) {
  const { history } = store;
  const shown = store.run.value.id === run.id;
  const heading = `run-${run.id}`;
  return (
    <article class={shown ? 'run is-shown' : 'run'} aria-labelledby={heading}>
      <RunKey letter={history.letterOf(run.id)} />
      <div class="run-head">
        <RunName history={history} run={run} heading={heading} />
        <p class="run-facts">
          <Status run={run} />
          {shown && <span class="run-tag">{text.onPage}</span>}
          {run.imported && <span class="run-tag">{text.imported}</span>}
          <Facts run={run} done={shown ? Math.max(run.steps, store.run.value.steps.length) : run.steps} />
        </p>
        <RunChanges run={run} baseline={history.baseline.value} />
      </div>
      <RunResult store={store} run={run} />
      <RunNote history={history} run={run} />
      <RunActions store={store} run={run} />
    </article>
  );
}

/** A letter in a colour, as the curves call the run. */
export function RunKey({ letter }: { readonly letter: string }) {
  const hue = [...letter].reduce((sum, one) => sum + one.charCodeAt(0), 0) % 6;
  return (
    <span class={`run-key run-key-${hue}`} aria-hidden="true">
      {letter}
    </span>
  );
}

function Status({ run: { status } }: { readonly run: RunInfo }) {
  return <span class={`run-status is-${status}`}>{text.status[status]}</span>;
}

function Facts({ run, done }: { readonly run: RunInfo; readonly done: number }) {
  const kept = run.checkpoints.at(-1);
  const facts = [
    text.steps(done, run.config.epochs),
    text.started(whenText(run.startedAt)),
    text.size(memory(run.bytes)),
    kept === undefined ? text.noModel : text.kept(String(kept)),
  ];
  return <span>{facts.join(' · ')}</span>;
}

function RunResult({ store: { history }, run }: RunLineProps) {
  const { before, after } = run;
  const last = after ?? before;
  if (last === null) return <p class="run-result muted">{text.notMeasured}</p>;
  const delta = history.deltaOf(run);
  return (
    <div class="run-result">
      <p class="run-rates">
        {after === null ? (
          <>
            <b>{percent(before?.value)}</b> <span>{text.before}</span>
          </>
        ) : (
          <>
            <span>{percent(before?.value)}</span> <i aria-hidden="true">→</i> <span class="sr-only">{text.after}</span>
            <b>{percent(after.value)}</b>
          </>
        )}
      </p>
      <Bar
        size="small"
        tone={after === null ? 'grey' : 'green'}
        value={last.value}
        before={after === null ? null : (before?.value ?? null)}
        low={last.low}
        high={last.high}
        label={text.result(nameOf(run))}
      />
      <p class="run-band">
        {text.band(percent(last.low), percent(last.high))}
        {delta !== null && (
          <span
            class={delta.apart ? 'run-delta is-apart' : 'run-delta'}
            title={delta.apart ? text.apart : text.overlap}
          >
            {text.delta(points(delta.from, delta.to), history.letterOf(history.baseline.value?.id ?? ''))}
            <span class="sr-only"> {delta.apart ? text.apart : text.overlap}</span>
          </span>
        )}
      </p>
    </div>
  );
}
