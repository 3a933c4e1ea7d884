/** What the linter and the type checker are asked: rules about correctness only, and no way for a program to silence them. */

/**
 * Ruff's rules that speak of likely mistakes. Left out is what is a matter of taste (line lengths, names, quotes, `zip`
 * without `strict`, loop variables that count) and what the sandbox answers already (imports).
 */
const LINT_RULES = [
  'F', // Pyflakes: undefined names, values never used, comparisons and formats that cannot be meant
  ...['E711', 'E712', 'E721', 'E722', 'E9', 'W605'], // comparing to None, to True, to types; bare except; bad escapes
  ...['B002', 'B003', 'B004', 'B005', 'B006', 'B012', 'B015', 'B016', 'B018', 'B020', 'B021', 'B022', 'B023', 'B025'],
  ...['B026', 'B029', 'B030', 'B031', 'B032', 'B033', 'B035', 'B039'], // flake8-bugbear's bugs
  'PLE', // Pylint's errors
  ...['PLR0124', 'PLW0127', 'PLW0128', 'PLW0129', 'PLW0131', 'PLW0133'], // comparing or assigning a thing to itself, …
  'RET503', // a function that can end without the value that it returns elsewhere
] as const;

/** Unused or starred imports and strings that need no `f` harm nobody. */
const LINT_IGNORED = ['F401', 'F403', 'F405', 'F541'] as const;

/** Settings of ruff's `Workspace`, as a `ruff.toml` would hold them. */
export const RUFF_SETTINGS = {
  'target-version': 'py314',
  lint: { select: LINT_RULES, ignore: LINT_IGNORED },
} as const;

/**
 * Pyright's rules that say "this fails when it runs". Missing annotations, unused things and undefined names (the
 * syntax and lint layers know them) are not among them.
 */
export const TYPE_RULES: ReadonlySet<string> = new Set([
  'reportOperatorIssue',
  'reportReturnType',
  'reportArgumentType',
  'reportCallIssue',
  'reportAttributeAccessIssue',
  'reportIndexIssue',
  'reportAssignmentType',
  'reportGeneralTypeIssues',
  'reportOptionalMemberAccess',
  'reportOptionalSubscript',
  'reportOptionalIterable',
  'reportOptionalCall',
  'reportOptionalOperand',
  'reportTypedDictNotRequiredAccess',
  'reportAbstractUsage',
  'reportUnhashable',
]);

/** The rule that shows that a file was looked at: `pyright.ts` puts one unknown name into each. */
export const MARKER_RULE = 'reportUndefinedVariable';

/** Content of `pyrightconfig.json`. The typeshed is inside the worker's own file system. */
export const PYRIGHT_SETTINGS: Readonly<Record<string, unknown>> = {
  typeshedPath: '/typeshed',
  typeCheckingMode: 'off',
  pythonVersion: '3.14',
  enableTypeIgnoreComments: false,
  ...Object.fromEntries([...TYPE_RULES, MARKER_RULE].map((rule) => [rule, 'error'])),
};

/**
 * Takes away the comments with which a program could switch findings off (`# noqa`, `# ruff: …`, `# pyright: …`; pyright
 * has a setting against `# type: ignore`). Lengths stay, so that positions stay true.
 */
export function withoutSuppressions(source: string): string {
  return source.replace(/noqa/gi, 'nope').replace(/#(\s*)(ruff|pyright|flake8)(\s*):/gi, '#$1$2$3;');
}
