/** "Anyone's samples": an evaluator for files of programs from any model, in the tab. */

import type { RefObject } from 'preact';
import type { SamplesProgress, SamplesSummary } from '../../core/samples.ts';
import { busyWords } from '../controls/busy-words.ts';
import { decimal, timeLeft } from '../parts/format.ts';
import { useKeptFocus } from '../parts/kept-focus.ts';
import { Section } from '../parts/section.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import { SamplesDrop } from './samples-file-drop.tsx';
import { SamplesFileResult } from './samples-file-result.tsx';

const { samplesFile } = words;

export function SamplesFile({ store }: { readonly store: Store }) {
  const { samples } = store;
  const state = samples.state.value;
  return (
    <Section id="samples" title={samplesFile.title} intro={samplesFile.intro}>
      <SamplesDrop store={store} />
      {samples.trouble.value !== null && (
        <p class="error-line" role="alert">
          {samples.trouble.value}
        </p>
      )}
      {(state.status === 'ready' || state.status === 'grading') && <Read store={store} summary={state.summary} />}
      {state.status === 'ready' && state.report !== null && (
        <SamplesFileResult samples={samples} summary={state.summary} report={state.report} />
      )}
    </Section>
  );
}

interface ReadProps {
  readonly store: Store;
  readonly summary: SamplesSummary;
}

/** What was read, and grading it. */
function Read({ store, summary }: ReadProps) {
  const { region, during, after } = useKeptFocus<HTMLDivElement>(store.samples.busy.value);
  return (
    <div ref={region} class="samples-read" tabIndex={-1}>
      <Understood summary={summary} />
      <Grading store={store} cancel={during} start={after} />
    </div>
  );
}

/** What the files were understood to hold, before anything runs. */
function Understood({ summary }: { readonly summary: SamplesSummary }) {
  const { file, problemFile, rows, programs, problems, fewest, most, missing, unknown, notes } = summary;
  const facts: readonly (readonly [string, string])[] = [
    [samplesFile.samples, rows.toLocaleString('en-GB')],
    [samplesFile.problems, problems.length.toLocaleString('en-GB')],
    [samplesFile.ofEach, fewest === most ? String(most) : samplesFile.between(fewest, most)],
    [samplesFile.different, programs.toLocaleString('en-GB')],
  ];
  return (
    <div class="samples-understood" role="status">
      <h3>
        {file}
        <small class="samples-tests">{samplesFile.testsOf(problemFile)}</small>
      </h3>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul class="samples-notes">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {missing.length > 0 && <Ids ids={missing} title={samplesFile.missing(missing.length, problemFile ?? '')} />}
        {unknown.length > 0 && <Ids ids={unknown} title={samplesFile.unknown(unknown.length, problemFile ?? '')} />}
      </ul>
    </div>
  );
}

function Ids({ ids, title }: { readonly ids: readonly string[]; readonly title: string }) {
  return (
    <li>
      <details>
        <summary>{title}</summary>
        <p>{ids.join(', ')}</p>
      </details>
    </li>
  );
}

interface GradingProps {
  readonly store: Store;
  readonly cancel: RefObject<HTMLButtonElement | null>;
  readonly start: RefObject<HTMLButtonElement | null>;
}

function Grading({ store, cancel, start }: GradingProps) {
  const { samples } = store;
  const state = samples.state.value;
  if (state.status === 'grading') {
    return (
      <div class="samples-grading">
        {/* Not disabled while it ends: it would lose the focus. */}
        <button
          ref={cancel}
          type="button"
          class="button"
          aria-disabled={samples.cancelling.value}
          onClick={() => void samples.cancel()}
        >
          {samples.cancelling.value ? samplesFile.ending : samplesFile.cancel}
        </button>
        <GradingProgress progress={state.progress} />
      </div>
    );
  }
  if (state.status !== 'ready') return null;
  const left = state.report === null ? state.summary.programs : state.summary.programs - state.report.judged;
  if (left === 0) return null;
  const why = samples.reading.value === null ? busyWords(store) : samplesFile.readingNow;
  return (
    <div class="samples-grading">
      <button
        ref={start}
        type="button"
        class="button button-go"
        disabled={why !== null}
        aria-describedby="grade-why"
        onClick={() => void samples.grade()}
      >
        {state.report === null ? samplesFile.grade : samplesFile.goOn}
      </button>
      <p id="grade-why">{why === null ? samplesFile.toRun(left) : samplesFile.waits(why)}</p>
    </div>
  );
}

function GradingProgress({ progress }: { readonly progress: SamplesProgress | null }) {
  if (progress === null) return <p>{samplesFile.gettingReady}</p>;
  const { stage, done, total, rate, secondsLeft } = progress;
  return (
    <div class="samples-progress">
      <progress max={Math.max(1, total)} value={done} aria-label={samplesFile.judged} />
      <p>
        {samplesFile.progress[stage](done, total)}
        {rate !== null && ` · ${samplesFile.rate(decimal(rate, rate < 10 ? 1 : 0))}`}
        {secondsLeft !== null && done < total && ` · ${timeLeft(secondsLeft)}`}
      </p>
    </div>
  );
}
