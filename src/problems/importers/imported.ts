/** What a row of somebody's file becomes: a problem, what it was read as, and what is still missing. */

import { HEAVY_TESTS } from '../../core/limits.ts';
import type { AwaitedCalls } from '../../core/own-problems.ts';
import type { Problem, TestCase, TestSuite, Tolerance } from '../../core/types.ts';
import type { PyValue } from '../../core/value.ts';
import { type Fields, FormatError, fail, inside, type Place, readId, readItems, readText } from '../fields.ts';
import { parseFile } from '../format.ts';
import { type JsonNode, writeJson } from '../lossless.ts';
import { writeValue } from '../values.ts';

/** Forms that are told apart, by the names under which people know them. */
export const FORMS = [
  'Greenbar',
  'lecture',
  'HumanEval',
  'MBPP',
  'EvalPlus',
  'APPS',
  'LiveCodeBench',
  'code_contests',
  'TACO',
] as const;
export type FormName = (typeof FORMS)[number];

export interface ImportedRow {
  readonly form: FormName;
  readonly problem: Problem;
  /** The tested function as the file calls it, where inputs with outputs are tests of one. */
  readonly called?: string;
  /** Present where the file has calls without results: the tests of the problem are empty until they are known. */
  readonly awaits?: AwaitedCalls;
  /** What a person should know of it before it is taken. */
  readonly notes: readonly string[];
}

/** The name that the model gives to every function, and so the one that tests must call. */
export const ENTRY_POINT = 'solution';

const callKey = (args: readonly PyValue[]): string => writeJson({ type: 'array', items: args.map(writeValue) });

/** Calls, each once. */
export function distinctCalls(calls: readonly (readonly PyValue[])[]): (readonly PyValue[])[] {
  return [...new Map(calls.map((args) => [callKey(args), args])).values()];
}

/** Tests, each once: published files repeat some. Two results of one call are refused. */
export function distinctTests(tests: readonly TestCase[], place: Place): TestCase[] {
  const seen = new Map<string, string>();
  return tests.filter(({ args, expected }) => {
    const call = callKey(args);
    const result = writeJson(writeValue(expected));
    const known = seen.get(call);
    seen.set(call, known ?? result);
    if (known === undefined || known === result) return known === undefined;
    const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
    throw new FormatError(place, `expected one result for ${cut(call)}, got both ${cut(known)} and ${cut(result)}`);
  });
}

/** Tests that may all be shown, and all pay. */
export function openSuite(tests: readonly TestCase[], place: Place): TestSuite {
  const distinct = distinctTests(tests, place);
  if (distinct.length === 0) fail(place, 'at least one test', 'none');
  return { public: distinct, reward: distinct, hidden: [] };
}

/** Tests of three kinds; one that stands in several lists stays in the first of them. */
export function splitSuite(suite: TestSuite, place: Place): TestSuite {
  const all = distinctTests([...suite.public, ...suite.reward, ...suite.hidden], place);
  const kept = new Set(all);
  const of = (tests: readonly TestCase[]) => tests.filter((test) => kept.has(test));
  if (suite.public.length + suite.reward.length === 0) return openSuite(suite.hidden, place);
  return { public: of(suite.public), reward: of(suite.reward), hidden: of(suite.hidden) };
}

/** The id of a row under the first of these names that it has. */
export function idOf(row: Fields, place: Place, names: readonly string[]): string | undefined {
  for (const name of names) {
    const id = readId(row, name, place);
    if (id !== undefined) return id;
  }
  return undefined;
}

export function requireId(row: Fields, place: Place): string {
  const id = idOf(row, place, ['task_id', 'problem_id', 'id']);
  return id ?? fail(inside(place, 'task_id'), 'an id', 'none');
}

/** Whether a program is of Python 2, which would not even compile. */
const isPython2 = (program: string): boolean =>
  /^[ \t]*print[ \t]+(?![=(.,])\S|\braw_input\s*\(|\bxrange\s*\(|^[ \t]*except[ \t]+\w+[ \t]*,[ \t]*\w+[ \t]*:/m.test(
    program,
  );

/** The first of several solutions that Python 3 can read. */
export const firstProgram = (solutions: readonly string[]): string | undefined =>
  solutions.find((program) => program.trim() !== '' && !isPython2(program));

/** Whether the function is a method of `class Solution`, as in LeetCode's programs. */
const isMethod = (program: string, name: string): boolean =>
  /^class Solution\b/m.test(program) && new RegExp(`^[ \\t]+def ${name}\\s*\\(`, 'm').test(program);

/** The program, and behind it a function of this name that calls the method on a new object. */
const withCaller = (program: string, name: string, caller: string): string =>
  `${program}\n\n\ndef ${caller}(*args):\n    return Solution().${name}(*args)\n`;

/** A correct program that answers by the model's name for the function, too. */
export function referenceOf(program: string, name: string): string {
  const source = program.replaceAll('\r\n', '\n').trimEnd();
  if (isMethod(source, name)) return withCaller(source, name, ENTRY_POINT);
  return name === ENTRY_POINT ? source : `${source}\n\n${ENTRY_POINT} = ${name}\n`;
}

/**
 * A program that is called as the file calls it, and by what name: its own function, or one behind the program where that
 * is a method. The name of that one is apart, since a method may call a function of its own name.
 */
export function calledProgram(program: string, name: string): { readonly code: string; readonly entryPoint: string } {
  if (!isMethod(program, name)) return { code: program, entryPoint: name };
  const caller = `Solution_${name}`;
  return { code: withCaller(program, name, caller), entryPoint: caller };
}

interface CalledProblem {
  readonly id: string;
  readonly text: string;
  readonly tests: TestSuite;
  readonly tolerance?: Tolerance | undefined;
  /** The function as the file calls it, and a program that defines it. */
  readonly name: string;
  readonly program?: string | undefined;
  readonly source?: string | undefined;
}

/** A problem of tests that name a function of their own: they ask ours, and the reference answers by both names. */
export function calledProblem({ id, text, tests, tolerance, name, program, source }: CalledProblem): Problem {
  return {
    id,
    text,
    entryPoint: ENTRY_POINT,
    tests,
    compare: 'python',
    ...(tolerance === undefined ? {} : { tolerance }),
    ...(Object.hasOwn(HEAVY_TESTS, name) ? { limits: HEAVY_TESTS[name] } : {}),
    ...(program === undefined ? {} : { reference: referenceOf(program, name) }),
    ...(source === undefined ? {} : { source }),
  };
}

/** A problem whose programs read standard input and print. */
export function stdinProblem({ id, text, tests, program, source }: Omit<CalledProblem, 'name' | 'tolerance'>): Problem {
  return {
    id,
    text,
    entryPoint: ENTRY_POINT,
    call: 'stdin',
    tests,
    compare: 'python',
    ...(program === undefined ? {} : { reference: `${program.replaceAll('\r\n', '\n').trimEnd()}\n` }),
    ...(source === undefined ? {} : { source }),
  };
}

/** A value that some files give as JSON and some as JSON in a string; undefined where there is none. */
export function readNested(node: JsonNode | undefined, place: Place): JsonNode | undefined {
  if (node?.type !== 'string') return node?.type === 'null' ? undefined : node;
  return node.value.trim() === '' ? undefined : parseFile(node.value, placeText(place));
}

export const placeText = ({ file, problem, path }: Place): string =>
  [file, problem === undefined ? '' : `problem ${JSON.stringify(problem)}`, path].filter(Boolean).join(', ');

/** Text on standard input or output; some rows give its lines. */
export function readStream(node: JsonNode | undefined, place: Place): string {
  if (node?.type !== 'array') return readText(node, place);
  return readItems(node, place)
    .map((line, i) => readText(line, inside(place, i)))
    .join('\n');
}

export const stdinTest = (input: string, output: string): TestCase => ({
  args: [{ type: 'str', value: input }],
  expected: { type: 'str', value: output },
});
