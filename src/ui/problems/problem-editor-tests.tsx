/** Tests by example: one call a row, or several pasted at once. */

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { AssertSuite, TestKind } from '../../core/types.ts';
import { TEST_KINDS } from '../../problems/format.ts';
import { type ExampleRow, isBlank, setSomeApart } from '../../problems/own.ts';
import { words } from '../words/index.ts';
import { type ProblemEditorStore, textOf } from './problem-editor-store.ts';
import { AssertTests } from './problem-tests.tsx';

const told = words.editor;

/** Lines of a text area; what has more scrolls. */
const MOST_LINES = 8;

interface EditorProps {
  readonly editor: ProblemEditorStore;
}

export function ProblemEditorTests({ editor }: EditorProps) {
  const { tests, besides } = editor.form;
  const faults = editor.faults.value;
  if (besides.asserts !== undefined) return <Asserts editor={editor} asserts={besides.asserts} />;
  const readsInput = besides.call === 'stdin';
  const said = tests.filter((row) => !isBlank(row));
  return (
    <div class="editor-tests">
      <h5>{told.tests}</h5>
      <p class="editor-help">
        {readsInput ? told.stdinHelp : told.testsHelp} {told.kindsHelp}
      </p>
      <ul>
        {tests.map((row, i) => (
          <Row key={i} editor={editor} row={row} at={i} only={tests.length === 1} />
        ))}
      </ul>
      {faults.tests !== undefined && <p class="field-fault">{faults.tests}</p>}
      <div class="own-actions">
        <button type="button" class="button button-small" onClick={() => editor.addRow()}>
          {told.addTest}
        </button>
        {said.length >= 3 && said.every(({ kind }) => kind !== 'hidden') && (
          <button
            type="button"
            class="button button-small"
            onClick={() => editor.change({ tests: setSomeApart(tests) })}
          >
            {told.setApart}
          </button>
        )}
      </div>
      {said.length > 0 && said.every(({ kind }) => kind !== 'hidden') && <p class="own-warning">{told.noHidden}</p>}
      {!readsInput && <Paste editor={editor} />}
    </div>
  );
}

interface AssertsProps extends EditorProps {
  readonly asserts: AssertSuite;
}

/** Tests that are Python: shown, and kept as they are. Rows beside them can only be taken away. */
function Asserts({ editor, asserts }: AssertsProps) {
  const rows = editor.form.tests.map((row, at) => ({ row, at })).filter(({ row }) => !isBlank(row));
  const { tests } = editor.faults.value;
  return (
    <div class="editor-tests">
      <h5>{told.tests}</h5>
      <p class="editor-help">{told.assertsHelp}</p>
      <AssertTests asserts={asserts} />
      <ul>
        {rows.map(({ row, at }) => (
          <Row key={at} editor={editor} row={row} at={at} only={false} />
        ))}
      </ul>
      {tests !== undefined && <p class="field-fault">{tests}</p>}
    </div>
  );
}

interface RowProps extends EditorProps {
  readonly row: ExampleRow;
  readonly at: number;
  readonly only: boolean;
}

function Row({ editor, row, at, only }: RowProps) {
  const faults = editor.faults.value;
  const id = useId();
  const name = told.test(at + 1);
  const run = editor.reference.value;
  const offer = run.type === 'done' && run.form === editor.form ? run.rows.find((one) => one.row === at)?.offer : null;
  const readsInput = editor.form.besides.call === 'stdin';
  const multiline = (part: 'args' | 'expected', label: string) => {
    const fault = faults[`${part} ${at}`];
    const shown = textOf(row[part]);
    return (
      <div class={`row-${part}`}>
        <label for={`${id}-${part}`}>
          <span class="sr-only">{name}: </span>
          {label}
        </label>
        <textarea
          id={`${id}-${part}`}
          class="is-code"
          rows={Math.min(MOST_LINES, Math.max(2, shown.split('\n').length))}
          spellcheck={false}
          autocomplete="off"
          value={shown}
          placeholder={part === 'expected' && offer ? told.offered(offer) : ''}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-${part}-fault`}
          onInput={(event) => editor.changeText(at, part, event.currentTarget.value)}
        />
        <span class="field-fault" id={`${id}-${part}-fault`}>
          {fault}
        </span>
      </div>
    );
  };
  const text = (part: 'args' | 'expected', label: string) => {
    const fault = faults[`${part} ${at}`];
    return (
      <div class={`row-${part}`}>
        <label class="sr-only" for={`${id}-${part}`}>
          {name}: {label}
        </label>
        <input
          id={`${id}-${part}`}
          class="is-code"
          spellcheck={false}
          autocomplete="off"
          value={row[part]}
          placeholder={part === 'expected' && offer ? told.offered(offer) : label}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-${part}-fault`}
          onInput={(event) => editor.changeRow(at, { [part]: event.currentTarget.value })}
        />
        <span class="field-fault" id={`${id}-${part}-fault`}>
          {fault}
        </span>
      </div>
    );
  };
  return (
    <li class={readsInput ? 'row row-texts' : 'row'}>
      {readsInput ? multiline('args', told.input) : text('args', told.args)}
      <span class="row-arrow" aria-hidden="true">
        →
      </span>
      {readsInput ? multiline('expected', told.printed) : text('expected', told.expected)}
      <select
        aria-label={`${name}: ${told.kind}`}
        value={row.kind}
        onChange={(event) => {
          const kind = TEST_KINDS.find((one): one is TestKind => one === event.currentTarget.value);
          if (kind !== undefined) editor.changeRow(at, { kind });
        }}
      >
        {TEST_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {told.kinds[kind]}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="row-remove"
        aria-label={told.removeTest(at + 1)}
        disabled={only}
        onClick={() => editor.removeRow(at)}
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}

function Paste({ editor }: EditorProps) {
  const text = useSignal('');
  const id = useId();
  const pasted = editor.pasted.value;
  return (
    <details class="editor-paste">
      <summary>{told.paste}</summary>
      <div class="field">
        <label for={id}>{told.pasteHelp}</label>
        <textarea
          id={id}
          class="is-code"
          rows={4}
          spellcheck={false}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </div>
      <button
        type="button"
        class="button button-small"
        disabled={text.value.trim() === ''}
        onClick={() => {
          editor.paste(text.value);
          // What could not be read stays, so that it can be mended.
          text.value = editor.pasted.value?.refused.map((line) => line.text).join('\n') ?? '';
        }}
      >
        {told.pasteAdd}
      </button>
      <div role="status">
        {pasted !== null && <p>{told.pasted(pasted.taken)}</p>}
        {pasted !== null && pasted.otherNames.length > 0 && <p>{told.pasteNames(pasted.otherNames.join(', '))}</p>}
        {pasted?.refused.map(({ line, text: said, why }) => (
          <p key={line} class="field-fault">
            {told.pasteRefused(line, said, why)}
          </p>
        ))}
      </div>
    </details>
  );
}
