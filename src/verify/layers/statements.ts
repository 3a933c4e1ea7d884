/** Where the top-level statements of a Python source begin, without parsing it. */

const OPENING = '([{';
const CLOSING = ')]}';
/** A string literal's opening quotes. */
const QUOTES = /"""|'''|"|'/y;

/**
 * The first line of each statement that begins in column 0, without its comment. Lines inside strings or brackets, after
 * a backslash, blank ones and comments begin nothing. The source must compile.
 */
export function topLevelStatements(source: string): string[] {
  const text = source.replaceAll(/\r\n?/g, '\n');
  const statements: string[] = [];
  let depth = 0;
  let lineStart = true;
  for (let i = 0; i < text.length; ) {
    const char = text[i]!;
    if (lineStart && depth === 0 && !/[\s#]/.test(char)) statements.push(firstLine(text, i));
    lineStart = false;
    QUOTES.lastIndex = i;
    const quotes = QUOTES.exec(text)?.[0];
    if (quotes !== undefined) {
      i = stringEnd(text, i, quotes);
      continue;
    }
    if (char === '#') {
      i = lineEnd(text, i);
      continue;
    }
    if (char === '\\') {
      i += 2; // joins the next line to this one
      continue;
    }
    if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char)) depth--;
    else if (char === '\n') lineStart = true;
    i++;
  }
  return statements;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function firstLine(text: string, from: number): string {
  return text
    .slice(from, lineEnd(text, from))
    .replace(/\s+#.*$/, '')
    .trimEnd();
}

/** Position after a string that opens at `from`. A backslash keeps the next character from ending it, in raw strings too. */
function stringEnd(text: string, from: number, quotes: string): number {
  let i = from + quotes.length;
  while (i < text.length && !text.startsWith(quotes, i)) i += text[i] === '\\' ? 2 : 1;
  return Math.min(text.length, i + quotes.length);
}
