/** What is kept of a run for the table: one line of a file, so that an interrupted table goes on where it stopped. */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { SetSummary } from '../../src/cli/evaluation-summary.ts';
import type { MetricName } from '../../src/core/metrics.ts';
import type { StepRecord } from '../../src/core/records.ts';
import { mean } from '../../src/core/stats.ts';
import type { RunMemory, RunSeconds } from '../../src/trainer/api.ts';

export interface RunLine {
  readonly name: string;
  readonly preset: string;
  readonly algorithm: string;
  readonly model: string;
  readonly seed: number;
  /** By set. */
  readonly after: Readonly<Record<string, SetSummary>>;
  /** Means of the last five steps; null where the run has no such number. */
  readonly last: Readonly<Record<LastMetric, number | null>>;
  /** Reward of every tenth step. */
  readonly passRates: readonly number[];
  readonly tokens: number;
  readonly seconds: RunSeconds;
  readonly memory: RunMemory;
  readonly alerts: readonly string[];
}

export interface BaselineLine {
  readonly name: string;
  readonly model: string;
  readonly seed: number;
  readonly after: Readonly<Record<string, SetSummary>>;
}

const LAST_METRICS = [
  'train/pass@1',
  'kl',
  'entropy',
  'frac_reward_zero_std',
  'completions/mean_length',
  'reward/overfit',
  'critic/vf_explained_var',
  'critic/outcome_accuracy',
] as const satisfies readonly MetricName[];

export type LastMetric = (typeof LAST_METRICS)[number];

export function lastOf(records: readonly StepRecord[]): RunLine['last'] {
  const tail = records.slice(-5);
  const entries = LAST_METRICS.map((name) => {
    const values = tail.flatMap(({ metrics }) => metrics[name] ?? []);
    return [name, values.length === 0 ? null : mean(values)] as const;
  });
  return Object.fromEntries(entries) as RunLine['last'];
}

/** Lines that were written before, by name; a last line that was cut off is none. */
export function readLines(path: string): ReadonlyMap<string, RunLine | BaselineLine> {
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const read = JSON.parse(line) as RunLine | BaselineLine;
      return [read.name, read];
    }),
  );
}

export function appendLine(path: string, line: RunLine | BaselineLine): void {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}
