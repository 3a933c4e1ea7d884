/** All samples of a file joined to their tests: every different program once, and which of them each row is. */

import type { GradeRecord } from '../../core/grade.ts';
import type { SamplesSummary } from '../../core/samples.ts';
import { type Fields, fail, type Place, readFields, readId } from '../fields.ts';
import type { RowNode } from '../grade-file.ts';
import { type FindProblem, readCode, readRowId, readTarget, recordOf, type Target } from '../grade-row.ts';
import { EXCHANGE_FIELDS } from '../importers/rows.ts';
import { type JsonNode, writeJson } from '../lossless.ts';
import { countForm, countProgram, NO_COUNTS, notesOf, type RowCounts } from './notes.ts';
import { type BenchmarkProblem, isPublishedProblem, type ProblemFile } from './problem-file.ts';
import { joinProgram } from './program.ts';

export interface SampleSet {
  /** Different programs, those of one problem sharing its tests; reference solutions are among them. */
  readonly programs: readonly GradeRecord[];
  /** Index into `programs` of each row; −1 where the problem is unknown. */
  readonly rows: readonly number[];
  /** Index into `programs` of each problem's reference solution, where the problem file has one, by id. */
  readonly references: ReadonlyMap<string, number>;
  readonly summary: SamplesSummary;
}

export interface CollectOptions {
  /** Name for errors. */
  readonly file: string;
  readonly problems?: ProblemFile;
  /** Problems that rows name by id without a problem file. */
  readonly known?: FindProblem;
}

/** Fields of a row that say what its program is held against; rows that agree in them share their tests in memory. */
const TARGET_FIELDS: ReadonlySet<string> = new Set([
  ...['problem', 'task_id', 'entry_point', 'prompt', 'test', 'tests', 'test_list', 'test_cases', 'challenge_test_list'],
  ...EXCHANGE_FIELDS,
  ...['problem_id', 'question_id', 'name', 'starter_code', 'metadata', 'assertion', 'atol', 'call', 'test_calls'],
  ...['test_imports', 'test_setup', 'test_setup_code', 'compare', 'tolerance', 'limits', 'allow', 'undo'],
]);

function targetKey(row: Fields): string {
  const isNamed = row.has('problem') || row.has('task_id');
  // Rows that name no problem are problems of their own.
  const entries = [...row].filter(([name]) => TARGET_FIELDS.has(name) || (name === 'id' && !isNamed));
  return writeJson({ type: 'object', entries } satisfies JsonNode);
}

/** The id by which a row names a problem of the problem file. */
const benchmarkId = (row: Fields, place: Place): string =>
  readId(row, 'task_id', place) ?? readRowId(row, place, readProblemId(row, place));

const readProblemId = (row: Fields, place: Place): string | undefined =>
  row.get('problem')?.type === 'object' ? undefined : readId(row, 'problem', place);

const refuseProblem = (place: Place): never =>
  fail(
    place,
    'a sample, with its program under completion or solution',
    'a problem of a benchmark: give samples, and this file as their problems (--problems FILE on the command line)',
  );

/**
 * Reads all rows before anything runs, so that a mistake in the last line costs nothing.
 *
 * @throws FormatError naming file and line; and where no row can be judged
 */
export async function collectSamples(rows: AsyncIterable<RowNode>, options: CollectOptions): Promise<SampleSet> {
  const { file, problems, known = () => undefined } = options;
  const programs: GradeRecord[] = [];
  const indices: number[] = [];
  const references = new Map<string, number>();
  const tallies = new Map<string, number>();
  const unknown = new Set<string>();
  const targets = new Map<string, Target>();
  const positions = new Map<object, Map<string, number>>();
  let counts: RowCounts = NO_COUNTS;
  // Solutions of the benchmark as it publishes them, each joined to its own problem.
  let published = 0;

  const intern = (target: Target, owner: object, problem: string, code: string) => {
    const ofOwner = positions.get(owner) ?? new Map<string, number>();
    positions.set(owner, ofOwner);
    const at = ofOwner.get(code) ?? programs.push(recordOf(target, { id: problem, problem }, code)) - 1;
    ofOwner.set(code, at);
    return at;
  };
  const join = (row: Fields, place: Place, problem: BenchmarkProblem): number => {
    const { id, target, reference } = problem;
    if (reference !== '' && !references.has(id)) references.set(id, intern(target, problem, id, reference));
    const isPublished = isPublishedProblem(row);
    if (isPublished && !row.has('code')) refuseProblem(place);
    const { code, form } = joinProgram(row, problem, place);
    if (isPublished && code === reference) published++;
    counts = countProgram(countForm(counts, form), code);
    tallies.set(id, (tallies.get(id) ?? 0) + 1);
    return intern(target, problem, id, code);
  };
  const own = (row: Fields, place: Place): number => {
    if (isPublishedProblem(row)) refuseProblem(place);
    const key = targetKey(row);
    const target = targets.get(key) ?? readTarget(row, place, known);
    if (target === undefined) {
      const expected =
        'tests in the row, or the benchmark’s own file of problems beside the samples (HumanEval.jsonl, mbpp.jsonl or ' +
        'sanitized-mbpp.json; --problems FILE on the command line)';
      fail(place, expected, 'neither');
    }
    targets.set(key, target);
    const code = readCode(row, place, target.reference);
    counts = countProgram(counts, code);
    const problem = target.label ?? readRowId(row, place, undefined);
    tallies.set(problem, (tallies.get(problem) ?? 0) + 1);
    return intern(target, target, problem, code);
  };

  for await (const { node, place } of rows) {
    const row = readFields(node, place);
    if (problems === undefined) {
      indices.push(own(row, place));
      continue;
    }
    const id = benchmarkId(row, place);
    const problem = problems.find(id);
    if (problem === undefined) unknown.add(id);
    indices.push(problem === undefined ? -1 : join(row, place, problem));
  }
  if (programs.length === 0 && problems !== undefined) {
    const [some] = problems.problems;
    const got = JSON.stringify([...unknown][0]);
    fail(
      { file, path: '' },
      `ids of ${problems.file}, such as ${JSON.stringify(some?.id)}`,
      `none; the first is ${got}`,
    );
  }
  if (published === indices.length) refuseProblem({ file, path: '' });
  const sizes = [...tallies.values()];
  const used = new Set(indices.filter((at) => at >= 0));
  const summary: SamplesSummary = {
    file,
    ...(problems === undefined ? {} : { problemFile: problems.file }),
    rows: indices.length,
    programs: used.size,
    problems: [...tallies.keys()],
    fewest: sizes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY),
    most: sizes.reduce((a, b) => Math.max(a, b), 0),
    missing: problems?.problems.filter(({ id }) => !tallies.has(id)).map(({ id }) => id) ?? [],
    unknown: [...unknown],
    notes: notesOf(
      counts,
      programs.filter(({ unclear }) => unclear !== undefined),
      problems,
    ),
  };
  return { programs, rows: indices, references, summary };
}
