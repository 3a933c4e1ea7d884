/** Explains the tables of a run to whoever opens them: files, columns, units, and how W&B, TensorBoard and pandas read them. */

import type { CompletionColumn } from './completion-columns.ts';
import { NOT_WRITTEN, type ResultColumn, TRL_VERSION } from './metric-names.ts';

export interface ResultsFacts {
  readonly name: string;
  readonly steps: number;
  readonly metrics: readonly ResultColumn[];
  readonly completions: readonly CompletionColumn[];
  /** Completions in the files, and the steps that they are of. */
  readonly rows: number;
  readonly kept: number;
  /** Texts in which half characters were replaced. */
  readonly replaced: number;
}

export function resultsReadme(facts: ResultsFacts): string {
  return [
    `# Results of ${oneLine(facts.name)}`,
    `A training run of Greenbar: ${counted(facts.steps, 'step')}. Names are those of TRL ${TRL_VERSION} where TRL has them; what stands under \`greenbar/\` is ours alone.`,
    filesTable(facts),
    completionsKept(facts),
    reading(facts),
    '## metrics.csv and metrics.jsonl',
    'A row a step. In the CSV an empty cell, in the JSON Lines a missing key is a value that the step does not have.',
    metricsTable(facts.metrics),
    `TRL ${TRL_VERSION} writes besides, and Greenbar does not:`,
    NOT_WRITTEN.map(([name, instead]) => `- \`${name}\`; instead: ${instead}`).join('\n'),
    ...(facts.rows === 0 ? [] : completionsSection(facts)),
    EVALUATIONS,
  ].join('\n\n');
}

const COMPLETIONS = `
| \`completions.parquet\`, \`completions.jsonl\` | every program that was kept, with its reward |`;

const filesTable = ({ rows }: ResultsFacts): string => `| file | what it holds |
|---|---|
| \`metrics.csv\`, \`metrics.jsonl\` | the metrics of every step |${rows === 0 ? '' : COMPLETIONS}
| \`evaluations.csv\` | pass@k of every measurement, a row for each k |
| \`evaluations_problems.csv\` | the counts behind it, a row for each problem |
| \`config.json\` | every setting of the run |`;

const READING_COMPLETIONS = `\`\`\`python
from datasets import load_dataset

completions = load_dataset("parquet", data_files="completions.parquet", split="train")
\`\`\`

`;

const reading = ({ rows }: ResultsFacts): string => `## Reading them

\`\`\`python
import pandas as pd

metrics = pd.read_csv("metrics.csv")${rows === 0 ? '' : '\ncompletions = pd.read_parquet("completions.parquet")'}
metrics.plot(x="step", y="reward")
\`\`\`

${rows === 0 ? '' : READING_COMPLETIONS}To Weights & Biases:

\`\`\`python
import json, wandb

wandb.init(project="greenbar", config=json.load(open("config.json")))
for line in open("metrics.jsonl", encoding="utf-8"):
    row = json.loads(line)
    wandb.log(row, step=row["step"])
\`\`\`

To TensorBoard:

\`\`\`python
import json
from torch.utils.tensorboard import SummaryWriter

with SummaryWriter("runs/greenbar") as board:
    for line in open("metrics.jsonl", encoding="utf-8"):
        row = json.loads(line)
        for name, value in row.items():
            board.add_scalar(name, value, row["step"])
\`\`\``;

const EVALUATIONS = `## evaluations.csv and evaluations_problems.csv

| column | meaning |
|---|---|
| \`when\` | \`before\`, \`during\` or \`after\` training |
| \`epoch\` | epochs trained by then |
| \`set\` | \`lecture\`: the ten; \`phrasings\`, \`compositions\`: held out; \`own\`: a person’s own problems |
| \`temperature\`, \`samples\` | how the programs were drawn, and how many of each problem |
| \`k\`, \`pass_at_k\` | unbiased pass@k (Chen et al. 2021), share of 1, mean over the problems of the set |
| \`low\`, \`high\` | 95 % band from redrawing the problems; of a single problem, from redrawing its samples |
| \`visible_pass_at_1\` | pass@1 on visible tests only |
| \`greedy_pass\` | share of problems that the greedy completion solves |
| \`problem_id\`, \`correct\`, \`visible_correct\`, \`greedy\` | of one problem: samples that pass every test, that pass the visible ones, and whether the greedy completion does |
`;

function completionsKept({ rows, kept, steps, replaced }: ResultsFacts): string {
  if (rows === 0) {
    return 'No program of the run is kept, so that there is no table of completions: the page keeps programs as long as there is room, and `greenbar train` keeps them with `--rollouts`.';
  }
  const sentences = [`${counted(rows, 'completion')} of ${counted(kept, 'step')} are in the files.`];
  if (kept < steps) {
    sentences.push(
      `The programs of the other ${counted(steps - kept, 'step')} were let go of when the browser ran short of room, or never kept.`,
    );
  }
  if (replaced > 0) {
    sentences.push(
      `${counted(replaced, 'text')} held half of a surrogate pair, which is no character and cannot be written as UTF-8: there stands � in its place.`,
    );
  }
  return sentences.join(' ');
}

const completionsSection = ({ completions }: ResultsFacts): string[] => [
  '## completions.parquet and completions.jsonl',
  'A row a rollout, in the order in which they were drawn. Columns from `step` to the parts of the reward, and `advantage` at the end, are those of TRL’s `log_completions`.',
  completionsTable(completions),
];

function metricsTable(columns: readonly ResultColumn[]): string {
  const rows = columns.map(({ name, unit, meaning, trl }) => {
    const differs = trl === null ? 'TRL has none' : trl.differs === '' ? 'the same' : trl.differs;
    return `| \`${name}\` | ${unit} | ${inCell(meaning)} | ${inCell(differs)} |`;
  });
  return ['| column | unit | meaning | in TRL |', '|---|---|---|---|', ...rows].join('\n');
}

function completionsTable(columns: readonly CompletionColumn[]): string {
  const types = {
    text: 'string',
    integer: 'int64',
    number: 'double',
    integers: 'list of int64',
    numbers: 'list of double',
  };
  const rows = columns.map(({ name, type, meaning }) => `| \`${name}\` | ${types[type]} | ${inCell(meaning)} |`);
  return ['| column | type | meaning |', '|---|---|---|', ...rows].join('\n');
}

const counted = (n: number, noun: string): string => `${n} ${n === 1 ? noun : `${noun}s`}`;

/** A name is a person's words: it must not end the heading that it stands in. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const inCell = (text: string): string => text.replaceAll('|', '\\|');
