/** Tells programs that only forgot an import from those that are wrong. */

/** Modules of Python's standard library that small programs use; names that programs give their own variables are not among them. */
const MODULES: ReadonlySet<string> = new Set([
  'bisect',
  'cmath',
  'collections',
  'datetime',
  'decimal',
  'fractions',
  'functools',
  'heapq',
  'itertools',
  'json',
  'math',
  'operator',
  'os',
  'random',
  're',
  'statistics',
  'string',
  'sys',
  'textwrap',
  'typing',
]);

/** Whether a test's one-line error, exception type and message, is the NameError of a module that was not imported. */
export function isMissingImport(error: string | undefined): boolean {
  const name = error?.match(/^NameError: name '(\w+)' is not defined/)?.[1];
  return name !== undefined && MODULES.has(name);
}
