/** Python source as lines of coloured pieces, parsed by Lezer: works on broken programs too. */

import { classHighlighter, highlightCode } from '@lezer/highlight';
import { parser } from '@lezer/python';

export interface Piece {
  readonly text: string;
  /** Space-separated `tok-…` classes; empty for plain text. */
  readonly classes: string;
}

/** Splits `code` into lines of highlighted pieces; joined again they are the code. */
export function highlightPython(code: string): Piece[][] {
  const lines: Piece[][] = [[]];
  highlightCode(
    code,
    parser.parse(code),
    classHighlighter,
    (text, classes) => lines.at(-1)!.push({ text, classes }),
    () => lines.push([]),
  );
  return lines;
}
