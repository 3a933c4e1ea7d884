/** Metrics of a run as one table: a row a step, TRL's names where TRL has them. */

import { type CsvCell, csvText } from '../../core/csv.ts';
import type { StepRecord } from '../../core/records.ts';
import { OUTCOMES } from '../../core/types.ts';
import { columnOf, METRIC_NAMES, ownName, type ResultColumn } from './metric-names.ts';

interface Column extends ResultColumn {
  readonly of: (record: StepRecord) => number | undefined;
}

const PARTS = ['sample', 'judge', 'reference', 'update'] as const;

/** All that a step can have, in the order of the tables. */
export const COLUMNS: readonly Column[] = [
  {
    name: 'step',
    unit: '',
    meaning: 'Batches of rollouts so far.',
    trl: { differs: 'TRL counts optimiser steps: here greenbar/updates, the same where a batch is used for one.' },
    of: ({ step }) => step,
  },
  {
    name: 'epoch',
    unit: '',
    meaning: 'Passes over the epoch set; a step is one.',
    trl: { differs: 'TRL has fractions of its own dataset.' },
    of: ({ epoch }) => epoch,
  },
  ...METRIC_NAMES.map((name) => ({ ...columnOf(name), of: ({ metrics }: StepRecord) => metrics[name] })),
  {
    name: 'step_time',
    unit: 's',
    meaning: 'Wall time of the step, pauses excluded.',
    trl: { differs: '' },
    of: ({ seconds }) => seconds.total,
  },
  ...PARTS.map((part) => ({
    name: ownName(`seconds/${part}`),
    unit: 's',
    meaning: `Of it, what the step waited for: ${part}.`,
    trl: null,
    of: ({ seconds }: StepRecord) => seconds[part],
  })),
  {
    name: ownName('updates'),
    unit: '',
    meaning: 'Optimiser steps so far.',
    trl: null,
    of: ({ updates }) => updates,
  },
  ...OUTCOMES.map((outcome) => ({
    name: ownName(`outcomes/${outcome}`),
    unit: 'programs',
    meaning: `Rollouts of the step with the verdict ${outcome}.`,
    trl: null,
    of: ({ outcomes }: StepRecord) => outcomes[outcome] ?? 0,
  })),
];

export interface MetricsTable {
  /** Those that any step has a value of. */
  readonly columns: readonly ResultColumn[];
  readonly csv: string;
  /** An object a step; what a step does not have is left out. */
  readonly jsonl: string;
}

export function metricsTable(steps: readonly StepRecord[]): MetricsTable {
  const columns = COLUMNS.filter(({ of }) => steps.some((record) => of(record) !== undefined));
  const rows = steps.map((record) => columns.map(({ of }): CsvCell => of(record) ?? null));
  const head = columns.map(({ name }) => name);
  const objects = rows.map((row) => row.flatMap((value, i) => (value === null ? [] : [[head[i], value] as const])));
  return {
    columns,
    csv: csvText([head, ...rows]),
    jsonl: objects.map((entries) => `${JSON.stringify(Object.fromEntries(entries))}\n`).join(''),
  };
}
