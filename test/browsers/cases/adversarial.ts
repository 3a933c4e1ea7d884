/** The rows of `test/cases/adversarial.jsonl` as cases, each directly before the programs that must not notice it. */

import type { Verdict } from '../../../src/core/types.ts';
import { parseGradeFile } from '../../../src/problems/grade-file.ts';
import { OUTCOME_OF } from '../../support/case-outcomes.ts';
import { STEPS, type SuiteCase } from './case.ts';

interface Row {
  readonly id: string;
  readonly reward: number | null;
  readonly acceptable_outcomes: readonly string[];
  readonly acceptable_rewards?: readonly number[];
  readonly never_reward?: number;
  readonly then?: readonly { readonly code: string; readonly reward: number; readonly tests?: unknown }[];
}

const rewardOf = ({ passed, total }: Verdict) => (total === 0 ? 0 : passed / total);
const isNear = (a: number, b: number) => Math.abs(a - b) < 1e-9;

function problemsOf(row: Row, verdict: Verdict): string[] {
  const problems: string[] = [];
  const reward = rewardOf(verdict);
  const outcomes = row.acceptable_outcomes.map((label) => OUTCOME_OF[label]);
  if (!outcomes.includes(verdict.outcome)) problems.push(`expected ${outcomes.join(' or ')}, got ${verdict.outcome}`);
  const rewards = row.acceptable_rewards ?? (row.reward === null ? [] : [row.reward]);
  if (rewards.length > 0 && !rewards.some((one) => isNear(one, reward))) {
    problems.push(`expected a reward of ${rewards.join(' or ')}, got ${reward}`);
  }
  if (row.never_reward === reward) problems.push(`a reward of ${reward} is what must never come`);
  return problems;
}

/** @param text the file */
export function adversarialCases(text: string): SuiteCase[] {
  const rows = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const records = parseGradeFile(text, 'adversarial.jsonl');
  return rows.flatMap((row, i): SuiteCase[] => {
    const followers = (row.then ?? []).map((next, nth): SuiteCase => {
      const line = JSON.stringify({ ...row, ...next, problem: row.id, entry_point: 'solution' });
      const [record] = parseGradeFile(line, 'follow-up');
      return {
        name: `adversarial: ${row.id}, then ${nth}`,
        assignment: { ...record!, limits: STEPS },
        check: (verdict) =>
          isNear(rewardOf(verdict), next.reward)
            ? []
            : [`expected a reward of ${next.reward}, got ${rewardOf(verdict)}`],
      };
    });
    const assignment = { ...records[i]!, limits: STEPS };
    return [{ name: `adversarial: ${row.id}`, assignment, check: (verdict) => problemsOf(row, verdict) }, ...followers];
  });
}
