/** A problem on its way: what a person typed, kept as text, and what can be made of it, told for each field. */

import type { Comparison, Problem, TestCase, TestKind, TestSuite } from '../core/types.ts';
import type { PyValue } from '../core/value.ts';
import { isPythonName } from './fields.ts';
import { TEST_KINDS } from './format.ts';
import { writeJson } from './lossless.ts';
import { readTypedArguments, readTypedValue, type Typed, typedArguments, typedText } from './typed-value.ts';
import { writeValue } from './values.ts';

/** A test by example, as it stands in the form. */
export interface ExampleRow {
  /** `[1, 2], 3`: two arguments. */
  readonly args: string;
  /** Empty where it is not known yet. */
  readonly expected: string;
  readonly kind: TestKind;
}

/** What a form has no field for and an imported problem may have: it is kept as it came. */
type Besides = Pick<
  Problem,
  'asserts' | 'call' | 'tolerance' | 'limits' | 'allow' | 'undo' | 'inputs' | 'license' | 'source'
>;

export interface ProblemForm {
  /** Empty takes a name from the text. */
  readonly id: string;
  readonly text: string;
  readonly entryPoint: string;
  readonly reference: string;
  readonly compare: Comparison;
  readonly tests: readonly ExampleRow[];
  readonly besides: Besides;
}

/** Where in the form something is wrong. */
export type FormField = 'id' | 'text' | 'entryPoint' | 'tests' | `${'args' | 'expected'} ${number}`;

export type Faults = Readonly<Partial<Record<FormField, string>>>;

export const EMPTY_ROW: ExampleRow = { args: '', expected: '', kind: 'public' };

export const EMPTY_FORM: ProblemForm = {
  id: '',
  text: '',
  entryPoint: 'solution',
  reference: '',
  compare: 'python',
  tests: [EMPTY_ROW],
  besides: {},
};

export const isBlank = ({ args, expected }: ExampleRow): boolean => args.trim() === '' && expected.trim() === '';

export const rowOf = ({ args, expected }: TestCase, kind: TestKind): ExampleRow => ({
  args: typedArguments(args),
  expected: typedText(expected),
  kind,
});

/** The form of a problem. Tests that are public and reward both stand as public ones, which pay too. */
export function formOf(problem: Problem): ProblemForm {
  const { id, text, entryPoint, reference = '', compare, tests, ...besides } = problem;
  const shown = new Set(tests.public.map(callKey));
  const rows = TEST_KINDS.flatMap((kind) =>
    tests[kind].filter((test) => kind !== 'reward' || !shown.has(callKey(test))).map((test) => rowOf(test, kind)),
  );
  return { id, text, entryPoint, reference, compare, tests: rows, besides };
}

const callKey = ({ args }: Pick<TestCase, 'args'>): string => writeJson({ type: 'array', items: args.map(writeValue) });

/** `Write a function that returns the sum of two numbers` → `returns-the-sum-of-two-numbers`, unlike any name that is taken. */
export function nameFrom(text: string, taken: ReadonlySet<string>): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const opening = ['write', 'a', 'function', 'that'];
  const telling = opening.every((word, i) => words[i] === word) ? words.slice(opening.length) : words;
  return freeName(telling.slice(0, 6).join('-').slice(0, 60) || 'problem', taken);
}

/** The name, or with the first number behind it that makes it free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`;
}

/** What the form says: a problem where nothing is wrong, and what is wrong where something is. */
export interface FormReading {
  readonly problem: Problem | null;
  readonly faults: Faults;
  /** Tests that can be called, their results known or not, with the rows where they stand. */
  readonly calls: readonly {
    readonly row: number;
    readonly args: readonly PyValue[];
    readonly expected: PyValue | null;
  }[];
}

/** @param taken ids of all other problems */
export function readForm(form: ProblemForm, taken: ReadonlySet<string>): FormReading {
  const faults: Partial<Record<FormField, string>> = {};
  const readsInput = form.besides.call === 'stdin';
  const what = readsInput ? 'program' : 'function';
  if (form.text.trim() === '') faults.text = `expected a sentence that says what the ${what} does`;
  if (!readsInput && !isPythonName(form.entryPoint))
    faults.entryPoint = 'expected a name that Python accepts, such as solution';
  const name = form.id.trim();
  if (taken.has(name)) faults.id = `expected a name that no other problem has, got ${JSON.stringify(name)}`;
  const calls = readRows(form.tests, readsInput ? 'what must be printed' : 'what the call returns', faults);
  if (readsInput) requireTexts(calls, faults);
  const suite = suiteOf(form.tests, calls);
  if (form.besides.asserts !== undefined) {
    if (calls.length > 0) faults.tests = 'expected no tests by example beside asserts: remove them';
  } else if (suite.public.length + suite.reward.length === 0 && !hasRowFault(faults)) {
    faults.tests = 'expected at least one public or reward test: nothing else can be learned from';
  }
  if (Object.keys(faults).length > 0) return { problem: null, faults, calls };
  const problem: Problem = {
    id: name === '' ? nameFrom(form.text, taken) : name,
    text: form.text.trim(),
    entryPoint: form.entryPoint,
    tests: suite,
    compare: form.compare,
    ...form.besides,
    ...(form.reference.trim() === '' ? {} : { reference: form.reference }),
  };
  return { problem, faults, calls };
}

const hasRowFault = (faults: Faults): boolean => Object.keys(faults).some((field) => field.includes(' '));

/** Reads the rows that say something; what is wrong with one is put into `faults`. */
function readRows(
  rows: readonly ExampleRow[],
  result: string,
  faults: Partial<Record<FormField, string>>,
): FormReading['calls'] {
  const known = new Map<string, { readonly row: number; readonly expected: string }>();
  const calls: { row: number; args: readonly PyValue[]; expected: PyValue | null }[] = [];
  rows.forEach((row, i) => {
    if (isBlank(row)) return;
    const args = readTypedArguments(row.args);
    if (args.type === 'wrong') faults[`args ${i}`] = placed(args);
    const missing = row.expected.trim() === '';
    const expected = missing ? null : readTypedValue(row.expected);
    if (missing) faults[`expected ${i}`] = `expected ${result}`;
    else if (expected?.type === 'wrong') faults[`expected ${i}`] = placed(expected);
    if (args.type === 'wrong') return;
    const value = expected?.type === 'read' ? expected.value : null;
    if (expected?.type !== 'wrong') calls.push({ row: i, args: args.value, expected: value });
    if (value === null) return;
    const key = callKey({ args: args.value });
    const written = writeJson(writeValue(value));
    const earlier = known.get(key);
    if (earlier !== undefined) {
      faults[`args ${i}`] =
        earlier.expected === written
          ? `expected every call once, got that of test ${earlier.row + 1} again`
          : `expected one result for a call, got another one in test ${earlier.row + 1}`;
    } else known.set(key, { row: i, expected: written });
  });
  return calls;
}

/** A program that reads standard input gets one text, and prints another. */
function requireTexts(calls: FormReading['calls'], faults: Partial<Record<FormField, string>>): void {
  for (const { row, args, expected } of calls) {
    if (args.length !== 1 || args[0]!.type !== 'str')
      faults[`args ${row}`] ??= "expected one text for standard input, such as '1 2\\n'";
    if (expected !== null && expected.type !== 'str')
      faults[`expected ${row}`] ??= "expected the text that must be printed, such as '3\\n'";
  }
}

const placed = ({ message, line, column }: Extract<Typed<unknown>, { readonly type: 'wrong' }>): string =>
  line > 1 ? `line ${line}, column ${column}: ${message}` : `column ${column}: ${message}`;

function suiteOf(rows: readonly ExampleRow[], calls: FormReading['calls']): TestSuite {
  const suite: Record<TestKind, TestCase[]> = { public: [], reward: [], hidden: [] };
  for (const { row, args, expected } of calls) {
    if (expected !== null) suite[rows[row]!.kind].push({ args, expected });
  }
  return suite;
}

/** Sets every third test apart as hidden, beginning with the third: they measure and are never learned from. */
export const setSomeApart = (rows: readonly ExampleRow[]): ExampleRow[] => {
  const said = rows.filter((row) => !isBlank(row));
  return said.map((row, i) => (i % 3 === 2 ? { ...row, kind: 'hidden' } : row));
};
