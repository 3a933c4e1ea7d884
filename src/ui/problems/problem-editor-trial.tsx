/** What the reference and a model make of a problem that is being written, and what its tests would let through. */

import type { ModelSource } from '../../core/measuring.ts';
import type { TriedProgram } from '../../core/own-problems.ts';
import { busyWords } from '../controls/busy-words.ts';
import { OUTCOME_LOOKS } from '../parts/outcomes.tsx';
import { PythonCode } from '../parts/python-code.tsx';
import type { Store } from '../store.ts';
import { words } from '../words/index.ts';
import type { ProblemEditorStore } from './problem-editor-store.ts';

const told = words.editor;

interface EditorProps {
  readonly editor: ProblemEditorStore;
}

export function ReferenceRunView({ editor }: EditorProps) {
  const run = editor.reference.value;
  const prints = editor.form.besides.call === 'stdin';
  return (
    <div class="editor-run">
      <button
        type="button"
        class="button button-small"
        disabled={!editor.canRun}
        onClick={() => void editor.runReference()}
      >
        {run.type === 'running' ? told.running : told.run}
      </button>
      <div role="status">
        {run.type === 'failed' && <p class="error-line">{run.message}</p>}
        {run.type === 'done' && <ReferenceResult editor={editor} run={run} />}
        {editor.filled.value > 0 && <p class="own-warning">{told.filled(editor.filled.value)}</p>}
        {editor.stubs.value.map(({ kind, returns, found }) => (
          <p key={`${kind} ${returns}`} class="own-warning">
            {(kind === 'constant' ? told.constantStub : told.echoStub)(returns, found, prints)}
          </p>
        ))}
      </div>
    </div>
  );
}

interface ReferenceResultProps extends EditorProps {
  readonly run: Extract<ProblemEditorStore['reference']['value'], { readonly type: 'done' }>;
}

function ReferenceResult({ editor, run }: ReferenceResultProps) {
  const stale = run.form !== editor.form;
  const offers = run.rows.filter(({ offer }) => offer !== null).length;
  const tested = run.rows.filter(({ offer }) => offer === null);
  const passed = tested.filter(({ result }) => result.outcome === 'passed').length;
  if (run.error !== null) return <p class="error-line">{told.failedAt(run.error, run.line)}</p>;
  return (
    <>
      <p>
        {told.runAll(passed, tested.length)} {stale && told.stale}
      </p>
      <ul class="run-rows">
        {run.rows.map(({ row, result: { outcome, got, error, line }, offer }) => (
          <li key={row} class={offer !== null || outcome === 'passed' ? 'is-right' : 'is-wrong'}>
            <b>{told.test(row + 1)}</b>{' '}
            {offer !== null
              ? told.offered(offer)
              : outcome === 'passed'
                ? told.asExpected
                : error !== undefined
                  ? told.failedAt(error, line ?? null)
                  : told.returned(got ?? outcome)}
          </li>
        ))}
      </ul>
      {offers > 0 && !stale && (
        <p>
          {told.offers(offers)}{' '}
          <button type="button" class="button button-small" onClick={() => editor.fillIn()}>
            {told.fill}
          </button>
        </p>
      )}
    </>
  );
}

export function TrialView({ store, editor }: EditorProps & { readonly store: Store }) {
  const { config } = store.plan.value;
  const trial = editor.trial.value;
  const busy = trial.type === 'running' ? null : busyWords(store);
  const idle = editor.reading.value.problem !== null && trial.type !== 'running' && busy === null;
  const ask = (source: ModelSource) => {
    const { backend, seed, sampling } = config;
    void editor.tryModel(source, { backend, seed, maxNewTokens: sampling.maxNewTokens });
  };
  return (
    <div class="editor-trial">
      <div class="own-actions">
        <button
          type="button"
          class="button button-small"
          disabled={!idle}
          onClick={() => ask({ type: 'bundled', name: config.model })}
        >
          {told.trial}
        </button>
        {store.trained.value !== null && (
          <button type="button" class="button button-small" disabled={!idle} onClick={() => ask({ type: 'trained' })}>
            {told.trialTrained}
          </button>
        )}
        <span class="own-hint">{busy === null ? told.trialHelp : told.trialWait(busy)}</span>
      </div>
      <div role="status">
        {trial.type === 'running' && <p>{told.trialRunning}</p>}
        {trial.type === 'failed' && <p class="error-line">{trial.message}</p>}
        {trial.type === 'done' && <TrialResult editor={editor} trial={trial} />}
      </div>
    </div>
  );
}

interface TrialResultProps extends EditorProps {
  readonly trial: Extract<ProblemEditorStore['trial']['value'], { readonly type: 'done' }>;
}

function TrialResult({ editor, trial: { tried, source, form } }: TrialResultProps) {
  const { n, correct, programs } = tried;
  const model = source.type === 'trained' ? told.trained : told.base;
  const reading = correct === 0 ? told.trialNothing : correct === n ? told.trialAll : told.trialSome;
  return (
    <>
      <p>
        <b>{told.trialRate(correct, n, model)}</b> {reading} {told.trialFew} {form !== editor.form && told.stale}
      </p>
      <ul class="trial-programs">
        {programs.map((program, i) => (
          <Program key={i} program={program} number={i + 1} />
        ))}
      </ul>
    </>
  );
}

function Program({ program, number }: { readonly program: TriedProgram; readonly number: number }) {
  const { code, count, outcome, passed, total, error, line } = program;
  return (
    <li>
      <p>
        <b>{told.times(count)}</b> {OUTCOME_LOOKS[outcome].label}, {passed}/{total}
        {error !== undefined && <small> {told.failedAt(error, line ?? null)}</small>}
      </p>
      <PythonCode code={code} errorLine={line} label={told.program(number)} />
    </li>
  );
}
