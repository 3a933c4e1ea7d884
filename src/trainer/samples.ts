/** Anyone's samples in the tab: read from the files that a person chose, graded in the sealed sandbox, written out again. */

import { messageOf } from '../core/errors.ts';
import { type GradeRecord, unclearResult } from '../core/grade.ts';
import { paceOf } from '../core/pace.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../core/samples.ts';
import { samplesReport } from '../eval/samples-report.ts';
import { FormatError, readFields } from '../problems/fields.ts';
import type { RowNode } from '../problems/grade-file.ts';
import { readCode } from '../problems/grade-row.ts';
import { collectSamples, type SampleSet } from '../problems/samples/collect.ts';
import { doubtfulReferences, sampledPrograms } from '../problems/samples/order.ts';
import { isProblemRow, readProblemFile } from '../problems/samples/problem-file.ts';
import { type ProgramVerdict, resultLine, verdictOf } from '../problems/samples/results.ts';
import { rowsOf } from '../problems/samples/rows.ts';
import type { Environment } from './environment.ts';

/** Programs between two looks at whether to stop: many where they are quick, few where each takes its time. */
const [FEWEST, MOST] = [8, 64];

/** The next batch after one of `size` that took `seconds`. */
export function nextBatch(size: number, seconds: number): number {
  if (seconds < 0.25) return Math.min(MOST, 2 * size);
  return seconds > 1 ? Math.max(FEWEST, Math.floor(size / 2)) : size;
}

interface Loaded {
  readonly samples: File;
  readonly set: SampleSet;
  /** By index into the programs. */
  readonly verdicts: (ProgramVerdict | undefined)[];
}

const rowsOfFile = (file: File): AsyncGenerator<RowNode> => rowsOf(file.stream(), file.name);

async function firstRow(file: File): Promise<RowNode | null> {
  for await (const row of rowsOfFile(file)) return row;
  return null;
}

/** Whether each file has problems; where a first row cannot be read, the error names every file that is wrong, not only that one. */
async function whichHoldProblems(files: readonly File[]): Promise<readonly boolean[]> {
  const first = await Promise.allSettled(files.map(firstRow));
  const unreadable = first.flatMap((row) => (row.status === 'rejected' ? [row.reason as unknown] : []));
  if (unreadable.length === 0) {
    return first.map((row) => row.status === 'fulfilled' && row.value !== null && isProblemRow(row.value));
  }
  const strange = first.flatMap((row) =>
    row.status === 'fulfilled' && row.value !== null ? whyNeither(row.value) : [],
  );
  const faults = [...unreadable, ...strange];
  throw faults.length === 1 ? faults[0] : new Error(faults.map(messageOf).join('. '));
}

/** What is wrong with a row that is neither a problem nor has a program. */
function whyNeither(row: RowNode): readonly FormatError[] {
  try {
    if (!isProblemRow(row)) readCode(readFields(row.node, row.place), row.place, undefined);
    return [];
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [error];
  }
}

/** Which of the files has the samples, and which the problems, told by their first rows. */
async function tellApart(files: readonly File[]): Promise<{ readonly samples: File; readonly problems?: File }> {
  const [first, second] = files;
  if (first === undefined || files.length > 2) {
    throw new Error(`samples: expected a file of samples and perhaps one of problems, got ${files.length} files`);
  }
  if (second === undefined) return { samples: first };
  const [firstHas, secondHas] = await whichHoldProblems([first, second]);
  if (firstHas === secondHas) {
    const got = firstHas ? 'two files of problems' : 'two files without problems';
    throw new Error(`${first.name}, ${second.name}: expected samples in one and problems in the other, got ${got}`);
  }
  return firstHas ? { samples: second, problems: first } : { samples: first, problems: second };
}

export class SampleGrading {
  readonly #environment: Pick<Environment, 'grade' | 'loadSets'>;
  #loaded: Loaded | undefined;
  #cancelled = false;

  constructor(environment: Pick<Environment, 'grade' | 'loadSets'>) {
    this.#environment = environment;
  }

  /**
   * Reads everything and runs nothing; what was read before is let go once that succeeded.
   *
   * @throws FormatError naming file, line, what was expected and what came
   */
  async read(files: readonly File[]): Promise<SamplesSummary> {
    const { samples, problems } = await tellApart(files);
    const sets = await this.#environment.loadSets();
    const byId = new Map(Object.values(sets).flatMap((set) => set.map((problem) => [problem.id, problem] as const)));
    const set = await collectSamples(rowsOfFile(samples), {
      file: samples.name,
      known: (id) => byId.get(id),
      ...(problems === undefined ? {} : { problems: await readProblemFile(rowsOfFile(problems), problems.name) }),
    });
    this.#loaded = { samples, set, verdicts: set.programs.map(() => undefined) };
    return set.summary;
  }

  /** Judges what has no verdict yet, until the end or `cancel`; what is done stays. */
  async grade(onProgress: (progress: SamplesProgress) => void): Promise<SamplesReport> {
    const loaded = this.#require();
    const { set, verdicts } = loaded;
    this.#cancelled = false;
    await this.#judge(loaded, 'samples', sampledPrograms(set), onProgress);
    const doubtful = this.#cancelled ? [] : doubtfulReferences(set, (at) => verdicts[at]?.outcome);
    if (doubtful.length > 0) await this.#judge(loaded, 'references', doubtful, onProgress);
    return reportOf(loaded);
  }

  cancel(): void {
    this.#cancelled = true;
  }

  /** `FILE_results.jsonl` with the rows that have a verdict. */
  async results(): Promise<Blob> {
    const { samples, set, verdicts } = this.#require();
    const parts: Blob[] = [];
    const lines: string[] = [];
    let row = 0;
    for await (const node of rowsOfFile(samples)) {
      const at = set.rows[row++] ?? -1;
      const verdict = at < 0 ? null : verdicts[at];
      if (verdict !== undefined) lines.push(`${resultLine(node, verdict)}\n`);
      // Blobs may lie outside of this worker's memory.
      if (lines.length === 1000) parts.push(new Blob(lines.splice(0)));
    }
    return new Blob([...parts, ...lines], { type: 'application/jsonl' });
  }

  #require(): Loaded {
    if (this.#loaded === undefined) throw new Error('samples: expected a file to have been read, got none yet');
    return this.#loaded;
  }

  async #judge(
    { set, verdicts }: Loaded,
    stage: SamplesProgress['stage'],
    wanted: readonly number[],
    onProgress: (progress: SamplesProgress) => void,
  ): Promise<void> {
    const waiting = wanted.filter((at) => verdicts[at] === undefined);
    const started = performance.now();
    const tell = () => {
      const left = waiting.filter((at) => verdicts[at] === undefined).length;
      const pace = paceOf(waiting.length - left, waiting.length, (performance.now() - started) / 1000);
      onProgress({ stage, done: wanted.length - left, total: wanted.length, ...pace });
    };
    tell();
    let size = FEWEST;
    for (let from = 0; from < waiting.length && !this.#cancelled; ) {
      const begun = performance.now();
      const records: GradeRecord[] = [];
      for (const at of waiting.slice(from, from + size)) {
        const record = set.programs[at]!;
        if (record.unclear === undefined) records.push({ ...record, id: String(at) });
        else verdicts[at] = verdictOf(unclearResult(record, record.unclear));
      }
      await this.#environment.grade(records, (results) => {
        for (const one of results) verdicts[Number(one.id)] = verdictOf(one);
        tell();
      });
      from += size;
      size = nextBatch(size, (performance.now() - begun) / 1000);
    }
  }
}

function reportOf({ set, verdicts }: Loaded): SamplesReport {
  return samplesReport({
    problems: set.summary.problems,
    rows: set.rows,
    programs: set.programs.map(({ problem }, at) => ({ problem, outcome: verdicts[at]?.outcome })),
    references: set.references,
  });
}
