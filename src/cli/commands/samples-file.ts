/** `eval --samples FILE`: grades anyone's samples, with a benchmark's own file of problems where the rows have no tests. */

import { basename } from 'node:path';
import type { GradeResult } from '../../core/grade.ts';
import type { SamplesReport, SamplesSummary } from '../../core/samples.ts';
import { passAtK } from '../../eval/pass-at-k.ts';
import { samplesReport } from '../../eval/samples-report.ts';
import { collectSamples, type SampleSet } from '../../problems/samples/collect.ts';
import { doubtfulReferences, sampledPrograms } from '../../problems/samples/order.ts';
import { readProblemFile } from '../../problems/samples/problem-file.ts';
import { rowsOf } from '../../problems/samples/rows.ts';
import type { Flags, FlagValues } from '../args.ts';
import { BrowserSession } from '../browser-session.ts';
import { knownProblem, openInput } from '../files.ts';
import { counted, progress, result } from '../output.ts';
import { gradeInOrder, listed } from './grade.ts';
import { ResultsFile } from './results-file.ts';

export const SAMPLES_FILE_FLAGS = {
  samples: { type: 'text', value: 'FILE', help: 'grade these samples (JSON lines, .gz too) instead of drawing any' },
  problems: {
    type: 'text',
    value: 'FILE',
    help: 'problems to measure, in any known form; with --samples theirs: HumanEval.jsonl, mbpp.jsonl, sanitized-mbpp.json',
  },
  k: { type: 'integers', minimum: 1, help: 'which k, with --samples (those of 1,10,100 that the samples reach)' },
  workers: { type: 'integer', minimum: 1, maximum: 16, help: 'sandbox workers, with --samples (2)' },
  results: { type: 'text', value: 'FILE', help: 'where verdicts go (FILE_results.jsonl beside the samples)' },
  fresh: { type: 'switch', help: 'judge all samples anew, also those that FILE_results.jsonl has verdicts of' },
  'require-all': { type: 'switch', help: 'fail when a problem has no sample, or a sample no problem' },
} as const satisfies Flags;

async function readSet(path: string, problemPath: string | undefined): Promise<SampleSet> {
  const read = (one: string) => rowsOf(openInput(one), basename(one));
  const problems =
    problemPath === undefined ? undefined : await readProblemFile(read(problemPath), basename(problemPath));
  const options = { file: basename(path), known: knownProblem };
  return collectSamples(read(path), problems === undefined ? options : { ...options, problems });
}

function sayUnderstood(summary: SamplesSummary): void {
  const { file, rows, programs, problems, fewest, most, missing, unknown, problemFile } = summary;
  const each = fewest === most ? `${most} each` : `${fewest} to ${most} each`;
  const of = `${counted(rows, 'sample')} of ${counted(problems.length, 'problem')}`;
  progress(`${file}: ${of}, ${each}; ${counted(programs, 'different program')}`);
  for (const note of summary.notes) progress(note);
  if (missing.length > 0) {
    const which = missing.length === 1 ? 'has no sample and is' : 'have no sample and are';
    progress(`${counted(missing.length, 'problem')} of ${problemFile} ${which} not counted: ${listed(missing)}`);
  }
  if (unknown.length > 0) {
    const what = unknown.length === 1 ? '1 id is' : `${unknown.length} ids are`;
    progress(`${what} not in ${problemFile}, and the samples are left out: ${listed(unknown)}`);
  }
}

/** The one object on stdout. */
function printed(set: SampleSet, report: SamplesReport, kept: number, results: string) {
  const { missing, unknown, rows, notes } = set.summary;
  const at = <T>(value: (point: SamplesReport['pass'][number]) => T) =>
    Object.fromEntries(report.pass.map((point) => [`pass@${point.k}`, value(point)]));
  const perK = ({ n, correct }: SamplesReport['problems'][number]) =>
    Object.fromEntries(report.pass.filter(({ k }) => k <= n).map(({ k }) => [`pass@${k}`, passAtK({ n, correct }, k)]));
  return {
    problems: report.problems.map((problem) => ({
      problem: problem.id,
      n: problem.n,
      correct: problem.correct,
      ...perK(problem),
      ...(problem.unjudged > 0 ? { unjudged: problem.unjudged } : {}),
      ...(problem.broken ? { broken: true } : {}),
    })),
    mean: at(({ pass }) => pass.value),
    bands: at(({ pass, samples }) => ({ problems: [pass.low, pass.high], samples: [samples?.low, samples?.high] })),
    curve: report.curve.map(({ k, pass }) => ({ k, pass: pass.value, low: pass.low, high: pass.high })),
    unscored: report.outcomes.infra_error ?? 0,
    outcomes: report.outcomes,
    samples: {
      rows,
      graded: report.graded,
      programs: report.judged,
      saved: report.graded === 0 ? 0 : 1 - report.judged / report.graded,
      kept,
    },
    missing,
    unknown,
    notes: [...notes, ...report.notes],
    results,
  };
}

/**
 * Grades a file and prints what came of it. Verdicts are written beside the file as they come, so that a command that was
 * stopped goes on where it was.
 *
 * @throws FormatError for a file that is not what it should be, before anything runs; and after everything was printed, where
 * programs could not be judged or, with `--require-all`, problems and samples do not cover each other
 */
export async function evaluateSamplesFile(path: string, flags: FlagValues<typeof SAMPLES_FILE_FLAGS>): Promise<void> {
  const set = await readSet(path, flags.problems);
  sayUnderstood(set.summary);
  const file = await ResultsFile.open({
    path: flags.results ?? `${path}_results.jsonl`,
    set,
    rows: rowsOf(openInput(path), basename(path)),
    fresh: flags.fresh === true,
    inputs: [path, ...(flags.problems === undefined ? [] : [flags.problems])],
  });
  if (file.kept > 0) progress(`${file.path}: ${counted(file.kept, 'verdict')} from earlier`);
  await file.advance();
  await judgeAll(set, file, flags.workers);
  await file.finish();
  const programs = set.programs.map(({ problem }, at) => ({ problem, outcome: file.verdicts[at]?.outcome }));
  const { problems, missing, unknown } = set.summary;
  const report = samplesReport({ problems, rows: set.rows, programs, references: set.references }, flags.k);
  for (const note of report.notes) progress(note);
  await result(printed(set, report, file.kept, file.path));
  progress(`${counted(report.graded, 'sample')} graded as ${counted(report.judged, 'different program')}`);
  requireComplete(report, set, flags['require-all'] === true && missing.length + unknown.length > 0);
  requireAsked(report, set, flags.k ?? []);
}

/** Judges what has no verdict yet: the samples, then the solutions of the benchmark that are in doubt. */
async function judgeAll(set: SampleSet, file: ResultsFile, workers: number | undefined): Promise<void> {
  let session: BrowserSession | undefined;
  const judge = async (wanted: readonly number[]) => {
    const waiting = wanted.filter((at) => file.verdicts[at] === undefined);
    if (waiting.length === 0) return;
    session ??= await BrowserSession.open(workers === undefined ? {} : { workers });
    let next = 0;
    const records = waiting.map((at) => set.programs[at]!);
    await gradeInOrder(session, records, (one: GradeResult) => file.add(waiting[next++]!, one));
  };
  try {
    await judge(sampledPrograms(set));
    const doubtful = doubtfulReferences(set, (at) => file.verdicts[at]?.outcome);
    if (doubtful.length > 0)
      progress(`No sample solves ${counted(doubtful.length, 'problem')}: running the benchmark’s own solutions`);
    await judge(doubtful);
  } finally {
    await session?.[Symbol.asyncDispose]();
  }
}

/** pass@k that was asked for and that the samples do not reach: what can be told was printed, and the rest is not there. */
function requireAsked({ pass, problems }: SamplesReport, { summary }: SampleSet, asked: readonly number[]): void {
  const lacking = asked.filter((k) => !pass.some((point) => point.k === k));
  if (lacking.length === 0) return;
  const [least] = problems.filter(({ n, broken }) => n > 0 && !broken).toSorted((a, b) => a.n - b.n);
  const wanted = `${counted(Math.max(...lacking), 'judged sample')} of every problem`;
  const names = lacking.map((k) => `pass@${k}`).join(', ');
  const got = least === undefined ? 'none of any' : `${least.n} of ${least.id}`;
  throw new Error(`${summary.file}: expected ${wanted} for ${names}, got ${got}`);
}

function requireComplete(report: SamplesReport, { summary }: SampleSet, uncovered: boolean): void {
  const unjudged = report.problems.filter((problem) => problem.unjudged > 0);
  const count = unjudged.reduce((sum, problem) => sum + problem.unjudged, 0);
  if (count > 0) {
    const ids = listed(unjudged.map(({ id }) => id));
    throw new Error(`${count} of ${report.graded} could not be judged: ${ids}`);
  }
  if (!uncovered) return;
  const { missing, unknown } = summary;
  const got = [
    ...(missing.length > 0 ? [`none of ${listed(missing)}`] : []),
    ...(unknown.length > 0 ? [`unknown ids ${listed(unknown)}`] : []),
  ];
  throw new Error(`${summary.file}: expected samples of every problem and of no other, got ${got.join(' and ')}`);
}
