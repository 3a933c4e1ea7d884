/** A Python program's text without what a reader would not call a difference: names of arguments and locals, layout, comments. */

const TOKEN =
  /#[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\d[\w.]*|[A-Za-z_]\w*|(?:\*\*|\/\/|<<|>>|[-+*/%<>=!&|^:])=|\*\*|\/\/|<<|>>|->|\n[ \t]*|[^\s]/g;

/** Names that mean the same in every program: keywords, and the builtins that small programs call. */
const FIXED: ReadonlySet<string> = new Set(
  (
    'False None True and as assert break class continue def del elif else except finally for from global if import in is ' +
    'lambda nonlocal not or pass raise return try while with yield solution ' +
    'abs all any bin bool chr dict divmod enumerate filter float frozenset int isinstance iter len list map max min next ' +
    'ord pow print range repr reversed round set sorted str sum tuple type zip'
  ).split(' '),
);

/**
 * Tokens joined by spaces; every other name is `v0`, `v1`, … in order of first appearance, a line begins with its depth, and
 * strings are in single quotes. Two programs are alike exactly when they differ in names, spaces, blank lines and comments only.
 * A name that is assigned, looped over or a parameter is a local even where it hides a builtin.
 */
export function normalProgram(source: string): string {
  const tokens = tokensOf(source);
  const hidden = assignedNames(tokens);
  const names = new Map<string, string>();
  return tokens
    .map((token, at) => {
      const isName = /^[A-Za-z_]/.test(token);
      if (!isName || tokens[at - 1] === '.' || isKeyword(tokens, at)) return token;
      if (FIXED.has(token) && !hidden.has(token)) return token;
      if (!names.has(token)) names.set(token, `v${names.size}`);
      return names.get(token)!;
    })
    .join(' ');
}

function tokensOf(source: string): string[] {
  const tokens: string[] = [];
  const depths = [0];
  let line = '\n';
  for (const [token] of source.matchAll(TOKEN)) {
    if (token.startsWith('#')) continue;
    if (token.startsWith('\n')) {
      line = token;
      continue;
    }
    if (line !== '') {
      const width = line.slice(1).replaceAll('\t', '    ').length;
      while (width < depths.at(-1)!) depths.pop();
      if (width > depths.at(-1)!) depths.push(width);
      tokens.push(`\n${depths.length - 1}`);
      line = '';
    }
    tokens.push(/^"[^'"\\]*"$/.test(token) ? `'${token.slice(1, -1)}'` : token);
  }
  return tokens;
}

/** `key` in `sorted(x, key=len)`. */
const isKeyword = (tokens: readonly string[], at: number): boolean =>
  tokens[at + 1] === '=' && (tokens[at - 1] === '(' || tokens[at - 1] === ',');

function assignedNames(tokens: readonly string[]): Set<string> {
  const assigned = new Set<string>();
  let inParameters = false;
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    if (before === 'def' || token === 'lambda') inParameters = true;
    else if (token === ':') inParameters = false;
    else if (inParameters || before === 'for') assigned.add(token);
    else if (before?.startsWith('\n') && /^(?:[-+*/%]|\*\*|\/\/)?=$/.test(tokens[at + 1] ?? '')) assigned.add(token);
  });
  return assigned;
}
