/** Reward hacks, attacks and odd sources (test/cases/adversarial.jsonl): every firm verdict holds, and whoever comes next notices nothing. */

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { steadyText } from '../../src/core/same-verdict.ts';
import type { Verdict } from '../../src/core/types.ts';
import { parseGradeFile } from '../../src/problems/grade-file.ts';
import type { Engine } from '../../src/sandbox/judging/engine.ts';
import { nodeEngine } from '../../src/sandbox/node.ts';
import { OUTCOME_OF } from '../support/case-outcomes.ts';

interface FollowUp {
  readonly code: string;
  readonly reward: number;
  readonly tests?: unknown;
}

interface Row {
  readonly id: string;
  readonly family: string;
  readonly firm: boolean;
  readonly reward: number | null;
  readonly acceptable_outcomes: readonly string[];
  readonly acceptable_rewards?: readonly number[];
  readonly never_reward?: number;
  readonly then?: readonly FollowUp[];
}

const text = readFileSync(new URL('../cases/adversarial.jsonl', import.meta.url), 'utf8');
const rows = text
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);
const records = parseGradeFile(text, 'adversarial.jsonl');

/** Step budgets decide, not a busy machine. */
const limits = { ticksPerTest: 20_000, fuelPerTest: 500_000, wallMs: 120_000 };
const rewardOf = ({ passed, total }: Verdict) => (total === 0 ? 0 : passed / total);

let engine: Engine;
beforeAll(async () => {
  engine = await nodeEngine();
});

describe('verdicts', () => {
  test.each(rows.map((row, i) => [row.id, row, i] as const))('%s', (_, row, i) => {
    const verdict = engine.judge({ ...records[i]!, limits });
    expect(row.acceptable_outcomes.map((label) => OUTCOME_OF[label])).toContain(verdict.outcome);
    const rewards = row.acceptable_rewards ?? (row.reward === null ? [] : [row.reward]);
    if (rewards.length > 0) expect(rewards.some((reward) => Math.abs(reward - rewardOf(verdict)) < 1e-9)).toBe(true);
    if (row.never_reward !== undefined) expect(rewardOf(verdict)).not.toBe(row.never_reward);
    expect(engine.sealed.isPristine()).toBe(true);
    for (const next of row.then ?? []) {
      const line = JSON.stringify({ ...row, ...next, problem: row.id, entry_point: 'solution' });
      const [record] = parseGradeFile(line, 'follow-up');
      expect(rewardOf(engine.judge({ ...record!, limits }))).toBeCloseTo(next.reward, 9);
    }
  });
});

test('scored twice, every program gets the same verdict', () => {
  const twice = records.filter((_, i) => ['flaky', 'persist', 'patch', 'args'].includes(rows[i]!.family));
  expect(twice.length).toBeGreaterThan(5);
  const all = () => twice.map((record) => steadyText(engine.judge({ ...record, limits })));
  expect(all()).toEqual(all());
});
