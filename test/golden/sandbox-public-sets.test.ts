/** HumanEval, MBPP, their mutants and real model samples: outcomes and counts against independently computed ones. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Limits, Outcome, Verdict } from '../../src/core/types.ts';
import { parseGradeFile } from '../../src/problems/grade-file.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine } from '../../src/sandbox/node.ts';
import { OUTCOME_OF } from '../support/case-outcomes.ts';
import { sharedCase } from '../support/shared-cases.ts';

interface Row {
  readonly id: string;
  readonly countable: boolean;
  readonly passed: number;
  readonly total: number;
  readonly per_test: readonly string[];
  readonly acceptable_outcomes: readonly string[];
  /** What Python 3.14 on 32-bit WebAssembly gives where it differs. */
  readonly py314?: { readonly outcome: string; readonly passed: number };
}

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

/** Verdicts on every program of a file; null where the file is not there. */
function judgeFile(path: string, limits: Partial<Limits>): { text: string; verdicts: Verdict[] } | null {
  const text = sharedCase(path);
  if (text === null) return null;
  const verdicts = parseGradeFile(text, path).map((record) => engine.judge({ ...record, limits }));
  return { text, verdicts };
}

test.each([
  ['data/HumanEval.jsonl', 164],
  ['data/sanitized-mbpp.json', 427],
])('the canonical solutions of %s pass', { timeout: 600_000 }, (path, count) => {
  const judged = judgeFile(path, { wallMs: 300_000 });
  if (judged === null) return;
  expect(judged.verdicts).toHaveLength(count);
  expect(judged.verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
});

const acceptable = (row: Row): Outcome[] =>
  (row.py314 === undefined ? row.acceptable_outcomes : [row.py314.outcome]).map((label) => OUTCOME_OF[label]!);

describe.each([
  ['samples_codegen16b.jsonl', 240],
  ['mutants_humaneval.jsonl', 261],
  ['mutants_mbpp.jsonl', 693],
])('%s', (path, count) => {
  test('outcomes and counts agree', { timeout: 600_000 }, () => {
    // Far above what any of the passing programs needs; programs without end are found out sooner.
    const judged = judgeFile(path, { wallMs: 300_000, ticksPerTest: 10_000, fuelPerTest: 500_000 });
    if (judged === null) return;
    const rows = judged.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(rows).toHaveLength(count);
    const outcomes = rows.filter((row, i) => !acceptable(row).includes(judged.verdicts[i]!.outcome));
    expect(outcomes.map(({ id }) => id)).toEqual([]);
    const counts = rows.filter((row, i) => {
      const { passed, total, outcome } = judged.verdicts[i]!;
      // Programs that spend time or memory without end may be stopped at different tests.
      if (!row.countable || outcome === 'timeout' || outcome === 'memory_limit') return false;
      return passed !== (row.py314?.passed ?? row.passed) || total !== row.total;
    });
    expect(counts.map(({ id }) => id)).toEqual([]);
  });
});
