/**
 * The table of algorithms, made by one command that can be interrupted: `npx tsx bench/algorithms/main.ts --out DIR`.
 * Every run that is finished is a line of DIR/runs.jsonl; calling it again makes what is missing and prints the table.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Flags, parseArgs } from '../../src/cli/args.ts';
import { BrowserSession } from '../../src/cli/browser-session.ts';
import { summarizeEvaluation } from '../../src/cli/evaluation-summary.ts';
import { progress } from '../../src/cli/output.ts';
import type { RunConfig } from '../../src/core/config.ts';
import { messageOf } from '../../src/core/errors.ts';
import type { StepRecord } from '../../src/core/records.ts';
import type { RunSummary } from '../../src/trainer/api.ts';
import { ENTRIES, type PlannedRun, planBaseline, planRuns, SEEDS } from './plan.ts';
import { appendLine, type BaselineLine, lastOf, type RunLine, readLines } from './result.ts';
import { tableOf } from './table.ts';

const FLAGS = {
  out: { type: 'text', value: 'DIR', help: 'where the lines and the table are kept (runs/algorithms)' },
  only: { type: 'text', value: 'NAMES', help: 'algorithms or exercises, with commas between (all)' },
  model: { type: 'choice', choices: ['base', 'small'], help: 'only runs of this model' },
  seeds: { type: 'integer', minimum: 1, maximum: SEEDS.length, help: `how many seeds (${SEEDS.length})` },
  epochs: { type: 'integer', minimum: 1, maximum: 1000, help: 'of every run (50)' },
} as const satisfies Flags;

interface Trained {
  readonly summary: RunSummary;
  readonly records: readonly StepRecord[];
  readonly alerts: readonly string[];
}

/** A run in a page of its own: what the last one left behind must not slow the next one down. */
async function runOnce(config: RunConfig, name: string): Promise<Trained> {
  await using session = await BrowserSession.open();
  const records: StepRecord[] = [];
  const alerts: string[] = [];
  const summary = await session.call('train', config, (events) => {
    for (const event of events) {
      if (event.type === 'alert') alerts.push(event.alert.message);
      if (event.type !== 'step') continue;
      records.push(event.record);
      progress(`${name}: epoch ${records.length} of ${config.epochs}`, true);
    }
  });
  if (summary === null) throw new Error(`${name}: expected the run to finish, but it was stopped`);
  return { summary, records, alerts };
}

function lineOf({ name, preset, algorithm, model, seed }: PlannedRun, { summary, records, alerts }: Trained): RunLine {
  const { tokens, seconds, memory } = summary;
  return {
    name,
    preset,
    algorithm,
    model,
    seed,
    after: summarizeEvaluation(summary.after),
    last: lastOf(records),
    passRates: records.filter(({ step }) => step % 10 === 0).map(({ metrics }) => metrics['train/pass@1'] ?? 0),
    tokens,
    seconds,
    memory,
    alerts,
  };
}

async function main(): Promise<void> {
  const { flags } = parseArgs('algorithms', process.argv.slice(2), FLAGS);
  const out = flags.out ?? join('runs', 'algorithms');
  mkdirSync(out, { recursive: true });
  const path = join(out, 'runs.jsonl');
  const wanted = flags.only?.split(',');
  const entries = ENTRIES.filter(
    ({ preset, algorithm, model }) =>
      (wanted === undefined || wanted.includes(preset === 'default' ? algorithm : preset)) &&
      (flags.model === undefined || model === flags.model),
  );
  const runs = planRuns(entries, SEEDS.slice(0, flags.seeds), flags.epochs ?? 50);
  let failures = 0;
  for (const run of runs) {
    const baseline = planBaseline(run.model, run.seed);
    const done = readLines(path);
    try {
      if (!done.has(baseline.name)) {
        const { summary } = await runOnce(baseline.config, baseline.name);
        const after = summarizeEvaluation(summary.after);
        appendLine(path, { name: baseline.name, model: run.model, seed: run.seed, after });
      }
      if (done.has(run.name)) continue;
      const line = lineOf(run, await runOnce(run.config, run.name));
      appendLine(path, line);
      progress(`${run.name}: pass@1 ${(100 * line.after.lecture!['pass@1'].value).toFixed(1)} %`);
    } catch (error) {
      failures++;
      progress(`${run.name}: ${messageOf(error)}`);
    }
  }
  const lines = [...readLines(path).values()];
  const isRun = (line: RunLine | BaselineLine): line is RunLine => 'algorithm' in line;
  const table = tableOf(
    lines.filter(isRun),
    lines.filter((line) => !isRun(line)),
  );
  writeFileSync(join(out, 'table.md'), `${table}\n`);
  process.stdout.write(`${table}\n`);
  if (failures > 0)
    throw new Error(`algorithms: ${failures} of ${runs.length} runs failed; the same command tries them again`);
}

await main();
