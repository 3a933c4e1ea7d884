/** Which function assert lines test where nobody names it: told from the tests and the prompt, never from the program. */

const CALL = /(?<![\w.])([A-Za-z_]\w*)\s*\(/g;
const DEFINITION = /^[ \t]*(?:(?:async )?def|class)\s+(\w+)/gm;
const IMPORT = /^[ \t]*(?:from\s+[\w.]+\s+)?import\s+(\([^)]*\)|[^\n;#]*)/gm;
const ASSIGNMENT = /^[ \t]*(\w+)\s*(?::[^=\n]+)?=(?!=)/gm;
/** String tokens and comments, in which brackets call nothing. */
const SILENT = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|#[^\n]*/g;

const KEYWORDS: ReadonlySet<string> = new Set('and assert await else for if in is lambda not or yield'.split(' '));

/** Python's builtin functions and types (3.14), which tests call for themselves. */
const BUILTINS: ReadonlySet<string> = new Set(
  (
    'abs all any ascii bin bool bytearray bytes callable chr complex dict dir divmod enumerate eval filter float ' +
    'format frozenset getattr hasattr hash hex id int isinstance issubclass iter len list map max memoryview min next ' +
    'object oct ord pow print range repr reversed round set setattr slice sorted str sum super tuple type vars zip'
  ).split(' '),
);

const code = (source: string): string => source.replace(SILENT, '""');
const names = (source: string, pattern: RegExp): string[] => Array.from(source.matchAll(pattern), (found) => found[1]!);

/** Names that the tests' own setup imports, defines or assigns. */
function boundBy(setup: string): Set<string> {
  const source = code(setup);
  const imported = names(source, IMPORT).flatMap((list) =>
    list
      .replace(/[()\\]/g, ' ')
      .split(',')
      .map((one) => {
        const [name = '', alias] = one.trim().split(/\s+as\s+/);
        return alias ?? name.split('.')[0]!;
      }),
  );
  return new Set([...imported, ...names(source, DEFINITION), ...names(source, ASSIGNMENT)]);
}

/**
 * Classes, told by PEP 8's spelling, that tests call and neither their setup nor Python defines: the program would have to,
 * and its objects are no plain data that could come to the tests.
 */
export function programClasses(asserts: readonly string[], setup: string): readonly string[] {
  const bound = boundBy(setup);
  const called = names(code([setup, ...asserts].join('\n')), CALL);
  return [...new Set(called)].filter((name) => /^[A-Z]\w*[a-z]/.test(name) && !bound.has(name) && !/Error$/.test(name));
}

/** Names that stand in all lists; all names when no one does. */
function shared(lists: readonly (readonly string[])[]): string[] {
  const all = [...new Set(lists.flat())];
  const everywhere = all.filter((name) => lists.every((list) => list.includes(name)));
  return everywhere.length === 0 ? all : everywhere;
}

/**
 * The function that asserts test. A function that the prompt opens and the asserts call is it. Else it is a name that
 * they call and that neither Python nor the setup defines: first one that all asserts call, first a function and not a
 * class (told by PEP 8's spelling), and of several the innermost of the first assert, `uniq` in `total(uniq(x))`. Asserts that
 * call builtins alone test the one that all of them call: MBPP 126 has the program define its own `sum`.
 *
 * @param setup what runs before the asserts; its names are never the program's
 * @returns undefined when nothing is called, or several builtins are and nothing else
 */
export function testedFunction(asserts: readonly string[], setup = '', prompt = ''): string | undefined {
  const bound = boundBy(setup);
  const isOpen = (name: string) => !KEYWORDS.has(name) && !bound.has(name);
  const called = asserts.map((line) => names(code(line), CALL).filter(isOpen)).filter((list) => list.length > 0);
  const prompted = names(prompt, DEFINITION).findLast((name) => called.some((list) => list.includes(name)));
  if (prompted !== undefined) return prompted;
  const unknown = called.map((list) => list.filter((name) => !BUILTINS.has(name))).filter((list) => list.length > 0);
  if (unknown.length === 0) {
    const builtins = shared(called);
    return builtins.length === 1 ? builtins[0] : undefined;
  }
  const candidates = shared(unknown);
  const functions = candidates.filter((name) => !/^[A-Z]/.test(name));
  return (functions.length === 0 ? candidates : functions).at(-1);
}
