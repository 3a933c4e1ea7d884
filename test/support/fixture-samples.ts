/** A made-up file of samples and what grading it gave. */

import { paceOf } from '../../src/core/pace.ts';
import type { SamplesProgress, SamplesReport, SamplesSummary } from '../../src/core/samples.ts';
import { samplesReport } from '../../src/eval/samples-report.ts';

const PROBLEMS = Array.from({ length: 24 }, (_, i) => `Example/${i}`);
const EACH = 20;

export const FIXTURE_SAMPLES: SamplesSummary = {
  file: 'samples.jsonl',
  problemFile: 'examples.jsonl.gz',
  rows: PROBLEMS.length * EACH + 2,
  programs: PROBLEMS.length * EACH,
  problems: PROBLEMS,
  fewest: EACH,
  most: EACH,
  missing: ['Example/24', 'Example/25'],
  unknown: ['Example/99'],
  notes: ['3 completions define the function themselves; they run behind the prompt all the same.'],
};

export function fixtureSamplesReport(): SamplesReport {
  const outcomes = ['wrong_answer', 'runtime_error', 'timeout', 'syntax_error'] as const;
  const programs = PROBLEMS.flatMap((problem, i) =>
    Array.from({ length: EACH }, (_, j) => ({
      problem,
      outcome: (i * 7 + j) % 24 < i ? ('passed' as const) : outcomes[(i + j) % outcomes.length],
    })),
  );
  const rows = [...programs.keys(), -1, -1];
  return samplesReport({ problems: PROBLEMS, rows, programs, references: new Map() });
}

export const FIXTURE_SAMPLES_PROGRESS: SamplesProgress = {
  stage: 'samples',
  done: 128,
  total: PROBLEMS.length * EACH,
  ...paceOf(128, PROBLEMS.length * EACH, 9),
};
