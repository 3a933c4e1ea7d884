/** What a run found, as tables for other programs: metrics and completions with TRL's names, measurements, settings. */

import type { RunConfig } from '../../core/config.ts';
import type { ExportedFiles } from '../../core/exports.ts';
import type { MetricName } from '../../core/metrics.ts';
import { isBundled } from '../../core/model-name.ts';
import type { RolloutRecord, StepRecord } from '../../core/records.ts';
import { REWARD_COMPONENTS } from '../../core/rewards.ts';
import type { Problem } from '../../core/types.ts';
import { textForFiles } from '../../corpus/file-text.ts';
import { repairPrompt, solvePrompt } from '../../corpus/generator.ts';
import { type CompletionColumn, completionColumns, completionRow } from './completion-columns.ts';
import { CompletionsParquet } from './completions-parquet.ts';
import { evaluationTables, type MeasuredEvaluation } from './evaluation-tables.ts';
import { metricsTable } from './metrics-table.ts';
import { resultsReadme } from './results-readme.ts';

/** The programs of one step. */
export interface StepCompletions {
  readonly step: number;
  readonly rollouts: readonly RolloutRecord[];
}

export interface ResultsInput {
  /** Of the run, for people. */
  readonly name: string;
  readonly config: RunConfig;
  /** In order. */
  readonly steps: readonly StepRecord[];
  readonly evaluations: readonly MeasuredEvaluation[];
  /** In order; asked for one step at a time. Steps whose programs are not kept any more are missing or empty. */
  readonly completions: AsyncIterable<StepCompletions> | Iterable<StepCompletions>;
  /** Those of the run, to write down what the model read. */
  readonly problems: readonly Problem[];
}

export async function resultsFiles(input: ResultsInput): Promise<ExportedFiles> {
  const metrics = metricsTable(input.steps);
  const evaluations = evaluationTables(input.evaluations);
  const completions = await completionFiles(input);
  const readme = resultsReadme({
    ...{ name: input.name, steps: input.steps.length, metrics: metrics.columns, completions: completions.columns },
    ...{ rows: completions.rows, kept: completions.steps, replaced: completions.replaced },
  });
  const encoder = new TextEncoder();
  return {
    'README.md': encoder.encode(readme),
    'config.json': encoder.encode(`${JSON.stringify(input.config, null, 2)}\n`),
    'metrics.csv': encoder.encode(metrics.csv),
    'metrics.jsonl': encoder.encode(metrics.jsonl),
    'evaluations.csv': encoder.encode(evaluations.curves),
    'evaluations_problems.csv': encoder.encode(evaluations.problems),
    // A table without a row cannot be opened by datasets.
    ...(completions.rows > 0 && {
      'completions.parquet': completions.parquet,
      'completions.jsonl': completions.jsonl,
    }),
  };
}

interface CompletionFiles {
  readonly columns: readonly CompletionColumn[];
  readonly parquet: Uint8Array<ArrayBuffer>;
  readonly jsonl: Uint8Array<ArrayBuffer>;
  readonly rows: number;
  /** Whose programs are in the files. */
  readonly steps: number;
  /** Texts with half characters. */
  readonly replaced: number;
}

async function completionFiles({ completions, problems, steps, config }: ResultsInput): Promise<CompletionFiles> {
  const imported = !isBundled(config.model);
  const texts = new Map(problems.map((problem) => [problem.id, imported ? textForFiles(problem) : problem.text]));
  const columns = completionColumns(partsOf(steps));
  const parquet = new CompletionsParquet(columns);
  const encoder = new TextEncoder();
  const lines: Uint8Array<ArrayBuffer>[] = [];
  let [rows, kept, replaced] = [0, 0, 0];
  for await (const { step, rollouts } of completions) {
    if (rollouts.length > 0) kept++;
    for (const rollout of rollouts) {
      const row = completionRow(columns, { step, prompt: promptOf(rollout, texts), rollout });
      parquet.add(row.cells);
      const entries = columns.map(({ name }, i) => [name, row.cells[i]] as const);
      lines.push(encoder.encode(`${JSON.stringify(Object.fromEntries(entries))}\n`));
      replaced += row.replaced;
      rows++;
    }
  }
  const jsonl = await new Blob(lines).arrayBuffer();
  return { columns, parquet: parquet.finish(), jsonl: new Uint8Array(jsonl), rows, steps: kept, replaced };
}

/** Parts of the reward that any step was paid by. */
function partsOf(steps: readonly StepRecord[]) {
  const metric = (part: (typeof REWARD_COMPONENTS)[number]): MetricName => `rewards/${part}/mean`;
  return REWARD_COMPONENTS.filter((part) => steps.some(({ metrics }) => metrics[metric(part)] !== undefined));
}

/** What stood before the last attempt, as the run put it to the model. */
function promptOf({ problemId, earlier }: RolloutRecord, texts: ReadonlyMap<string, string>): string | null {
  const text = texts.get(problemId);
  if (text === undefined) return null;
  const last = earlier?.at(-1);
  if (last === undefined) return solvePrompt(text);
  return repairPrompt(text, last.code.endsWith('\n') ? last.code : `${last.code}\n`, last.feedback);
}
