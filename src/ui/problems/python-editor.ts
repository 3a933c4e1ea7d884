/** A Python editor in an element: fetched when somebody writes, and never before. */

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { python } from '@codemirror/lang-python';
import { bracketMatching, indentUnit, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { words } from '../words/index.ts';

/** A mark on a line that comes from a run. */
export interface LineMark {
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export interface PythonEditor extends Disposable {
  /** Puts a text in the place of what stands there, unless it is the same. */
  replace(text: string): void;
  mark(mark: LineMark | null): void;
}

interface EditorOptions {
  readonly text: string;
  /** For those who hear the page. */
  readonly label: string;
  /** Id of the element that says which keys leave the field. */
  readonly describedBy: string;
  readonly onChange: (text: string) => void;
}

/** Colours come from the page's own classes and tokens, so that both themes are right. */
const FRAME = EditorView.theme({
  '&': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', borderRadius: 'var(--round-s)' },
  '&.cm-focused': { outline: '3px solid var(--green-ink)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: 'var(--text-s)', lineHeight: '1.55' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.25rem' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--line) !important' },
  '.cm-matchingBracket': { backgroundColor: 'var(--green-soft) !important', color: 'inherit' },
  '.cm-tooltip': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--wrong)' },
});

export function mountPythonEditor(
  parent: HTMLElement,
  { text, label, describedBy, onChange }: EditorOptions,
): PythonEditor {
  let marked: LineMark | null = null;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentUnit.of('    '),
        python(),
        syntaxHighlighting(classHighlighter),
        bracketMatching(),
        closeBrackets(),
        linter(({ state }) => [...syntaxMarks(state), ...runMark(state, marked)], { delay: 400 }),
        // Escape and then Tab leaves: CodeMirror lets one Tab through after Escape.
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy, spellcheck: 'false' }),
        EditorView.lineWrapping,
        FRAME,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          marked = null; // what a run said is of another text now
          onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    replace(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    mark(mark) {
      marked = mark;
      forceLinting(view);
    },
    [Symbol.dispose]: () => view.destroy(),
  };
}

/** The first place that the grammar of Python does not know; those behind it follow from it. */
function syntaxMarks(state: EditorState): Diagnostic[] {
  const marks: Diagnostic[] = [];
  syntaxTree(state).iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || marks.length > 0) return marks.length === 0;
      const line = state.doc.lineAt(from);
      const start = from === to ? Math.max(line.from, from - 1) : from;
      marks.push({ from: start, to: Math.max(to, start), severity: 'error', message: words.editor.broken });
      return false;
    },
  });
  return state.doc.toString().trim() === '' ? [] : marks;
}

function runMark(state: EditorState, mark: LineMark | null): Diagnostic[] {
  if (mark === null || mark.line < 1 || mark.line > state.doc.lines) return [];
  const { from, to } = state.doc.line(mark.line);
  return [{ from, to, severity: 'error', message: mark.message }];
}
