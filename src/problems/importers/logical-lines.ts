/** Python source cut into statements: brackets and triple quotes hold lines together, comments and indentation go. */

const TOKEN =
  /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|#[^\n]*|\\\n|[\s\S]/g;

const DEPTH: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

/** Statements that are not empty, each on one line as far as its strings allow. */
export function logicalLines(source: string): string[] {
  const lines: string[] = [];
  let line = '';
  let depth = 0;
  const end = () => {
    const text = line.trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  for (const [token] of source.replace(/\r\n?/g, '\n').matchAll(TOKEN)) {
    if (token.startsWith('#')) continue;
    if (token === '\\\n') line += ' ';
    else if (token === '\n' && depth > 0) line += ' ';
    else if ((token === '\n' || token === ';') && depth === 0) end();
    else {
      depth = Math.max(0, depth + (DEPTH[token] ?? 0));
      line += token;
    }
  }
  end();
  return lines;
}
