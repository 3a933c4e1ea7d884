/** What one piece of hostility is: a few lines of Python that can stand in a module body or, indented, in a function. */

export interface Fragment {
  /** What it does to the interpreter, in a few words. */
  readonly name: string;
  /** Lines without indentation; they import what they use, because an earlier piece may have broken the names. */
  readonly code: string;
}

/** Fragments from a table of name → lines. */
export function fragments(table: Readonly<Record<string, string>>): Fragment[] {
  return Object.entries(table).map(([name, code]) => ({ name, code: code.trim() }));
}
