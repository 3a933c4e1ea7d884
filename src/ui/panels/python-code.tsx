/** Python with highlighting, line numbers, and the line of an error marked. */

import { useMemo } from 'preact/hooks';
import { highlightPython, type Piece } from '../python.ts';

interface PythonCodeProps {
  readonly code: string;
  /** 1-based line to mark. */
  readonly errorLine?: number | undefined;
  readonly label: string;
}

export function PythonCode({ code, errorLine, label }: PythonCodeProps) {
  const lines = useMemo(() => highlightPython(code.replace(/\n+$/, '')), [code]);
  return (
    <section class="code" aria-label={label}>
      <ol>
        {lines.map((pieces, index) => (
          <li key={index} class={index + 1 === errorLine ? 'code-error' : ''}>
            <code>
              <Pieces pieces={pieces} />
              {index + 1 === errorLine && <span class="sr-only"> (the error is on this line)</span>}
            </code>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A short expression on one line. */
export function PythonLine({ code }: { readonly code: string }) {
  return <Pieces pieces={highlightPython(code).flat()} />;
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
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
