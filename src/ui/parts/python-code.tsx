/** Python with highlighting and line numbers; an error is told on its line, and the lines that led to it are marked. */

import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { words } from '../words/index.ts';
import { highlightPython, type Piece } from './python.ts';

/** Where a program failed. */
export interface CodeError {
  /** 1-based. */
  readonly line: number;
  /** Lines that called it. */
  readonly calledFrom?: readonly number[];
  /** What stands below the line. */
  readonly note?: ComponentChildren;
}

interface PythonCodeProps {
  readonly code: string;
  /** 1-based line to mark. */
  readonly errorLine?: number | undefined;
  readonly error?: CodeError | undefined;
  readonly label: string;
}

export function PythonCode({ code, errorLine, error, label }: PythonCodeProps) {
  const lines = useMemo(() => highlightPython(code.replace(/\n+$/, '')), [code]);
  const marked = error ?? (errorLine === undefined ? undefined : { line: errorLine });
  return (
    <section class="code" aria-label={label}>
      <ol>
        {lines.map((pieces, index) => (
          <CodeLine key={index} number={index + 1} error={marked}>
            <Pieces pieces={pieces} />
          </CodeLine>
        ))}
      </ol>
    </section>
  );
}

interface CodeLineProps {
  readonly number: number;
  readonly error: CodeError | undefined;
  readonly children: ComponentChildren;
}

/** A numbered line, with what is to be said of it. */
export function CodeLine({ number, error, children }: CodeLineProps) {
  const failed = number === error?.line;
  const called = !failed && (error?.calledFrom?.includes(number) ?? false);
  return (
    <li class={failed ? 'code-error' : called ? 'code-called' : ''}>
      <code>
        {children}
        {failed && <span class="sr-only"> ({words.rollout.errorHere})</span>}
      </code>
      {failed && error?.note !== undefined && <p class="code-says">{error.note}</p>}
    </li>
  );
}

/** A short expression on one line. */
export function PythonLine({ code }: { readonly code: string }) {
  return <Pieces pieces={highlightPython(code).flat()} />;
}

export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return (
    <>
      {pieces.map((piece, index) => (
        <span key={index} class={piece.classes}>
          {piece.text}
        </span>
      ))}
    </>
  );
}
