/** A benchmark's own file of problems, to which samples are joined by id: HumanEval.jsonl, mbpp.jsonl, sanitized-mbpp.json. */

import {
  describe,
  type Fields,
  FormatError,
  fail,
  inside,
  type Place,
  readFields,
  readOptionalText,
} from '../fields.ts';
import type { RowNode } from '../grade-file.ts';
import { readCode, readRowId, readTarget, type Target } from '../grade-row.ts';
import { opens } from '../importers/humaneval.ts';
import { EXCHANGE_FIELDS } from '../importers/rows.ts';

export interface BenchmarkProblem {
  /** As the file writes it. */
  readonly id: string;
  readonly target: Target;
  /** Python that opens the function, as in HumanEval; empty where the prompt is a sentence. */
  readonly prompt: string;
  /** The benchmark's own solution; empty when the file has none. */
  readonly reference: string;
}

export interface ProblemFile {
  readonly file: string;
  /** In the order of the file. */
  readonly problems: readonly BenchmarkProblem[];
  /** Finds a problem by the id that a sample gives. */
  find(id: string): BenchmarkProblem | undefined;
  /** Tests of the file that are not run: MBPP's `challenge_test_list`. */
  readonly challenges: number;
}

/** MBPP's numbers are written 11, MBPP/11 and, by EvalPlus, Mbpp/11. */
const plainId = (id: string): string => id.trim().replace(/^mbpp\//i, '');

/** MBPP is measured on its `test_list` (Austin et al. 2021, §2.1); the challenge tests are for other uses. */
const withoutChallenges = (row: Fields): Fields => new Map([...row].filter(([name]) => name !== 'challenge_test_list'));

function readProblemRow(row: Fields, place: Place): BenchmarkProblem {
  const target = readTarget(withoutChallenges(row), place, () => undefined);
  if (target === undefined) {
    fail(inside(place, 'test'), 'a problem with tests (test, test_list or tests)', 'a row without any');
  }
  const id = readRowId(row, place, target.label);
  const prompt = readOptionalText(row.get('prompt'), inside(place, 'prompt')) ?? '';
  const hasReference = ['code', 'canonical_solution', 'reference', 'solution'].some((name) => row.has(name));
  const reference = hasReference ? readCode(row, place, target.reference) : (target.reference ?? '');
  return { id, target, prompt: opens(prompt, target.entryPoint) ? prompt : '', reference };
}

/**
 * Reads all problems.
 *
 * @param file name for errors
 * @throws FormatError naming file and line, for rows without tests and ids that repeat too
 */
export async function readProblemFile(rows: AsyncIterable<RowNode>, file: string): Promise<ProblemFile> {
  const byId = new Map<string, BenchmarkProblem>();
  let challenges = 0;
  for await (const { node, place } of rows) {
    const row = readFields(node, place);
    const list = row.get('challenge_test_list');
    if (list?.type === 'array') challenges += list.items.length;
    const problem = readProblemRow(row, place);
    const key = plainId(problem.id);
    if (byId.has(key)) throw new FormatError(place, `expected each id once, got ${JSON.stringify(problem.id)} again`);
    byId.set(key, problem);
  }
  return { file, problems: [...byId.values()], find: (id) => byId.get(plainId(id)), challenges };
}

/** Whether a row is a problem rather than a sample: it has tests, and nothing that only samples have. */
export function isProblemRow({ node, place }: RowNode): boolean {
  if (node.type !== 'object') fail(place, 'an object', describe(node));
  const names = new Set(node.entries.map(([name]) => name));
  const has = (...some: readonly string[]) => some.some((name) => names.has(name));
  if (has(...EXCHANGE_FIELDS) && !has('code', 'completion', 'solution', 'raw_completion')) return true;
  return has('test', 'test_list', 'tests') && has('prompt', 'text') && !has('completion', 'solution', 'raw_completion');
}

/** Every field of MBPP's own files, in both of its editions. */
const MBPP_FIELDS: ReadonlySet<string> = new Set([
  ...['task_id', 'text', 'prompt', 'code', 'source_file'],
  ...['test_imports', 'test_setup_code', 'test_list', 'challenge_test_list'],
]);

/**
 * Whether a row is as its benchmark publishes its problems, so that its program is the benchmark's own solution. A file
 * of MBPP in which `code` was overwritten by a model's looks the same.
 */
export function isPublishedProblem(row: Fields): boolean {
  const hasProgram = ['completion', 'raw_completion', 'solution', 'code'].some((name) => row.has(name));
  if (!hasProgram && EXCHANGE_FIELDS.some((name) => row.has(name))) return true;
  if (!row.has('task_id')) return false;
  if (row.has('canonical_solution') && row.has('test')) {
    return !hasProgram;
  }
  return row.has('test_list') && row.has('code') && [...row.keys()].every((name) => MBPP_FIELDS.has(name));
}
